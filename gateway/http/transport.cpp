#include "gateway/http/transport.hpp"

#include <algorithm>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/http/tls_state.hpp"

namespace gateway::http {

namespace asio = boost::asio;
using domain::base::Task;

Transport::Transport(Socket socket, std::shared_ptr<const TlsContext> tls) : tls_context_(std::move(tls)) {
    ErrorCode ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    if (tls_context_) tls_.emplace(std::move(socket), tls_context_->state().context);
    else plain_.emplace(std::move(socket));
}

Task<void> Transport::handshake(ErrorCode& error) {
    if (!tls_) co_return;
    co_await tls_->async_handshake(asio::ssl::stream_base::server, asio::redirect_error(asio::use_awaitable, error));
}

Task<std::size_t> Transport::read_some(asio::mutable_buffer buffer, ErrorCode& error) {
    if (tls_) {
        co_return co_await tls_->async_read_some(buffer, asio::redirect_error(asio::use_awaitable, error));
    }
    const std::size_t read = plain_->read_some(buffer, error);
    if (error != asio::error::would_block) co_return read;
    error.clear();
    co_return co_await plain_->async_read_some(buffer, asio::redirect_error(asio::use_awaitable, error));
}

Task<std::size_t> Transport::write_some(Pieces pieces, ErrorCode& error) {
    if (tls_) {
        // A TLS record holds one buffer; the caller comes back for the rest.
        const auto next = std::find_if(pieces.begin(), pieces.end(), [](auto piece) { return piece.size() > 0; });
        co_return co_await tls_->async_write_some(*next, asio::redirect_error(asio::use_awaitable, error));
    }
    const std::size_t written = plain_->write_some(pieces, error);
    if (error != asio::error::would_block) co_return written;
    error.clear();
    co_return co_await plain_->async_write_some(pieces, asio::redirect_error(asio::use_awaitable, error));
}

Task<void> Transport::shut_down() {
    ErrorCode ignored;
    if (tls_) co_await tls_->async_shutdown(asio::redirect_error(asio::use_awaitable, ignored));
    socket().shutdown(asio::socket_base::shutdown_send, ignored);
}

void Transport::cancel() {
    ErrorCode ignored;
    socket().cancel(ignored);
}

void Transport::close() {
    ErrorCode ignored;
    socket().close(ignored);
}

}  // namespace gateway::http
