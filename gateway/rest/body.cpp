#include "gateway/rest/body.hpp"

#include <array>
#include <algorithm>
#include <charconv>
#include <set>

#include <nlohmann/json.hpp>

#include "domain/base/invalid_argument.hpp"
#include "domain/base/limits.hpp"

namespace gateway::rest {

using domain::base::Error;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::invalid_argument;
using ParsedJson = nlohmann::json;

namespace {

constexpr std::array<std::string_view, 5> kSecretMembers{"password", "newPassword", "oldPassword", "user_password", "secret"};

/// Deeper values are dropped while they are read, so that nothing recurses into them later.
Result<ParsedJson> parse_json(std::string_view text) {
    bool too_deep = false;
    const auto watch = [&](int depth, ParsedJson::parse_event_t, ParsedJson&) {
        too_deep |= depth > static_cast<int>(domain::base::limits::json_depth_max);
        return !too_deep;
    };
    try {
        ParsedJson json = ParsedJson::parse(text, watch);
        if (too_deep) return invalid_argument("the body is nested too deeply, the limit is 100");
        return json;
    } catch (const ParsedJson::parse_error& error) {
        return invalid_argument("the body is malformed JSON at byte: " + std::to_string(error.byte));
    }
}

void drop_secrets(ParsedJson& json) {
    if (json.is_object()) {
        for (const auto name : kSecretMembers) json.erase(std::string(name));
    }
    if (!json.is_structured()) return;
    for (auto& member : json) drop_secrets(member);
}

Result<ObjectId> read_id(const ParsedJson& value, std::string_view where) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX)) {
        return ObjectId(value.get<std::int64_t>());
    }
    if (value.is_string()) return parse_id(value.get_ref<const std::string&>(), where);
    return invalid_argument(std::string(where) + " must be an id");
}

}  // namespace

struct Body::State {
    ParsedJson json;
    std::set<std::string, std::less<>> asked;
    std::optional<Error> fault;
};

Body::Body(std::unique_ptr<State> state) : state_(std::move(state)) {}
Body::Body(Body&&) noexcept = default;
Body& Body::operator=(Body&&) noexcept = default;
Body::~Body() = default;

Result<Body> Body::parse(const http::Request& request) {
    auto json = parse_json(request.body());
    if (!json) return json.error();
    if (!json->is_object()) return invalid_argument("the body must be a JSON object");
    auto state = std::make_unique<State>();
    state->json = std::move(*json);
    return Body(std::move(state));
}

const ParsedJson* Body::json(const char* name) {
    state_->asked.insert(name);
    const auto found = state_->json.find(name);
    return found == state_->json.end() ? nullptr : &*found;
}

void Body::fail(std::string message) {
    if (!state_->fault) state_->fault = invalid_argument(std::move(message));
}

/// `read_value` gives nothing for a value of the wrong type.
template <class T, class Read>
Member<T> Body::read(const char* name, const char* what, const Read& read_value) {
    const ParsedJson* value = json(name);
    if (value == nullptr) return Member<T>();
    if (value->is_null()) return Member<T>(std::nullopt);
    std::optional<T> known = read_value(*value);
    if (!known) fail(std::string(name) + " must be " + what);
    return Member<T>(std::move(known));
}

Member<std::string> Body::text(const char* name, std::size_t bytes_max) {
    auto member = read<std::string>(name, "a string", [](const ParsedJson& value) {
        return value.is_string() ? std::optional<std::string>(value.get<std::string>()) : std::nullopt;
    });
    if (member.value() && member.value()->size() > bytes_max) {
        fail(std::string(name) + " is too long, the limit in bytes is " + std::to_string(bytes_max));
    }
    return member;
}

std::string Body::required_text(const char* name, std::size_t bytes_max) {
    const auto member = text(name, bytes_max);
    if (member.value_or(std::string()).empty()) fail(std::string(name) + " is missing");
    return member.value_or(std::string());
}

Member<bool> Body::flag(const char* name) {
    return read<bool>(name, "true or false", [](const ParsedJson& value) {
        return value.is_boolean() ? std::optional<bool>(value.get<bool>()) : std::nullopt;
    });
}

Member<std::int64_t> Body::integer(const char* name, std::int64_t min, std::int64_t max) {
    const std::string what = "an integer from " + std::to_string(min) + " to " + std::to_string(max);
    return read<std::int64_t>(name, what.c_str(), [&](const ParsedJson& value) -> std::optional<std::int64_t> {
        if (!value.is_number_integer()) return std::nullopt;
        if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        const auto number = value.get<std::int64_t>();
        if (number < min || number > max) return std::nullopt;
        return number;
    });
}

Member<domain::base::Timestamp> Body::time(const char* name) {
    return read<domain::base::Timestamp>(name, "a time in RFC 3339", [](const ParsedJson& value) {
        return value.is_string() ? domain::base::from_rfc3339(value.get_ref<const std::string&>()) : std::nullopt;
    });
}

Member<ObjectId> Body::id(const char* name) {
    return read<ObjectId>(name, "an id", [&](const ParsedJson& value) -> std::optional<ObjectId> {
        auto id = read_id(value, name);
        if (id) return *id;
        fail(id.error().message());
        return std::nullopt;
    });
}

Member<std::vector<ObjectId>> Body::ids(const char* name, std::size_t length_max) {
    const std::string what = "a list of at most " + std::to_string(length_max) + " ids";
    return read<std::vector<ObjectId>>(name, what.c_str(), [&](const ParsedJson& value) -> std::optional<std::vector<ObjectId>> {
        if (!value.is_array() || value.size() > length_max) return std::nullopt;
        std::vector<ObjectId> list;
        for (const ParsedJson& each : value) {
            const auto id = read_id(each, name);
            if (!id) {
                fail(id.error().message());
                return std::nullopt;
            }
            list.push_back(*id);
        }
        return list;
    });
}

Member<std::vector<std::string>> Body::texts(const char* name, std::size_t length_max) {
    const std::string what = "a list of at most " + std::to_string(length_max) + " strings";
    return read<std::vector<std::string>>(name, what.c_str(), [&](const ParsedJson& value) -> std::optional<std::vector<std::string>> {
        if (!value.is_array() || value.size() > length_max) return std::nullopt;
        std::vector<std::string> list;
        for (const ParsedJson& each : value) {
            if (!each.is_string()) return std::nullopt;
            list.push_back(each.get<std::string>());
        }
        return list;
    });
}

Result<void> Body::finish() const {
    // First, because a member with a misspelled name is also a missing one.
    for (const auto& [name, value] : state_->json.items()) {
        if (!state_->asked.contains(name)) return invalid_argument("unknown or unchangeable member: " + name);
    }
    if (state_->fault) return *state_->fault;
    return {};
}

Result<ObjectId> parse_id(std::string_view text, std::string_view where) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 0) return ObjectId(value);
    return invalid_argument("Failed to parse " + std::string(where) + ": ObjectId has an illegal value: " + std::string(text));
}

Result<ObjectId> path_id(std::string_view path_parameter) { return parse_id(path_parameter, "id"); }

std::string canonical_form(const http::Request& request) {
    const std::string_view target = request.target();
    const auto mark = target.find('?');
    std::string form(mark == std::string_view::npos ? std::string_view() : target.substr(mark));
    form += '\n';
    auto json = parse_json(request.body());
    if (!json) return form += request.body();
    drop_secrets(*json);
    return form += json->dump(-1, ' ', false, ParsedJson::error_handler_t::replace);
}

}  // namespace gateway::rest
