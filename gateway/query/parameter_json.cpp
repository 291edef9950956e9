#include "gateway/query/parameter_json.hpp"

#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/base/invalid_argument.hpp"
#include "domain/base/time.hpp"

namespace gateway::query {
namespace {

using domain::base::Error;
using domain::base::Result;
using domain::base::invalid_argument;
using domain::catalog::Type;
using domain::opal::check::ParameterValue;
using domain::opal::check::ParameterValues;
using ParsedJson = nlohmann::json;

/// The types that a parameter can have, in the spelling of its value; a declaration has them in capitals.
std::optional<Type> type_named(std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const Type type : {Type::kBool, Type::kInt64, Type::kFloat64, Type::kString, Type::kTimestamp, Type::kDuration,
                            Type::kArray}) {
        if (domain::catalog::name(type) == name) return type;
    }
    return std::nullopt;
}

template <class Number>
std::optional<Number> number(const ParsedJson& value) {
    if (value.is_number_integer() || (std::is_floating_point_v<Number> && value.is_number())) return value.get<Number>();
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    Number parsed{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return parsed;
}

std::optional<std::int64_t> nanoseconds(const ParsedJson& value) {
    if (!value.is_string()) return std::nullopt;
    const auto time = domain::base::from_rfc3339(value.get_ref<const std::string&>());
    if (!time) return std::nullopt;
    return domain::base::to_nanoseconds(*time);
}

Result<ParameterValue> parse_value(const ParsedJson& value, const std::string& where);

/// The elements as one JSON array; each is a value with its type, or bare.
Result<ParameterValue> parse_array(const ParsedJson& value, const std::string& where) {
    const ParsedJson* list = value.is_object() && value.contains("value") ? &value.at("value") : &value;
    if (!list->is_array()) return invalid_argument(where + " must be {\"value\":[…]}");
    ParsedJson elements = ParsedJson::array();
    for (std::size_t i = 0; i < list->size(); ++i) {
        const ParsedJson& element = (*list)[i];
        if (!element.is_object()) {
            elements.push_back(element);
            continue;
        }
        const auto parsed = parse_value(element, where + ".value[" + std::to_string(i) + "]");
        if (!parsed) return parsed.error();
        if (parsed->type == Type::kArray) return invalid_argument(where + ".value[" + std::to_string(i) + "] must not be an array");
        std::visit([&](const auto& bare) { elements.push_back(bare); }, parsed->value);
    }
    return ParameterValue{Type::kArray, elements.dump(-1, ' ', false, ParsedJson::error_handler_t::replace)};
}

/// A value of a type; null is null of that type.
Result<ParameterValue> parse_typed(const ParsedJson& value, Type type, const std::string& where) {
    if (value.is_null()) return ParameterValue{type, nullptr};
    const auto kept = [&](const auto& parsed) -> Result<ParameterValue> {
        if (parsed) return ParameterValue{type, *parsed};
        return invalid_argument(where + " must be a value of type " + std::string(domain::catalog::name(type)) + ": " + value.dump());
    };
    switch (type) {
        case Type::kBool: return kept(value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt);
        case Type::kFloat64: return kept(number<double>(value));
        case Type::kTimestamp: return kept(nanoseconds(value));
        case Type::kString: return kept(value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt);
        case Type::kArray: return parse_array(value, where);
        default: return kept(number<std::int64_t>(value));
    }
}

/// `{"<type>": v}`.
Result<ParameterValue> parse_value(const ParsedJson& value, const std::string& where) {
    if (!value.is_object() || value.size() != 1) return invalid_argument(where + " must be an object with one type and its value");
    const std::string& name = value.begin().key();
    const auto type = type_named(name);
    if (!type) return invalid_argument(where + ": parameters of this type are not supported: " + name);
    return parse_typed(value.begin().value(), *type, where + "." + name);
}

Result<std::string> parse_id(const ParsedJson& entry, const std::string& where) {
    if (!entry.is_object()) return invalid_argument(where + " must be an object");
    const auto id = entry.find("id");
    if (id == entry.end() || !id->is_string() || id->get_ref<const std::string&>().empty()) {
        return invalid_argument(where + ".id must be the name of a parameter");
    }
    return id->get<std::string>();
}

/// What a declaration says: its default value, or null of its type.
Result<ParameterValue> parse_declaration(const ParsedJson& entry, const std::string& where) {
    if (const auto value = entry.find("defaultValue"); value != entry.end() && !value->is_null()) {
        return parse_value(*value, where + ".defaultValue");
    }
    const auto kind = entry.find("valueKind");
    if (kind == entry.end() || !kind->is_object() || !kind->contains("type") || !kind->at("type").is_string()) {
        return invalid_argument(where + ".valueKind must be an object with a type");
    }
    const auto type = type_named(kind->at("type").get<std::string>());
    if (!type) return invalid_argument(where + ": parameters of this type are not supported: " + kind->at("type").get<std::string>());
    return ParameterValue{*type, nullptr};
}

}  // namespace

Result<ParameterValues> parse_parameters(const ParsedJson* declarations, const ParsedJson* bindings, const std::string& where) {
    ParameterValues values;
    if (declarations != nullptr) {
        if (!declarations->is_array()) return invalid_argument(where + "parameters must be an array");
        for (std::size_t i = 0; i < declarations->size(); ++i) {
            const std::string place = where + "parameters[" + std::to_string(i) + "]";
            const auto id = parse_id((*declarations)[i], place);
            if (!id) return id.error();
            auto value = parse_declaration((*declarations)[i], place);
            if (!value) return value.error();
            if (!values.emplace(*id, std::move(*value)).second) return invalid_argument(place + ".id is declared twice: " + *id);
        }
    }
    if (bindings == nullptr) return values;
    if (!bindings->is_array()) return invalid_argument(where + "parameterValues must be an array");
    for (std::size_t i = 0; i < bindings->size(); ++i) {
        const ParsedJson& entry = (*bindings)[i];
        const std::string place = where + "parameterValues[" + std::to_string(i) + "]";
        const auto id = parse_id(entry, place);
        if (!id) return id.error();
        const auto given = entry.find("value");
        if (given == entry.end()) return invalid_argument(place + ".value is missing");
        auto value = parse_value(*given, place + ".value");
        if (!value) return value.error();
        const auto declared = values.find(*id);
        if (declared != values.end() && declared->second.type != value->type) {
            return invalid_argument(place + ".value must be of the declared type " +
                                    std::string(domain::catalog::name(declared->second.type)));
        }
        values.insert_or_assign(*id, std::move(*value));
    }
    return values;
}

}  // namespace gateway::query
