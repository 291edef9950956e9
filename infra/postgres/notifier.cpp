#include "infra/postgres/notifier.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include <libpq-fe.h>

#include "infra/postgres/connection_pool.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::postgres {
namespace {

constexpr int kHeartbeatMilliseconds = 1000;
constexpr int kRetryMillisecondsMax = 1000;

const telemetry::Logger kLog("infra/postgres");

struct CloseConnection {
    void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct FreeMemory {
    void operator()(PGnotify* notification) const { PQfreemem(notification); }
};
struct ClearResult {
    void operator()(PGresult* result) const { PQclear(result); }
};

}  // namespace

struct Notifier::Session {
    explicit Session(const std::string& conninfo) : connection(PQconnectdb(conninfo.c_str())) {}
    bool good() const { return PQstatus(connection.get()) == CONNECTION_OK; }
    bool execute(const std::string& statement) {
        const std::unique_ptr<PGresult, ClearResult> result(PQexec(connection.get(), statement.c_str()));
        return PQresultStatus(result.get()) == PGRES_COMMAND_OK;
    }

    std::unique_ptr<PGconn, CloseConnection> connection;
    bool asked = false;  // a heartbeat is under way
};

Notifier::Notifier(std::string url, std::string name)
    : conninfo_([&] {
          auto conninfo = with_connection_defaults(url);
          return conninfo ? *conninfo : url;
      }()),
      name_(std::move(name)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (wake_ < 0) throw std::runtime_error("eventfd failed");
}

Notifier::~Notifier() {
    stop();
    close(wake_);
}

void Notifier::listen(std::string channel, Listener listener) { listeners_[std::move(channel)] = std::move(listener); }

void Notifier::start() {
    thread_ = std::thread([this] { run(); });
}

void Notifier::stop() {
    stopping_ = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    if (thread_.joinable()) thread_.join();
}

void Notifier::run() {
    int pause = 50;
    while (!stopping_) {
        Session session(conninfo_);
        bool listening = session.good();
        // Named before it listens: whoever counts listeners misses none.
        if (!name_.empty()) listening = listening && session.execute("set application_name = '" + name_ + "'");
        for (const auto& [channel, listener] : listeners_) {
            listening = listening && session.execute("listen \"" + channel + "\"");
        }
        if (listening) {
            pause = 50;
            connected_ = true;
            for (const auto& [channel, listener] : listeners_) listener.began();
            follow(session);
            connected_ = false;
            for (const auto& [channel, listener] : listeners_) listener.ended();
        }
        if (stopping_) break;
        kLog.warn("no notifications from postgresql, connecting again", {{"retry_ms", pause}});
        if (!wait_to_retry(pause)) break;
        pause = std::min(pause * 2, kRetryMillisecondsMax);
    }
}

bool Notifier::wait_to_retry(int milliseconds) {
    pollfd wake{wake_, POLLIN, 0};
    poll(&wake, 1, milliseconds);
    return !stopping_;
}

/// Returns when the connection is lost or stop() was called.
void Notifier::follow(Session& session) {
    PGconn* connection = session.connection.get();
    while (!stopping_) {
        dispatch(session);
        pollfd events[] = {{PQsocket(connection), POLLIN, 0}, {wake_, POLLIN, 0}};
        const int ready = poll(events, 2, kHeartbeatMilliseconds);
        if (ready == 0) {
            // Silence: ask. When the last question has no answer yet, the peer is gone.
            if (session.asked || PQsendQuery(connection, "select 1") == 0) return;
            session.asked = true;
        } else if (events[0].revents != 0) {
            if (PQconsumeInput(connection) == 0) return;
        }
    }
}

void Notifier::dispatch(Session& session) {
    PGconn* connection = session.connection.get();
    while (session.asked && PQisBusy(connection) == 0) {
        const std::unique_ptr<PGresult, ClearResult> result(PQgetResult(connection));
        if (!result) session.asked = false;
    }
    while (const std::unique_ptr<PGnotify, FreeMemory> notification{PQnotifies(connection)}) {
        const auto listener = listeners_.find(std::string_view(notification->relname));
        if (listener != listeners_.end()) listener->second.received(notification->extra);
    }
}

}  // namespace infra::postgres
