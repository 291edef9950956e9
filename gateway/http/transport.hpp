#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "domain/base/task.hpp"
#include "gateway/http/tls_context.hpp"

namespace gateway::http {

/// TCP, with or without TLS on top. Concrete executors keep type erasure out of every read and write.
class Transport {
public:
    using Executor = boost::asio::io_context::executor_type;
    using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
    using ErrorCode = boost::system::error_code;

    Transport(Socket socket, std::shared_ptr<const TlsContext> tls);

    bool secure() const { return tls_.has_value(); }
    Socket& socket() { return tls_ ? tls_->next_layer() : *plain_; }

    /// Nothing to do on plain connections.
    domain::base::Task<void> handshake(ErrorCode& error);

    /// Reads at least one byte. Plain connections try without waiting first: a body that is already here costs one system
    /// call and no trip through the scheduler.
    domain::base::Task<std::size_t> read_some(boost::asio::mutable_buffer buffer, ErrorCode& error);

    /// What goes out in one system call, in this order.
    using Pieces = std::array<boost::asio::const_buffer, 3>;
    /// Writes at least one byte.
    domain::base::Task<std::size_t> write_some(Pieces pieces, ErrorCode& error);

    /// As read_some, without a coroutine: `handler(error, bytes)` runs on its associated executor.
    template <class Handler>
    void start_read(boost::asio::mutable_buffer buffer, Handler handler) {
        if (tls_) tls_->async_read_some(buffer, std::move(handler));
        else plain_->async_read_some(buffer, std::move(handler));
    }

    /// Says goodbye: close_notify on TLS, then FIN. Data can still be read.
    domain::base::Task<void> shut_down();

    /// Ends pending operations with operation_aborted.
    void cancel();
    void close();

private:
    std::shared_ptr<const TlsContext> tls_context_;
    std::optional<Socket> plain_;
    std::optional<boost::asio::ssl::stream<Socket>> tls_;
};

}  // namespace gateway::http
