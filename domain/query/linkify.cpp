#include "domain/query/linkify.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "domain/opal/ast/ast_printer.hpp"
#include "domain/query/dataset_access.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

/// The dataset that a link names, unless it is the result of a pipeline.
std::optional<base::DatasetId> dataset_of(const catalog::Link& link) {
    std::int64_t id = 0;
    const char* end = link.target.data() + link.target.size();
    const auto read = std::from_chars(link.target.data(), end, id);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return base::DatasetId(id);
}

bool lasts(const catalog::Schema& schema) {
    return schema.kind == catalog::DatasetKind::kInterval || schema.kind == catalog::DatasetKind::kResource;
}

bool has_label(const catalog::Schema& schema) { return schema.label || !schema.primary_key.empty(); }

/// A name that no stage of the request has.
std::string free_name(const QueryRequest& request) {
    std::string name = "linkify";
    for (std::size_t i = 0; i < request.stages.size(); ++i) {
        for (const Stage& stage : request.stages) {
            if (stage.id == name) name += '_';
        }
    }
    return name;
}

StageInput input_of(std::string name, std::variant<base::DatasetId, DatasetPath, StageReference> source) {
    StageInput input;
    input.name = std::move(name);
    input.source = std::move(source);
    return input;
}

}  // namespace

base::Task<base::Result<std::optional<QueryRequest>>> with_links(catalog::Catalog& catalog, QueryRequest request,
                                                                 catalog::Schema result) {
    Stage stage;
    stage.id = free_name(request);
    stage.inputs.push_back(input_of("_", StageReference{request.output_stage.value_or(request.stages.back().id)}));
    for (const catalog::Link& link : result.links) {
        const auto id = dataset_of(link);
        if (!id) continue;
        const base::Result<catalog::Dataset> target = co_await catalog.find(request.tenant, *id);
        if (!target && target.error().code() != base::ErrorCode::kNotFound) co_return target.error();
        if (target && request.asker && !identity::may(*request.asker, identity::Action::kView, object_of(*target))) continue;
        if (!target || !has_label(target->schema) || (lasts(result) && lasts(target->schema))) continue;
        const std::string column = result.find(link.label) ? link.label + " (link)" : link.label;
        stage.pipeline += (stage.pipeline.empty() ? "make_col " : ", ") + opal::ast::quote(column) + ":label(^" +
                          opal::ast::quote(link.label) + ")";
        const bool is_known = std::any_of(stage.inputs.begin(), stage.inputs.end(),
                                          [&](const StageInput& input) { return input.name == link.target; });
        if (!is_known) stage.inputs.push_back(input_of(link.target, *id));
    }
    if (stage.pipeline.empty()) co_return std::optional<QueryRequest>();
    request.output_stage = stage.id;
    request.stages.push_back(std::move(stage));
    co_return std::optional<QueryRequest>(std::move(request));
}

}  // namespace domain::query
