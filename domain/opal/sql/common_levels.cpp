#include "domain/opal/sql/common_levels.hpp"

#include <functional>
#include <utility>

#include "domain/opal/sql/dialect.hpp"

namespace domain::opal::sql {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Copies a statement word by word: `word` returns what to write for a word, quoted texts stay.
std::string replace_words(const std::string& sql, const std::function<std::string(const std::string&)>& word) {
    std::string text;
    for (std::size_t at = 0; at < sql.size();) {
        std::size_t end = at + 1;
        if (sql[at] == '\'') {
            // A doubled quote reads as two texts side by side, which is as good.
            end = sql.find('\'', end);
            end = end == std::string::npos ? sql.size() : end + 1;
            text.append(sql, at, end - at);
        } else if (is_word(sql[at])) {
            while (end < sql.size() && is_word(sql[end])) ++end;
            text += word(sql.substr(at, end - at));
        } else {
            text += sql[at];
        }
        at = end;
    }
    return text;
}

std::string level_name(std::size_t level) { return "t" + std::to_string(level); }

}  // namespace

std::string CommonLevels::add(const std::string& select, const std::vector<check::ColumnId>& own, bool is_scan) {
    std::map<std::string, std::string> places;
    for (std::size_t i = 0; i < own.size(); ++i) places.emplace(column_name(own[i]), "n" + std::to_string(i));
    const std::string key = replace_words(select, [&](const std::string& word) {
        const auto found = places.find(word);
        return found == places.end() ? word : found->second;
    });
    const auto [known, is_new] = by_text_.emplace(key, levels_.size());
    if (is_new) return push({select, own, is_scan, false});
    const Level& level = levels_[known->second];
    for (std::size_t i = 0; i < own.size(); ++i) presented_[own[i]] = level.own[i];
    return level_name(known->second);
}

std::string CommonLevels::add_shared(const std::string& select) { return push({select, {}, false, true}); }

std::string CommonLevels::push(Level level) {
    levels_.push_back(std::move(level));
    return level_name(levels_.size() - 1);
}

check::ColumnId CommonLevels::present(check::ColumnId column) const {
    const auto found = presented_.find(column);
    return found == presented_.end() ? column : found->second;
}

std::string CommonLevels::text(const std::string& body) const {
    std::map<std::string, int> readers;
    const auto count = [&](const std::string& word) {
        ++readers[word];
        return word;
    };
    for (const Level& level : levels_) replace_words(level.select, count);
    replace_words(body, count);
    std::string text;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const Level& level = levels_[i];
        const std::string name = level_name(i);
        const bool is_materialized = level.is_shared || (!level.is_scan && readers[name] > 1);
        text += (i == 0 ? "WITH " : ",\n     ") + name +
                (is_materialized ? " AS MATERIALIZED (" : " AS NOT MATERIALIZED (") + level.select + ")";
    }
    return text;
}

}  // namespace domain::opal::sql
