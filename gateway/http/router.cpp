#include "gateway/http/router.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include "gateway/auth/credentials.hpp"
#include "gateway/auth/session_cookie.hpp"
#include "gateway/http/problem.hpp"

namespace gateway::http {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Permission;

/// One segment of the patterns' tree: literals first, then a parameter, then the rest of the path.
struct Router::Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> parameter;
    std::unique_ptr<Node> rest;
    std::vector<const Route*> routes;         // what ends here
    std::vector<std::string_view> names;      // of the parameters on the way here, in their order
};

namespace {

bool answers_on(const Route& route, bool collection_host) {
    return route.hosts == Hosts::kAny || (route.hosts == Hosts::kCollection) == collection_host;
}

/// Queries arrive with POST and change nothing.
bool is_read(const Route& route) {
    return route.method == Method::kGet || route.method == Method::kHead || route.permission == Permission::kQuery;
}

void read_session(const Request& request, auth::RequestCredentials& credentials) {
    const std::string_view cookies = request.header("cookie");
    if (cookies.empty()) return;
    credentials.session = auth::read_session_cookie(cookies, auth::browser_uses_tls(request.over_tls(), request.host().name));
    const bool changes = request.method() != Method::kGet && request.method() != Method::kHead;
    credentials.may_act_by_session =
        !changes || auth::proves_same_origin({request.header("sec-fetch-site"), request.header("origin"), request.header("host")});
}

auth::RequestCredentials read_credentials(const Request& request) {
    auth::RequestCredentials credentials;
    credentials.authorization = request.header("authorization");
    // Amazon Data Firehose has a header of its own for what it calls an access key.
    credentials.service_token = request.parameter("service_token").value_or(request.header("x-amz-firehose-access-key"));
    credentials.host_tenant = request.host().tenant;
    credentials.target_package = request.header("x-observe-target-package");
    if (!credentials.target_package.empty()) credentials.direct_write = auth::direct_write_of(request.path());
    if (credentials.authorization.empty()) read_session(request, credentials);
    return credentials;
}

}  // namespace

RequestContext::RequestContext(Request request)
    : request_(std::move(request)), credentials_(read_credentials(request_)) {}

std::string_view RequestContext::path_parameter(std::string_view name) const {
    for (const auto& [known, value] : path_parameters_) {
        if (known == name) return value;
    }
    return {};
}

void RequestContext::set_path_parameter(std::string_view name, std::string value) {
    path_parameters_.emplace_back(name, std::move(value));
}

Router::Router(std::vector<Route> routes, auth::Authenticator& authenticator, std::string service_domain, ApiLimits* limits)
    : routes_(std::move(routes)),
      authenticator_(authenticator),
      service_domain_(std::move(service_domain)),
      limits_(limits),
      root_(std::make_unique<Node>()) {
    for (const Route& route : routes_) insert(route);
}

Router::~Router() = default;

void Router::insert(const Route& route) {
    Node* node = root_.get();
    std::vector<std::string_view> names;
    std::string_view pattern = route.pattern;
    assert(pattern.starts_with('/') && "a pattern begins with a slash");
    while (!pattern.empty()) {
        pattern.remove_prefix(1);
        const auto slash = pattern.find('/');
        const std::string_view segment = pattern.substr(0, slash);
        pattern = slash == std::string_view::npos ? std::string_view() : pattern.substr(slash);
        if (segment.empty()) continue;
        std::unique_ptr<Node>* next = nullptr;
        if (!segment.starts_with('{')) {
            next = &node->literals[std::string(segment)];
        } else if (segment.ends_with("...}")) {
            assert(pattern.empty() && "the rest of the path is the pattern's end");
            names.push_back(segment.substr(1, segment.size() - 5));
            next = &node->rest;
        } else {
            assert(segment.ends_with('}'));
            names.push_back(segment.substr(1, segment.size() - 2));
            next = &node->parameter;
        }
        if (!*next) *next = std::make_unique<Node>();
        node = next->get();
    }
    for (const Route* other : node->routes) {
        const bool overlap = other->hosts == Hosts::kAny || route.hosts == Hosts::kAny || other->hosts == route.hosts;
        assert(!(overlap && other->method == route.method) && "two routes for one method and path");
        static_cast<void>(overlap);
    }
    assert((node->routes.empty() || node->names == names) && "one path, two names for a parameter");
    node->names = std::move(names);
    node->routes.push_back(&route);
}

namespace {

/// Everything after the first `skipped` segments, with a trailing slash when the path has one.
std::string rest_of(const Request& request, std::size_t skipped) {
    std::string rest;
    const auto& segments = request.segments();
    for (std::size_t i = skipped; i < segments.size(); ++i) {
        if (i > skipped) rest += '/';
        rest += segments[i];
    }
    if (!rest.empty() && request.path().ends_with('/')) rest += '/';
    return rest;
}

}  // namespace

/// Walks the tree with one request; a branch that leads nowhere is left again for the next best one.
class Router::Search {
public:
    Search(const Request& request, bool collection_host) : request_(request), collection_host_(collection_host) {}

    const Node* from(const Node& node, std::size_t index) {
        const auto& segments = request_.segments();
        if (index == segments.size()) {
            if (has_routes(node)) return &node;
        } else {
            const auto literal = node.literals.find(segments[index]);
            if (literal != node.literals.end()) {
                if (const Node* found = from(*literal->second, index + 1)) return found;
            }
            if (node.parameter) {
                values_.push_back(segments[index]);
                if (const Node* found = from(*node.parameter, index + 1)) return found;
                values_.pop_back();
            }
        }
        if (!node.rest || !has_routes(*node.rest)) return nullptr;
        values_.push_back(rest_of(request_, index));
        return node.rest.get();
    }
    std::vector<std::string>& values() { return values_; }

private:
    bool has_routes(const Node& node) const {
        return std::any_of(node.routes.begin(), node.routes.end(),
                           [&](const Route* route) { return answers_on(*route, collection_host_); });
    }

    const Request& request_;
    const bool collection_host_;
    std::vector<std::string> values_;
};

const Router::Node* Router::find(RequestContext& context) const {
    Search search(context.request(), context.request().host().collection);
    const Node* node = search.from(*root_, 0);
    if (node == nullptr) return nullptr;
    for (std::size_t i = 0; i < node->names.size(); ++i) {
        context.set_path_parameter(node->names[i], std::move(search.values()[i]));
    }
    return node;
}

const Route* Router::route_at(const Node& node, Method method, bool collection_host) const {
    for (const Route* route : node.routes) {
        if (route->method == method && answers_on(*route, collection_host)) return route;
    }
    return method == Method::kHead ? route_at(node, Method::kGet, collection_host) : nullptr;
}

Response Router::wrong_method(const Node& node, bool collection_host) const {
    std::string allow;
    for (const Route* route : node.routes) {
        if (!answers_on(*route, collection_host)) continue;
        if (!allow.empty()) allow += ", ";
        allow += name(route->method);
        if (route->method == Method::kGet && route_at(node, Method::kHead, collection_host) == route) allow += ", HEAD";
    }
    return method_not_allowed(allow);
}

Task<Result<void>> Router::authenticate(RequestContext& context, Permission permission) const {
    Result<void> granted;
    if (permission == Permission::kPublic) co_return granted;
    if (permission == Permission::kIngest) {
        auto sender = co_await authenticator_.ingest(context.credentials());
        if (!sender) co_return sender.error();
        context.set_sender(std::move(*sender));
        co_return granted;
    }
    auto principal = co_await authenticator_.api(context.credentials());
    if (!principal) co_return principal.error();
    const bool allowed = domain::identity::may(*principal, permission);
    context.set_principal(std::move(*principal));
    if (allowed) co_return granted;
    co_return Error(ErrorCode::kPermissionDenied,
                    "this needs the permission " + std::string(domain::identity::name(permission)));
}

Task<Router::Admission> Router::admit(RequestContext& context) const {
    const bool collection_host = context.request().host().collection;
    const Node* node = find(context);
    const Route* route = nullptr;
    const Route* any_route = nullptr;  // says what the path demands when the method is wrong
    if (node != nullptr) {
        route = route_at(*node, context.request().method(), collection_host);
        for (const Route* candidate : node->routes) {
            if (any_route == nullptr && answers_on(*candidate, collection_host)) any_route = candidate;
        }
    }
    Permission permission = collection_host ? Permission::kIngest : Permission::kPublic;
    if (any_route != nullptr) permission = any_route->permission;
    if (route != nullptr) permission = route->permission;
    auto known = co_await authenticate(context, permission);
    if (!known) {
        Admission refusal(problem(known.error()));
        co_return refusal;
    }
    if (route == nullptr) {
        Admission refusal(any_route == nullptr ? problem(404, "no such path: " + context.request().path())
                                               : wrong_method(*node, collection_host));
        co_return refusal;
    }
    if (limits_ != nullptr && context.has_principal()) {
        auto refused = limits_->refuse(context.principal(), is_read(*route));
        if (refused) {
            Admission refusal(std::move(*refused));
            co_return refusal;
        }
    }
    Admission admission(*route);
    co_return admission;
}

Task<Response> Router::handle(RequestContext& context) const {
    Admission admission = co_await admit(context);
    if (admission.refused) co_return std::move(*admission.refused);
    context.set_deadline(std::chrono::steady_clock::now() + admission.route->deadline);
    auto response = co_await admission.route->handler(context);
    if (!response) co_return problem(response.error());
    co_return std::move(*response);
}

}  // namespace gateway::http
