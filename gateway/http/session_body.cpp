// How a session receives the body of a request.
#include <algorithm>
#include <cstring>

#include "gateway/http/chunked_decoder.hpp"
#include "gateway/http/content_coding.hpp"
#include "gateway/http/problem.hpp"
#include "gateway/http/session.hpp"

namespace gateway::http {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

constexpr std::size_t kMiB = domain::base::limits::kMiB;
/// A client that announces much and sends nothing holds this much; most bodies are smaller and never move.
constexpr std::size_t kFirstSlabBytes = kMiB;
constexpr std::size_t kFirstChunkedSlabBytes = 64 * domain::base::limits::kKiB;
/// A read into the slab may run over the end of a chunked body into the next request; that part is copied back.
constexpr std::size_t kChunkedReadBytes = 256 * domain::base::limits::kKiB;

Error body_too_large(std::size_t bytes_max) {
    return Error(ErrorCode::kTooLarge, "body is too large, the limit in bytes is " + std::to_string(bytes_max));
}

}  // namespace

Task<std::optional<Response>> Session::receive_body(const RequestHead& head, const Route& route,
                                                    RequestContext& context, Exchange& exchange) {
    if (head.content_length.value_or(0) > route.body_bytes_max) co_return problem(body_too_large(route.body_bytes_max));
    if (head.expects_continue && connection_->buffered().empty()) {
        const Connection::Pieces go_on{"HTTP/1.1 100 Continue\r\n\r\n"};
        const bool sent = co_await connection_->write(go_on, services_.limits.write_timeout);
        if (!sent) co_return problem(400, "client is gone");
    }
    auto body = co_await read_body(head, route.body_bytes_max);
    if (!body) {
        exchange.keep_alive = false;  // where the next request begins is no longer known
        if (connection_->outlive_expiry()) co_return problem(408, "the body took too long to arrive");
        co_return problem(body.error());
    }
    exchange.body_unread = false;
    exchange.bytes_in = body->size();
    const std::size_t decoded_max = std::max(route.body_bytes_max, route.decoded_bytes_max);
    const std::string_view encoding = context.request().header("content-encoding");
    if (!encoding.empty()) {
        auto decoded = co_await decode_content(std::move(*body), encoding, decoded_max, services_.pool);
        if (!decoded) co_return problem(decoded.error());
        body = std::move(*decoded);
    }
    context.request().set_body(std::move(*body), exchange.bytes_in);
    co_return std::nullopt;
}

Task<Result<Slab>> Session::read_body(const RequestHead& head, std::size_t bytes_max) {
    if (head.chunked) co_return co_await read_chunked(bytes_max);
    co_return co_await read_sized(static_cast<std::size_t>(*head.content_length));
}

Task<Result<Slab>> Session::read_sized(std::size_t length) {
    const auto end = Clock::now() + services_.limits.body_timeout;
    auto slab = services_.pool.acquire(std::min(length, std::max(kFirstSlabBytes, connection_->buffered().size())));
    if (!slab) co_return slab.error();
    const std::size_t here = std::min(length, connection_->buffered().size());
    std::memcpy(slab->data(), connection_->buffered().data(), here);
    connection_->consume(here);
    slab->resize(here);
    while (slab->size() < length) {
        if (slab->size() == slab->capacity()) {
            const auto grown = services_.pool.grow(*slab, std::min(length, slab->capacity() * 4));
            if (!grown) co_return grown.error();
        }
        connection_->expire_at(std::min(Clock::now() + services_.limits.read_timeout, end));
        const std::size_t wanted = std::min(length, slab->capacity()) - slab->size();
        const std::size_t bytes = co_await connection_->read(slab->data() + slab->size(), wanted);
        if (bytes == 0) co_return Error(ErrorCode::kInvalidArgument, "body ended early");
        slab->resize(slab->size() + bytes);
    }
    co_return std::move(*slab);
}

Task<Result<Slab>> Session::read_chunked(std::size_t bytes_max) {
    const auto end = Clock::now() + services_.limits.body_timeout;
    ChunkedDecoder decoder;
    auto slab = services_.pool.acquire(kFirstChunkedSlabBytes);
    if (!slab) co_return slab.error();
    for (;;) {
        if (slab->size() == slab->capacity()) {
            const auto grown = services_.pool.grow(*slab, slab->capacity() * 4);
            if (!grown) co_return grown.error();
        }
        char* const free_space = slab->data() + slab->size();
        std::size_t room = std::min(slab->capacity() - slab->size(), kChunkedReadBytes);
        const bool from_buffer = !connection_->buffered().empty();
        const char* input = free_space;
        if (from_buffer) {
            input = connection_->buffered().data();
            room = std::min(room, connection_->buffered().size());
        } else {
            connection_->expire_at(std::min(Clock::now() + services_.limits.read_timeout, end));
            room = co_await connection_->read(free_space, room);
            if (room == 0) co_return Error(ErrorCode::kInvalidArgument, "body ended early");
        }
        const ChunkedDecoder::Step step = decoder.decode(free_space, input, room);
        slab->resize(slab->size() + step.produced);
        if (from_buffer) connection_->consume(step.consumed);
        else if (step.consumed < room) connection_->put_back({input + step.consumed, room - step.consumed});
        if (slab->size() > bytes_max) co_return body_too_large(bytes_max);
        if (step.status == ChunkedDecoder::Status::kComplete) co_return std::move(*slab);
        if (step.status == ChunkedDecoder::Status::kMalformed) {
            co_return Error(ErrorCode::kInvalidArgument, "malformed chunked body");
        }
    }
}

/// Reads past a short body that nobody wanted, so that the connection can go on.
Task<void> Session::discard_body(std::size_t length) {
    connection_->expire_after(services_.limits.read_timeout);
    while (length > 0) {
        if (connection_->buffered().empty()) {
            const bool more = co_await connection_->fill();
            if (!more) co_return;
        }
        const std::size_t part = std::min(length, connection_->buffered().size());
        connection_->consume(part);
        length -= part;
    }
}

}  // namespace gateway::http
