#include "domain/query/stage_graph.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

#include "domain/base/invalid_argument.hpp"
#include "domain/base/limits.hpp"

namespace domain::query {
namespace {

using StageIndex = std::map<std::string, std::size_t>;

std::optional<base::Error> check_inputs(const Stage& stage, const StageIndex& index) {
    if (stage.inputs.empty()) return base::invalid_argument("stage has no input: " + stage.id);
    std::set<std::string> names;
    for (const StageInput& input : stage.inputs) {
        if (!names.insert(input.name).second) {
            return base::invalid_argument("stage " + stage.id + " has two inputs of this name: " + input.name);
        }
        const auto* reference = std::get_if<StageReference>(&input.source);
        if (reference != nullptr && !index.contains(reference->stage)) {
            return base::invalid_argument("stage " + stage.id + " reads a stage that does not exist: " + reference->stage);
        }
    }
    return std::nullopt;
}

/// Depth first; a stage that is met again while it is still being visited is part of a cycle.
class Sorter {
public:
    Sorter(const std::vector<Stage>& stages, const StageIndex& index)
        : stages_(stages), index_(index), marks_(stages.size(), Mark::kNew) {}

    /// False when the stage is part of a cycle.
    bool visit(std::size_t stage) {
        if (marks_[stage] == Mark::kDone) return true;
        if (marks_[stage] == Mark::kOpen) return false;
        marks_[stage] = Mark::kOpen;
        for (const StageInput& input : stages_[stage].inputs) {
            const auto* reference = std::get_if<StageReference>(&input.source);
            if (reference != nullptr && !visit(index_.at(reference->stage))) return false;
        }
        marks_[stage] = Mark::kDone;
        order_.stages.push_back(stage);
        return true;
    }
    StageOrder take() { return std::move(order_); }

private:
    enum class Mark { kNew, kOpen, kDone };

    const std::vector<Stage>& stages_;
    const StageIndex& index_;
    std::vector<Mark> marks_;
    StageOrder order_;
};

}  // namespace

base::Result<StageOrder> order_stages(const QueryRequest& request) {
    if (request.stages.empty()) return base::invalid_argument("a query needs at least one stage");
    if (request.stages.size() > base::limits::opal_stages_max) {
        return base::invalid_argument("too many stages; at most " + std::to_string(base::limits::opal_stages_max) + " are allowed");
    }
    if (request.window.end < request.window.start) return base::invalid_argument("the query window ends before it starts");
    if (request.row_limit && *request.row_limit < 0) return base::invalid_argument("the row limit is negative");
    StageIndex index;
    for (std::size_t i = 0; i < request.stages.size(); ++i) {
        const std::string& id = request.stages[i].id;
        if (!index.emplace(id, i).second) return base::invalid_argument("two stages have the same id: " + id);
    }
    for (const Stage& stage : request.stages) {
        if (auto fault = check_inputs(stage, index)) return *fault;
    }
    Sorter sorter(request.stages, index);
    std::size_t output = request.stages.size() - 1;
    if (request.output_stage) {
        const auto found = index.find(*request.output_stage);
        if (found == index.end()) return base::invalid_argument("the output stage does not exist: " + *request.output_stage);
        output = found->second;
    }
    // The output last: what only other stages need is dropped, but their cycles are faults all the same.
    for (std::size_t i = 0; i < request.stages.size(); ++i) {
        if (!Sorter(request.stages, index).visit(i)) {
            return base::invalid_argument("the stages read each other in a circle: " + request.stages[i].id);
        }
    }
    sorter.visit(output);
    return sorter.take();
}

}  // namespace domain::query
