#pragma once

#include <string>
#include <vector>

namespace infra::cli {

/// Exit statuses of every command (spec: running.md).
enum class ExitStatus : int { kSuccess = 0, kFailure = 1, kUsage = 2 };

using Words = std::vector<std::string>;

/// One function for each subcommand: takes the words behind its name, prints to standard output, reports mistakes to standard
/// error.
ExitStatus run_serve(const Words& words);
ExitStatus run_gateway(const Words& words);
ExitStatus run_consumers(const Words& words);
ExitStatus run_migrate(const Words& words);
ExitStatus run_rebuild(const Words& words);
ExitStatus run_admin(const Words& words);
ExitStatus run_ingest(const Words& words);
ExitStatus run_query(const Words& words);
ExitStatus run_explain(const Words& words);
ExitStatus run_tail(const Words& words);
ExitStatus run_dataset(const Words& words);
ExitStatus run_reference_table(const Words& words);
ExitStatus run_login(const Words& words);
ExitStatus run_fmt(const Words& words);

/// Help texts of the commands, for `opalite help COMMAND`.
std::string help_serve();
std::string help_migrate();
std::string help_rebuild();
std::string help_admin();
std::string help_ingest();
std::string help_query();
std::string help_explain();
std::string help_tail();
std::string help_dataset();
std::string help_reference_table();
std::string help_login();
std::string help_fmt();

/// Prints each mistake on a line of its own and gives kUsage.
ExitStatus usage_error(const std::vector<std::string>& mistakes, const std::string& command);
/// Prints one line and gives kFailure.
ExitStatus failure(const std::string& message);

}  // namespace infra::cli
