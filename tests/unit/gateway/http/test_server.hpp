#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gateway/http/router.hpp"
#include "gateway/http/server.hpp"
#include "gateway/http/tls_context.hpp"

/// A server on a free port of the loopback with two I/O threads, and FakeAuthenticator at its door.
class TestServer {
public:
    explicit TestServer(std::vector<gateway::http::Route> routes, gateway::http::ServerLimits limits = {},
                        std::shared_ptr<const gateway::http::TlsContext> tls = nullptr);
    ~TestServer();

    std::uint16_t port() const { return port_; }
    gateway::http::Server& server();
    gateway::http::SlabPool& pool();
    std::string metrics() const;

private:
    struct State;
    std::unique_ptr<State> state_;
    std::uint16_t port_ = 0;
};

/// A public route without frills.
gateway::http::Route public_route(gateway::http::Method method, std::string_view pattern, gateway::http::Handler handler);
