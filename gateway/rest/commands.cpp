#include "gateway/rest/commands.hpp"

#include <algorithm>
#include <charconv>

#include "gateway/auth/secrets.hpp"
#include "gateway/rest/body.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::rest {

using domain::admin::Command;
using domain::admin::Outcome;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

constexpr std::size_t kKeyBytesMax = 255;

bool is_printable(char c) { return c > 0x20 && c < 0x7f; }

Result<void> check_key(std::string_view key) {
    if (!key.empty() && key.size() <= kKeyBytesMax && std::all_of(key.begin(), key.end(), is_printable)) return {};
    return Error(ErrorCode::kInvalidArgument, "idempotency-key must have 1 to 255 printable ASCII characters without blanks");
}

/// An outcome under the id of a key belongs to whoever asked for the same.
Result<Outcome> own(Result<Outcome> outcome, const Attempt& attempt) {
    if (!outcome || !attempt.has_key() || outcome->fingerprint == attempt.fingerprint) return outcome;
    return Error(ErrorCode::kConflict, "the idempotency-key was used for another request");
}

}  // namespace

std::string actor_of(const domain::identity::Principal& principal) {
    return "user:" + std::to_string(principal.user.value());
}

Result<std::optional<std::int64_t>> expected_version(const http::Request& request) {
    const std::string_view tag = request.header("if-match");
    if (tag.empty() || tag == "*") return std::optional<std::int64_t>();
    if (tag.find(',') != std::string_view::npos || request.headers().count("if-match") > 1) {
        return Error(ErrorCode::kInvalidArgument, "if-match must be one entity tag or *: " + std::string(tag));
    }
    std::int64_t version = 0;
    const bool is_quoted = tag.size() > 2 && tag.front() == '"' && tag.back() == '"';
    const std::string_view digits = is_quoted ? tag.substr(1, tag.size() - 2) : std::string_view();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
    if (!is_quoted || error != std::errc() || end != digits.data() + digits.size()) {
        return Error(ErrorCode::kPreconditionFailed, "if-match names no version of it: " + std::string(tag));
    }
    return std::optional<std::int64_t>(version);
}

Result<Attempt> Commands::attempt(const http::RequestContext& context, int number) const {
    const auto& request = context.request();
    if (!request.has_header("idempotency-key")) {
        const auto id = auth::random_command_id();
        return Attempt(NewIds(auth::random_command_id().value()), id, {}, {});
    }
    const std::string_view key = request.header("idempotency-key");
    if (auto checked = check_key(key); !checked) return checked.error();
    const std::string seed = auth::sha256_hex(
        context.principal().tenant.value() + '\n' + actor_of(context.principal()) + '\n' +
        std::string(http::name(request.method())) + '\n' + request.path() + '\n' + std::string(key) + '\n' +
        std::to_string(number));
    // The ids must not tell the command's id, nor the other way round.
    const domain::base::CommandId id("key-" + auth::sha256_hex(seed + "/command").substr(0, 40));
    return Attempt(NewIds(seed), id, auth::sha256_hex(canonical_form(request)), auth::random_command_id().value());
}

Task<Result<std::optional<Outcome>>> Commands::recall(const http::RequestContext& context, const Attempt& attempt) {
    if (!attempt.has_key()) co_return std::optional<Outcome>();
    auto known = co_await reader_.outcome(context.principal().tenant, attempt.command);
    if (!known || !*known) co_return known;
    auto checked = own(std::move(**known), attempt);
    if (!checked) co_return checked.error();
    co_return std::optional<Outcome>(std::move(*checked));
}

Task<Result<Outcome>> Commands::send(const http::RequestContext& context, const Attempt& attempt, Command command) {
    const auto expected = expected_version(context.request());
    if (!expected) co_return expected.error();
    domain::admin::CommandEnvelope envelope(attempt.command, context.principal().tenant, actor_of(context.principal()),
                                            clock_.now(), std::move(command));
    envelope.address = context.request().peer();
    envelope.token = context.principal().token.value();
    envelope.expected_version = *expected;
    envelope.fingerprint = attempt.fingerprint;
    envelope.nonce = attempt.nonce;
    co_return own(co_await bus_.execute(std::move(envelope), context.deadline()), attempt);
}

Task<Result<Creation>> Commands::create(const http::RequestContext& context, Make make) {
    for (int number = 1;; ++number) {
        const auto tried = attempt(context, number);
        if (!tried) co_return tried.error();
        auto known = co_await recall(context, *tried);
        if (!known) co_return known.error();
        if (!*known) {
            auto command = make(tried->ids);
            if (!command) co_return command.error();
            auto outcome = co_await send(context, *tried, std::move(*command));
            if (!outcome) co_return outcome.error();
            *known = std::move(*outcome);
        }
        if ((*known)->accepted) co_return Creation(tried->ids, tried->was_earlier(**known));
        if (!(*known)->id_taken || number == attempts_max) co_return Error((*known)->code, (*known)->message);
    }
}

Task<Result<void>> Commands::change(const http::RequestContext& context, Command command) {
    const Attempt once(NewIds(), auth::random_command_id(), {}, {});
    const auto outcome = co_await send(context, once, std::move(command));
    if (!outcome) co_return outcome.error();
    if (!outcome->accepted) co_return Error(outcome->code, outcome->message);
    co_return Result<void>();
}

}  // namespace gateway::rest
