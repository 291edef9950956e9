#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Values in JSON text, as variants of OPAL.
namespace infra::duckdb::functions {

/// The value's member with this key, the last one of equal keys; nothing when it is no object or has no such key.
std::optional<std::string_view> json_member(std::string_view json, std::string_view key);

/// The element with this index, from 0; nothing when it is no array or has no such element.
std::optional<std::string_view> json_element(std::string_view json, std::size_t index);

/// Appends what a JSON string stands for, or the text of any other value; false for null.
bool append_json_as_text(std::string& out, std::string_view json);

/// One text for all spellings of a value: numbers by their shortest form, strings by their least escaped one.
std::string canonical_json(std::string_view json);

/// Valid JSON text (RFC 8259) of any value, at most as deep as observations may be.
bool is_valid_json(std::string_view text);

/// What is wrong with a text that should be valid JSON; empty when nothing is.
std::string_view json_fault(std::string_view text);

}  // namespace infra::duckdb::functions
