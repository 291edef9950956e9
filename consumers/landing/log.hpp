#pragma once

#include "infra/telemetry/log.hpp"

namespace consumers::landing {

/// The logger of this module.
inline const infra::telemetry::Logger& log() {
    static const infra::telemetry::Logger logger("consumers/landing");
    return logger;
}

}  // namespace consumers::landing
