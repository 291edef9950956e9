#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// A response as it came over the wire.
struct RawResponse {
    int status = 0;
    std::string head;  ///< status line and headers
    std::string body;  ///< chunks already joined
    bool complete = false;

    std::string header(std::string_view name) const;
};

/// A blocking client that sends exactly the bytes it is given; receiving gives up after ten seconds.
class RawClient {
public:
    explicit RawClient(std::uint16_t port);
    /// TLS, trusting only `ca_file`, asking for `host`.
    RawClient(std::uint16_t port, const std::string& ca_file, const std::string& host);
    ~RawClient();
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    /// False when the server has closed.
    bool send(std::string_view bytes);
    RawResponse receive(bool head_only = false);
    RawResponse exchange(std::string_view request, bool head_only = false) {
        send(request);
        return receive(head_only);
    }
    /// True when the server has closed its side and nothing is left.
    bool at_end();
    /// Closes at once with a reset.
    void abort();
    std::string alpn() const;

private:
    struct Tls;
    bool more();

    int socket_ = -1;
    std::unique_ptr<Tls> tls_;
    std::string pending_;
};
