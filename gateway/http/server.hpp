#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"
#include "gateway/http/router.hpp"
#include "gateway/http/slab.hpp"
#include "infra/telemetry/metrics.hpp"

namespace boost::asio {
class io_context;
}

namespace gateway::http {

class TlsContext;

/// Bounds and patience of the HTTP server.
struct ServerLimits {
    std::size_t connections_max = 4096;                                  ///< more are answered with 503 and closed
    std::size_t header_bytes_max = 256 * domain::base::limits::kKiB;     ///< request line and headers; more gives 431
    std::chrono::milliseconds idle_timeout{75'000};     ///< keep-alive connection without a request
    std::chrono::milliseconds header_timeout{15'000};   ///< first byte to end of head; also the TLS handshake
    std::chrono::milliseconds read_timeout{30'000};     ///< body: longest silence of the client
    std::chrono::milliseconds body_timeout{120'000};    ///< body: from its first byte to its last
    std::chrono::milliseconds write_timeout{30'000};    ///< response: longest time in which the client takes nothing
    std::chrono::milliseconds sweep_interval{250};      ///< how exactly the times above are kept
    bool compress_responses = true;                     ///< gzip large bodies for clients that accept it
};

/// Listens, runs one coroutine for each connection on a strand of its own, and serves the routes of one router.
/// What is handed in must outlive the server; the io_context must run until drain() has returned.
class Server {
public:
    Server(boost::asio::io_context& context, const Router& router, SlabPool& pool, infra::telemetry::Metrics& metrics,
           ServerLimits limits = {});
    /// As drain(0).
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Accepts on `address` (`127.0.0.1`, `::`) and `port` (0: any free one); with a TLS context HTTPS, else plain HTTP.
    /// Gives the port. Fails with kUnavailable and the reason. Callable several times, before drain().
    domain::base::Result<std::uint16_t> listen(const std::string& address, std::uint16_t port,
                                               std::shared_ptr<const TlsContext> tls = nullptr);

    /// Stops accepting, closes idle connections, lets requests finish for `limit`, then cancels them and returns when all
    /// connections are closed. Blocks: never call it on a thread of the io_context. Idempotent.
    void drain(std::chrono::milliseconds limit);

    std::size_t connections() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gateway::http
