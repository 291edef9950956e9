#pragma once

#include <cstdint>
#include <filesystem>

#include "domain/base/result.hpp"

namespace consumers::landing {

/// Gives a file that was written as `temporary` its name: its bytes are made durable, it is renamed, and the name is made
/// durable. Both are in one directory. Returns the size. Blocks. Fails with kUnavailable; the file may then have either
/// name.
domain::base::Result<std::int64_t> publish_file(const std::filesystem::path& temporary, const std::filesystem::path& file);

}  // namespace consumers::landing
