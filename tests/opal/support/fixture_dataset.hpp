#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "domain/catalog/catalog.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"

namespace tests::opal {

/// The type that OPAL calls so; throws for any other text.
domain::catalog::Type type_named(const std::string& name);

/// How a fixture's rows are spread over segments and columns. A result must not depend on it.
enum class Layout {
    kOneSegment,       ///< typed columns for all paths
    kSegmentPerRow,    ///< many segments with different columns
    kRemainderOnly,    ///< no typed columns at all
};
inline constexpr Layout kLayouts[] = {Layout::kOneSegment, Layout::kSegmentPerRow, Layout::kRemainderOnly};

/// The catalog and the query store over the fixtures of one directory, written as real segments when they are first asked
/// for. A fixture `logs` is logs.ndjson (`examples/logs`: in a folder), one observation a line; its member `timestamp` (nanoseconds), if there is one, is
/// the arrival time. With logs.schema beside it the dataset has these columns instead of the raw observation's: the first
/// line is the kind, the others are columns and what else is known about the dataset:
///
///     name type [valid_from|valid_to|key|label]…
///     candidate_key: column…
///     link: label path source=target…
///     interface: name role=column…
///     metric: name type
class FixtureCatalog final : public domain::catalog::Catalog {
public:
    explicit FixtureCatalog(std::filesystem::path fixtures);
    ~FixtureCatalog() override;

    void use(Layout layout) { layout_ = layout; }
    infra::duckdb::DuckDbQueryStore& store() { return *store_; }

    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find(const domain::base::TenantId& tenant,
                                                                            domain::base::DatasetId id) override;
    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find_by_path(
        const domain::base::TenantId& tenant, const std::string& path) override;
    domain::base::Task<domain::base::Result<std::vector<std::vector<domain::catalog::Segment>>>> segments(
        const domain::base::TenantId& tenant, std::vector<domain::catalog::SegmentQuery> queries) override;

private:
    std::vector<domain::catalog::Segment> write(std::int64_t dataset, const std::string& name);

    std::filesystem::path fixtures_;
    std::filesystem::path root_;
    Layout layout_ = Layout::kOneSegment;
    std::vector<std::string> names_;  // a dataset's id is its place here
    std::map<std::pair<std::int64_t, Layout>, std::vector<domain::catalog::Segment>> written_;
    std::unique_ptr<infra::duckdb::DuckDbQueryStore> store_;
};

}  // namespace tests::opal
