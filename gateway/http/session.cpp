#include "gateway/http/session.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <random>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>

#include "gateway/http/content_coding.hpp"
#include "gateway/http/problem.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::http {

namespace asio = boost::asio;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

constexpr std::chrono::seconds kLingerTime{2};
/// Authentication may ask PostgreSQL once; a request must not hang on it.
constexpr std::chrono::seconds kAdmissionTime{10};
constexpr std::size_t kRequestIdLengthMax = 64;
/// Reading so much of an unwanted body is cheaper than a new connection.
constexpr std::size_t kDiscardBytesMax = 64 * domain::base::limits::kKiB;

/// Eight digits of this process, eight of the request: unique enough to find one request in the logs of a week.
std::string next_request_id() {
    static const auto process = static_cast<std::uint32_t>(std::random_device{}());
    static std::atomic<std::uint32_t> count{0};
    std::array<char, 20> text{};
    std::snprintf(text.data(), text.size(), "%08x%08x", process, count.fetch_add(1, std::memory_order_relaxed));
    return text.data();
}

bool is_request_id(std::string_view text) {
    if (text.empty() || text.size() > kRequestIdLengthMax) return false;
    for (const char c : text) {
        const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                          c == '_' || c == '.';
        if (!fine) return false;
    }
    return true;
}

bool is_cancellation(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const boost::system::system_error& error) {
        return error.code() == asio::error::operation_aborted;
    } catch (...) {
        return false;
    }
}

std::string describe(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (...) {
        return "unknown exception";
    }
}

Error interrupted(Interruption reason) {
    if (reason == Interruption::kExpired) {
        return Error(ErrorCode::kDeadlineExceeded, "the request took too long; it may still take effect");
    }
    return Error(ErrorCode::kUnavailable, "the server is shutting down; the request may still take effect");
}

/// What came of guarded(): a value, or why there is none.
template <class Value>
struct Guarded {
    Guarded() : error(ErrorCode::kInternal, "not run") {}
    std::optional<Value> value;
    Error error;
};

/// Runs what may suspend for long under the connection's watch: the client's leaving, the deadline and the shutdown cancel
/// it. An interruption and an exception come out as an Error.
template <class Value, class Start>
Task<Guarded<Value>> guarded(Connection& connection, Connection::Watch watch,
                             std::chrono::steady_clock::time_point deadline, Start start, std::string& failure_text) {
    std::exception_ptr failure;
    Guarded<Value> outcome;
    connection.begin_handling(deadline, watch);
    try {
        Value made = co_await start();
        outcome.value.emplace(std::move(made));
    } catch (...) {
        failure = std::current_exception();
    }
    const Interruption reason = connection.end_handling();
    if (reason != Interruption::kNone) {
        co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
    }
    if (failure && reason != Interruption::kNone && is_cancellation(failure)) {
        outcome.error = interrupted(reason);
    } else if (failure) {
        failure_text = describe(failure);
        outcome.error = Error(ErrorCode::kInternal, failure_text);
    }
    co_return std::move(outcome);
}

}  // namespace

Session::Session(std::shared_ptr<Connection> connection, SessionServices& services)
    : connection_(std::move(connection)), services_(services) {}

void Session::begin_drain(const std::shared_ptr<Session>& self) {
    asio::post(connection_->strand(), [self] {
        if (self->idle_) self->connection_->interrupt(Interruption::kShutdown);
    });
}

void Session::interrupt(const std::shared_ptr<Session>& self) {
    asio::post(connection_->strand(), [self] { self->connection_->interrupt(Interruption::kShutdown); });
}

Task<void> Session::run() {
    connection_->expire_after(services_.limits.header_timeout);
    const bool ready = co_await connection_->handshake();
    if (ready) {
        while (co_await serve_one()) {
        }
        if (must_linger_ || connection_->secure()) co_await connection_->linger(kLingerTime);
    }
    connection_->close();
}

Task<bool> Session::serve_one() {
    HeadParser parser(services_.limits.header_bytes_max);
    Exchange exchange;
    auto refusal = co_await read_head(parser);
    exchange.began = Clock::now();
    if (refusal) {
        exchange.id = next_request_id();
        exchange.keep_alive = false;
        must_linger_ = true;
        co_return co_await respond(std::move(*refusal), exchange);
    }
    if (connection_->interruption() != Interruption::kNone || idle_) co_return false;
    Response response = co_await answer(parser.head(), exchange);
    const bool sent = co_await respond(std::move(response), exchange);
    idle_ = true;
    co_return sent && exchange.keep_alive && !services_.draining.load(std::memory_order_relaxed);
}

/// Leaves idle_ false when a head is there; nothing and idle_ true mean that the client is gone.
Task<std::optional<Response>> Session::read_head(HeadParser& parser) {
    idle_ = true;
    connection_->expire_after(services_.limits.idle_timeout);
    for (;;) {
        if (!connection_->buffered().empty()) {
            if (idle_) connection_->expire_after(services_.limits.header_timeout);
            idle_ = false;
            std::size_t consumed = 0;
            const HeadParser::Status status = parser.parse(connection_->buffered(), consumed);
            connection_->consume(consumed);
            if (status == HeadParser::Status::kComplete) co_return std::nullopt;
            if (status == HeadParser::Status::kTooLarge) co_return problem(431, "request head is too large");
            if (status == HeadParser::Status::kMalformed) {
                co_return problem(400, "malformed request: " + parser.fault());
            }
        }
        const bool more = co_await connection_->fill();
        if (!more) {
            idle_ = true;
            co_return std::nullopt;
        }
    }
}

Task<Response> Session::answer(RequestHead& head, Exchange& exchange) {
    exchange.head_only = head.method == Method::kHead;
    exchange.old_protocol = head.version < 11;
    exchange.keep_alive = head.keep_alive;
    exchange.method = name(head.method);
    exchange.body_unread = head.chunked || head.content_length.value_or(0) > 0;
    auto request = Request::make(head.method, head.target, std::move(head.headers), services_.router.service_domain());
    if (!request) {
        exchange.id = next_request_id();
        exchange.keep_alive = exchange.keep_alive && !exchange.body_unread;
        co_return problem(request.error());
    }
    const std::string_view named = request->header("x-request-id");
    exchange.id = is_request_id(named) ? std::string(named) : next_request_id();
    exchange.gzip_accepted = services_.limits.compress_responses && accepts_gzip(request->header("accept-encoding"));
    request->set_id(exchange.id);
    request->set_connection(connection_->peer(), connection_->secure());
    RequestContext context(std::move(*request));
    Response response = co_await admit_and_handle(head, exchange, context);
    if (exchange.body_unread && exchange.keep_alive) {
        const auto length = head.content_length.value_or(connection_->buffered().size());
        // A client that waits for 100 Continue may or may not send its body now: only closing is unambiguous.
        if (head.chunked || head.expects_continue || length > kDiscardBytesMax) exchange.keep_alive = false;
        else co_await discard_body(static_cast<std::size_t>(length));
    }
    must_linger_ = must_linger_ || (exchange.body_unread && !exchange.keep_alive);
    co_return response;
}

Task<Response> Session::admit_and_handle(RequestHead& head, Exchange& exchange, RequestContext& context) {
    const std::string_view expectation = context.request().header("expect");
    if (!expectation.empty() && !head.expects_continue && head.version >= 11) {
        co_return problem(417, "cannot meet the expectation: " + std::string(expectation));
    }
    Router::Admission admission = co_await admit(context, exchange);
    if (admission.refused) co_return std::move(*admission.refused);
    exchange.route = admission.route;
    if (exchange.body_unread) {
        auto refused = co_await receive_body(head, *admission.route, context, exchange);
        if (refused) co_return std::move(*refused);
    }
    co_return co_await handle(*admission.route, context, exchange);
}

Task<Router::Admission> Session::admit(RequestContext& context, Exchange& exchange) {
    auto start = [this, &context] { return services_.router.admit(context); };
    auto admission = co_await guarded<Router::Admission>(*connection_, Connection::Watch::kNothing,
                                                         Clock::now() + kAdmissionTime, std::move(start),
                                                         exchange.failure);
    if (admission.value) co_return std::move(*admission.value);
    Router::Admission refusal(problem(admission.error));
    co_return refusal;
}

Task<Response> Session::handle(const Route& route, RequestContext& context, Exchange& exchange) {
    exchange.deadline = Clock::now() + route.deadline;
    context.set_deadline(exchange.deadline);
    auto start = [&route, &context] { return route.handler(context); };
    auto outcome = co_await guarded<Result<Response>>(*connection_, Connection::Watch::kClient, exchange.deadline,
                                                       std::move(start), exchange.failure);
    if (!outcome.value) {
        // The response must still go out when the deadline is over.
        exchange.deadline = Clock::time_point::max();
        co_return problem(outcome.error);
    }
    Result<Response>& response = *outcome.value;
    if (response) co_return std::move(*response);
    exchange.failure = response.error().message();
    co_return problem(response.error());
}

void Session::report(const Exchange& exchange, int status, bool complete) {
    const auto duration = Clock::now() - exchange.began;
    services_.metrics.record(exchange.route, status, duration, exchange.bytes_in, exchange.bytes_out);
    if (status < 400 && complete) return;
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
    const auto route = exchange.route != nullptr ? exchange.route->pattern : std::string_view("none");
    const auto text = complete ? "request failed" : "response was cut off";
    if (status >= 500) {
        services_.log.warn(text, {{"request", exchange.id}, {"method", exchange.method}, {"route", route},
                                  {"status", status}, {"ms", milliseconds}, {"peer", connection_->peer()},
                                  {"reason", exchange.failure}});
    } else {
        services_.log.info(text, {{"request", exchange.id}, {"method", exchange.method}, {"route", route},
                                  {"status", status}, {"ms", milliseconds}, {"peer", connection_->peer()},
                                  {"reason", exchange.failure}});
    }
}

}  // namespace gateway::http
