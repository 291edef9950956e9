#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace infra::duckdb::functions {

/// A JSON value's place in one order of all values: null, false, true, numbers, texts by their bytes, arrays, objects.
/// Values are equivalent exactly when their canonical_json() is equal, but for integers that no int64 can hold.
class JsonPlace {
public:
    explicit JsonPlace(std::string_view json);

    bool is_null() const { return rank_ == 0; }
    std::partial_ordering operator<=>(const JsonPlace&) const = default;

private:
    int rank_ = 0;
    double number_ = 0;
    std::int64_t integer_ = 0;  // what a double cannot tell apart
    std::string text_;
};

}  // namespace infra::duckdb::functions
