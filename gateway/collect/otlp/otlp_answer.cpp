#include "gateway/collect/otlp/otlp_answer.hpp"

#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/otlp/otlp_decoder.hpp"
#include "gateway/http/problem.hpp"

namespace gateway::collect::otlp {
namespace {

constexpr std::string_view kProtobufType = "application/x-protobuf";
/// google.rpc.Code
constexpr int kInvalidArgument = 3;
constexpr int kResourceExhausted = 8;

void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7f) | 0x80);
    out += static_cast<char>(value);
}

void put_bytes(std::string& out, std::uint32_t field, std::string_view bytes) {
    put_varint(out, field << 3 | 2);
    put_varint(out, bytes.size());
    out += bytes;
}

void put_integer(std::string& out, std::uint32_t field, std::uint64_t value) {
    put_varint(out, field << 3);
    put_varint(out, value);
}

http::Response answer(int status, Encoding encoding, std::string body) {
    return {status, encoding == Encoding::kJson ? "application/json" : kProtobufType, std::move(body)};
}

}  // namespace

// All three responses have a partial success in field 1; the count is in its field 1, the message in 2.
http::Response accepted(Signal signal, Encoding encoding, std::int64_t rejected) {
    if (rejected == 0) return answer(200, encoding, encoding == Encoding::kJson ? "{}" : "");
    const std::string message = "larger than " + std::to_string(kItemBytesMax) + " bytes with its resource";
    std::string body;
    if (encoding == Encoding::kJson) {
        body = "{\"partialSuccess\":{\"" + std::string(signal_rule(signal).rejected) + "\":\"" + std::to_string(rejected) +
               "\",\"errorMessage\":";
        write_string(body, message);
        body += "}}";
    } else {
        std::string partial;
        put_integer(partial, 1, static_cast<std::uint64_t>(rejected));
        put_bytes(partial, 2, message);
        put_bytes(body, 1, partial);
    }
    return answer(200, encoding, std::move(body));
}

http::Response refused(Encoding encoding, const domain::base::Error& error) {
    const int status = http::status_of(error.code());
    const int code = status == 413 ? kResourceExhausted : kInvalidArgument;
    std::string body;
    if (encoding == Encoding::kJson) {
        body = "{\"code\":" + std::to_string(code) + ",\"message\":";
        write_string(body, error.message());
        body += '}';
    } else {
        put_integer(body, 1, static_cast<std::uint64_t>(code));
        put_bytes(body, 2, error.message());
    }
    return answer(status, encoding, std::move(body));
}

}  // namespace gateway::collect::otlp
