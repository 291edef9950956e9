#include "consumers/landing/orphan_collector.hpp"

#include <algorithm>

#include <sys/stat.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "consumers/landing/log.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace fs = std::filesystem;

namespace {

/// Files that one question to the catalog names.
constexpr std::size_t kAskedAtOnce = 1000;

/// The time of the last change, by the real-time clock; nothing when the file has gone meanwhile.
std::optional<base::Timestamp> changed_at(const fs::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    const std::chrono::nanoseconds since = std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
    return base::Timestamp(since);
}

}  // namespace

OrphanCollector::OrphanCollector(fs::path segment_directory, domain::catalog::LandingStore& store,
                                 infra::runtime::BlockingPool& pool, const base::Clock& clock, std::chrono::seconds grace)
    : directory_(std::move(segment_directory)), store_(store), pool_(pool), clock_(clock), grace_(grace) {}

OrphanCollector::Found OrphanCollector::old_files() const {
    Found found;
    const base::Timestamp limit = clock_.now() - grace_;
    std::error_code failed;
    fs::recursive_directory_iterator at(directory_, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
        const fs::path& file = at->path();
        const std::string ending = file.extension().string();
        if (ending != ".parquet" && ending != ".tmp") continue;
        const auto changed = changed_at(file);
        if (!changed || *changed > limit) continue;
        auto& list = ending == ".tmp" ? found.temporary : found.segments;
        list.push_back(file.lexically_relative(directory_).string());
    }
    return found;
}

std::size_t OrphanCollector::remove(const std::vector<std::string>& files) const {
    std::size_t removed = 0;
    for (const std::string& file : files) {
        std::error_code failed;
        if (fs::remove(directory_ / file, failed)) ++removed;
    }
    return removed;
}

base::Task<base::Result<std::size_t>> OrphanCollector::collect() {
    auto list = [this] { return old_files(); };
    Found found = co_await pool_.run(std::move(list));
    std::vector<std::string> orphans = std::move(found.temporary);
    for (std::size_t at = 0; at < found.segments.size(); at += kAskedAtOnce) {
        const auto first = found.segments.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = std::min(kAskedAtOnce, found.segments.size() - at);
        std::vector<std::string> asked(first, first + static_cast<std::ptrdiff_t>(count));
        const auto unknown = co_await store_.unknown_files(std::move(asked));
        if (!unknown) co_return unknown.error();
        orphans.insert(orphans.end(), unknown->begin(), unknown->end());
    }
    auto work = [this, orphans = std::move(orphans)] { return remove(orphans); };
    const std::size_t removed = co_await pool_.run(std::move(work));
    co_return removed;
}

base::Task<void> OrphanCollector::run(std::chrono::steady_clock::duration interval) {
    const auto executor = co_await boost::asio::this_coro::executor;
    boost::asio::steady_timer timer(executor);
    for (;;) {
        const auto removed = co_await collect();
        if (!removed) {
            log().warn("orphans not collected", {{"reason", removed.error().message()}});
        } else if (*removed > 0) {
            log().info("orphans deleted", {{"files", *removed}});
        }
        timer.expires_after(interval);
        co_await timer.async_wait(boost::asio::use_awaitable);
    }
}

}  // namespace consumers::landing
