#pragma once

#include <filesystem>
#include <vector>

#include "domain/query/query_request.hpp"
#include "tests/opal/support/golden_file.hpp"

namespace tests::opal {

/// The query that a golden file describes: the sections input, with, stage, parameters and window (see golden_runner.cpp).
domain::query::QueryRequest request_of(const GoldenFile& file);

/// Every golden file below a folder, in order.
std::vector<std::filesystem::path> golden_files(const std::filesystem::path& root);

}  // namespace tests::opal
