#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/request.hpp"

namespace gateway::rest {

/// What a body says about one member. In a PATCH (merge, RFC 7396) absent means: stays, and null means: cleared.
template <class T>
class Member {
public:
    Member() = default;
    explicit Member(std::optional<T> value) : is_given_(true), value_(std::move(value)) {}

    bool is_given() const { return is_given_; }
    bool is_null() const { return is_given_ && !value_; }
    /// Nothing when it is absent or null.
    const std::optional<T>& value() const { return value_; }
    /// The value that a creation uses: `usual` when it is absent or null.
    T value_or(T usual) const { return value_ ? *value_ : std::move(usual); }
    /// What a change sets: nothing when it is absent, `cleared` when it is null.
    std::optional<T> change(T cleared) const {
        if (!is_given_) return std::nullopt;
        return value_ ? *value_ : std::move(cleared);
    }

private:
    bool is_given_ = false;
    std::optional<T> value_;
};

/// Reads a JSON object member by member and strictly: a member of another type, out of its bounds, or that nobody has read is a
/// fault. The first fault is kept and told by finish(), so that a handler reads everything and then looks once.
///
///     auto body = rest::Body::parse(context.request());
///     if (!body) co_return body.error();
///     form.label = body->required_text("label");
///     form.days = body->integer("retentionDays", 1, 36500);
///     if (auto read = body->finish(); !read) co_return read.error();
class Body {
public:
    static constexpr std::size_t text_bytes_max = 4096;
    static constexpr std::size_t list_length_max = 1000;

    /// Fails with kInvalidArgument, naming the byte, when the body is no JSON object, or too deep.
    static domain::base::Result<Body> parse(const http::Request& request);
    Body(Body&&) noexcept;
    Body& operator=(Body&&) noexcept;
    ~Body();

    Member<std::string> text(const char* name, std::size_t bytes_max = text_bytes_max);
    /// A text that must be there and not be empty; empty after a fault.
    std::string required_text(const char* name, std::size_t bytes_max = text_bytes_max);
    Member<bool> flag(const char* name);
    Member<std::int64_t> integer(const char* name, std::int64_t min, std::int64_t max);
    /// RFC 3339.
    Member<domain::base::Timestamp> time(const char* name);
    /// A number, or its digits as a text; clients send both.
    Member<domain::base::ObjectId> id(const char* name);
    Member<std::vector<domain::base::ObjectId>> ids(const char* name, std::size_t length_max = list_length_max);
    Member<std::vector<std::string>> texts(const char* name, std::size_t length_max = list_length_max);
    /// Anything: whoever asks checks it. Nothing when it is absent; lives as long as the body.
    const nlohmann::json* json(const char* name);
    /// Notes a fault that the caller found, unless there is one.
    void fail(std::string message);

    /// The first member that nobody has asked for, or the first fault. Fails with kInvalidArgument.
    domain::base::Result<void> finish() const;

private:
    struct State;
    explicit Body(std::unique_ptr<State> state);
    template <class T, class Read>
    Member<T> read(const char* name, const char* what, const Read& read_value);

    std::unique_ptr<State> state_;
};

/// A number, or its digits as a text. Fails with kInvalidArgument, in the words that clients match.
domain::base::Result<domain::base::ObjectId> parse_id(std::string_view text, std::string_view where);
/// The path parameter `id`, a number.
domain::base::Result<domain::base::ObjectId> path_id(std::string_view path_parameter);

/// What a request asks, without what is secret in it: query string and body with its members in order, without the members
/// `password`, `newPassword`, `oldPassword`, `user_password` and `secret` at any depth.
std::string canonical_form(const http::Request& request);

}  // namespace gateway::rest
