#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/http/transport.hpp"

namespace gateway::http {

/// Why what a connection was doing had to end.
enum class Interruption {
    kNone,
    kExpired,
    kClientGone,
    kShutdown,
};

/// One client's connection: its transport, the bytes that were read and not yet used, and when patience ends. Used on its
/// strand only, but for sweep(). The client's next bytes are read ahead while a handler runs, so that its leaving is
/// noticed; that read is the one that the next request would begin with anyway.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Strand = boost::asio::strand<Transport::Executor>;
    using Clock = std::chrono::steady_clock;

    Connection(Strand strand, Transport::Socket socket, std::shared_ptr<const TlsContext> tls);

    Strand& strand() { return strand_; }
    bool secure() const { return transport_.secure(); }
    const std::string& peer() const { return peer_; }
    /// The slot that interrupts a handler; the connection's coroutine is spawned with it.
    boost::asio::cancellation_slot slot() { return signal_.slot(); }

    /// False when the client does not speak TLS or ran out of time.
    domain::base::Task<bool> handshake();

    /// What was read and not used yet. fill() may move it.
    std::string_view buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }
    void consume(std::size_t bytes);
    /// Puts bytes back before everything that is buffered; only right after all of it was consumed.
    void put_back(std::string_view bytes);
    /// Reads more behind what is buffered. False at the end of the stream, on errors and interruptions.
    domain::base::Task<bool> fill();
    /// Reads past the buffer, which must be empty. 0 as fill()'s false.
    domain::base::Task<std::size_t> read(char* data, std::size_t size);
    /// Head, body and tail of what is written together; some may be empty.
    using Pieces = std::array<std::string_view, 3>;
    /// Writes all; progress puts the expiry `patience` ahead, but never beyond `deadline`. False as fill().
    domain::base::Task<bool> write(Pieces pieces, Clock::duration patience,
                                   Clock::time_point deadline = Clock::time_point::max());
    /// Closes so that the client can still read what was sent: says goodbye and takes what comes in until the client
    /// closes, too, or `limit` passes.
    domain::base::Task<void> linger(Clock::duration limit);
    /// Sends a last word without waiting, as far as it goes.
    void refuse(std::string_view response);
    void close();

    enum class Watch {
        kClient,   ///< read ahead to notice that the client leaves; only when the whole request was read
        kNothing,
    };
    /// From here to end_handling() an interruption cancels the coroutine's work and leaves the connection usable.
    void begin_handling(Clock::time_point deadline, Watch watch);
    /// What interrupted the handler; the coroutine must then reset its cancellation state.
    Interruption end_handling();

    void expire_after(Clock::duration patience) { expire_at(Clock::now() + patience); }
    void expire_at(Clock::time_point time) { expiry_.store(time.time_since_epoch().count(), std::memory_order_relaxed); }
    /// Interrupts what is going on when its time is over. Thread-safe.
    void sweep(Clock::time_point now);
    void interrupt(Interruption reason);
    /// After kExpired what was waited for is lost, but an answer can still be written. False for other interruptions.
    bool outlive_expiry();
    /// What ended the connection's reads and writes.
    Interruption interruption() const { return broken_; }

private:
    using Waiter = boost::asio::async_result<boost::asio::use_awaitable_t<>, void()>::handler_type;

    bool expired(Clock::time_point now) const {
        return now.time_since_epoch().count() >= expiry_.load(std::memory_order_relaxed);
    }
    void reserve(std::size_t bytes);
    void read_ahead();
    void finish_read_ahead(const Transport::ErrorCode& error, std::size_t bytes);
    domain::base::Task<void> await_read_ahead();

    Strand strand_;
    Transport transport_;
    std::string peer_;
    boost::asio::cancellation_signal signal_;

    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;

    bool reading_ahead_ = false;
    bool input_ended_ = false;
    std::optional<Waiter> waiter_;  // the coroutine, when it waits for the read ahead

    bool handling_ = false;
    Interruption handler_interruption_ = Interruption::kNone;
    Interruption broken_ = Interruption::kNone;
    std::atomic<Clock::rep> expiry_;
};

}  // namespace gateway::http
