#include "gateway/routes.hpp"

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/openapi/document.hpp"
#include "tests/support/fake_clock.hpp"
#include "tests/support/in_memory_event_log.hpp"
#include "tests/support/lone_gateway.hpp"

using gateway::http::Route;

namespace {

/// Room for an endpoint that nobody builds: the table keeps references to endpoints and calls none. What is handed over by value
/// needs a specialisation.
template <class Endpoint>
struct Room {
    alignas(Endpoint) std::byte bytes[sizeof(Endpoint)];
    Endpoint& get() { return reinterpret_cast<Endpoint&>(bytes); }
};

/// Collection names its routes itself, so it is real.
template <>
struct Room<gateway::collect::endpoints::CollectEndpoints> {
    tests::InMemoryEventLog log;
    tests::FakeClock clock;
    gateway::http::SlabPool pool;
    infra::telemetry::Metrics metrics;
    tests::LoneGateway alone;
    gateway::collect::RateShares shares{alone, clock};
    gateway::collect::endpoints::CollectEndpoints endpoint{log, clock, pool, shares, metrics};
    gateway::collect::endpoints::CollectEndpoints& get() { return endpoint; }
};

template <>
struct Room<gateway::admin::AccessEndpoints> {
    Room<gateway::admin::Users> users;
    Room<gateway::admin::Groups> groups;
    Room<gateway::admin::Grants> grants;
    Room<gateway::admin::Folders> folders;
    Room<gateway::admin::ServiceAccounts> service_accounts;
    gateway::admin::AccessEndpoints endpoints{users.get(), groups.get(), grants.get(), folders.get(), service_accounts.get()};
    gateway::admin::AccessEndpoints& get() { return endpoints; }
};

/// The routes of a gateway, whatever endpoints it has.
template <class... Parameters>
std::vector<Route> routes_of(std::vector<Route> (*make)(Parameters...)) {
    const auto rooms = std::make_unique<std::tuple<Room<std::remove_reference_t<Parameters>>...>>();
    return std::apply([&](auto&... room) { return make(room.get()...); }, *rooms);
}

std::string name_of(const Route& route) { return std::string(gateway::http::name(route.method)) + ' ' + std::string(route.pattern); }

}  // namespace

TEST_CASE("every route of the table is described") {
    const std::vector<Route> routes = routes_of(&gateway::make_routes);
    CHECK(routes.size() > 50);
    const auto document = nlohmann::json::parse(gateway::openapi::document(routes, gateway::openapi::embedded_api()));
    std::set<std::string> undescribed;
    for (const auto& [path, operations] : document["paths"].items()) {
        for (const auto& [method, operation] : operations.items()) {
            if (operation.contains("x-undescribed")) undescribed.insert(method + ' ' + path);
        }
    }
    CHECK(undescribed == std::set<std::string>{});
}

TEST_CASE("every description belongs to a route of the table") {
    std::set<std::string> served;
    for (const Route& route : routes_of(&gateway::make_routes)) served.insert(name_of(route));
    for (const auto text : gateway::openapi::embedded_api()) {
        const auto file = nlohmann::json::parse(text);
        for (const auto& [operation, about] : file["operations"].items()) {
            INFO(operation);
            CHECK(served.contains(operation));
        }
    }
}

TEST_CASE("no route is without deadline, and no two are the same") {
    std::set<std::pair<std::string, gateway::http::Hosts>> seen;
    for (const Route& route : routes_of(&gateway::make_routes)) {
        INFO(name_of(route));
        CHECK(route.deadline > std::chrono::seconds(0));
        CHECK(seen.emplace(name_of(route), route.hosts).second);
    }
}
