#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/user/api_token.hpp"
#include "domain/base/secret.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/router.hpp"

namespace gateway::admin {

/// The key that someone who logs in shall get.
class KeyWish {
public:
    KeyWish(domain::base::TenantId of_tenant, domain::base::UserId of_user, std::string_view of_kind, std::string called)
        : tenant(std::move(of_tenant)), user(of_user), kind(of_kind), name(std::move(called)) {}

    domain::base::TenantId tenant;
    domain::base::UserId user;
    std::string kind;
    std::string name;
    std::string description;
    std::chrono::seconds life = domain::admin::user::token_life;
    bool renewable = true;
    std::optional<domain::base::ApiTokenId> id;  ///< none: a random one
};

struct NewKey {
    NewKey(domain::base::ApiTokenId of, domain::base::Secret key, domain::base::Timestamp end)
        : id(std::move(of)), secret(std::move(key)), expires_at(end) {}
    domain::base::ApiTokenId id;
    domain::base::Secret secret;  ///< nobody else has it: show it once
    domain::base::Timestamp expires_at;
};

/// Makes access keys: draws the secret, and sends the command with its hash in the name of the key's user. What is handed in
/// must outlive it. Thread-safe.
class KeyMaker {
public:
    KeyMaker(domain::admin::CommandBus& bus, const domain::base::Clock& clock) : bus_(bus), clock_(clock) {}

    /// Fails as CommandBus::execute and with the refusal; with kConflict when the wished id is taken.
    domain::base::Task<domain::base::Result<NewKey>> make(KeyWish wish, const http::RequestContext& context);

private:
    domain::admin::CommandBus& bus_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::admin
