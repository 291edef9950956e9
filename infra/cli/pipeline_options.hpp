#pragma once

#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "infra/cli/options.hpp"

namespace infra::cli {

/// What `query`, `explain` and `dataset create` know about a pipeline.
struct PipelineOptions {
    struct Input {
        std::string name;     ///< what the pipeline calls it: `owners` for `@owners`
        std::string dataset;  ///< id or path
    };
    std::string dataset = "Default.Default";  ///< the default input
    std::vector<Input> inputs;
    std::string file;  ///< holds the pipeline; empty: the command line does
};

/// --dataset, --with and --file; `options` must outlive the result.
std::vector<OptionSpec> pipeline_option_specs(PipelineOptions& options);

/// The pipeline from the file, or the only word. Fails with kInvalidArgument when the file cannot be read, and unless there
/// is one word.
domain::base::Result<std::string> read_pipeline(const PipelineOptions& options, const std::vector<std::string>& words);

/// The JSON text of a query's `{"stages":[…]}` with this one stage.
std::string query_json(const PipelineOptions& options, const std::string& pipeline);

/// Whether the text is the id of a dataset, and not a path.
bool is_dataset_id(const std::string& text);

}  // namespace infra::cli
