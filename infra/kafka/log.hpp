#pragma once

#include "infra/telemetry/log.hpp"

namespace infra::kafka {

/// The logger of this module.
inline const telemetry::Logger kLog("infra/kafka");

}  // namespace infra::kafka
