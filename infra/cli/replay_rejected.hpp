#pragma once

#include <optional>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "infra/cli/platform.hpp"

namespace infra::cli {

/// What is put in again; what is absent does not choose.
struct ReplayChoice {
    std::optional<domain::base::TenantId> tenant;
    std::optional<domain::base::DatasetId> dataset;
    domain::base::Timestamp since{};  ///< rejected then or later
};

struct ReplayOutcome {
    std::int64_t appended = 0;
    std::int64_t in_vain = 0;  ///< of them: were rejected once more, and go on waiting
};

/// Appends what consumers rejected to the topic of observations once more, under its name, and waits until consumers have
/// decided. They land it when it still waits, so however often this is called it lands once. Blocks. Fails as the log and the
/// store do, and with kDeadlineExceeded when no consumer gets to it; what was appended lands later then.
domain::base::Result<ReplayOutcome> replay_rejected(Platform& platform, const ReplayChoice& choice);

}  // namespace infra::cli
