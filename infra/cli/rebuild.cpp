// opalite rebuild: makes the projections anew from the log.
#include <chrono>
#include <iostream>
#include <thread>

#include <unistd.h>

#include "consumers/consumer_host.hpp"
#include "consumers/landing/table_lander.hpp"
#include "consumers/projections/admin_rebuild.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/directory_lock.hpp"
#include "infra/cli/platform.hpp"
#include "infra/cli/service_config.hpp"
#include "infra/cli/service_options.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

std::vector<OptionSpec> specs(ServiceOptions& options, std::string& projection) {
    auto all = service_option_specs(options);
    all.push_back({"projection", "NAME", "admin (users, tokens, datastreams …) or segments; default: both, in this order",
                   [&projection](const std::string& value) -> std::string {
                       if (value != "admin" && value != "segments") return "expected admin or segments, got: " + value;
                       projection = value;
                       return {};
                   }});
    return all;
}

/// The records of the topic, or kConflict when some have left the log and segments would be lost for good.
Result<std::int64_t> records_to_land(const std::vector<domain::eventlog::PartitionRange>& ranges) {
    std::int64_t records = 0;
    for (const auto& range : ranges) {
        if (range.first.value() > 0) {
            return Error(ErrorCode::kConflict, "the log no longer has its oldest records; their segments cannot be made anew");
        }
        records += range.end.value();
    }
    return records;
}

/// True when landing has reached the end that the topic had at the beginning.
Result<bool> landed(postgres::CheckpointStore& checkpoints, const domain::eventlog::Topic& topic,
                    const std::vector<domain::eventlog::PartitionRange>& ranges) {
    for (const auto& range : ranges) {
        const auto next = checkpoints.next_offset(consumers::landing_group(), topic, range.partition);
        if (!next) return next.error();
        if (*next < range.end) return false;
    }
    return true;
}

/// Forgets the segments and lets the consumers do what they always do, until they are where the log ends now.
Result<std::int64_t> rebuild_segments(const ServiceOptions& options, Platform& parts) {
    const auto topic = domain::eventlog::observations_topic();
    const auto ranges = runtime::run_async(parts.log().ranges(topic));
    if (!ranges) return ranges.error();
    const auto records = records_to_land(*ranges);
    if (!records) return records.error();
    postgres::PostgresLandingStore store(parts.database());
    const auto cleared = runtime::run_async(store.clear(consumers::landing_group(), topic.name));
    if (!cleared) return cleared.error();
    auto host = consumers::ConsumerHost::start(consumers_config(options), parts.log(), parts.database(), parts.clock(),
                                               parts.metrics());
    if (!host) return host.error();
    postgres::CheckpointStore checkpoints(parts.database());
    for (;;) {
        const auto done = landed(checkpoints, topic, *ranges);
        if (!done) return done.error();
        if (*done) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    (*host)->stop();
    return records;
}

}  // namespace

std::string help_rebuild() {
    ServiceOptions options;
    std::string projection;
    return "usage: opalite rebuild [--projection NAME] [OPTIONS]\n\nForgets projections and applies the log from its first "
           "record. Stop the service first. Segments whose records have\nleft the log are never forgotten: then rebuilding "
           "segments is refused.\n\n" + describe(specs(options, projection));
}

ExitStatus run_rebuild(const Words& words) {
    ServiceOptions options;
    std::string projection;
    ParsedWords parsed = parse_options(words, specs(options, projection));
    if (!parsed.positional.empty()) parsed.mistakes.push_back("unexpected word: " + parsed.positional.front());
    for (std::string& mistake : check(options)) parsed.mistakes.push_back(std::move(mistake));
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "rebuild");
    telemetry::set_level(options.log_level);

    const auto lock = DirectoryLock::take(options.data);
    if (!lock) return failure(lock.error().message());
    auto platform = Platform::open(options, [](const std::string& step) { std::cout << step << std::endl; });
    if (!platform) return failure(platform.error().message());
    Platform& parts = **platform;
    if (projection != "segments") {
        postgres::PostgresControlStore store(parts.database());
        postgres::PostgresLandingStore landing_store(parts.database());
        runtime::BlockingPool pool(1);
        consumers::landing::TableLander tables(consumers_config(options).segment_directory,
                                               "rebuild-" + std::to_string(::getpid()),
                                               {parts.log(), landing_store, pool});
        std::error_code failed;
        std::filesystem::create_directories(consumers_config(options).segment_directory, failed);
        if (failed) return failure("segment directory not made: " + failed.message());
        const auto records = runtime::run_async(
            consumers::projections::rebuild_admin(parts.log(), store, tables, parts.clock(), parts.metrics()));
        if (!records) return failure("admin: " + records.error().message());
        std::cout << "admin: " << *records << " records applied" << std::endl;
    }
    if (projection != "admin") {
        const auto rebuilt = rebuild_segments(options, parts);
        if (!rebuilt) return failure("segments: " + rebuilt.error().message());
        std::cout << "segments: " << *rebuilt << " records landed" << std::endl;
    }
    return ExitStatus::kSuccess;
}

}  // namespace infra::cli
