#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"

namespace infra::cli {

struct HttpRequest {
    std::string method = "GET";
    std::string url;
    std::vector<std::string> headers;  ///< `Name: value`
    std::string body;
    /// Told while the body is sent: bytes so far, and all of them. May be empty.
    std::function<void(std::size_t sent, std::size_t total)> progress = nullptr;
};

struct HttpResponse {
    long status = 0;
    std::string body;         ///< empty when the request had a sink and the status was 200
    long retry_after_s = 0;   ///< from Retry-After; 0 without one
};

/// A blocking HTTP client over libcurl that keeps its connection. Not thread-safe.
class HttpClient {
public:
    /// `ca_file` is a PEM file of further trusted authorities; empty: the system's only.
    explicit HttpClient(std::string ca_file);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Takes part of a body as it arrives.
    using Sink = std::function<void(std::string_view)>;

    /// Sends the request; the body of a 200 answer goes to `sink` when there is one. Fails with kUnavailable when no complete
    /// answer came.
    domain::base::Result<HttpResponse> send(const HttpRequest& request, const Sink& sink = nullptr);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The text of an error answer: its `message`, else its status.
std::string message_of(const HttpResponse& response);

/// `a b&c` → `a%20b%26c`.
std::string percent_encode(std::string_view text);

}  // namespace infra::cli
