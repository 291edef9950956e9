#include "tests/contract/eventlog/writer_process.hpp"

#include <cstdlib>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests::contract {
namespace {

pid_t start(const std::vector<std::string>& arguments, int output) {
    const char* program = std::getenv("OPALITE_TEST_EVENTLOG_WRITER");
    if (program == nullptr) FAIL("OPALITE_TEST_EVENTLOG_WRITER does not name the writer program");
    std::vector<char*> argv{const_cast<char*>(program)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    pid_t child = 0;
    const int failed = posix_spawn(&child, program, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) FAIL("cannot start the writer program");
    return child;
}

}  // namespace

std::vector<std::string> run_and_kill_writer(const std::vector<std::string>& arguments, std::size_t confirmed) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) FAIL("cannot make a pipe");
    const pid_t child = start(arguments, ends[1]);
    ::close(ends[1]);
    std::vector<std::string> ids;
    std::string line;
    bool killed = false;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        for (const char c : std::string_view(buffer, static_cast<std::size_t>(got))) {
            if (c != '\n') line += c;
            else ids.push_back(std::exchange(line, {}));
        }
        if (!killed && ids.size() >= confirmed) killed = ::kill(child, SIGKILL) == 0;
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!killed) FAIL("the writer program ended by itself after " << ids.size() << " records");
    return ids;
}

}  // namespace tests::contract
