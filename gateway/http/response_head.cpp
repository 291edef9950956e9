#include "gateway/http/response_head.hpp"

#include <array>
#include <charconv>
#include <ctime>

#include <utility>

#include <boost/beast/http/status.hpp>

namespace gateway::http {
namespace {

void append_number(std::string& out, std::uint64_t number, int base = 10) {
    std::array<char, 24> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
    out.append(digits.data(), result.ptr);
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, made anew once a second and thread.
std::string_view http_date() {
    thread_local std::time_t made_at = 0;
    thread_local std::array<char, 40> text{};
    const std::time_t now = std::time(nullptr);
    if (now != made_at) {
        std::tm parts{};
        gmtime_r(&now, &parts);
        std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
        made_at = now;
    }
    return text.data();
}

}  // namespace

void append_head(std::string& out, const Response& response, const Framing& framing, std::string_view request_id) {
    out += "HTTP/1.1 ";
    append_number(out, static_cast<std::uint64_t>(response.status()));
    out += ' ';
    const auto reason = boost::beast::http::obsolete_reason(
        boost::beast::http::int_to_status(static_cast<unsigned>(response.status())));
    out.append(reason.data(), reason.size());
    out += "\r\nDate: ";
    out += http_date();
    for (const auto& [name, value] : response.headers()) {
        out += "\r\n";
        out += name;
        out += ": ";
        out += value;
    }
    out += "\r\nX-Request-Id: ";
    out += request_id;
    if (framing.gzip) out += "\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding";
    if (framing.content_length) {
        out += "\r\nContent-Length: ";
        append_number(out, *framing.content_length);
    }
    if (framing.chunked) out += "\r\nTransfer-Encoding: chunked";
    if (framing.close) out += "\r\nConnection: close";
    out += "\r\n\r\n";
}

void append_chunk_size(std::string& out, std::size_t size) {
    append_number(out, size, 16);
    out += "\r\n";
}

}  // namespace gateway::http
