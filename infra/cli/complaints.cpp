#include <iostream>

#include "infra/cli/commands.hpp"

namespace infra::cli {

ExitStatus usage_error(const std::vector<std::string>& mistakes, const std::string& command) {
    for (const std::string& mistake : mistakes) std::cerr << "opalite: " << mistake << '\n';
    std::cerr << "see `opalite help" << (command.empty() ? "" : " " + command) << "`\n";
    return ExitStatus::kUsage;
}

ExitStatus failure(const std::string& message) {
    std::cerr << "opalite: " << message << '\n';
    return ExitStatus::kFailure;
}

}  // namespace infra::cli
