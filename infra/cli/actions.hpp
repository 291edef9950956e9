#pragma once

#include <iostream>
#include <span>
#include <string>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"

/// Commands whose first word is an action: `opalite dataset list`.
namespace infra::cli {

/// `Options` has a member `client`, and `words` for what stands behind the action.
template <class Options>
struct Action {
    const char* name;
    const char* summary;
    domain::base::Result<void> (*run)(const Options&);
};

/// One line for each action.
template <class Options>
std::string describe_actions(std::span<const Action<Options>> actions) {
    std::string text;
    for (const auto& action : actions) {
        const std::string name = action.name;
        text += "  " + name + std::string(10 - name.size(), ' ') + action.summary + "\n";
    }
    return text;
}

/// Reads options and words, and does what the first word says. `specs` gives the options' specs.
template <class Options>
ExitStatus run_actions(const std::string& command, std::span<const Action<Options>> actions,
                       std::vector<OptionSpec> (*specs)(Options&), const Words& words) {
    Options options;
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    const Action<Options>* wanted = nullptr;
    for (const auto& action : actions) {
        if (!parsed.positional.empty() && parsed.positional.front() == action.name) wanted = &action;
    }
    if (wanted != nullptr) options.words.assign(parsed.positional.begin() + 1, parsed.positional.end());
    else parsed.mistakes.push_back(parsed.positional.empty() ? "the action is missing" : "unknown action: " + parsed.positional.front());
    check_caller(options.client, parsed.mistakes);
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, command);
    const auto done = wanted->run(options);
    std::cout.flush();
    return done ? ExitStatus::kSuccess : failure(done.error().message());
}

}  // namespace infra::cli
