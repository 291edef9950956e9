#include "gateway/auth/api_token_cache.hpp"

#include <utility>

namespace gateway::auth {

using domain::base::Result;
using domain::base::Task;

Task<Result<ApiTokenCache::Token>> ApiTokenCache::find(domain::base::TenantId tenant, std::string secret_sha256) {
    const std::string key = tenant.value() + '/' + secret_sha256;
    std::uint64_t epoch = 0;
    if (auto known = fresh(key, epoch)) co_return std::move(*known);
    auto token = co_await reader_.api_token_by_secret(std::move(tenant), std::move(secret_sha256));
    if (token) keep(key, *token, epoch);
    co_return token;
}

std::optional<ApiTokenCache::Token> ApiTokenCache::fresh(const std::string& key, std::uint64_t& epoch) const {
    const std::scoped_lock lock(mutex_);
    epoch = epoch_;
    const auto entry = entries_.find(key);
    if (entry == entries_.end() || clock_.now() - entry->second.at > options_.trust) return std::nullopt;
    return entry->second.token;
}

void ApiTokenCache::keep(const std::string& key, const Token& token, std::uint64_t epoch) {
    const auto now = clock_.now();
    const std::scoped_lock lock(mutex_);
    if (epoch != epoch_ || !hearing_) return;  // the answer may be from before the change
    if (entries_.size() >= options_.tokens_max) entries_.clear();
    entries_[key] = Entry{token, now};
}

void ApiTokenCache::clear() {
    const std::scoped_lock lock(mutex_);
    ++epoch_;
    entries_.clear();
}

void ApiTokenCache::set_hearing(bool hearing) {
    const std::scoped_lock lock(mutex_);
    hearing_ = hearing;
    ++epoch_;
    entries_.clear();
}

}  // namespace gateway::auth
