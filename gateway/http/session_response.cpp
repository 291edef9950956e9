// How a session sends a response.
#include <algorithm>

#include "gateway/http/problem.hpp"
#include "gateway/http/session.hpp"

namespace gateway::http {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

/// Below this gzip saves less than it costs.
constexpr std::size_t kGzipBytesMin = 4 * domain::base::limits::kKiB;
/// Up to here copying the body behind its head is cheaper than a second buffer (and a second record on TLS).
constexpr std::size_t kCoalesceBytesMax = 8 * domain::base::limits::kKiB;

constexpr std::string_view kChunkEnd = "\r\n";
constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";  // the end of the chunk before it, too

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

bool may_compress(const Response& response) {
    return response.compressible() && std::none_of(response.headers().begin(), response.headers().end(), [](auto& header) {
               return equal_ignoring_case(header.first, "content-encoding");
           });
}

}  // namespace

Task<bool> Session::respond(Response response, Exchange& exchange) {
    if (services_.draining.load(std::memory_order_relaxed)) exchange.keep_alive = false;
    bool complete = connection_->interruption() == Interruption::kNone;
    if (complete) {
        if (response.stream() != nullptr && !exchange.head_only) complete = co_await send_stream(response, exchange);
        else complete = co_await send_whole(response, exchange);
    }
    report(exchange, response.status(), complete);
    co_return complete;
}

Task<bool> Session::send_whole(const Response& response, Exchange& exchange) {
    Framing framing;
    framing.close = !exchange.keep_alive;
    std::string compressed;
    std::string_view body = response.body();
    if (exchange.gzip_accepted && body.size() >= kGzipBytesMin && may_compress(response)) {
        GzipEncoder encoder;
        encoder.encode(body, true, compressed);
        body = compressed;
        framing.gzip = true;
    }
    if (!has_no_body(response.status()) && response.stream() == nullptr) framing.content_length = body.size();
    if (exchange.head_only || has_no_body(response.status())) body = {};
    exchange.bytes_out = body.size();
    out_.clear();
    append_head(out_, response, framing, exchange.id);
    if (body.size() <= kCoalesceBytesMax) {
        out_ += body;
        body = {};
    }
    const Connection::Pieces pieces{out_, body};
    co_return co_await connection_->write(pieces, services_.limits.write_timeout);
}

Task<bool> Session::send_stream(const Response& response, Exchange& exchange) {
    Framing framing;
    framing.chunked = !exchange.old_protocol;
    if (!framing.chunked) exchange.keep_alive = false;  // the end of the connection ends the body
    framing.close = !exchange.keep_alive;
    framing.gzip = exchange.gzip_accepted && may_compress(response);
    std::optional<GzipEncoder> encoder;
    if (framing.gzip) encoder.emplace();
    out_.clear();
    append_head(out_, response, framing, exchange.id);
    co_return co_await send_pieces(*response.stream(), encoder ? &*encoder : nullptr, framing.chunked, exchange);
}

/// The head waits in out_ for the first piece: one write for each piece.
Task<bool> Session::send_pieces(BodyStream& stream, GzipEncoder* gzip, bool chunked, Exchange& exchange) {
    std::string compressed;
    for (bool last = false; !last;) {
        auto piece = co_await next_piece(stream, exchange);
        if (!piece) {
            exchange.failure = piece.error().message();
            co_return false;
        }
        last = !piece->has_value();
        std::string_view data = last ? std::string_view() : std::string_view(**piece);
        if (gzip != nullptr) {
            compressed.clear();
            gzip->encode(data, last, compressed);
            data = compressed;
        }
        if (data.empty() && !last) continue;
        exchange.bytes_out += data.size();
        std::string_view tail;
        if (chunked) {
            if (!data.empty()) append_chunk_size(out_, data.size());
            tail = last ? kLastChunk : kChunkEnd;
            if (data.empty()) tail.remove_prefix(kChunkEnd.size());
        }
        const Connection::Pieces pieces{out_, data, tail};
        const bool written = co_await connection_->write(pieces, services_.limits.write_timeout, exchange.deadline);
        if (!written) {
            exchange.failure = "client took no more";
            co_return false;
        }
        out_.clear();
    }
    co_return true;
}

Task<Result<std::optional<std::string>>> Session::next_piece(BodyStream& stream, Exchange& exchange) {
    std::exception_ptr failure;
    Result<std::optional<std::string>> piece = std::optional<std::string>();
    connection_->begin_handling(exchange.deadline, Connection::Watch::kClient);
    try {
        auto made = co_await stream.next();
        piece = std::move(made);
    } catch (...) {
        failure = std::current_exception();
    }
    const Interruption reason = connection_->end_handling();
    if (failure && reason == Interruption::kNone) std::rethrow_exception(failure);
    if (failure) co_return Error(ErrorCode::kDeadlineExceeded, "the stream was interrupted");
    co_return piece;
}

}  // namespace gateway::http
