#include "gateway/http/connection.hpp"

#include <algorithm>
#include <cstring>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>

#include "domain/base/limits.hpp"

namespace gateway::http {

namespace asio = boost::asio;
using domain::base::Task;

namespace {

constexpr std::size_t kBufferBytes = 16 * domain::base::limits::kKiB;
constexpr std::size_t kLingerBytesMax = 64 * domain::base::limits::kMiB;

std::string peer_of(const Transport::Socket& socket) {
    Transport::ErrorCode error;
    const auto endpoint = socket.remote_endpoint(error);
    return error ? std::string() : endpoint.address().to_string();
}

}  // namespace

Connection::Connection(Strand strand, Transport::Socket socket, std::shared_ptr<const TlsContext> tls)
    : strand_(std::move(strand)),
      transport_(std::move(socket), std::move(tls)),
      peer_(peer_of(transport_.socket())),
      expiry_(Clock::time_point::max().time_since_epoch().count()) {
    reserve(kBufferBytes);
}

Task<bool> Connection::handshake() {
    Transport::ErrorCode error;
    co_await transport_.handshake(error);
    co_return !error && broken_ == Interruption::kNone;
}

void Connection::consume(std::size_t bytes) {
    begin_ += bytes;
    if (begin_ == end_ && !reading_ahead_) begin_ = end_ = 0;
}

void Connection::put_back(std::string_view bytes) {
    reserve(bytes.size());
    std::memcpy(buffer_.get(), bytes.data(), bytes.size());
    begin_ = 0;
    end_ = bytes.size();
}

void Connection::reserve(std::size_t bytes) {
    if (capacity_ - end_ >= bytes) return;
    const std::size_t used = end_ - begin_;
    if (capacity_ - used >= bytes) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, used);
    } else {
        capacity_ = std::max(capacity_ * 2, used + bytes);
        auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
        if (used > 0) std::memcpy(larger.get(), buffer_.get() + begin_, used);
        buffer_ = std::move(larger);
    }
    begin_ = 0;
    end_ = used;
}

Task<bool> Connection::fill() {
    if (broken_ != Interruption::kNone) co_return false;
    const std::size_t before = end_;
    if (reading_ahead_) {
        co_await await_read_ahead();
        if (end_ > before) co_return true;
    }
    if (input_ended_ || broken_ != Interruption::kNone) co_return false;
    reserve(kBufferBytes / 4);
    Transport::ErrorCode error;
    const std::size_t bytes =
        co_await transport_.read_some(asio::buffer(buffer_.get() + end_, capacity_ - end_), error);
    end_ += bytes;
    co_return !error && broken_ == Interruption::kNone;
}

Task<std::size_t> Connection::read(char* data, std::size_t size) {
    if (broken_ != Interruption::kNone || input_ended_) co_return 0;
    Transport::ErrorCode error;
    const std::size_t bytes = co_await transport_.read_some(asio::buffer(data, size), error);
    co_return error || broken_ != Interruption::kNone ? 0 : bytes;
}

Task<bool> Connection::write(Pieces pieces, Clock::duration patience, Clock::time_point deadline) {
    while (!pieces[0].empty() || !pieces[1].empty() || !pieces[2].empty()) {
        if (broken_ != Interruption::kNone) co_return false;
        expire_at(std::min(Clock::now() + patience, deadline));
        Transport::ErrorCode error;
        Transport::Pieces buffers;
        for (std::size_t i = 0; i < pieces.size(); ++i) buffers[i] = asio::buffer(pieces[i].data(), pieces[i].size());
        std::size_t written = co_await transport_.write_some(buffers, error);
        if (error) co_return false;
        for (std::string_view& piece : pieces) {
            const std::size_t part = std::min(written, piece.size());
            piece.remove_prefix(part);
            written -= part;
        }
    }
    co_return true;
}

Task<void> Connection::linger(Clock::duration limit) {
    expire_after(limit);
    if (reading_ahead_) {
        transport_.cancel();
        co_await await_read_ahead();
    }
    if (broken_ != Interruption::kNone) co_return;
    co_await transport_.shut_down();
    // Below TLS: what comes now is thrown away, so it need not be deciphered.
    std::size_t taken = 0;
    Transport::ErrorCode error;
    while (taken < kLingerBytesMax && broken_ == Interruption::kNone && !error) {
        taken += co_await transport_.socket().async_read_some(asio::buffer(buffer_.get(), capacity_),
                                                              asio::redirect_error(asio::use_awaitable, error));
    }
}

void Connection::refuse(std::string_view response) {
    Transport::ErrorCode ignored;
    transport_.socket().write_some(asio::buffer(response), ignored);
    close();
}

bool Connection::outlive_expiry() {
    if (broken_ != Interruption::kExpired) return false;
    broken_ = Interruption::kNone;
    return true;
}

void Connection::close() { transport_.close(); }

void Connection::begin_handling(Clock::time_point deadline, Watch watch) {
    handling_ = true;
    handler_interruption_ = Interruption::kNone;
    expire_at(deadline);
    if (watch == Watch::kClient && !reading_ahead_ && begin_ == end_ && !input_ended_) read_ahead();
}

Interruption Connection::end_handling() {
    handling_ = false;
    return handler_interruption_;
}

void Connection::read_ahead() {
    reading_ahead_ = true;
    begin_ = end_ = 0;
    auto handler = [self = shared_from_this()](const Transport::ErrorCode& error, std::size_t bytes) {
        self->finish_read_ahead(error, bytes);
    };
    transport_.start_read(asio::buffer(buffer_.get(), capacity_), asio::bind_executor(strand_, std::move(handler)));
}

void Connection::finish_read_ahead(const Transport::ErrorCode& error, std::size_t bytes) {
    reading_ahead_ = false;
    end_ += bytes;
    input_ended_ = static_cast<bool>(error);
    if (waiter_) {
        Waiter waiter = std::move(*waiter_);
        waiter_.reset();
        std::move(waiter)();
    } else if (error && handling_) {
        interrupt(Interruption::kClientGone);
    }
}

Task<void> Connection::await_read_ahead() {
    auto initiate = [this](Waiter waiter) { waiter_.emplace(std::move(waiter)); };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(std::move(initiate), asio::use_awaitable);
}

void Connection::sweep(Clock::time_point now) {
    if (!expired(now)) return;
    asio::post(strand_, [self = shared_from_this()] {
        // What expired may have ended while this was on its way.
        if (self->expired(Clock::now())) self->interrupt(Interruption::kExpired);
    });
}

void Connection::interrupt(Interruption reason) {
    if (handling_) {
        if (handler_interruption_ != Interruption::kNone) return;
        handler_interruption_ = reason;
        if (reason == Interruption::kClientGone) broken_ = reason;
        signal_.emit(asio::cancellation_type::terminal);
    } else {
        if (broken_ == Interruption::kNone) broken_ = reason;
        transport_.cancel();
    }
}

}  // namespace gateway::http
