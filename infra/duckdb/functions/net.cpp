#include <charconv>
#include <string>

#include "infra/duckdb/functions/register.hpp"

// IPv4 addresses: unsigned 32-bit numbers, most significant byte first.
namespace infra::duckdb::functions {
namespace {

bool read_number(std::uint32_t& result, std::string_view text, std::uint32_t max) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && result <= max;
}

/// `10.1.0.4`, or the number in decimal.
bool ipv4(std::uint32_t& result, std::string_view text) {
    if (text.find('.') == std::string_view::npos) return read_number(result, text, 0xFFFFFFFFU);
    result = 0;
    for (int i = 0; i < 4; ++i) {
        const std::size_t end = i < 3 ? text.find('.') : text.size();
        std::uint32_t part = 0;
        if (end == std::string_view::npos || end > 3 || !read_number(part, text.substr(0, end), 255)) return false;
        result = result << 8U | part;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return text.empty();
}

bool ipv4_text(std::string& result, std::uint32_t address) {
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        if (!result.empty()) result += '.';
        result += std::to_string((address >> (shift - 8)) & 0xFFU);
    }
    return true;
}

/// `10.0.0.0/8`; host bits are allowed and ignored.
bool ipv4_in_network(bool& result, std::uint32_t address, std::string_view network) {
    const std::size_t slash = network.find('/');
    std::uint32_t base = 0;
    std::uint32_t bits = 32;
    if (!ipv4(base, network.substr(0, slash))) return false;
    if (slash != std::string_view::npos && !read_number(bits, network.substr(slash + 1), 32)) return false;
    const std::uint32_t mask = bits == 0 ? 0 : 0xFFFFFFFFU << (32 - bits);
    result = ((address ^ base) & mask) == 0;
    return true;
}

}  // namespace

void register_net_functions(Registry& registry) {
    registry.add("opalite_ipv4", &ipv4);
    registry.add("opalite_ipv4_text", &ipv4_text);
    registry.add("opalite_ipv4_in_network", &ipv4_in_network);
}

}  // namespace infra::duckdb::functions
