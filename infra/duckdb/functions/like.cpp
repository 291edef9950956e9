#include <string>

#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// LIKE with an escape character: DuckDB's own raises on patterns that end with it, where OPAL wants null.
namespace infra::duckdb::functions {
namespace {

/// One step of a pattern.
struct Step {
    enum class Kind { kText, kOne, kAny };
    Kind kind = Kind::kText;
    std::string_view text;  // a code point
};

/// False when the pattern ends with its escape character.
bool parse(std::string_view pattern, std::string_view escape, std::vector<Step>& steps) {
    while (!pattern.empty()) {
        const std::string_view c = first_code_point(pattern);
        pattern.remove_prefix(c.size());
        if (c == escape) {
            if (pattern.empty()) return false;
            steps.push_back({Step::Kind::kText, first_code_point(pattern)});
            pattern.remove_prefix(steps.back().text.size());
        } else {
            steps.push_back({c == "%" ? Step::Kind::kAny : c == "_" ? Step::Kind::kOne : Step::Kind::kText, c});
        }
    }
    return true;
}

/// Greedy with one place to come back to: the last `%` decides, so the time is at most text times pattern.
bool matches(std::string_view text, const std::vector<Step>& steps) {
    std::size_t step = 0;
    std::size_t any = steps.size();  // the last `%` that was passed
    std::string_view rest_at_any;
    while (true) {
        if (step < steps.size() && steps[step].kind == Step::Kind::kAny) {
            any = step++;
            rest_at_any = text;
            continue;
        }
        if (text.empty() && step == steps.size()) return true;
        const std::string_view c = first_code_point(text);
        const bool fits = !text.empty() && step < steps.size() && (steps[step].kind == Step::Kind::kOne || steps[step].text == c);
        if (fits) {
            text.remove_prefix(c.size());
            ++step;
            continue;
        }
        if (any == steps.size() || rest_at_any.empty()) return false;
        rest_at_any.remove_prefix(first_code_point(rest_at_any).size());
        text = rest_at_any;
        step = any + 1;
    }
}

bool like(bool& result, std::string_view text, std::string_view pattern, std::string_view escape) {
    if (length_of(escape) > 1) return false;
    std::vector<Step> steps;
    if (!parse(pattern, escape, steps)) return false;
    result = matches(text, steps);
    return true;
}

}  // namespace

void register_like_functions(Registry& registry) { registry.add("opalite_like", &like); }

}  // namespace infra::duckdb::functions
