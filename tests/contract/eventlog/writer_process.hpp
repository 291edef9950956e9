#pragma once

#include <string>
#include <vector>

namespace tests::contract {

/// Runs eventlog_writer and kills it with SIGKILL once it has reported `confirmed` records; gives all ids it reported,
/// also those that were on their way to us at that moment.
std::vector<std::string> run_and_kill_writer(const std::vector<std::string>& arguments, std::size_t confirmed);

}  // namespace tests::contract
