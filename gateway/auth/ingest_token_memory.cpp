#include "gateway/auth/ingest_token_memory.hpp"

#include <algorithm>
#include <utility>

namespace gateway::auth {

using domain::admin::IngestTokenView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::IngestTokenId;
using domain::base::Result;
using domain::base::Task;

namespace {

constexpr std::chrono::seconds kFlightMax{30};

IngestTokenMemory::Tokens none() {
    static const auto kNone = std::make_shared<const std::vector<IngestTokenView>>();
    return kNone;
}

}  // namespace

/// Takes a flight off the list and wakes who waits for it, also when the coroutine that asks is cancelled.
class IngestTokenMemory::Landing {
public:
    Landing(IngestTokenMemory& memory, std::string id, std::shared_ptr<Flight> flight)
        : memory_(memory), id_(std::move(id)), flight_(std::move(flight)) {}
    ~Landing() {
        {
            const std::scoped_lock lock(memory_.mutex_);
            if (!flight_->result) flight_->result = Error(ErrorCode::kUnavailable, "the request that asked has ended");
            memory_.flights_.erase(id_);
        }
        flight_->done.notify_all();
    }
    Landing(const Landing&) = delete;
    Landing& operator=(const Landing&) = delete;

private:
    IngestTokenMemory& memory_;
    const std::string id_;
    const std::shared_ptr<Flight> flight_;
};

Task<Result<void>> IngestTokenMemory::load() {
    std::uint64_t epoch = 0;
    {
        const std::shared_lock lock(mutex_);
        epoch = epoch_;
    }
    auto all = co_await reader_.all_ingest_tokens();
    if (!all) co_return all.error();
    std::unordered_map<std::string, std::vector<IngestTokenView>> by_id;
    for (IngestTokenView& token : *all) by_id[token.id.value()].push_back(std::move(token));
    const std::scoped_lock lock(mutex_);
    // What changed meanwhile is asked for one by one.
    if (epoch != epoch_) co_return Result<void>();
    const auto now = clock_.now();
    for (auto& [id, tokens] : by_id) {
        known_[id] = Entry{std::make_shared<const std::vector<IngestTokenView>>(std::move(tokens)), now, generation_};
    }
    co_return Result<void>();
}

Task<Result<IngestTokenMemory::Tokens>> IngestTokenMemory::find(IngestTokenId id) {
    if (auto tokens = fresh(id.value())) co_return tokens;
    auto answer = co_await ask(id);
    if (!answer && answer.error().code() == ErrorCode::kUnavailable) {
        if (auto tokens = known_during_outage(id.value())) co_return tokens;
    }
    co_return answer;
}

/// What is known and believed; null when the store must be asked.
IngestTokenMemory::Tokens IngestTokenMemory::fresh(const std::string& id) const {
    const std::shared_lock lock(mutex_);
    if (const auto entry = known_.find(id); entry != known_.end()) {
        if (entry->second.generation != generation_) return nullptr;
        if (!listening_ && clock_.now() - entry->second.verified_at > options_.trust) return nullptr;
        return entry->second.tokens;
    }
    const auto absent = unknown_.find(id);
    if (absent != unknown_.end() && clock_.now() - absent->second <= options_.trust) return none();
    return nullptr;
}

IngestTokenMemory::Tokens IngestTokenMemory::known_during_outage(const std::string& id) const {
    const std::shared_lock lock(mutex_);
    const auto entry = known_.find(id);
    if (entry == known_.end()) return nullptr;
    const auto good_until = std::max(entry->second.verified_at, listened_until_) + options_.outage_max;
    return clock_.now() <= good_until ? entry->second.tokens : nullptr;
}

Task<Result<IngestTokenMemory::Tokens>> IngestTokenMemory::ask(IngestTokenId id) {
    std::shared_ptr<Flight> flight;
    bool first = false;
    std::uint64_t epoch = 0;
    {
        const std::scoped_lock lock(mutex_);
        auto& entry = flights_[id.value()];
        if (!entry) {
            entry = std::make_shared<Flight>();
            first = true;
        }
        flight = entry;
        epoch = epoch_;
    }
    if (!first) {
        co_await flight->done.wait(0, kFlightMax);
        const std::shared_lock lock(mutex_);
        if (!flight->result) co_return Error(ErrorCode::kUnavailable, "no answer about an ingest token in time");
        co_return *flight->result;
    }
    const Landing landing(*this, id.value(), flight);
    auto tokens = co_await reader_.ingest_tokens(id);
    if (!tokens) {
        const std::scoped_lock lock(mutex_);
        flight->result = tokens.error();
        co_return tokens.error();
    }
    const Tokens shared = tokens->empty() ? none() : std::make_shared<const std::vector<IngestTokenView>>(std::move(*tokens));
    keep(id.value(), shared, epoch);
    co_return shared;
}

void IngestTokenMemory::keep(const std::string& id, const Tokens& tokens, std::uint64_t epoch) {
    const std::scoped_lock lock(mutex_);
    if (const auto flight = flights_.find(id); flight != flights_.end()) flight->second->result = tokens;
    // A change that was announced while the store was read may or may not be in the answer.
    if (epoch != epoch_) return;
    if (!tokens->empty()) {
        unknown_.erase(id);
        known_[id] = Entry{tokens, clock_.now(), generation_};
        return;
    }
    known_.erase(id);
    if (unknown_.size() >= options_.unknown_max) unknown_.clear();
    unknown_[id] = clock_.now();
}

void IngestTokenMemory::changed(std::string_view payload) {
    const std::scoped_lock lock(mutex_);
    ++epoch_;
    while (!payload.empty()) {
        const auto end = std::min(payload.find(' '), payload.size());
        forget(payload.substr(0, end));
        payload.remove_prefix(std::min(end + 1, payload.size()));
    }
}

void IngestTokenMemory::forget(std::string_view part) {
    if (part.empty()) return;
    const std::string name(part.substr(1));
    if (part.front() == 'i') {
        known_.erase(name);
        unknown_.erase(name);
    } else if (part.front() == 't') {
        std::erase_if(known_, [&](const auto& entry) {
            const auto& tokens = *entry.second.tokens;
            return std::any_of(tokens.begin(), tokens.end(),
                               [&](const IngestTokenView& token) { return token.tenant.value() == name; });
        });
    } else if (part.front() == '*') {
        known_.clear();
        unknown_.clear();
    }
}

void IngestTokenMemory::began() {
    const std::scoped_lock lock(mutex_);
    ++epoch_;
    ++generation_;
    unknown_.clear();
    listening_ = true;
}

void IngestTokenMemory::ended() {
    const std::scoped_lock lock(mutex_);
    listening_ = false;
    listened_until_ = clock_.now();
}

}  // namespace gateway::auth
