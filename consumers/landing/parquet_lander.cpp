#include "consumers/landing/parquet_lander.hpp"

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include <unistd.h>

#include "consumers/landing/durable_file.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace fs = std::filesystem;
using infra::duckdb::parquet::FileWriter;

namespace {

base::Error disk_error(const fs::path& path, int code) {
    const bool full = code == ENOSPC || code == EDQUOT;
    return base::Error(full ? base::ErrorCode::kResourceExhausted : base::ErrorCode::kUnavailable,
                       "segment not written: " + path.string() + ": " + std::strerror(code));
}

}  // namespace

ParquetLander::ParquetLander(fs::path segment_directory, std::string process, SegmentBuilder::Limits limits)
    : directory_(std::move(segment_directory)), process_(std::move(process)), limits_(limits) {}

std::unique_ptr<SegmentBuilder> ParquetLander::take_builder() {
    const std::scoped_lock lock(mutex_);
    if (builders_.empty()) return std::make_unique<SegmentBuilder>(limits_);
    auto builder = std::move(builders_.back());
    builders_.pop_back();
    return builder;
}

void ParquetLander::give_back(std::unique_ptr<SegmentBuilder> builder) {
    const std::scoped_lock lock(mutex_);
    builders_.push_back(std::move(builder));
}

base::Result<LandedRequest> ParquetLander::land(const LandingRequest& request) {
    const fs::path folder = fs::path(request.tenant.value()) / std::to_string(request.dataset.value());
    if (auto made = make_folder(directory_, folder); !made) return made.error();
    const std::string name = request.id.value() + "~" + process_ + "-" + std::to_string(++attempts_);
    const fs::path temporary = directory_ / folder / (name + ".tmp");

    LandedRequest landed;
    landed.segment.id = request.id;
    landed.segment.tenant = request.tenant;
    landed.segment.dataset = request.dataset;
    landed.segment.file = (folder / (name + ".parquet")).string();
    auto builder = take_builder();
    {
        auto file = FileWriter::create(temporary);
        if (!file) return file.error();
        builder->begin(request.records);
        for (std::size_t i = 0; i < request.records.size(); ++i) {
            auto added = builder->add(request.records[i], **file);
            if (!added) return added.error();
            if (*added) landed.rejected.push_back({i, std::move(**added)});
        }
        // The writer deletes a file that was not finished.
        if (builder->rows() > 0) {
            if (auto done = builder->finish(**file, landed.segment); !done) return done.error();
        }
    }
    give_back(std::move(builder));
    if (landed.segment.rows == 0) return landed;
    if (::rename(temporary.c_str(), (directory_ / landed.segment.file).c_str()) != 0) {
        const int code = errno;
        ::unlink(temporary.c_str());
        return disk_error(temporary, code);
    }
    if (auto synced = sync_directory(directory_ / folder); !synced) {
        discard(landed.segment);
        return synced.error();
    }
    return landed;
}

void ParquetLander::discard(const domain::catalog::Segment& segment) const {
    std::error_code ignored;
    if (!segment.file.empty()) fs::remove(directory_ / segment.file, ignored);
}

}  // namespace consumers::landing
