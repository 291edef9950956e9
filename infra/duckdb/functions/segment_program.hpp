#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/catalog/skeleton.hpp"

namespace infra::duckdb::functions {

/// Where one row's values are read from: DuckDB's vectors in the store, anything in tests.
class RowValues {
public:
    virtual ~RowValues() = default;
    /// Append the JSON text of the value of path column `column` in this row; `null` when it is null.
    virtual void append(std::string& out, std::size_t column, domain::catalog::LeafType type) const = 0;
};

/// The texts of a remainder's elements, split once per row and only when asked for.
class Remainder {
public:
    void reset(std::string_view rest);
    /// The element's text; empty when the remainder is shorter than the skeleton says.
    std::string_view element(std::size_t index);

private:
    std::string_view rest_;
    bool split_ = false;
    std::vector<std::string_view> elements_;
};

/// How the value at one path is put together in all rows of one skeleton.
class SegmentProgram {
public:
    /// For opalite_object. Null columns of the map are numbered as its lines are.
    static std::shared_ptr<const SegmentProgram> for_object(std::string_view skeleton, std::span<const std::string> path,
                                                            std::span<const domain::catalog::MappedColumn> columns);
    /// For opalite_rest: only what stands in the remainder.
    static std::shared_ptr<const SegmentProgram> for_rest(std::string_view skeleton, std::span<const std::string> path);
    /// For opalite_has.
    static std::shared_ptr<const SegmentProgram> for_has(std::string_view skeleton, std::span<const std::string> path);

    /// What the skeleton, or the columns, lack; empty when run() can work.
    const std::string& fault() const { return fault_; }
    /// Whether run() looks at the remainder.
    bool needs_remainder() const { return needs_remainder_; }

    /// Appends the value's text; false when the path is absent.
    bool run(std::string& out, const RowValues& values, Remainder& remainder) const;

private:
    enum class Source : std::uint8_t { kNone, kColumn, kElement, kMember };
    /// A piece of text, then a value.
    struct Step {
        std::string text;
        Source source = Source::kNone;
        domain::catalog::LeafType type = domain::catalog::LeafType::kString;
        std::size_t index = 0;
    };
    class Compiler;

    bool search(std::string& out, Remainder& remainder) const;

    std::vector<Step> steps_;
    bool present_ = false;  ///< steps_ make the value; otherwise it may stand in one of candidates_
    bool needs_remainder_ = false;
    std::vector<domain::catalog::SkeletonNode> candidates_;
    std::vector<std::string> tail_;
    std::string fault_;
};

}  // namespace infra::duckdb::functions
