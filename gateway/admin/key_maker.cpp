#include "gateway/admin/key_maker.hpp"

#include "gateway/auth/secrets.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;

namespace {

constexpr int kFreshIdsMax = 3;

}  // namespace

Task<Result<NewKey>> KeyMaker::make(KeyWish wish, const http::RequestContext& context) {
    std::string refusal;
    for (int i = 0; i < kFreshIdsMax; ++i) {
        Secret secret = auth::random_secret();
        const auto now = clock_.now();
        domain::admin::user::CreateApiToken create;
        create.token = wish.id ? *wish.id : auth::random_api_token_id();
        create.user = wish.user;
        create.kind = wish.kind;
        create.name = wish.name;
        create.description = wish.description;
        create.secret_sha256 = auth::sha256_hex(secret.reveal());
        create.expires_at = now + wish.life;
        create.renewable = wish.renewable;
        NewKey key(create.token, std::move(secret), create.expires_at);
        domain::admin::CommandEnvelope envelope(auth::random_command_id(), wish.tenant,
                                                "user:" + std::to_string(wish.user.value()), now, std::move(create));
        envelope.address = context.request().peer();
        const auto outcome = co_await bus_.execute(std::move(envelope), context.deadline());
        if (!outcome) co_return outcome.error();
        if (outcome->accepted) co_return key;
        if (!outcome->id_taken || wish.id) co_return Error(outcome->code, outcome->message);
        refusal = outcome->message;
    }
    co_return Error(ErrorCode::kInternal, refusal);
}

}  // namespace gateway::admin
