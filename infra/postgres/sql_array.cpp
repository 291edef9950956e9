#include "infra/postgres/sql_array.hpp"

#include <charconv>
#include <cstring>

namespace infra::postgres {

void SqlArray::separate() {
    if (text_.size() > 1) text_ += ',';
}

void SqlArray::add(std::string_view text) {
    separate();
    text_ += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') text_ += '\\';
        text_ += c;
    }
    text_ += '"';
}

void SqlArray::add(std::int64_t number) {
    separate();
    text_ += std::to_string(number);
}

void SqlArray::add(bool value) {
    separate();
    text_ += value ? 't' : 'f';
}

void SqlArray::add_bytes(std::string_view bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    separate();
    text_ += "\"\\\\x";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text_ += kDigits[byte >> 4];
        text_ += kDigits[byte & 15];
    }
    text_ += '"';
}

void SqlArray::add_null() {
    separate();
    text_ += "NULL";
}

std::int64_t number_of(const char* text) {
    std::int64_t value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value;
}

}  // namespace infra::postgres
