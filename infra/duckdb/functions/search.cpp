#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/substring_search.hpp"

// `text ~ <terms>`. The terms come as domain/opal/sql/special_calls.hpp encodes them.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string unquoted(std::string_view json) {
    std::string text;
    if (json.size() >= 2) json_text::append_unescaped(text, json.substr(1, json.size() - 2));
    return text;
}

/// One term: a plain text to be found anywhere, or a pattern where it has more than one run, an end, or letters whose case
/// is not in ASCII.
class Term {
public:
    explicit Term(std::string_view json) {
        json_text::Reader reader(json);
        std::string_view element;
        std::string flags;
        if (reader.next_element(element)) flags = unquoted(element);
        std::vector<std::string> runs;
        while (reader.next_element(element)) runs.push_back(unquoted(element));
        is_negated_ = flags.find('-') != std::string::npos;
        const bool starts = flags.find('^') != std::string::npos;
        const bool ends = flags.find('$') != std::string::npos;
        if (runs.empty()) runs.emplace_back();
        if (runs.size() == 1 && !starts && !ends && is_ascii(runs.front())) {
            plain_.emplace(std::move(runs.front()));
            return;
        }
        std::string pattern = starts ? "(?is)^\\s*" : "(?is)";
        for (std::size_t i = 0; i < runs.size(); ++i) {
            pattern += (i == 0 ? "" : ".*") + re2::RE2::QuoteMeta(runs[i]);
        }
        if (ends) pattern += "$";
        pattern_ = std::make_unique<re2::RE2>(pattern);
    }

    bool matches(std::string_view text) const {
        const bool found = plain_ ? plain_->occurs_in(text)
                                  : re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern_);
        return found != is_negated_;
    }

private:
    bool is_negated_ = false;
    std::optional<SubstringSearch> plain_;
    std::unique_ptr<re2::RE2> pattern_;
};

/// Every group needs one term that matches.
class Terms {
public:
    explicit Terms(std::string_view json) {
        json_text::Reader groups(json);
        std::string_view group;
        while (groups.next_element(group)) {
            groups_.emplace_back();
            json_text::Reader terms(group);
            std::string_view term;
            while (terms.next_element(term)) groups_.back().emplace_back(term);
        }
    }

    bool match(std::string_view text) const {
        return std::all_of(groups_.begin(), groups_.end(), [&](const std::vector<Term>& group) {
            return std::any_of(group.begin(), group.end(), [&](const Term& term) { return term.matches(text); });
        });
    }

private:
    std::vector<std::vector<Term>> groups_;
};

const Terms& prepared_terms(std::string_view encoded) {
    thread_local std::vector<std::pair<std::string, std::unique_ptr<Terms>>> cache;
    for (const auto& [key, terms] : cache) {
        if (key == encoded) return *terms;
    }
    // A query has a few searches; the cache must not outgrow a long-lived thread.
    if (cache.size() >= 16) cache.clear();
    cache.emplace_back(std::string(encoded), std::make_unique<Terms>(encoded));
    return *cache.back().second;
}

bool search(bool& result, std::string_view text, std::string_view encoded) {
    result = prepared_terms(encoded).match(text);
    return true;
}

}  // namespace

void register_search_functions(Registry& registry) { registry.add("opalite_search", &search); }

}  // namespace infra::duckdb::functions
