#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/regex_cache.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// Regular expressions by RE2: linear time for every pattern and text. Matches are searches, not anchored. Where there is no
// match, or the group took no part in it, the result is null.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

constexpr std::size_t kCachedMax = 64;

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

bool match(bool& result, std::string_view text, std::string_view pattern) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr) return false;
    result = re2::RE2::PartialMatch(piece(text), *regex);
    return true;
}

bool get(std::string& result, std::string_view text, std::string_view pattern, std::int64_t group) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr || group < 0 || group > regex->NumberOfCapturingGroups()) return false;
    std::vector<re2::StringPiece> groups(static_cast<std::size_t>(group) + 1);
    if (!regex->Match(piece(text), 0, text.size(), re2::RE2::UNANCHORED, groups.data(),
                      static_cast<int>(groups.size()))) {
        return false;
    }
    const re2::StringPiece& found = groups.back();
    if (found.data() == nullptr) return false;
    result.assign(found.data(), found.size());
    return true;
}

/// Calls `visit(groups)` for each match that does not overlap an earlier one, until it returns false.
template <class Visit>
void for_each_match(const re2::RE2& regex, std::string_view text, std::size_t group_count, Visit visit,
                    std::size_t at = 0) {
    std::vector<re2::StringPiece> groups(group_count);
    while (at <= text.size() && regex.Match(piece(text), at, text.size(), re2::RE2::UNANCHORED, groups.data(),
                                            static_cast<int>(group_count))) {
        if (!visit(groups)) return;
        const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
        at = begin + groups[0].size();
        if (!groups[0].empty()) continue;
        // After an empty match go on behind the next character.
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    }
}

bool get_all(std::string& result, std::string_view text, std::string_view pattern, std::int64_t group) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr || group < 0 || group > regex->NumberOfCapturingGroups()) return false;
    result = "[";
    for_each_match(*regex, text, static_cast<std::size_t>(group) + 1, [&](const auto& groups) {
        if (result.size() > 1) result += ',';
        const re2::StringPiece& found = groups.back();
        if (found.data() == nullptr) result += "null";
        else json_text::append_quoted(result, {found.data(), found.size()});
        return true;
    });
    result += ']';
    return true;
}

bool count(std::int64_t& result, std::string_view text, std::string_view pattern, std::int64_t position) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr || position < 0) return false;
    result = 0;
    for_each_match(*regex, text, 1, [&](const auto&) { return ++result > 0; }, offset_of(text, position));
    return true;
}

/// Appends the replacement: `\1` stands for a group, `\\` for a backslash.
void append_replacement(std::string& out, std::string_view replacement, const std::vector<re2::StringPiece>& groups) {
    for (std::size_t i = 0; i < replacement.size(); ++i) {
        if (replacement[i] != '\\' || i + 1 == replacement.size()) {
            out += replacement[i];
            continue;
        }
        const char next = replacement[++i];
        if (next < '0' || next > '9') {
            out += next;
            continue;
        }
        const auto group = static_cast<std::size_t>(next - '0');
        if (group < groups.size() && groups[group].data() != nullptr) {
            out.append(groups[group].data(), groups[group].size());
        }
    }
}

bool replace(std::string& result, std::string_view text, std::string_view pattern, std::string_view replacement,
             std::int64_t occurrence) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr || occurrence < 0) return false;
    if (pattern.empty()) {
        result = text;
        return true;
    }
    const auto group_count = static_cast<std::size_t>(std::min(regex->NumberOfCapturingGroups(), 9)) + 1;
    std::size_t copied = 0;
    std::int64_t number = 0;
    for_each_match(*regex, text, group_count, [&](const auto& groups) {
        ++number;
        if (occurrence != 0 && number != occurrence) return true;
        const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
        result += text.substr(copied, begin - copied);
        append_replacement(result, replacement, groups);
        copied = begin + groups[0].size();
        return occurrence == 0;
    });
    result += text.substr(copied);
    return true;
}

/// The groups 1, 2, … of the first match.
bool captures(Registry::TextList& result, std::string_view text, std::string_view pattern) {
    const re2::RE2* regex = compiled(pattern);
    if (regex == nullptr) return false;
    std::vector<re2::StringPiece> groups(static_cast<std::size_t>(regex->NumberOfCapturingGroups()) + 1);
    if (!regex->Match(piece(text), 0, text.size(), re2::RE2::UNANCHORED, groups.data(),
                      static_cast<int>(groups.size()))) {
        return false;
    }
    for (std::size_t i = 1; i < groups.size(); ++i) {
        if (groups[i].data() == nullptr) result.emplace_back();
        else result.emplace_back(std::string(groups[i].data(), groups[i].size()));
    }
    return true;
}

}  // namespace

const re2::RE2* compiled(std::string_view pattern) {
    thread_local std::unordered_map<std::string, std::unique_ptr<re2::RE2>> cache;
    thread_local std::string last_pattern;
    thread_local const re2::RE2* last = nullptr;
    if (last != nullptr && last_pattern == pattern) return last;
    std::string key(pattern);
    auto found = cache.find(key);
    if (found == cache.end()) {
        // Patterns that are computed per row must not fill the memory.
        if (cache.size() >= kCachedMax) cache.clear();
        re2::RE2::Options options;
        options.set_log_errors(false);
        found = cache.emplace(key, std::make_unique<re2::RE2>(piece(pattern), options)).first;
    }
    last = found->second->ok() ? found->second.get() : nullptr;
    last_pattern = std::move(key);
    return last;
}

void register_regex_functions(Registry& registry) {
    registry.add("opalite_regex_match", &match);
    registry.add("opalite_regex_get", &get);
    registry.add("opalite_regex_get_all", &get_all);
    registry.add("opalite_regex_count", &count);
    registry.add("opalite_regex_replace", &replace);
    registry.add_list("opalite_regex_captures", &captures);
}

}  // namespace infra::duckdb::functions
