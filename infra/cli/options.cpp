#include "infra/cli/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

#include <toml++/toml.h>

namespace infra::cli {
namespace {

std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::vector<std::string> names(const std::vector<OptionSpec>& specs) {
    std::vector<std::string> result;
    for (const OptionSpec& spec : specs) result.push_back(spec.name);
    return result;
}

const OptionSpec* find(const std::vector<OptionSpec>& specs, std::string_view name) {
    const auto found = std::find_if(specs.begin(), specs.end(), [name](const OptionSpec& spec) { return spec.name == name; });
    return found == specs.end() ? nullptr : &*found;
}

std::string environment_name(std::string_view option) {
    std::string name = "OPALITE_";
    for (const char c : option) name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
}

std::string unknown(const std::string& what, std::string_view name, const std::vector<OptionSpec>& specs,
                    std::string_view prefix) {
    std::string message = "unknown " + what + ": " + std::string(prefix) + std::string(name);
    const std::string neighbour = nearest(name, names(specs));
    if (!neighbour.empty()) message += "; did you mean " + std::string(prefix) + neighbour + "?";
    return message;
}

/// Where a value came from, for messages.
struct Found {
    std::string value;
    std::string origin;
};
/// By the option's name; several values only of an option that repeats.
using Values = std::map<std::string, std::vector<Found>>;

void read_words(const std::vector<std::string>& words, const std::vector<OptionSpec>& specs, Values& values,
                ParsedWords& parsed) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--") {
            parsed.positional.insert(parsed.positional.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
            return;
        }
        if (!word.starts_with("--")) {
            parsed.positional.push_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(2, equals == std::string::npos ? std::string::npos : equals - 2);
        const OptionSpec* spec = find(specs, name);
        if (spec == nullptr) {
            parsed.mistakes.push_back(unknown("option", name, specs, "--"));
            // A word that follows is most likely its value.
            if (equals == std::string::npos && i + 1 < words.size() && !words[i + 1].starts_with("--")) ++i;
            continue;
        }
        std::string value = "true";
        if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (!spec->placeholder.empty()) {
            if (i + 1 == words.size()) {
                parsed.mistakes.push_back("option --" + name + " needs a value: " + spec->placeholder);
                return;
            }
            value = words[++i];
        }
        auto& found = values[name];
        if (!spec->repeats) found.clear();
        found.push_back({std::move(value), "--" + name});
    }
}

void read_environment(const std::vector<OptionSpec>& specs, Values& values) {
    for (const OptionSpec& spec : specs) {
        const std::string variable = environment_name(spec.name);
        const char* value = std::getenv(variable.c_str());
        if (value != nullptr) values.try_emplace(spec.name, std::vector{Found{value, variable}});
    }
}

std::optional<std::string> to_text(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    return std::nullopt;
}

void read_file(const std::string& file, const std::vector<OptionSpec>& specs, Values& values, Mistakes& mistakes) {
    toml::table table;
    try {
        table = toml::parse_file(file);
    } catch (const toml::parse_error& error) {
        mistakes.push_back("configuration file " + file + ":" + std::to_string(error.source().begin.line) + ": " +
                           std::string(error.description()));
        return;
    }
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (find(specs, name) == nullptr) {
            mistakes.push_back(unknown("key in " + file, name, specs, ""));
        } else if (const auto text = to_text(node)) {
            values.try_emplace(name, std::vector{Found{*text, name + " in " + file}});
        } else {
            mistakes.push_back("value of " + name + " in " + file + " must be a string, a number or a boolean");
        }
    }
}

template <class Text>
std::function<std::string(const std::string&)> keep(Text& target) {
    return [&target](const std::string& value) {
        target = value;
        return std::string();
    };
}

void set(const OptionSpec& spec, const Found& found, Mistakes& mistakes) {
    if (spec.placeholder.empty() && found.value != "true" && found.value != "false") {
        mistakes.push_back(found.origin + " is a switch: true or false, not " + found.value);
        return;
    }
    const std::string mistake = spec.set(found.value);
    if (!mistake.empty()) mistakes.push_back(found.origin + ": " + mistake);
}

}  // namespace

std::function<std::string(const std::string&)> keep_text(std::string& target) { return keep(target); }

std::function<std::string(const std::string&)> keep_text(std::optional<std::string>& target) { return keep(target); }

std::function<std::string(const std::string&)> keep_flag(bool& target) {
    return [&target](const std::string& value) {
        target = value == "true";
        return std::string();
    };
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t best_distance = 4;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

ParsedWords parse_options(const std::vector<std::string>& words, const std::vector<OptionSpec>& specs) {
    std::vector<OptionSpec> all = specs;
    std::string config_file;
    all.push_back({"config", "FILE", "reads options from this TOML file", [&config_file](const std::string& file) {
                       config_file = file;
                       return std::string();
                   }});
    ParsedWords parsed;
    Values values;
    read_words(words, all, values, parsed);
    read_environment(all, values);
    if (const auto config = values.find("config"); config != values.end()) {
        read_file(config->second.back().value, specs, values, parsed.mistakes);
    }
    for (const auto& [name, every] : values) {
        for (const Found& found : every) set(*find(all, name), found, parsed.mistakes);
    }
    return parsed;
}

std::string describe(const std::vector<OptionSpec>& specs) {
    std::string text;
    for (const OptionSpec& spec : specs) {
        text += "  --" + spec.name + (spec.placeholder.empty() ? "" : " " + spec.placeholder) + "\n      " + spec.help +
                " (" + environment_name(spec.name) + ")\n";
    }
    return text + "  --config FILE\n      reads options from this TOML file; keys are the option names (OPALITE_CONFIG)\n";
}

}  // namespace infra::cli
