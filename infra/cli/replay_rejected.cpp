#include "infra/cli/replay_rejected.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "consumers/consumer_host.hpp"
#include "consumers/landing/rejected_rows.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/runtime/run_async.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::catalog::RejectionName;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::eventlog::StoredRecord;
using WaitingFilter = postgres::PostgresLandingStore::WaitingFilter;

constexpr std::size_t kReadBytes = 4 * 1024 * 1024;
constexpr std::chrono::seconds kReplayPatience{60};

/// What the topic of dead letters says the record is called. Empty for letters of other topics.
RejectionName name_of(const StoredRecord& record) {
    consumers::DeadLetter letter;
    letter.headers = record.headers;
    if (letter.header("dead_topic") != domain::eventlog::observations_topic().name) return {};
    return {consumers::landing::tenant_of(letter), std::string(letter.header("dead_name"))};
}

/// The record as it was, and that it is put in again.
domain::eventlog::Record once_more(const StoredRecord& record, const RejectionName& name) {
    domain::eventlog::Record again;
    for (const auto& header : record.headers) {
        if (!header.name.starts_with("dead_")) again.headers.push_back(header);
    }
    again.headers.push_back({"ce_replayof", name.name});
    again.value = record.value;
    return again;
}

class Replay {
public:
    Replay(Platform& platform, const ReplayChoice& choice)
        : log_(platform.log()), store_(platform.database()), checkpoints_(platform.database()), choice_(choice) {}

    Result<ReplayOutcome> run() {
        const auto topic = domain::eventlog::dead_letters_topic();
        const auto ranges = runtime::run_async(log_.ranges(topic));
        if (!ranges) return ranges.error();
        for (const auto& range : *ranges) {
            for (Offset at = range.first; at < range.end;) {
                const auto records = runtime::run_async(log_.read(topic, range.partition, at, kReadBytes));
                if (!records) return records.error();
                if (records->empty()) break;
                at = Offset(records->back().position.offset.value() + 1);
                if (auto put = put_in_again(*records); !put) return put.error();
            }
        }
        return decided();
    }

private:
    /// Those of the letters that wait, each once.
    Result<void> put_in_again(const std::vector<StoredRecord>& letters) {
        const auto wait = still_wait(letters);
        if (!wait) return wait.error();
        std::vector<domain::eventlog::Record> records;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            RejectionName name = name_of(letters[i]);
            if (!(*wait)[i] || !appended_.insert(name).second) continue;
            records.push_back(once_more(letters[i], name));
        }
        if (records.empty()) return {};
        const auto positions = runtime::run_async(
            log_.append(domain::eventlog::observations_topic(), domain::eventlog::PartitionKey(), std::move(records)));
        if (!positions) return positions.error();
        for (const auto& position : *positions) {
            Offset& last = last_[position.partition];
            last = std::max(last, position.offset);
        }
        return {};
    }

    Result<std::vector<bool>> still_wait(const std::vector<StoredRecord>& letters) {
        WaitingFilter filter;
        for (const StoredRecord& letter : letters) filter.names.push_back(name_of(letter));
        filter.tenant = choice_.tenant;
        filter.dataset = choice_.dataset;
        filter.since = choice_.since;
        return runtime::run_async(store_.waiting(std::move(filter)));
    }

    Result<ReplayOutcome> decided() {
        const auto deadline = std::chrono::steady_clock::now() + kReplayPatience;
        for (const auto& [partition, offset] : last_) {
            for (;;) {
                const auto next =
                    checkpoints_.next_offset(consumers::landing_group(), domain::eventlog::observations_topic(), partition);
                if (!next) return next.error();
                if (*next > offset) break;
                if (std::chrono::steady_clock::now() > deadline) {
                    return Error(ErrorCode::kDeadlineExceeded, "the consumers have not come to what was put in again, records: " +
                                                                   std::to_string(appended_.size()));
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
        }
        WaitingFilter filter;
        filter.names.assign(appended_.begin(), appended_.end());
        const auto wait = runtime::run_async(store_.waiting(std::move(filter)));
        if (!wait) return wait.error();
        ReplayOutcome outcome;
        outcome.appended = static_cast<std::int64_t>(appended_.size());
        outcome.in_vain = std::count(wait->begin(), wait->end(), true);
        return outcome;
    }

    domain::eventlog::EventLog& log_;
    postgres::PostgresLandingStore store_;
    postgres::CheckpointStore checkpoints_;
    const ReplayChoice choice_;
    std::set<RejectionName> appended_;
    std::map<PartitionId, Offset> last_;
};

}  // namespace

Result<ReplayOutcome> replay_rejected(Platform& platform, const ReplayChoice& choice) { return Replay(platform, choice).run(); }

}  // namespace infra::cli
