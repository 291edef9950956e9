#include "infra/postgres/private_cluster.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <optional>
#include <thread>

#include <libpq-fe.h>
#include <pqxx/pqxx>
#include <xxhash.h>

#include "infra/postgres/pg_error.hpp"
#include "infra/postgres/server_process.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::postgres {
namespace {

namespace fs = std::filesystem;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPollInterval{20};
constexpr std::chrono::seconds kFastShutdown{20};
constexpr std::chrono::seconds kSilence{10};  // a server that answers nothing for so long is started again
constexpr std::uintmax_t kLogBytesMax = 10'000'000;

const telemetry::Logger kClusterLog("infra/postgres");

Error failed(const std::string& what) {
    return Error(ErrorCode::kUnavailable, "private PostgreSQL cluster: " + what);
}

std::string last_lines(const fs::path& file) {
    std::ifstream log(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(log, line);) {
        lines.push_back(line);
        if (lines.size() > 3) lines.pop_front();
    }
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : " | ") + line;
    return text;
}

/// The server's settings that are ours, as options so that a new version of the program brings new ones along.
std::vector<std::string> settings(const std::string& sockets) {
    std::vector<std::string> arguments{"-k", sockets};
    for (const char* setting :
         {"listen_addresses=", "unix_socket_permissions=0700", "max_connections=64", "shared_buffers=128MB", "fsync=on",
          "synchronous_commit=on", "wal_level=minimal", "max_wal_senders=0", "checkpoint_timeout=15min",
          "max_wal_size=1GB", "jit=off", "logging_collector=off", "log_min_messages=warning", "timezone=UTC"}) {
        arguments.insert(arguments.end(), {"-c", setting});
    }
    return arguments;
}

}  // namespace

struct PrivateCluster::State {
    fs::path directory;  // DIR/postgres, absolute
    fs::path data;
    fs::path log;
    fs::path sockets;
    ServerUser user;
    Clock::time_point until;
    std::string url;
    int lock = -1;
    bool owner = false;
    std::optional<pid_t> child;  // the server, when this process started it

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (lock >= 0) close(lock);
    }

    std::string conninfo(const std::string& database, const std::string& role) const {
        return "postgresql:///" + database + "?host=" + sockets.string() + "&user=" + role + "&connect_timeout=5";
    }
    bool answers() const { return PQping(conninfo("postgres", "postgres").c_str()) == PQPING_OK; }
    bool silent() const {
        return PQping(conninfo("postgres", "postgres").c_str()) == PQPING_NO_RESPONSE;
    }
    bool late() const { return Clock::now() >= until; }

    Result<void> prepare(const fs::path& data_directory);
    Result<void> prepare_sockets();
    Result<void> take_lock();
    Result<void> initialize(const fs::path& programs);
    Result<void> run_server();
    Result<bool> wait_until_ready(pid_t server);
    Result<void> bring_up();
    Result<void> create_database();
    void stop_server(pid_t server);
};

Result<void> PrivateCluster::State::prepare(const fs::path& data_directory) {
    std::error_code failure;
    directory = fs::absolute(data_directory, failure).lexically_normal() / "postgres";
    fs::create_directories(directory, failure);
    if (failure) return failed("cannot create " + directory.string() + ": " + failure.message());
    data = directory / "data";
    log = directory / "log";
    const auto chosen = choose_server_user(fs::exists(data, failure) ? data : directory);
    if (!chosen) return chosen.error();
    user = *chosen;
    if (chmod(directory.c_str(), 0700) != 0 || (user.switches && chown(directory.c_str(), user.uid, user.gid) != 0)) {
        return failed("cannot hand over " + directory.string() + ": " + std::strerror(errno));
    }
    if (fs::file_size(log, failure) > kLogBytesMax && !failure) fs::rename(log, directory / "log.1", failure);
    return prepare_sockets();
}

/// A socket's path has at most 107 bytes, so it cannot stand below any data directory.
Result<void> PrivateCluster::State::prepare_sockets() {
    const std::string path = directory.string();
    char name[64];
    std::snprintf(name, sizeof name, "/tmp/opalite-%u-%016llx", static_cast<unsigned>(user.uid),
                  static_cast<unsigned long long>(XXH3_64bits(path.data(), path.size())));
    sockets = name;
    if (mkdir(name, 0700) == 0) {
        if (user.switches && lchown(name, user.uid, user.gid) != 0) return failed("cannot hand over " + sockets.string());
    }
    struct stat state {};
    const bool ours = lstat(name, &state) == 0 && S_ISDIR(state.st_mode) && state.st_uid == user.uid &&
                      (state.st_mode & 077) == 0;
    if (!ours) return failed("the socket folder exists and is not ours, remove it: " + sockets.string());
    return {};
}

Result<void> PrivateCluster::State::take_lock() {
    lock = open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) return failed("cannot open the lock: " + std::string(std::strerror(errno)));
    owner = flock(lock, LOCK_EX | LOCK_NB) == 0;
    return {};
}

Result<void> PrivateCluster::State::initialize(const fs::path& programs) {
    std::error_code failure;
    if (fs::exists(data / "PG_VERSION", failure)) return {};
    kClusterLog.info("creating the private cluster", {{"directory", directory.string()}});
    fs::remove_all(directory / "data.new", failure);
    ServerCommand command;
    command.program = (programs / "initdb").string();
    command.arguments = {"-D", directory_for(directory, user) + "/data.new", "-U", "postgres", "--auth-local=trust",
                         "--auth-host=reject", "--encoding=UTF8", "--no-locale", "--data-checksums",
                         "--no-instructions"};
    command.directory = directory;
    command.log = log;
    command.user = user;
    const auto child_process = start_program(command);
    if (!child_process) return child_process.error();
    const auto status = wait_for_exit(*child_process, std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()));
    if (!status) {
        kill(*child_process, SIGKILL);
        wait_for_exit(*child_process, std::chrono::seconds(5));
        return failed("initdb took too long");
    }
    if (*status != 0) return failed("initdb failed: " + last_lines(log));
    fs::rename(directory / "data.new", data, failure);
    if (failure) return failed("cannot rename data.new: " + failure.message());
    return {};
}

/// Starts the server. Right after a postmaster was killed its children may still hold the shared memory for a moment; the
/// new one then gives up at once, and is tried again.
Result<void> PrivateCluster::State::run_server() {
    std::ifstream version(data / "PG_VERSION");
    int major = 0;
    version >> major;
    const auto programs = find_server_programs(major);
    if (!programs) return programs.error();
    ServerCommand command;
    command.program = (*programs / "postgres").string();
    command.arguments = {"-D", directory_for(directory, user) + "/data"};
    const auto options = settings(sockets.string());
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.directory = directory;
    command.log = log;
    command.user = user;
    const auto started = Clock::now();
    for (;;) {
        // A process that only has the number of the dead server would keep PostgreSQL from starting.
        if (!running_postmaster(data)) unlink((data / "postmaster.pid").c_str());
        if (auto prepared = prepare_sockets(); !prepared) return prepared.error();
        const auto server = start_program(command);
        if (!server) return server.error();
        child = *server;
        const auto ready = wait_until_ready(*server);
        if (!ready) return ready.error();
        if (*ready) return {};
        child.reset();
        if (late() || Clock::now() - started > std::chrono::seconds(15)) {
            return failed("the server did not start: " + last_lines(log));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

/// True once it takes connections, false when it ended or stays silent.
Result<bool> PrivateCluster::State::wait_until_ready(pid_t server) {
    auto heard = Clock::now();
    while (!late()) {
        if (answers()) return true;
        if (child && exit_status(*child)) return false;
        if (!child && running_postmaster(data) != server) return false;
        // Recovery after a crash can take long, but the server says so.
        if (!silent()) heard = Clock::now();
        if (!child && Clock::now() - heard > kSilence) return false;
        std::this_thread::sleep_for(kPollInterval);
    }
    return failed("the server is not ready in time: " + last_lines(log));
}

Result<void> PrivateCluster::State::bring_up() {
    while (!late()) {
        if (const auto server = running_postmaster(data)) {
            const auto ready = wait_until_ready(*server);
            if (!ready) return ready.error();
            if (*ready) return {};
            if (owner && running_postmaster(data) == server) stop_server(*server);
            continue;
        }
        if (owner || flock(lock, LOCK_EX | LOCK_NB) == 0) {
            owner = true;
            const auto programs = find_server_programs(0);
            if (!programs) return programs.error();
            if (auto made = initialize(*programs); !made) return made.error();
            return run_server();
        }
        // Another process is about to start it.
        std::this_thread::sleep_for(kPollInterval);
    }
    return failed("another process holds the lock and starts no server");
}

Result<void> PrivateCluster::State::create_database() {
    try {
        pqxx::connection connection(conninfo("postgres", "postgres"));
        pqxx::nontransaction statements(connection);
        // Two processes may come here at once; the lock ends with the session.
        statements.exec("select pg_advisory_lock(31370281977870438)");
        if (statements.exec("select from pg_roles where rolname = 'opalite'").empty()) {
            statements.exec("create role opalite login nosuperuser nobypassrls");
        }
        if (statements.exec("select from pg_database where datname = 'opalite'").empty()) {
            statements.exec("create database opalite owner opalite");
        }
        return {};
    } catch (...) {
        return current_error("create the database opalite");
    }
}

void PrivateCluster::State::stop_server(pid_t server) {
    const auto gone = [&](std::chrono::milliseconds limit) {
        if (child == server) return wait_for_exit(server, limit).has_value();
        for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(kPollInterval)) {
            if (running_postmaster(data) != server) return true;
        }
        return false;
    };
    kill(server, SIGINT);
    if (gone(kFastShutdown)) return;
    kClusterLog.warn("the private cluster does not stop, ending it at once", {{"pid", server}});
    kill(server, SIGQUIT);
    gone(std::chrono::seconds(5));
}

Result<std::unique_ptr<PrivateCluster>> PrivateCluster::start(const fs::path& data_directory,
                                                              std::chrono::milliseconds patience) {
    auto state = std::make_unique<State>();
    state->until = Clock::now() + patience;
    if (auto prepared = state->prepare(data_directory); !prepared) return prepared.error();
    if (auto locked = state->take_lock(); !locked) return locked.error();
    auto up = state->bring_up();
    if (up) up = state->create_database();
    if (!up) {
        if (state->owner && state->child) state->stop_server(*state->child);
        return up.error();
    }
    state->url = "postgresql:///opalite?host=" + state->sockets.string() + "&user=opalite";
    return std::unique_ptr<PrivateCluster>(new PrivateCluster(std::move(state)));
}

PrivateCluster::PrivateCluster(std::unique_ptr<State> state) : state_(std::move(state)) {}

PrivateCluster::~PrivateCluster() { stop(); }

const std::string& PrivateCluster::url() const { return state_->url; }

void PrivateCluster::stop() {
    if (!state_->owner) return;
    state_->owner = false;
    if (const auto server = running_postmaster(state_->data)) state_->stop_server(*server);
    rmdir(state_->sockets.c_str());
    // Whoever starts it next, this process included, may.
    flock(state_->lock, LOCK_UN);
}

}  // namespace infra::postgres
