#include "gateway/auth/token_use_recorder.hpp"

#include <utility>

namespace gateway::auth {

using domain::admin::ApiTokenUse;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;

void TokenUseRecorder::used(const TenantId& tenant, const domain::base::ApiTokenId& token) {
    const auto now = clock_.now();
    Key key{tenant, token};
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end()) found->second.used = now;
    else if (entries_.size() < options_.tokens_max) entries_[std::move(key)].used = now;
}

/// What is to be written; forgets what has been written and not been used for the length of a pause.
TokenUseRecorder::Due TokenUseRecorder::collect(bool all) {
    const auto now = clock_.now();
    Due due;
    const std::scoped_lock lock(mutex_);
    for (auto each = entries_.begin(); each != entries_.end();) {
        const Entry& entry = each->second;
        const bool rested = now - entry.written_at >= options_.pause;
        if (entry.used != entry.written && (rested || all)) {
            due[each->first.tenant].push_back({each->first.token, entry.used});
        } else if (entry.used == entry.written && rested) {
            each = entries_.erase(each);
            continue;
        }
        ++each;
    }
    return due;
}

void TokenUseRecorder::written(const TenantId& tenant, const std::vector<ApiTokenUse>& uses) {
    const auto now = clock_.now();
    const std::scoped_lock lock(mutex_);
    for (const ApiTokenUse& use : uses) {
        const auto found = entries_.find(Key{tenant, use.token});
        if (found == entries_.end()) continue;
        found->second.written = use.at;
        found->second.written_at = now;
    }
}

Task<Result<void>> TokenUseRecorder::write(bool all) {
    const Due due = collect(all);
    for (const auto& [tenant, uses] : due) {
        TenantId of = tenant;
        std::vector<ApiTokenUse> copy = uses;
        const auto recorded = co_await store_.record(std::move(of), std::move(copy));
        if (!recorded) co_return recorded.error();
        written(tenant, uses);
    }
    co_return Result<void>();
}

}  // namespace gateway::auth
