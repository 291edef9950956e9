// opalite: one binary, subcommands. Started as opalite-gateway or opalite-consumers it is that role alone.
#include <csignal>
#include <filesystem>
#include <functional>
#include <iostream>

#include "infra/cli/commands.hpp"
#include "infra/cli/options.hpp"

namespace infra::cli {
namespace {

struct Command {
    std::string name;
    std::string summary;
    std::function<ExitStatus(const Words&)> run;
    std::function<std::string()> help;
};

const std::vector<Command>& commands() {
    static const std::vector<Command> table = {
        {"serve", "gateway and consumers in one process", run_serve, help_serve},
        {"gateway", "the gateway alone", run_gateway, help_serve},
        {"consumers", "the consumers alone", run_consumers, help_serve},
        {"migrate", "applies the schema migrations", run_migrate, help_migrate},
        {"rebuild", "rebuilds projections and segments from the log", run_rebuild, help_rebuild},
        {"admin", "creates tenants, users, datastreams and tokens", run_admin, help_admin},
        {"ingest", "sends files or standard input", run_ingest, help_ingest},
        {"query", "runs an OPAL pipeline", run_query, help_query},
        {"explain", "tells how a pipeline would be run", run_explain, help_explain},
        {"tail", "prints rows as they land", run_tail, help_tail},
        {"dataset", "saves, lists, shows and deletes datasets", run_dataset, help_dataset},
        {"reference-table", "uploads, replaces, lists, shows and deletes tables", run_reference_table, help_reference_table},
        {"login", "gets and stores an access key", run_login, help_login},
        {"fmt", "formats OPAL scripts", run_fmt, help_fmt},
    };
    return table;
}

const Command* find(const std::string& name) {
    for (const Command& command : commands()) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

std::string overview() {
    constexpr std::size_t kNameWidth = 17;
    std::string text = "opalite: a self-hosted observability data service\n\nusage: opalite COMMAND [OPTIONS]\n\n";
    for (const Command& command : commands()) {
        text += "  " + command.name + std::string(kNameWidth - command.name.size(), ' ') + command.summary + "\n";
    }
    return text + "  help             `opalite help COMMAND` documents the command and all its options\n";
}

ExitStatus unknown_command(const std::string& name) {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.push_back(command.name);
    const std::string neighbour = nearest(name, names);
    return usage_error({"unknown command: " + name + (neighbour.empty() ? "" : "; did you mean " + neighbour + "?")}, "");
}

ExitStatus help(const Words& words) {
    if (words.empty()) {
        std::cout << overview();
        return ExitStatus::kSuccess;
    }
    const Command* command = find(words.front());
    if (command == nullptr) return unknown_command(words.front());
    std::cout << command->help();
    return ExitStatus::kSuccess;
}

ExitStatus dispatch(const std::string& program, Words words) {
    if (program == "opalite-gateway") return run_gateway(words);
    if (program == "opalite-consumers") return run_consumers(words);
    if (words.empty()) {
        std::cerr << overview();
        return ExitStatus::kUsage;
    }
    const std::string name = words.front();
    words.erase(words.begin());
    if (name == "help" || name == "--help" || name == "-h") return help(words);
    if (name == "--version") {
        std::cout << "opalite " OPALITE_VERSION "\n";
        return ExitStatus::kSuccess;
    }
    const Command* command = find(name);
    if (command == nullptr) return unknown_command(name);
    if (!words.empty() && (words.front() == "--help" || words.front() == "-h")) return help({name});
    return command->run(words);
}

}  // namespace

}  // namespace infra::cli

int main(int argc, char** argv) {
    // A client or pipe that goes away is an error code of the write, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
    const std::string program = std::filesystem::path(argv[0]).filename();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        return static_cast<int>(infra::cli::dispatch(program, words));
    } catch (const std::exception& exception) {
        std::cerr << "opalite: " << exception.what() << '\n';
        return 1;
    }
}
