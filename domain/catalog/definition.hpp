#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"

namespace domain::catalog {

/// One input of a stage: a dataset, or the id of another stage of the same definition. The first one is the default input.
struct DefinitionInput {
    std::string name;  ///< what the pipeline calls it, without `@`
    std::variant<base::DatasetId, std::string> source;
    friend bool operator==(const DefinitionInput&, const DefinitionInput&) = default;
};

struct DefinitionStage {
    std::string id;
    std::vector<DefinitionInput> inputs;
    std::string pipeline;
    friend bool operator==(const DefinitionStage&, const DefinitionStage&) = default;
};

/// How a derived dataset is made from others, as it was saved: evaluated whenever the dataset is queried. Datasets are named by
/// id, so that renaming one breaks nothing.
struct Definition {
    std::vector<DefinitionStage> stages;
    std::string output_stage;
    friend bool operator==(const Definition&, const Definition&) = default;

    /// The datasets that the stages read, each once, in order of their ids.
    std::vector<base::DatasetId> inputs() const;
};

/// The stored form, stable for equal definitions:
/// {"v":1,"stages":[{"id":"main","pipeline":"…","inputs":[{"name":"_","dataset":41000011},{"name":"x","stage":"a"}]}],"output":"main"}
std::string to_json(const Definition& definition);

/// Fails with kInternal on anything that to_json could not have written.
base::Result<Definition> definition_from_json(const std::string& text);

}  // namespace domain::catalog
