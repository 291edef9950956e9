#include "gateway/http/server.hpp"

#include <optional>
#include <string_view>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/http/session_table.hpp"
#include "infra/runtime/task_group.hpp"

namespace gateway::http {

namespace asio = boost::asio;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Transport::Executor>;

/// How long accepting rests when the process has no descriptor left.
constexpr std::chrono::milliseconds kAcceptPause{100};

constexpr std::string_view kOverloaded =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 52\r\nRetry-After: 1\r\n"
    "Connection: close\r\n\r\n"
    R"({"ok":false,"message":"too many connections, retry"})";

Error cannot_listen(const std::string& address, std::uint16_t port, const std::string& reason) {
    return Error(ErrorCode::kUnavailable,
                 "cannot listen on " + address + ":" + std::to_string(port) + ": " + reason);
}

}  // namespace

struct Server::State {
    State(asio::io_context& io, const Router& router, SlabPool& pool, infra::telemetry::Metrics& registry,
          const ServerLimits& limits)
        : context(io),
          metrics(registry, router),
          services{router, pool, metrics, limits},
          sessions(limits.connections_max),
          accepting(io, report_to(services.log)),
          sweeping(io, report_to(services.log)) {}

    static infra::runtime::TaskGroup::Report report_to(const infra::telemetry::Logger& log) {
        return [&log](const std::string& task, const std::string& what) {
            log.error("task ended", {{"task", task}, {"reason", what}});
        };
    }

    Task<void> accept(Acceptor& acceptor, std::shared_ptr<const TlsContext> tls);
    Task<void> sweep();
    void start(Transport::Socket socket, const std::shared_ptr<const TlsContext>& tls);
    void ended(const std::shared_ptr<Session>& session, const std::exception_ptr& failure);

    asio::io_context& context;
    AccessMetrics metrics;
    SessionServices services;
    SessionTable sessions;
    infra::runtime::TaskGroup accepting;
    infra::runtime::TaskGroup sweeping;
    bool sweeper_runs = false;
    bool drained = false;
};

Task<void> Server::State::accept(Acceptor& acceptor, std::shared_ptr<const TlsContext> tls) {
    asio::steady_timer pause(co_await asio::this_coro::executor);
    for (;;) {
        boost::system::error_code error;
        Transport::Socket socket(context);
        co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
        if (!error) {
            start(std::move(socket), tls);
        } else if (error == asio::error::operation_aborted) {
            co_return;
        } else if (error != asio::error::connection_aborted) {
            services.log.warn("cannot accept a connection", {{"reason", error.message()}});
            pause.expires_after(kAcceptPause);
            co_await pause.async_wait(asio::use_awaitable);
        }
    }
}

void Server::State::start(Transport::Socket socket, const std::shared_ptr<const TlsContext>& tls) {
    auto connection = std::make_shared<Connection>(asio::make_strand(context.get_executor()), std::move(socket), tls);
    auto session = std::make_shared<Session>(connection, services);
    if (!sessions.add(session)) {
        if (!connection->secure()) connection->refuse(kOverloaded);
        services.log.warn("connection refused, the table is full", {{"peer", connection->peer()}});
        return;
    }
    metrics.connections().add(1);
    auto completed = [this, session](const std::exception_ptr& failure) { ended(session, failure); };
    asio::co_spawn(connection->strand(), session->run(),
                   asio::bind_cancellation_slot(connection->slot(), std::move(completed)));
}

void Server::State::ended(const std::shared_ptr<Session>& session, const std::exception_ptr& failure) {
    session->connection().close();
    if (failure) {
        try {
            std::rethrow_exception(failure);
        } catch (const std::exception& exception) {
            services.log.error("session ended", {{"reason", exception.what()}});
        }
    }
    metrics.connections().add(-1);
    sessions.remove(session);
}

Task<void> Server::State::sweep() {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (;;) {
        timer.expires_after(services.limits.sweep_interval);
        co_await timer.async_wait(asio::use_awaitable);
        sessions.sweep(std::chrono::steady_clock::now());
    }
}

Server::Server(asio::io_context& context, const Router& router, SlabPool& pool, infra::telemetry::Metrics& metrics,
               ServerLimits limits)
    : state_(std::make_unique<State>(context, router, pool, metrics, limits)) {}

Server::~Server() { drain(std::chrono::milliseconds(0)); }

Result<std::uint16_t> Server::listen(const std::string& address, std::uint16_t port,
                                     std::shared_ptr<const TlsContext> tls) {
    boost::system::error_code error;
    const auto parsed = asio::ip::make_address(address, error);
    if (error) return cannot_listen(address, port, "not an IP address");
    const asio::ip::tcp::endpoint endpoint(parsed, port);
    // A coroutine's callable must be copyable, an acceptor is not.
    auto acceptor = std::make_shared<Acceptor>(state_->context);
    acceptor->open(endpoint.protocol(), error);
    if (!error) acceptor->set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor->bind(endpoint, error);
    if (!error) acceptor->listen(asio::socket_base::max_listen_connections, error);
    if (error) return cannot_listen(address, port, error.message());
    const std::uint16_t bound = acceptor->local_endpoint().port();
    state_->accepting.spawn("accept", [state = state_.get(), acceptor, tls = std::move(tls)] {
        return state->accept(*acceptor, tls);
    });
    if (!std::exchange(state_->sweeper_runs, true)) {
        state_->sweeping.spawn("sweep", [state = state_.get()] { return state->sweep(); });
    }
    return bound;
}

void Server::drain(std::chrono::milliseconds limit) {
    if (std::exchange(state_->drained, true)) return;
    state_->accepting.cancel();
    state_->accepting.wait();
    state_->services.draining.store(true);
    state_->sessions.begin_drain();
    if (!state_->sessions.wait_empty(limit)) {
        state_->services.log.warn("requests are cancelled", {{"connections", state_->sessions.size()}});
        state_->sessions.interrupt_all();
        state_->sessions.wait_empty();
    }
    state_->sweeping.cancel();
    state_->sweeping.wait();
}

std::size_t Server::connections() const { return state_->sessions.size(); }

}  // namespace gateway::http
