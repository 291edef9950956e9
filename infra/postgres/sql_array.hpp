#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace infra::postgres {

/// Builds the text of one PostgreSQL array, for statements that take many rows as a few array parameters:
/// `select * from unnest($1::text[], $2::bigint[])`. Texts must not hold NUL bytes.
class SqlArray {
public:
    void add(std::string_view text);
    void add(const std::string& text) { add(std::string_view(text)); }
    void add(const char* text) { add(std::string_view(text)); }
    void add(std::int64_t number);
    void add(std::int32_t number) { add(static_cast<std::int64_t>(number)); }
    void add(bool value);
    /// Bytes of a bytea[] element.
    void add_bytes(std::string_view bytes);
    void add_null();

    bool empty() const { return text_.size() == 1; }
    /// `{…}`.
    std::string text() const { return text_ + '}'; }

private:
    void separate();
    std::string text_ = "{";
};

/// Reads a decimal number that PostgreSQL wrote; 0 for anything else.
std::int64_t number_of(const char* text);

}  // namespace infra::postgres
