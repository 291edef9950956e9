#include "domain/opal/check/signature.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

[[noreturn]] void fail(std::string_view text) {
    std::fprintf(stderr, "malformed function signature: %s\n", std::string(text).c_str());
    std::abort();
}

std::string_view trim(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(trim(text.substr(0, at)));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

TypeSet parse_types(std::string_view text) {
    TypeSet set = 0;
    for (const std::string_view word : split(text, '|')) {
        const auto type = find_type(word);
        if (word == "num") {
            set |= kNumericTypes;
        } else if (word == "any") {
            set |= kAnyType;
        } else if (type) {
            set |= type_bit(*type);
        } else {
            fail(text);
        }
    }
    return set;
}

Parameter parse_parameter(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) fail(text);
    Parameter parameter;
    parameter.name = trim(text.substr(0, colon));
    if (parameter.name.ends_with("...")) {
        parameter.is_repeated = true;
        parameter.name.remove_suffix(3);
    }
    if (parameter.name.ends_with('?')) {
        parameter.is_optional = true;
        parameter.name.remove_suffix(1);
    }
    std::string_view type = trim(text.substr(colon + 1));
    if (type.starts_with("const ")) {
        parameter.is_constant = true;
        type = trim(type.substr(6));
    }
    if (type == "T") {
        parameter.is_generic = true;
        parameter.accepts = kAnyType;
    } else if (type.starts_with("T(") && type.ends_with(')')) {
        parameter.is_generic = true;
        parameter.accepts = parse_types(type.substr(2, type.size() - 3));
    } else if (type == "text") {
        parameter.is_text = true;
        parameter.accepts = kAnyType;
    } else if (type == "regex") {
        parameter.is_regex = true;
        parameter.is_constant = true;
        parameter.accepts = type_bit(Type::kString);
    } else {
        parameter.accepts = parse_types(type);
    }
    return parameter;
}

}  // namespace

std::vector<Overload> parse_signature(std::string_view text) {
    std::vector<Overload> overloads;
    for (const std::string_view part : split(text, ';')) {
        const std::size_t arrow = part.find("->");
        if (arrow == std::string_view::npos) fail(text);
        Overload overload;
        const std::string_view parameters = trim(part.substr(0, arrow));
        if (!parameters.empty()) {
            for (const std::string_view parameter : split(parameters, ',')) {
                overload.parameters.push_back(parse_parameter(parameter));
            }
        }
        const std::string_view result = trim(part.substr(arrow + 2));
        if (result == "T") {
            overload.result_is_generic = true;
        } else if (const auto type = find_type(result)) {
            overload.result = *type;
        } else {
            fail(text);
        }
        overloads.push_back(std::move(overload));
    }
    return overloads;
}

}  // namespace domain::opal::check
