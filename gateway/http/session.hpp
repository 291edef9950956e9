#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "gateway/http/access_metrics.hpp"
#include "gateway/http/connection.hpp"
#include "gateway/http/gzip_encoder.hpp"
#include "gateway/http/head_parser.hpp"
#include "gateway/http/response.hpp"
#include "gateway/http/response_head.hpp"
#include "gateway/http/router.hpp"
#include "gateway/http/server.hpp"
#include "gateway/http/slab.hpp"
#include "infra/telemetry/log.hpp"

namespace gateway::http {

/// What all sessions of a server share.
struct SessionServices {
    const Router& router;
    SlabPool& pool;
    AccessMetrics& metrics;
    const ServerLimits limits;
    infra::telemetry::Logger log{"gateway/http"};
    std::atomic<bool> draining{false};
};

/// The requests of one connection, one after the other, until either side ends it. run() is the connection's coroutine;
/// begin_drain() and interrupt() may come from any thread.
class Session {
public:
    Session(std::shared_ptr<Connection> connection, SessionServices& services);

    domain::base::Task<void> run();

    Connection& connection() { return *connection_; }
    /// Closes the connection now when it waits for a request, else after the present one.
    void begin_drain(const std::shared_ptr<Session>& self);
    void interrupt(const std::shared_ptr<Session>& self);

private:
    using Clock = std::chrono::steady_clock;

    /// One request with its answer, for the access log.
    struct Exchange {
        Exchange() = default;
        Clock::time_point began{};
        Clock::time_point deadline = Clock::time_point::max();
        std::string id;
        std::string method;
        const Route* route = nullptr;
        std::size_t bytes_in = 0;
        std::size_t bytes_out = 0;
        bool head_only = false;
        bool old_protocol = false;  // HTTP/1.0 knows no chunks
        bool gzip_accepted = false;
        bool keep_alive = true;
        bool body_unread = false;
        std::string failure;        // what the answer does not say
    };

    domain::base::Task<bool> serve_one();
    domain::base::Task<std::optional<Response>> read_head(HeadParser& parser);
    domain::base::Task<Response> answer(RequestHead& head, Exchange& exchange);
    domain::base::Task<Response> admit_and_handle(RequestHead& head, Exchange& exchange, RequestContext& context);
    domain::base::Task<Router::Admission> admit(RequestContext& context, Exchange& exchange);
    domain::base::Task<Response> handle(const Route& route, RequestContext& context, Exchange& exchange);

    domain::base::Task<std::optional<Response>> receive_body(const RequestHead& head, const Route& route,
                                                             RequestContext& context, Exchange& exchange);
    domain::base::Task<domain::base::Result<Slab>> read_body(const RequestHead& head, std::size_t bytes_max);
    domain::base::Task<domain::base::Result<Slab>> read_sized(std::size_t length);
    domain::base::Task<domain::base::Result<Slab>> read_chunked(std::size_t bytes_max);
    domain::base::Task<void> discard_body(std::size_t length);

    domain::base::Task<bool> respond(Response response, Exchange& exchange);
    domain::base::Task<bool> send_whole(const Response& response, Exchange& exchange);
    domain::base::Task<bool> send_stream(const Response& response, Exchange& exchange);
    domain::base::Task<bool> send_pieces(BodyStream& stream, GzipEncoder* gzip, bool chunked, Exchange& exchange);
    domain::base::Task<domain::base::Result<std::optional<std::string>>> next_piece(BodyStream& stream,
                                                                                    Exchange& exchange);
    void report(const Exchange& exchange, int status, bool complete);

    std::shared_ptr<Connection> connection_;
    SessionServices& services_;
    std::string out_;       // head of a response; keeps its capacity
    bool idle_ = true;      // between requests
    bool must_linger_ = false;
};

}  // namespace gateway::http
