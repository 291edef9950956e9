#pragma once

#include <map>
#include <string>
#include <vector>

#include "domain/catalog/catalog.hpp"
#include "domain/query/query_request.hpp"

/// Datasets of one tenant, in the form in which tests write them down.
namespace tests::query {

namespace base = domain::base;
namespace catalog = domain::catalog;
namespace q = domain::query;

inline const base::TenantId kTenant("100");

/// A source dataset of raw observations, `Default.<name>`.
inline catalog::Dataset source(std::int64_t id, const std::string& name) {
    catalog::Dataset dataset;
    dataset.id = base::DatasetId(id);
    dataset.tenant = kTenant;
    dataset.workspace = "Default";
    dataset.name = name;
    dataset.schema = catalog::observation_schema();
    return dataset;
}

/// A derived dataset with one stage over other ones.
inline catalog::Dataset derived(std::int64_t id, const std::string& name, const std::vector<std::int64_t>& inputs,
                                const std::string& pipeline) {
    catalog::Dataset dataset = source(id, name);
    catalog::DefinitionStage stage;
    stage.id = "main";
    stage.pipeline = pipeline;
    for (const std::int64_t input : inputs) stage.inputs.push_back({"in" + std::to_string(input), base::DatasetId(input)});
    dataset.definition = catalog::Definition{{stage}, "main"};
    return dataset;
}

inline q::StageInput reads(std::int64_t id) {
    q::StageInput input;
    input.name = "d" + std::to_string(id);
    input.source = base::DatasetId(id);
    return input;
}
inline q::StageInput reads(const std::string& stage) {
    q::StageInput input;
    input.name = stage;
    input.source = q::StageReference{stage};
    return input;
}
inline q::Stage stage(const std::string& id, std::vector<q::StageInput> inputs, const std::string& pipeline) {
    q::Stage made;
    made.id = id;
    made.inputs = std::move(inputs);
    made.pipeline = pipeline;
    return made;
}
inline q::QueryRequest request(std::vector<q::Stage> stages) {
    q::QueryRequest made;
    made.tenant = kTenant;
    made.window = {base::from_nanoseconds(0), base::from_nanoseconds(3'600'000'000'000)};
    made.stages = std::move(stages);
    return made;
}

/// A catalog of what it is given; counts how often it is asked.
class FakeCatalog final : public catalog::Catalog {
public:
    explicit FakeCatalog(std::vector<catalog::Dataset> all) : all_(std::move(all)) {}

    base::Task<base::Result<catalog::Dataset>> find(const base::TenantId& tenant, base::DatasetId id) override {
        ++asked;
        for (const auto& dataset : all_) {
            if (dataset.tenant == tenant && dataset.id == id) co_return dataset;
        }
        co_return base::Error(base::ErrorCode::kNotFound, "dataset not found: " + std::to_string(id.value()));
    }
    base::Task<base::Result<catalog::Dataset>> find_by_path(const base::TenantId& tenant, const std::string& path) override {
        ++asked;
        for (const auto& dataset : all_) {
            if (dataset.tenant == tenant && catalog::path(dataset) == path) co_return dataset;
        }
        co_return base::Error(base::ErrorCode::kNotFound, "dataset not found: " + path);
    }
    base::Task<base::Result<std::vector<std::vector<catalog::Segment>>>> segments(
        const base::TenantId&, std::vector<catalog::SegmentQuery> queries) override {
        co_return std::vector<std::vector<catalog::Segment>>(queries.size());
    }

    int asked = 0;

private:
    std::vector<catalog::Dataset> all_;
};

}  // namespace tests::query
