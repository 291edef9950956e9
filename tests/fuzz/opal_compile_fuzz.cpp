// Any bytes through the whole compiler, over one dataset of each kind: no crash, and what compiles has a plan, an explanation and SQL.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "domain/opal/compiler/compiler.hpp"

namespace {

namespace catalog = domain::catalog;
namespace compiler = domain::opal::compiler;
using catalog::DatasetKind;
using catalog::Type;

catalog::Dataset make_dataset(const std::string& name, catalog::Schema schema) {
    catalog::Dataset dataset;
    dataset.workspace = "Default";
    dataset.name = name;
    dataset.schema = std::move(schema);
    return dataset;
}

catalog::Schema make_schema(DatasetKind kind, std::vector<catalog::Column> columns, std::vector<std::string> key) {
    catalog::Schema schema;
    schema.kind = kind;
    if (kind != DatasetKind::kTable) {
        schema.columns.push_back({"timestamp", Type::kTimestamp});
        schema.valid_from = "timestamp";
    }
    if (kind == DatasetKind::kInterval || kind == DatasetKind::kResource) {
        schema.columns.push_back({"valid_to", Type::kTimestamp});
        schema.valid_to = "valid_to";
    }
    for (catalog::Column& column : columns) schema.columns.push_back(std::move(column));
    schema.primary_key = std::move(key);
    return schema;
}

const std::vector<catalog::Dataset>& datasets() {
    static const std::vector<catalog::Dataset> kDatasets = {
        make_dataset("logs", make_schema(DatasetKind::kEvent,
                                         {{"service", Type::kString}, {"body", Type::kString}, {"attrs", Type::kObject},
                                          {"bytes", Type::kInt64}, {"ms", Type::kFloat64}, {"tags", Type::kArray},
                                          {"any", Type::kVariant}, {"took", Type::kDuration}, {"ip", Type::kIpv4},
                                          {"ok", Type::kBool}},
                                         {})),
        make_dataset("spans", make_schema(DatasetKind::kInterval,
                                          {{"trace_id", Type::kString}, {"span_id", Type::kString}, {"error", Type::kBool}},
                                          {"trace_id", "span_id"})),
        make_dataset("pods", make_schema(DatasetKind::kResource,
                                         {{"pod", Type::kString}, {"node", Type::kString}, {"restarts", Type::kInt64}},
                                         {"pod"})),
        make_dataset("owners", make_schema(DatasetKind::kTable, {{"service", Type::kString}, {"team", Type::kString}},
                                           {"service"})),
    };
    return kDatasets;
}

}  // namespace

/// The first byte chooses the default input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    compiler::Stage stage;
    stage.id = "main";
    stage.pipeline.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t first = data[0] % datasets().size();
    stage.inputs.push_back({datasets()[first].name, compiler::DatasetInput{first}});
    for (std::size_t i = 0; i < datasets().size(); ++i) {
        if (i != first) stage.inputs.push_back({datasets()[i].name, compiler::DatasetInput{i}});
    }
    const std::vector<compiler::Stage> stages = {stage};
    const auto compilation = compiler::compile({.datasets = datasets(),
                                                .stages = stages,
                                                .output_stage = 0,
                                                .window = {1'714'557'600'000'000'000, 1'714'561'200'000'000'000},
                                                .row_limit = {}});
    if (compilation.has_errors) {
        if (compiler::render_diagnostics(compilation).empty()) std::abort();
        return 0;
    }
    static_cast<void>(compiler::explain(compilation));
    const auto queries = compiler::segment_queries(compilation, datasets());
    const std::vector<std::vector<catalog::Segment>> segments(queries.size());
    if (compiler::emit(compilation, segments).sql.empty()) std::abort();
    return 0;
}
