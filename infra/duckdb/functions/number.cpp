#include <algorithm>
#include <charconv>
#include <cmath>

#include "infra/duckdb/functions/number_text.hpp"
#include "infra/duckdb/functions/register.hpp"

// Numbers: casts, rounding at decimals, scaling of times.
namespace infra::duckdb::functions {
namespace {

bool float_text(std::string& result, double value) {
    append_float(result, value);
    return true;
}

/// Rounds `value` at a number of decimals with `how`; digits that a double cannot have change nothing.
template <double (*how)(double)>
bool at_decimals(double& result, double value, std::int64_t digits) {
    result = value;
    if (digits > 300 || !std::isfinite(value)) return true;
    if (digits < -300) digits = -300;
    const double scale = std::pow(10.0, static_cast<double>(digits < 0 ? -digits : digits));
    const double moved = digits < 0 ? value / scale : value * scale;
    if (std::isfinite(moved)) result = digits < 0 ? how(moved) * scale : how(moved) / scale;
    return true;
}

/// value × factor as an integer. The whole part is multiplied as an integer: a double has too few digits for nanoseconds
/// since the epoch.
bool scale(std::int64_t& result, double value, std::int64_t factor) {
    std::int64_t whole = 0;
    std::int64_t fraction = 0;
    const double whole_part = std::trunc(value);
    return round_to_int(whole, whole_part) &&
           round_to_int(fraction, (value - whole_part) * static_cast<double>(factor)) &&
           !__builtin_mul_overflow(whole, factor, &result) && !__builtin_add_overflow(result, fraction, &result);
}

/// Null where the power is no number or beyond float64.
bool power(double& result, double base, double exponent) {
    result = std::pow(base, exponent);
    return std::isfinite(result);
}

bool exponential(double& result, double exponent) {
    result = std::exp(exponent);
    return std::isfinite(result);
}

/// Hexadecimal digits in either case, perhaps with `0x` in front; null beyond int64.
bool parse_hex(std::int64_t& result, std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    if (text.starts_with('-')) return false;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result, 16);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

/// The bucket of `value` among `count` equal ones between `low` and `high`: 1 to count, 0 below, count + 1 from `high` on.
bool width_bucket(std::int64_t& result, double value, double low, double high, std::int64_t count) {
    if (count < 1 || !(low < high) || std::isnan(value)) return false;
    if (value < low) {
        result = 0;
    } else if (value >= high) {
        return !__builtin_add_overflow(count, 1, &result);
    } else {
        const double share = (value - low) / (high - low);
        result = std::min(static_cast<std::int64_t>(share * static_cast<double>(count)), count - 1) + 1;
    }
    return true;
}

}  // namespace

void register_number_functions(Registry& registry) {
    registry.add("opalite_float_text", &float_text);
    registry.add("opalite_json_number", &float_text);
    registry.add("opalite_int64", &read_int);
    registry.add("opalite_float64", &read_float);
    registry.add("opalite_bool", &read_bool);
    registry.add("opalite_ceil", &at_decimals<std::ceil>);
    registry.add("opalite_floor", &at_decimals<std::floor>);
    registry.add("opalite_round", &at_decimals<std::round>);
    registry.add("opalite_scale", &scale);
    registry.add("opalite_pow", &power);
    registry.add("opalite_exp", &exponential);
    registry.add("opalite_parse_hex", &parse_hex);
    registry.add("opalite_width_bucket", &width_bucket);
}

}  // namespace infra::duckdb::functions
