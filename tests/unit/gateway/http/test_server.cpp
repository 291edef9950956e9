#include "test_server.hpp"

#include "fake_authenticator.hpp"
#include "infra/runtime/io_runtime.hpp"

struct TestServer::State {
    State(std::vector<gateway::http::Route> routes, gateway::http::ServerLimits limits)
        : router(std::move(routes), authenticator), runtime(2), server(runtime.context(), router, slabs, registry, limits) {}
    FakeAuthenticator authenticator;
    gateway::http::Router router;
    gateway::http::SlabPool slabs;
    infra::telemetry::Metrics registry;
    infra::runtime::IoRuntime runtime;
    gateway::http::Server server;
};

TestServer::TestServer(std::vector<gateway::http::Route> routes, gateway::http::ServerLimits limits,
                       std::shared_ptr<const gateway::http::TlsContext> tls)
    : state_(std::make_unique<State>(std::move(routes), limits)) {
    port_ = state_->server.listen("127.0.0.1", 0, std::move(tls)).value();
}

TestServer::~TestServer() = default;

gateway::http::Server& TestServer::server() { return state_->server; }
gateway::http::SlabPool& TestServer::pool() { return state_->slabs; }
std::string TestServer::metrics() const { return state_->registry.expose(); }

gateway::http::Route public_route(gateway::http::Method method, std::string_view pattern, gateway::http::Handler handler) {
    return {method,     pattern, domain::identity::Permission::kPublic, std::chrono::seconds(20), 1024 * 1024,
            std::move(handler)};
}
