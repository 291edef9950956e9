#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "infra/duckdb/functions/register.hpp"

// Addresses. IPv4: unsigned 32-bit numbers, most significant byte first.
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

std::uint32_t mask_of(std::uint32_t bits) { return bits == 0 ? 0 : 0xFFFFFFFFU << (32 - bits); }

/// `10.0.0.0/8`; without a length the whole address counts. Host bits are allowed.
bool read_network(std::uint32_t& address, std::uint32_t& bits, std::string_view network) {
    const std::size_t slash = network.find('/');
    bits = 32;
    if (!ipv4(address, network.substr(0, slash))) return false;
    return slash == std::string_view::npos || read_number(bits, network.substr(slash + 1), 32);
}

bool ipv4_in_network(bool& result, std::uint32_t address, std::string_view network) {
    std::uint32_t base = 0;
    std::uint32_t bits = 0;
    if (!read_network(base, bits, network)) return false;
    result = ((address ^ base) & mask_of(bits)) == 0;
    return true;
}

/// The network's first address.
bool ipv4_network(std::uint32_t& result, std::string_view network) {
    std::uint32_t bits = 0;
    if (!read_network(result, bits, network)) return false;
    result &= mask_of(bits);
    return true;
}

std::string hex_of(const in6_addr& address) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string text;
    for (const unsigned char byte : address.s6_addr) {
        text += kHex[byte >> 4U];
        text += kHex[byte & 15U];
    }
    return text;
}

std::string length_member(const std::optional<std::uint32_t>& bits) {
    return ",\"netmask_prefix_length\":" + (bits ? std::to_string(*bits) : std::string("null")) + "}";
}

/// With a length: the first and the last address of the network.
void append_ipv4(std::string& out, std::string_view host, std::uint32_t address, std::optional<std::uint32_t> bits) {
    out.append(R"({"family":4,"host":")").append(host).append(R"(","ip_fields":[)").append(std::to_string(address));
    out.append(R"(,0,0,0],"ip_type":"inet","ipv4":)").append(std::to_string(address));
    if (bits) {
        const std::uint32_t mask = mask_of(*bits);
        out.append(R"(,"ipv4_range_start":)").append(std::to_string(address & mask));
        out.append(R"(,"ipv4_range_end":)").append(std::to_string(address | ~mask));
    }
    out += length_member(bits);
}

void append_ipv6(std::string& out, std::string_view host, in6_addr address, std::optional<std::uint32_t> bits) {
    out.append(R"({"family":6,"hex_ipv6":")").append(hex_of(address)).append("\"");
    if (bits) {
        in6_addr first = address;
        in6_addr last = address;
        for (std::uint32_t bit = *bits; bit < 128; ++bit) {
            const auto flag = static_cast<std::uint8_t>(0x80U >> (bit % 8));
            first.s6_addr[bit / 8] = static_cast<std::uint8_t>(first.s6_addr[bit / 8] & ~flag);
            last.s6_addr[bit / 8] = static_cast<std::uint8_t>(last.s6_addr[bit / 8] | flag);
        }
        out.append(R"(,"hex_ipv6_range_end":")").append(hex_of(last));
        out.append(R"(","hex_ipv6_range_start":")").append(hex_of(first)).append("\"");
    }
    out.append(R"(,"host":")").append(host).append(R"(","ip_fields":[)");
    for (std::size_t i = 0; i < 16; i += 4) {
        std::uint32_t part = 0;
        for (std::size_t j = i; j < i + 4; ++j) part = part << 8U | address.s6_addr[j];
        out.append(i == 0 ? "" : ",").append(std::to_string(part));
    }
    out += R"(],"ip_type":"inet")" + length_member(bits);
}

/// The parts of `10.0.0.1`, `10.0.0.1/8`, `fe80::1` or `fe80::1/64`, named as Snowflake's PARSE_IP does. The only type of
/// address is `inet`.
bool parse_ip(std::string& result, std::string_view text, std::string_view type) {
    if (type != "inet" && type != "INET") return false;
    const std::size_t slash = text.find('/');
    const std::string host(text.substr(0, slash));
    const bool is_ipv6 = host.find(':') != std::string::npos;
    std::optional<std::uint32_t> bits;
    if (slash != std::string_view::npos) {
        std::uint32_t length = 0;
        if (!read_number(length, text.substr(slash + 1), is_ipv6 ? 128 : 32)) return false;
        bits = length;
    }
    if (is_ipv6) {
        in6_addr address{};
        if (inet_pton(AF_INET6, host.c_str(), &address) != 1) return false;
        append_ipv6(result, host, address, bits);
        return true;
    }
    std::uint32_t address = 0;
    if (host.find('.') == std::string::npos || !ipv4(address, host)) return false;
    append_ipv4(result, host, address, bits);
    return true;
}

}  // namespace

void register_net_functions(Registry& registry) {
    registry.add("opalite_ipv4", &ipv4);
    registry.add("opalite_ipv4_text", &ipv4_text);
    registry.add("opalite_ipv4_in_network", &ipv4_in_network);
    registry.add("opalite_ipv4_network", &ipv4_network);
    registry.add("opalite_parse_ip", &parse_ip);
}

}  // namespace infra::duckdb::functions
