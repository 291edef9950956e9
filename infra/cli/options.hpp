#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace infra::cli {

/// One option of a command: `--name VALUE`, the environment variable OPALITE_NAME, or `name = …` in the configuration file.
struct OptionSpec {
    std::string name;         ///< without dashes: `listen-http`
    std::string placeholder;  ///< `ADDR:PORT`; empty for a flag
    std::string help;         ///< one sentence; names unit and default
    /// Takes the text; returns what is wrong with it, or an empty text. Flags get `true` or `false`.
    std::function<std::string(const std::string&)> set;
    bool repeats = false;  ///< `set` gets the value of every mention on the command line, not of the last one alone
};

// Setters that take any text.
std::function<std::string(const std::string&)> keep_text(std::string& target);
std::function<std::string(const std::string&)> keep_text(std::optional<std::string>& target);
/// A decimal number from `least` to `most`.
template <class Number>
std::function<std::string(const std::string&)> keep_number(Number& target, Number least, Number most) {
    return [&target, least, most](const std::string& value) -> std::string {
        Number parsed{};
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
        if (value.empty() || error != std::errc() || end != value.data() + value.size() || parsed < least || parsed > most) {
            return "expected a number from " + std::to_string(least) + " to " + std::to_string(most) + ", got: " + value;
        }
        target = parsed;
        return {};
    };
}
/// For an option without a value.
std::function<std::string(const std::string&)> keep_flag(bool& target);

/// Everything that was wrong with a command line; each message stands alone.
using Mistakes = std::vector<std::string>;

/// The words of a command line after the command's name, sorted into options and the rest.
struct ParsedWords {
    std::vector<std::string> positional;
    Mistakes mistakes;
};

/// Applies the options with the precedence: option, environment, configuration file (`--config FILE`, TOML), default. Reports
/// all mistakes at once: unknown options and keys with their nearest neighbour, missing and bad values, an unreadable file.
ParsedWords parse_options(const std::vector<std::string>& words, const std::vector<OptionSpec>& specs);

/// The options as a help text, one block each.
std::string describe(const std::vector<OptionSpec>& specs);

/// The candidate with the smallest edit distance when that is at most 3, else an empty text.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace infra::cli
