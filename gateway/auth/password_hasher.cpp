#include "gateway/auth/password_hasher.hpp"

#include <array>

#include <sodium.h>

#include "gateway/auth/secrets.hpp"

namespace gateway::auth {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;

Error exhausted() { return Error(ErrorCode::kResourceExhausted, "too many logins at once, try again in a moment"); }

/// Counts one that waits or works, until it goes out of scope.
class Turn {
public:
    Turn(std::atomic<std::size_t>& waiting, std::size_t bound) : waiting_(waiting), granted_(waiting.fetch_add(1) < bound) {}
    ~Turn() { waiting_.fetch_sub(1); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    bool granted() const { return granted_; }

private:
    std::atomic<std::size_t>& waiting_;
    bool granted_;
};

}  // namespace

PasswordHasher::PasswordHasher() : PasswordHasher(Options()) {}

PasswordHasher::PasswordHasher(Options options)
    : options_(options), nobody_(hash_now(random_secret().reveal()).value()), threads_(options.threads) {}

Result<std::string> PasswordHasher::hash_now(const std::string& password) const {
    std::array<char, crypto_pwhash_STRBYTES> text{};
    if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), options_.operations, options_.memory_bytes,
                              crypto_pwhash_ALG_ARGON2ID13) != 0) {
        return exhausted();
    }
    return std::string(text.data());
}

Task<Result<std::string>> PasswordHasher::hash(Secret password) {
    const Turn turn(waiting_, options_.threads + options_.waiting_max);
    if (!turn.granted()) co_return exhausted();
    auto work = [this, password = std::move(password)] { return hash_now(password.reveal()); };
    co_return co_await threads_.run(std::move(work));
}

Task<Result<bool>> PasswordHasher::verify(std::string hash, Secret password) {
    const Turn turn(waiting_, options_.threads + options_.waiting_max);
    if (!turn.granted()) co_return exhausted();
    auto work = [this, hash = std::move(hash), password = std::move(password)]() -> Result<bool> {
        const std::string& expected = hash.empty() ? nobody_ : hash;
        const int wrong = crypto_pwhash_str_verify(expected.c_str(), password.reveal().data(), password.reveal().size());
        return wrong == 0 && !hash.empty();
    };
    co_return co_await threads_.run(std::move(work));
}

}  // namespace gateway::auth
