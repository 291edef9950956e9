#pragma once

#include <cstdint>
#include <filesystem>

#include "domain/base/result.hpp"

namespace consumers::landing {

/// Makes the names in a directory durable. Blocks. Fails with kUnavailable.
domain::base::Result<void> sync_directory(const std::filesystem::path& path);

/// Creates `folder` below `root` with every folder between, durably. Blocks. Fails with kResourceExhausted when the disk is
/// full and with kUnavailable on other faults of it.
domain::base::Result<void> make_folder(const std::filesystem::path& root, const std::filesystem::path& folder);

/// Gives a file that was written as `temporary` its name: its bytes are made durable, it is renamed, and the name is made
/// durable. Both are in one directory. Returns the size. Blocks. Fails as make_folder; the file may then have either
/// name.
domain::base::Result<std::int64_t> publish_file(const std::filesystem::path& temporary, const std::filesystem::path& file);

}  // namespace consumers::landing
