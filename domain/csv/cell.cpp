#include "domain/csv/cell.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include "domain/base/limits.hpp"
#include "domain/base/time.hpp"

namespace domain::csv {
namespace {

using catalog::Type;
using Json = nlohmann::json;

template <class Number>
std::optional<Number> number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    Number value{};
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> finite(std::string_view text) {
    const auto value = number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool is_word(std::string_view text, std::string_view lower_case) {
    if (text.size() != lower_case.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower_case[i]) return false;
    }
    return true;
}

std::optional<bool> boolean(std::string_view text) {
    if (is_word(text, "true")) return true;
    if (is_word(text, "false")) return false;
    return std::nullopt;
}

struct Unit {
    std::string_view name;
    std::int64_t nanoseconds;
};
/// Longer names before those that they begin with.
constexpr std::array kUnits{Unit{"ns", 1},
                            Unit{"us", 1'000},
                            Unit{"ms", 1'000'000},
                            Unit{"s", 1'000'000'000},
                            Unit{"m", 60'000'000'000},
                            Unit{"h", 3'600'000'000'000},
                            Unit{"d", 86'400'000'000'000},
                            Unit{"w", 604'800'000'000'000}};

const Unit* unit_at(std::string_view text) {
    for (const Unit& unit : kUnits) {
        if (text.starts_with(unit.name)) return &unit;
    }
    return nullptr;
}

std::optional<std::int64_t> duration(std::string_view text) {
    if (const auto nanoseconds = number<std::int64_t>(text)) return nanoseconds;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    std::int64_t total = 0;
    while (!text.empty()) {
        std::int64_t count = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
        if (failed != std::errc() || count < 0) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        const Unit* unit = unit_at(text);
        if (unit == nullptr) return std::nullopt;
        text.remove_prefix(unit->name.size());
        std::int64_t part = 0;
        if (__builtin_mul_overflow(count, unit->nanoseconds, &part)) return std::nullopt;
        if (__builtin_add_overflow(total, part, &total)) return std::nullopt;
    }
    return negative ? -total : total;
}

std::optional<std::int64_t> timestamp(std::string_view text) {
    if (const auto nanoseconds = number<std::int64_t>(text)) return nanoseconds;
    const auto time = base::from_rfc3339(text);
    if (!time) return std::nullopt;
    return base::to_nanoseconds(*time);
}

std::optional<std::int64_t> ipv4(std::string_view text) {
    std::int64_t address = 0;
    for (int part = 0; part < 4; ++part) {
        const std::size_t end = part < 3 ? text.find('.') : text.size();
        if (end == std::string_view::npos || end == 0 || end > 3) return std::nullopt;
        unsigned value = 0;
        const auto [stop, failed] = std::from_chars(text.data(), text.data() + end, value);
        if (failed != std::errc() || stop != text.data() + end || value > 255) return std::nullopt;
        address = address * 256 + value;
        text.remove_prefix(part < 3 ? end + 1 : end);
    }
    return address;
}

/// Accepts JSON text of bounded depth.
class DepthCheck final : public nlohmann::json_sax<Json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return ++depth_ <= base::limits::json_depth_max; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return --depth_, true; }
    bool start_array(std::size_t) override { return ++depth_ <= base::limits::json_depth_max; }
    bool end_array() override { return --depth_, true; }
    bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

private:
    std::size_t depth_ = 0;
};

template <class Value>
bool take(const std::optional<Value>& value, Cell& cell) {
    if (value) cell = *value;
    return value.has_value();
}

}  // namespace

bool CellReader::read(Type type, std::string_view text, Cell& cell) {
    if (type == Type::kString) {
        cell = text;
        return true;
    }
    if (text.empty()) {
        cell = std::monostate();
        return true;
    }
    switch (type) {
        case Type::kBool: return take(boolean(text), cell);
        case Type::kInt64: return take(number<std::int64_t>(text), cell);
        case Type::kFloat64:
        case Type::kNumeric: return take(finite(text), cell);
        case Type::kTimestamp: return take(timestamp(text), cell);
        case Type::kDuration: return take(duration(text), cell);
        case Type::kIpv4: return take(ipv4(text), cell);
        default: return read_json(type, text, cell);
    }
}

bool CellReader::read_json(Type type, std::string_view text, Cell& cell) {
    DepthCheck check;
    if (!Json::sax_parse(text, &check)) return false;
    buffer_.resize(text.size());
    std::size_t size = 0;
    if (simdjson::minify(text.data(), text.size(), buffer_.data(), size) != simdjson::SUCCESS) return false;
    buffer_.resize(size);
    if (type == Type::kObject && !buffer_.starts_with('{')) return false;
    if (type == Type::kArray && !buffer_.starts_with('[')) return false;
    cell = std::string_view(buffer_);
    return true;
}

bool is_cell_type(Type type) {
    switch (type) {
        case Type::kTdigest:
        case Type::kHistogram:
        case Type::kExponentialHistogram: return false;
        default: return true;
    }
}

bool is_number(std::string_view text) { return finite(text).has_value(); }

}  // namespace domain::csv
