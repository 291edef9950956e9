#include "tests/bench/workload/text.hpp"

#include <charconv>
#include <chrono>
#include <iterator>

namespace bench::workload {
namespace {

void append_digits(std::string& out, std::uint64_t value, int count) {
    const std::size_t end = out.size() + static_cast<std::size_t>(count);
    out.append(static_cast<std::size_t>(count), '0');
    for (std::size_t at = end; count > 0; --count, value /= 10) out[--at] = static_cast<char>('0' + value % 10);
}

}  // namespace

void append_base32(std::string& out, std::uint64_t seed, int count) {
    static constexpr char kLetters[] = "234567abcdefghijklmnopqrstuvwxyz";
    std::uint64_t bits = 0;
    for (int i = 0; i < count; ++i) {
        if (i % 12 == 0) bits = mix(seed + static_cast<std::uint64_t>(i + 1) * 0x9E3779B97F4A7C15U);
        out.push_back(kLetters[bits & 31U]);
        bits >>= 5;
    }
}

void append_hex(std::string& out, std::uint64_t seed, int count) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::uint64_t bits = 0;
    for (int i = 0; i < count; ++i) {
        if (i % 16 == 0) bits = mix(seed + static_cast<std::uint64_t>(i + 1) * 0x9E3779B97F4A7C15U);
        out.push_back(kDigits[bits & 15U]);
        bits >>= 4;
    }
}

void append_uuid(std::string& out, std::uint64_t seed) {
    int group = 0;
    for (const int digits : {8, 4, 4, 4, 12}) {
        if (group > 0) out += '-';
        append_hex(out, seed + static_cast<std::uint64_t>(++group), digits);
    }
}

void append_tid(std::string& out, std::uint64_t micros, std::uint64_t clock) {
    static constexpr char kLetters[] = "234567abcdefghijklmnopqrstuvwxyz";
    const std::uint64_t value = (micros << 10) | (clock & 1023U);
    for (int shift = 60; shift >= 0; shift -= 5) out.push_back(kLetters[(value >> shift) & 31U]);
}

void append_time(std::string& out, std::uint64_t micros, int digits) {
    const std::chrono::sys_days day{std::chrono::days(static_cast<long>(micros / 86'400'000'000))};
    const std::chrono::year_month_day date(day);
    const std::uint64_t seconds = micros / 1'000'000 % 86'400;
    append_digits(out, static_cast<std::uint64_t>(static_cast<int>(date.year())), 4);
    out += '-';
    append_digits(out, static_cast<unsigned>(date.month()), 2);
    out += '-';
    append_digits(out, static_cast<unsigned>(date.day()), 2);
    out += 'T';
    append_digits(out, seconds / 3600, 2);
    out += ':';
    append_digits(out, seconds / 60 % 60, 2);
    out += ':';
    append_digits(out, seconds % 60, 2);
    out += '.';
    append_digits(out, digits == 3 ? micros / 1000 % 1000 : micros % 1'000'000, digits);
    out += 'Z';
}

void append_number(std::string& out, std::uint64_t value) {
    char text[24];
    out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void append_decimal(std::string& out, double value, int digits) {
    char text[64];
    out.append(text, std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, digits).ptr);
}

void append_ipv4(std::string& out, std::uint64_t id) {
    const std::uint64_t bits = mix(id + 17);
    append_number(out, 1 + bits % 223);
    for (int shift = 8; shift <= 24; shift += 8) {
        out += '.';
        append_number(out, (bits >> shift) & 255U);
    }
}

Words::Words(std::size_t count) : frequency_(static_cast<double>(count), 1.05, 2.7) {
    static constexpr std::string_view kSyllables[] = {"ka", "ro", "mi", "te", "su", "lo", "ña", "ve", "日本", "di", "pa", "er", "an", "th",
                                                      "is", "ou", "ly", "ing", "ed", "é", "st", "ri", "ne", "co", "ma", "be", "po", "ğu"};
    static constexpr std::string_view kFirst[] = {"the", "to", "a", "and", "of", "is", "in", "I", "you", "que", "de", "it", "for", "の", "on", "o"};
    Chance chance(20'000);  // the words are the same for every seed
    words_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::string& word = words_.emplace_back();
        if (i < std::size(kFirst)) word = kFirst[i];
        else if (i == 600) word = "bluesky";
        else for (std::uint64_t n = 1 + chance.below(4); n > 0; --n) word += kSyllables[chance.below(std::size(kSyllables))];
    }
}

void Words::append(std::string& out, std::uint64_t count, Chance& chance) const {
    for (; count > 0; --count) {
        out += pick(chance);
        if (count == 1) return;
        const std::uint64_t mark = chance.below(40);
        if (mark < 2) out += ',';
        else if (mark == 2) out += ".\\n";
        else if (mark == 3) out += "\\\"";
        out += ' ';
    }
}

}  // namespace bench::workload
