#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "domain/query/query_request.hpp"

namespace tests::opal {

/// The query window of all cases: an hour, in nanoseconds since the epoch.
inline constexpr std::int64_t kWindowStart = 1'714'557'600'000'000'000;
inline constexpr std::int64_t kWindowEnd = kWindowStart + 3'600'000'000'000;

/// Writes five small datasets as fixtures (NDJSON and schema): events `ev` and `ev2`, intervals `iv`, a resource `res`, a
/// table `tab`. Values come from `seed`: nulls, ties, equal times, times on and around the edges of the window, open ends,
/// empty intervals, the edges of 64 bits, objects with changing members. Seed 0 gives datasets without rows.
void write_random_data(const std::filesystem::path& folder, unsigned seed);

/// The names of those datasets.
const std::vector<std::string>& random_dataset_names();

/// A query over all of them in the window, `first` being the default input.
domain::query::QueryRequest random_data_request(std::string_view first, const std::string& pipeline);

/// A folder with random data that goes when this goes.
class RandomDataFolder {
public:
    explicit RandomDataFolder(unsigned seed);
    ~RandomDataFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace tests::opal
