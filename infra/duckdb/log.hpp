#pragma once

#include "infra/telemetry/log.hpp"

namespace infra::duckdb {

/// The logger of this module.
inline const telemetry::Logger& log() {
    static const telemetry::Logger logger("infra/duckdb");
    return logger;
}

}  // namespace infra::duckdb
