#include "infra/postgres/server_process.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

namespace infra::postgres {
namespace {

namespace fs = std::filesystem;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

constexpr int kDirectoryDescriptor = 3;
constexpr std::chrono::milliseconds kServerPollInterval{10};

/// Becomes the user for good. The system calls themselves: after a fork in a program with threads, the library's wrappers,
/// which tell all threads, must not be used.
bool become(const ServerUser& user) {
    if (!user.switches) return true;
    return syscall(SYS_setgroups, 0, nullptr) == 0 && syscall(SYS_setresgid, user.gid, user.gid, user.gid) == 0 &&
           syscall(SYS_setresuid, user.uid, user.uid, user.uid) == 0;
}

bool has_server(const fs::path& folder) {
    return access((folder / "postgres").c_str(), X_OK) == 0 && access((folder / "initdb").c_str(), X_OK) == 0;
}

/// Runs in the child between fork and exec: system calls only.
[[noreturn]] void become_program(const ServerUser& user, int directory, int log, char* const* arguments,
                                 char* const* environment) {
    const int null = open("/dev/null", O_RDWR);
    setsid();
    // Copies without close-on-exec; the directory last, in case its number is one of the first three.
    const int moved = fcntl(directory, F_DUPFD, 10);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    dup2(moved, kDirectoryDescriptor);
    close_range(kDirectoryDescriptor + 1, ~0U, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (!become(user) || chdir("/") != 0) _exit(126);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

std::string reason() { return std::strerror(errno); }

}  // namespace

Result<fs::path> find_server_programs(int major) {
    std::vector<std::pair<int, fs::path>> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
        const int version = std::atoi(entry.path().filename().c_str());
        if ((major == 0 || version == major) && has_server(entry.path() / "bin")) {
            found.emplace_back(version, entry.path() / "bin");
        }
    }
    if (!found.empty()) return std::max_element(found.begin(), found.end())->second;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && has_server(folder)) return fs::path(folder);
    }
    const std::string which = major == 0 ? "" : " " + std::to_string(major);
    return Error(ErrorCode::kUnavailable, "PostgreSQL" + which + " is not installed; install postgresql-15 or give --database");
}

Result<ServerUser> choose_server_user(const fs::path& directory) {
    struct stat state {};
    const bool exists = stat(directory.c_str(), &state) == 0;
    if (geteuid() != 0) {
        if (exists && state.st_uid != geteuid()) {
            return Error(ErrorCode::kPermissionDenied, "the private PostgreSQL cluster belongs to the user id " +
                                                           std::to_string(state.st_uid) + ", not to " +
                                                           std::to_string(geteuid()) + ": " + directory.string());
        }
        return ServerUser{geteuid(), getegid(), false};
    }
    if (exists && state.st_uid != 0) return ServerUser{state.st_uid, state.st_gid, true};
    for (const char* name : {"postgres", "nobody"}) {
        if (const passwd* user = getpwnam(name); user != nullptr && user->pw_uid != 0) {
            return ServerUser{user->pw_uid, user->pw_gid, true};
        }
    }
    return Error(ErrorCode::kPermissionDenied, "PostgreSQL refuses to run as root, and there is no user postgres or nobody");
}

std::string directory_for(const fs::path& directory, const ServerUser& user) {
    if (!user.switches) return directory.string();
    const std::string path = directory.string();
    const pid_t child = fork();
    if (child == 0) _exit(become(user) && chdir(path.c_str()) == 0 ? 0 : 1);
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) return path;
    return "/proc/self/fd/" + std::to_string(kDirectoryDescriptor);
}

Result<pid_t> start_program(const ServerCommand& command) {
    const int directory = open(command.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int log = open(command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    std::vector<std::string> texts{command.program};
    texts.insert(texts.end(), command.arguments.begin(), command.arguments.end());
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    std::string path = "PATH=/usr/local/bin:/usr/bin:/bin";
    std::string locale = "LC_ALL=C";
    char* environment[] = {path.data(), locale.data(), nullptr};

    pid_t child = -1;
    if (directory >= 0 && log >= 0) {
        child = fork();
        if (child == 0) become_program(command.user, directory, log, arguments.data(), environment);
    }
    const std::string failure = child < 0 ? reason() : "";
    if (directory >= 0) close(directory);
    if (log >= 0) close(log);
    if (child < 0) return Error(ErrorCode::kUnavailable, "cannot start " + command.program + ": " + failure);
    return child;
}

std::optional<int> exit_status(pid_t child) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == 0) return std::nullopt;
    if (ended < 0) return 1;  // someone else took its status; it is gone
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::optional<int> wait_for_exit(pid_t child, std::chrono::milliseconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    for (;;) {
        if (const auto status = exit_status(child)) return status;
        if (std::chrono::steady_clock::now() >= until) return std::nullopt;
        std::this_thread::sleep_for(kServerPollInterval);
    }
}

std::optional<pid_t> running_postmaster(const fs::path& data) {
    std::ifstream file(data / "postmaster.pid");
    pid_t pid = 0;
    if (!(file >> pid) || pid <= 1) return std::nullopt;
    // The number may belong to another process by now; a postmaster works in its data directory.
    struct stat working {};
    struct stat expected {};
    const std::string link = "/proc/" + std::to_string(pid) + "/cwd";
    if (stat(link.c_str(), &working) != 0 || stat(data.c_str(), &expected) != 0) return std::nullopt;
    if (working.st_dev != expected.st_dev || working.st_ino != expected.st_ino) return std::nullopt;
    return pid;
}

}  // namespace infra::postgres
