#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/identity/permission.hpp"
#include "domain/identity/principal.hpp"
#include "gateway/auth/authenticator.hpp"
#include "gateway/http/api_limits.hpp"
#include "gateway/http/request.hpp"
#include "gateway/http/response.hpp"

namespace gateway::http {

/// Which hosts a route answers on. A host with the label `collect` is a collection host, every other one an API host; on an
/// API host, an address such as 127.0.0.1 included, the path alone decides between the two.
enum class Hosts {
    kApi,
    kCollection,
    kAny,
};

/// A request with what the router found out about it; lives as long as the request is handled.
class RequestContext {
public:
    explicit RequestContext(Request request);

    Request& request() { return request_; }
    const Request& request() const { return request_; }
    /// A parameter of the route's pattern, decoded: `{id}` one segment, `{path...}` the rest without its leading slash.
    /// Empty when the pattern has no such name.
    std::string_view path_parameter(std::string_view name) const;
    /// The caller, on routes that demand neither kPublic nor kIngest.
    const domain::identity::Principal& principal() const { return *principal_; }
    bool has_principal() const { return principal_.has_value(); }
    /// The sender, on routes that demand kIngest.
    const domain::identity::IngestPrincipal& sender() const { return *sender_; }
    /// What the request says about its sender, for routes that are public and still need the tenant.
    const auth::RequestCredentials& credentials() const { return credentials_; }
    /// When the session cancels the handler: pass it down.
    std::chrono::steady_clock::time_point deadline() const { return deadline_; }

    /// For the router, and for tests of handlers.
    void set_principal(domain::identity::Principal principal) { principal_ = std::move(principal); }
    void set_sender(domain::identity::IngestPrincipal sender) { sender_ = std::move(sender); }
    void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
    void set_path_parameter(std::string_view name, std::string value);

private:
    Request request_;
    auth::RequestCredentials credentials_;
    std::vector<std::pair<std::string_view, std::string>> path_parameters_;
    std::optional<domain::identity::Principal> principal_;
    std::optional<domain::identity::IngestPrincipal> sender_;
    std::chrono::steady_clock::time_point deadline_{};
};

/// Decodes, calls one thing in `domain`, encodes. An Error becomes the response of problem.hpp. Runs on the connection's
/// strand, must not block, is cancelled (by exception) when the client leaves or the deadline passes. The context outlives
/// the coroutine. Thread-safe: requests of many connections call it at once.
using Handler =
    std::function<domain::base::Task<domain::base::Result<Response>>(RequestContext& context)>;

/// One endpoint: no endpoint without its permission, deadline and bound.
struct Route {
    Method method;
    std::string_view pattern;  ///< `/v1/dataset/{id}`, `/v1/http/{path...}` (zero or more segments); outlives the router
    domain::identity::Permission permission;
    std::chrono::milliseconds deadline;      ///< from the complete request to the last byte of the response
    std::size_t body_bytes_max;              ///< as sent; more gives 413
    Handler handler;
    Hosts hosts = Hosts::kApi;
    std::size_t decoded_bytes_max = 0;       ///< after Content-Encoding was removed; 0: as body_bytes_max
};

/// Routes requests and lets in who may come in. Immutable after construction, thread-safe.
class Router {
public:
    /// Two routes with the same method, pattern and hosts, or a malformed pattern, are a bug: assertion. `authenticator` and
    /// `limits` (none: no limits) must outlive the router.
    Router(std::vector<Route> routes, auth::Authenticator& authenticator, std::string service_domain = "localhost",
           ApiLimits* limits = nullptr);
    ~Router();
    Router(const Router&) = delete;
    Router& operator=(const Router&) = delete;

    /// A refusal, or the route that the request was admitted to.
    class Admission {
    public:
        explicit Admission(const Route& admitted) : route(&admitted) {}
        explicit Admission(Response refusal) : refused(std::move(refusal)) {}
        const Route* route = nullptr;
        std::optional<Response> refused;
    };

    /// Decides from the head alone, before a byte of the body is read: finds the route, authenticates, authorises, and
    /// fills the context; who calls too often gets 429. 404 and 405 for what no route answers; on a collection host every path but public ones
    /// authenticates first, so an unknown path is 401 without credentials and 404 with them. HEAD takes the GET route when
    /// there is no HEAD route. The session then reads the body and calls the route's handler.
    domain::base::Task<Admission> admit(RequestContext& context) const;

    /// admit(), then the handler, with errors as responses: for tests of routes without sockets.
    domain::base::Task<Response> handle(RequestContext& context) const;

    const std::string& service_domain() const { return service_domain_; }
    const std::vector<Route>& routes() const { return routes_; }

private:
    struct Node;
    class Search;
    void insert(const Route& route);
    const Node* find(RequestContext& context) const;
    const Route* route_at(const Node& node, Method method, bool collection_host) const;
    Response wrong_method(const Node& node, bool collection_host) const;
    domain::base::Task<domain::base::Result<void>> authenticate(RequestContext& context,
                                                                domain::identity::Permission permission) const;

    std::vector<Route> routes_;
    auth::Authenticator& authenticator_;
    std::string service_domain_;
    ApiLimits* limits_;
    std::unique_ptr<Node> root_;
};

}  // namespace gateway::http
