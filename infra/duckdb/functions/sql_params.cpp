#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// SQL statements of logs, with their parameters in place.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// A parameter as SQL writes it: texts, objects and arrays in quotes.
void append_sql_literal(std::string& out, std::string_view json) {
    std::string text;
    if (!append_json_as_text(text, json)) {
        out += "NULL";
        return;
    }
    const char first = json_text::trimmed(json).front();
    if (first != '"' && first != '{' && first != '[') {
        out += text;
        return;
    }
    out += '\'';
    for (const char c : text) {
        if (c == '\'') out += c;
        out += c;
    }
    out += '\'';
}

/// Every `?` outside of quotes becomes the next parameter; those beyond the last one stay.
bool embed_sql_params(std::string& result, std::string_view sql, std::string_view parameters) {
    if (!json_text::trimmed(parameters).starts_with('[')) return false;
    json_text::Reader reader(json_text::trimmed(parameters));
    std::string_view parameter;
    char quote = '\0';
    for (const char c : sql) {
        if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (c == '\'' || c == '"' || c == '`') {
            quote = c;
        } else if (c == '?' && reader.next_element(parameter)) {
            append_sql_literal(result, parameter);
            continue;
        }
        result += c;
    }
    return true;
}

}  // namespace

void register_sql_params_functions(Registry& registry) { registry.add("opalite_embed_sql_params", &embed_sql_params); }

}  // namespace infra::duckdb::functions
