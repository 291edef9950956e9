#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/new_ids.hpp"

namespace gateway::rest {

/// One try to have a wish of a request decided.
class Attempt {
public:
    Attempt(NewIds new_ids, domain::base::CommandId command_id, std::string asked, std::string chance)
        : ids(std::move(new_ids)), command(std::move(command_id)), fingerprint(std::move(asked)), nonce(std::move(chance)) {}

    NewIds ids;
    domain::base::CommandId command;
    std::string fingerprint;  ///< empty without an Idempotency-Key
    std::string nonce;        ///< likewise

    bool has_key() const { return !nonce.empty(); }
    /// True when the outcome is that of an earlier request with the same key.
    bool was_earlier(const domain::admin::Outcome& outcome) const { return has_key() && outcome.nonce != nonce; }
};

/// What came of a creation.
struct Creation {
    Creation() = default;
    Creation(NewIds new_ids, bool by_earlier_request) : ids(std::move(new_ids)), replayed(by_earlier_request) {}
    NewIds ids;
    /// An earlier request with the same Idempotency-Key made it: secrets that this request drew belong to nothing and must not
    /// be shown.
    bool replayed = false;
};

/// How every resource is changed: a command goes to the log in the caller's name, and its outcome comes back.
///
/// `If-Match: "<version>"` lets a change happen only when the thing has that version where the log is decided: 412 otherwise.
///
/// `Idempotency-Key: <1 to 255 printable characters>` makes a repeated creation the same one. The command's id and the ids of what
/// is made are drawn from customer, caller, method, path and key, so the outcome that is kept under the command's id is the
/// memory: for as long as the log, on every gateway, after a rebuild too. The same key with another body is 409. What is kept of
/// the body is a hash of it without its passwords and secrets. A secret is shown once, by the first answer; the repetition gives
/// the record without it.
///
/// What is handed in must outlive it. Thread-safe.
class Commands {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;
    using Make = std::function<domain::base::Result<domain::admin::Command>(const NewIds& ids)>;

    /// How often a wish is tried with other ids, or planned anew.
    static constexpr int attempts_max = 4;

    Commands(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus, const domain::base::Clock& clock)
        : reader_(reader), bus_(bus), clock_(clock) {}

    /// Makes something: sends what `make` builds of fresh ids, again with others when an id is taken. The refusal is the error.
    Answer<Creation> create(const http::RequestContext& context, Make make);
    /// Changes or removes something. The refusal is the error.
    Answer<void> change(const http::RequestContext& context, domain::admin::Command command);

    // The parts, for what has to plan anew between two attempts.

    /// `number` counts from 1. Fails with kInvalidArgument for a malformed Idempotency-Key.
    domain::base::Result<Attempt> attempt(const http::RequestContext& context, int number) const;
    /// What an earlier request had decided with the same key. Fails with kConflict when that asked for something else.
    Answer<std::optional<domain::admin::Outcome>> recall(const http::RequestContext& context, const Attempt& attempt);
    /// Has the command decided. Fails as CommandBus::execute, with kPreconditionFailed for an If-Match that names no version,
    /// and as recall().
    Answer<domain::admin::Outcome> send(const http::RequestContext& context, const Attempt& attempt,
                                        domain::admin::Command command);

private:
    domain::admin::ControlReader& reader_;
    domain::admin::CommandBus& bus_;
    const domain::base::Clock& clock_;
};

/// The caller as commands and stamps name it: `user:12`.
std::string actor_of(const domain::identity::Principal& principal);

/// The version that If-Match demands; nothing when it is absent or `*`. Fails with kInvalidArgument for a list, and with
/// kPreconditionFailed for what is no tag of ours: it cannot match.
domain::base::Result<std::optional<std::int64_t>> expected_version(const http::Request& request);

}  // namespace gateway::rest
