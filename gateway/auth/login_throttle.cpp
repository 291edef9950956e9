#include "gateway/auth/login_throttle.hpp"

#include <algorithm>

namespace gateway::auth {
namespace {

std::string account_key(const std::string& account) { return "account/" + account; }
std::string address_key(const std::string& address) { return "address/" + address; }

}  // namespace

LoginThrottle::Count& LoginThrottle::current(const std::string& key) {
    const auto now = clock_.now();
    if (counts_.size() >= options_.counts_max && !counts_.contains(key)) {
        std::erase_if(counts_, [&](const auto& entry) { return now - entry.second.since > options_.window; });
        if (counts_.size() >= options_.counts_max) {
            counts_.erase(std::min_element(counts_.begin(), counts_.end(), [](const auto& a, const auto& b) {
                return a.second.since < b.second.since;
            }));
        }
    }
    Count& count = counts_[key];
    if (count.attempts == 0 || now - count.since > options_.window) count = Count{now, 0};
    return count;
}

domain::base::Result<void> LoginThrottle::begin(const std::string& account, const std::string& address) {
    const std::scoped_lock lock(mutex_);
    // The second look-up may make room by dropping the first one's entry, so each is used before the next.
    const bool account_full = current(account_key(account)).attempts >= options_.account_attempts_max;
    const bool address_full = current(address_key(address)).attempts >= options_.address_attempts_max;
    if (account_full || address_full) {
        return domain::base::Error(domain::base::ErrorCode::kResourceExhausted,
                                   "too many failed logins, try again in a few minutes");
    }
    ++current(account_key(account)).attempts;
    ++current(address_key(address)).attempts;
    return {};
}

void LoginThrottle::succeeded(const std::string& account, const std::string& address) {
    const std::scoped_lock lock(mutex_);
    counts_.erase(account_key(account));
    const auto count = counts_.find(address_key(address));
    if (count != counts_.end() && count->second.attempts > 0) --count->second.attempts;
}

}  // namespace gateway::auth
