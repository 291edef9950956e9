#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/time.hpp"
#include "domain/identity/principal.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/parameter_value.hpp"

namespace domain::query {

/// [start, end): start inclusive, end exclusive.
struct TimeWindow {
    base::Timestamp start{};
    base::Timestamp end{};
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

struct DatasetPath {
    std::string path;
};
struct StageReference {
    std::string stage;
};

/// One input of a stage; the first one of a stage is its default input.
struct StageInput {
    std::string name;
    std::variant<base::DatasetId, DatasetPath, StageReference> source;
};

struct Stage {
    std::string id;
    std::vector<StageInput> inputs;
    std::string pipeline;
    opal::check::ParameterValues parameters = {};  ///< of this stage alone; before those of the request
};

/// A query as it was asked: nothing is resolved yet.
struct QueryRequest {
    base::TenantId tenant;
    /// Who asks: every input is checked, also those of derived datasets. None: the service itself, which reads everything of the
    /// tenant.
    std::optional<identity::Principal> asker = std::nullopt;
    TimeWindow window;
    std::vector<Stage> stages;
    std::optional<std::string> output_stage;  ///< default: the last stage
    std::optional<std::int64_t> row_limit;    ///< the caller's own limit, not negative
    bool linkify = false;                     ///< a column with the label of the other row for each link of the result
    opal::check::ParameterValues parameters = {};  ///< what `$name` stands for in the stages
    opal::check::LanguageVersion version = opal::check::LanguageVersion::k2021_01_01;  ///< of the stages; derived datasets have their own
};

}  // namespace domain::query
