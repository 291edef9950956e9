#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Values in JSON text, as variants of OPAL.
namespace infra::duckdb::functions {

/// The value's member with this key, the last one of equal keys; nothing when it is no object or has no such key.
std::optional<std::string_view> json_member(std::string_view json, std::string_view key);

/// The element with this index, from 0; nothing when it is no array or has no such element.
std::optional<std::string_view> json_element(std::string_view json, std::size_t index);

/// Appends what a JSON string stands for, or the text of any other value; false for null.
bool append_json_as_text(std::string& out, std::string_view json);

/// The elements of an array; nothing when it is no array.
std::optional<std::vector<std::string_view>> json_elements(std::string_view json);

/// The members of an object as they stand, keys between their quotes; nothing when it is no object.
using JsonMembers = std::vector<std::pair<std::string_view, std::string_view>>;
std::optional<JsonMembers> json_members(std::string_view json);

/// What a key between its quotes stands for.
std::string json_key(std::string_view raw_key);

/// One text for all spellings of a value: numbers by their shortest form, strings by their least escaped one, objects by
/// their keys in order.
std::string canonical_json(std::string_view json);

/// Appends a container's next member or element; `out` starts with the bracket.
void append_element(std::string& out, std::string_view json);
void append_member(std::string& out, std::string_view key, std::string_view json);

/// Valid JSON text (RFC 8259) of any value, at most as deep as observations may be.
bool is_valid_json(std::string_view text);

/// What is wrong with a text that should be valid JSON; empty when nothing is.
std::string_view json_fault(std::string_view text);

}  // namespace infra::duckdb::functions
