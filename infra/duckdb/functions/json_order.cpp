#include "infra/duckdb/functions/json_order.hpp"

#include <charconv>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/number_text.hpp"

namespace infra::duckdb::functions {

JsonPlace::JsonPlace(std::string_view json) {
    json = domain::catalog::json_text::trimmed(json);
    if (json.empty() || json == "null") return;
    switch (json.front()) {
        case 'f': rank_ = 1; return;
        case 't': rank_ = 2; return;
        case '"':
            rank_ = 4;
            text_ = json_key(json.substr(1, json.size() - 2));
            return;
        case '[':
            rank_ = 5;
            text_ = canonical_json(json);
            return;
        case '{':
            rank_ = 6;
            text_ = canonical_json(json);
            return;
        default: rank_ = 3;
    }
    if (!read_float(number_, json)) text_ = json;
    std::from_chars(json.data(), json.data() + json.size(), integer_);
}

}  // namespace infra::duckdb::functions
