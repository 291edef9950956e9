#include "gateway/graphql/answer.hpp"

#include <algorithm>

namespace gateway::graphql {

using domain::base::Error;
using domain::base::ErrorCode;
using Json = nlohmann::ordered_json;

namespace {

/// Bytes that are no UTF-8, which dump() would throw for, match nothing.
template <class Any>
std::string text_of(const Any& value) {
    return value.is_string() ? value.template get<std::string>() : value.dump(-1, ' ', false, Any::error_handler_t::replace);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

Json member_of(const Json& record, const std::string& name) {
    const auto found = record.find(name);
    return found == record.end() ? Json() : *found;
}

bool contains_one(const Json& value, const nlohmann::json& parts) {
    const std::string text = lower(text_of(value));
    const auto is_in = [&](const nlohmann::json& part) { return text.find(lower(text_of(part))) != std::string::npos; };
    return parts.is_array() ? parts.empty() || std::any_of(parts.begin(), parts.end(), is_in) : is_in(parts);
}

bool is_asked_for(const Json& record, const PlannedField& field, const Json& parent) {
    const FieldSpec& spec = *field.spec;
    if (!spec.parent.empty() && member_of(record, spec.member) != member_of(parent, spec.parent)) return false;
    for (const ArgumentSpec& argument : spec.arguments) {
        const auto given = field.arguments.find(argument.name);
        if (given == field.arguments.end() || argument.match == Match::kInput) continue;
        const Json value = member_of(record, argument.member);
        const bool fits = argument.match == Match::kContains ? contains_one(value, given->second)
                                                             : text_of(value) == text_of(given->second);
        if (!fits) return false;
    }
    return true;
}

/// Ends an answer that grows beyond values_max; caught in answer() below.
struct TooMuch {};

class Answerer {
public:
    explicit Answerer(const Tables& tables) : tables_(tables) {}

    Json object(const std::vector<PlannedField>& fields, const Json& record, const std::string& type) {
        Json made = Json::object();
        for (const PlannedField& field : fields) {
            if (++count_ > values_max) throw TooMuch();
            made[field.key] = field.spec == nullptr ? Json(type) : value(field, record);
        }
        return made;
    }

    Json value(const PlannedField& field, const Json& record) {
        const FieldSpec& spec = *field.spec;
        if (!spec.table.empty()) return from_table(field, record);
        if (spec.is_self) return object(field.selection, record, spec.type);
        const Json found = member_of(record, field.name);
        return spec.type.empty() ? found : selected(field, found);
    }

private:
    Json selected(const PlannedField& field, const Json& found) {
        if (found.is_object()) return object(field.selection, found, field.spec->type);
        if (!found.is_array()) return found;
        Json list = Json::array();
        for (const Json& each : found) list.push_back(selected(field, each));
        return list;
    }

    Json from_table(const PlannedField& field, const Json& parent) {
        const FieldSpec& spec = *field.spec;
        Json list = Json::array();
        for (const Json& record : tables_.at(spec.table)) {
            if (!is_asked_for(record, field, parent)) continue;
            Json made = object(field.selection, record, spec.type);
            if (!spec.is_list) return made;
            list.push_back(std::move(made));
        }
        return spec.is_list ? list : Json();
    }

    const Tables& tables_;
    std::size_t count_ = 0;
};

Error not_found(const PlannedField& field) {
    std::string what;
    for (const auto& [name, value] : field.arguments) what += (what.empty() ? ": " : ", ") + text_of(value);
    return Error(ErrorCode::kNotFound, field.name + " not found" + what);
}

const char* code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::kInvalidArgument:
        case ErrorCode::kTooLarge: return "BAD_REQUEST";
        case ErrorCode::kNotFound: return "NOT_FOUND";
        case ErrorCode::kPermissionDenied: return "FORBIDDEN";
        case ErrorCode::kResourceExhausted: return "RESOURCE_EXHAUSTED";
        case ErrorCode::kConflict: return "CONFLICT";
        case ErrorCode::kUnavailable:
        case ErrorCode::kDeadlineExceeded: return "UNAVAILABLE";
        default: return "INTERNAL";
    }
}

}  // namespace

Json answer(const Plan& plan, const Tables& tables) {
    const char* root = plan.is_mutation ? "Mutation" : "Query";
    Json made;
    try {
        made["data"] = Answerer(tables).object(plan.fields, Json::object(), root);
    } catch (const TooMuch&) {
        return failure(Error(ErrorCode::kTooLarge, "the answer has too many values, the limit is " + std::to_string(values_max)));
    }
    for (const PlannedField& field : plan.fields) {
        const bool must_be_there = field.spec != nullptr && !field.spec->table.empty() && !field.spec->is_list;
        if (must_be_there && made["data"][field.key].is_null()) return failure(not_found(field), field.key);
    }
    return made;
}

Json failure(const Error& error, const std::string& key) {
    Json told;
    told["message"] = error.code() == ErrorCode::kInternal ? "internal error" : error.message();
    if (!key.empty()) told["path"] = Json::array({key});
    told["extensions"]["code"] = code_of(error.code());
    Json made;
    made["data"] = nullptr;
    made["errors"] = Json::array({std::move(told)});
    return made;
}

}  // namespace gateway::graphql
