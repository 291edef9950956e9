#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/result.hpp"

namespace infra::postgres {

/// The system user that PostgreSQL's programs run as; they refuse to run as root.
struct ServerUser {
    uid_t uid = 0;
    gid_t gid = 0;
    bool switches = false;  ///< we are root, so the child changes to this user first
};

/// A program of PostgreSQL to start.
struct ServerCommand {
    std::string program;
    std::vector<std::string> arguments;
    std::filesystem::path directory;  ///< open as descriptor 3 in the child, see directory_for
    std::filesystem::path log;        ///< standard output and error are appended here
    ServerUser user;
};

/// Where PostgreSQL's programs are: the newest /usr/lib/postgresql/*/bin, or the one of `major` when that is not 0, or a
/// folder of PATH. Fails with kUnavailable.
domain::base::Result<std::filesystem::path> find_server_programs(int major);

/// Who the server runs as when its files are in `directory`: the owner of what is there, else we ourselves, or as root the
/// system user postgres or nobody. Fails with kPermissionDenied when the files belong to someone we cannot become.
domain::base::Result<ServerUser> choose_server_user(const std::filesystem::path& directory);

/// How the server names `directory` on its command line: by its path, or, when `user` may not walk there (a data directory
/// below /root), through descriptor 3, which start_program leaves open for the child.
std::string directory_for(const std::filesystem::path& directory, const ServerUser& user);

/// Starts a program in a session of its own, so that signals of our terminal do not reach it, with no descriptor of ours
/// but the three standard ones and `directory`. Fails with kUnavailable.
domain::base::Result<pid_t> start_program(const ServerCommand& command);

/// Exit status of a child, 128 + n when signal n ended it; nothing while it runs.
std::optional<int> exit_status(pid_t child);
/// Waits for a child; nothing when it still runs after `limit`.
std::optional<int> wait_for_exit(pid_t child, std::chrono::milliseconds limit);

/// The postmaster that serves `data`, whoever started it: the process that postmaster.pid names and that works there.
std::optional<pid_t> running_postmaster(const std::filesystem::path& data);

}  // namespace infra::postgres
