#include <catch2/catch.hpp>

#include "fake_authenticator.hpp"
#include "gateway/http/router.hpp"
#include "infra/runtime/run_async.hpp"

using namespace gateway::http;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Permission;

namespace {

/// Answers its own name and the path parameters.
Handler named(std::string name) {
    return [name](RequestContext& context) -> Task<Result<Response>> {
        std::string text = name;
        for (const char* parameter : {"id", "field", "path"}) {
            text += "|" + std::string(context.path_parameter(parameter));
        }
        co_return Response::json(200, text);
    };
}

Route route(Method method, std::string_view pattern, Permission permission, std::string name, Hosts hosts = Hosts::kApi) {
    return {method, pattern, permission, std::chrono::seconds(1), 1000, named(std::move(name)), hosts};
}

std::vector<Route> routes() {
    std::vector<Route> all;
    all.push_back(route(Method::kGet, "/", Permission::kPublic, "console"));
    all.push_back(route(Method::kGet, "/", Permission::kIngest, "hello", Hosts::kCollection));
    all.push_back(route(Method::kGet, "/v1/health", Permission::kPublic, "health", Hosts::kAny));
    all.push_back(route(Method::kPost, "/v1/login", Permission::kPublic, "login"));
    all.push_back(route(Method::kPost, "/v1/http", Permission::kIngest, "http", Hosts::kAny));
    all.push_back(route(Method::kPost, "/v1/http/{path...}", Permission::kIngest, "http-path", Hosts::kAny));
    all.push_back(route(Method::kGet, "/v1/dataset", Permission::kQuery, "list"));
    all.push_back(route(Method::kGet, "/v1/dataset/{id}", Permission::kQuery, "one"));
    all.push_back(route(Method::kGet, "/v1/dataset/{id}/{field}", Permission::kQuery, "field"));
    all.push_back(route(Method::kGet, "/v1/dataset/special", Permission::kQuery, "special"));
    all.push_back(route(Method::kDelete, "/v1/dataset/{id}", Permission::kAdminister, "delete"));
    return all;
}

Response ask(Method method, std::string_view target, std::string_view host, std::string_view authorization) {
    FakeAuthenticator authenticator;
    const Router router(routes(), authenticator);
    RequestContext context(
        Request::make(method, target, {{"host", host}, {"authorization", authorization}}).value());
    return infra::runtime::run_async(router.handle(context));
}

constexpr const char* kApi = "122.localhost";
constexpr const char* kCollect = "122.collect.localhost";
constexpr const char* kAddress = "127.0.0.1:8080";
constexpr const char* kUser = "Bearer 122 plain";
constexpr const char* kAdmin = "Bearer 122 good";
constexpr const char* kToken = "Bearer ds1:secret";

}  // namespace

TEST_CASE("a request finds its route, or the reason why not") {
    struct Case {
        Method method;
        const char* target;
        const char* host;
        const char* authorization;
        int status;
        const char* body;
    };
    const auto expected = GENERATE(values<Case>({
        {Method::kGet, "/", kApi, "", 200, "console|||"},
        {Method::kGet, "/", kCollect, kToken, 200, "hello|||"},
        {Method::kGet, "/", kCollect, "", 401, nullptr},
        {Method::kHead, "/", kCollect, kToken, 200, "hello|||"},
        {Method::kGet, "/v1/health", kApi, "Bearer nonsense", 200, "health|||"},
        {Method::kGet, "/v1/health", kCollect, "", 200, "health|||"},
        {Method::kPost, "/v1/health", kCollect, "", 405, nullptr},
        {Method::kPost, "/v1/http", kCollect, kToken, 200, "http|||"},
        {Method::kPost, "/v1/http", kCollect, kAdmin, 401, nullptr},
        {Method::kPost, "/v1/http", kAddress, kToken, 200, "http|||"},
        {Method::kPost, "/v1/http?service_token=ds1:secret", kCollect, "", 200, "http|||"},
        {Method::kPost, "/v1/http/a//b%20c", kCollect, kToken, 200, "http-path|||a/b c"},
        {Method::kPost, "//v1/http/a/", kCollect, kToken, 200, "http-path|||a/"},
        {Method::kPost, "/v1/http/", kCollect, kToken, 200, "http|||"},
        {Method::kGet, "/v1/http", kCollect, kToken, 405, nullptr},
        {Method::kGet, "/v1/http", kCollect, "", 401, nullptr},
        {Method::kGet, "/v1/unknown", kCollect, "", 401, nullptr},
        {Method::kGet, "/v1/unknown", kCollect, kToken, 404, nullptr},
        {Method::kPost, "/v1/login", kCollect, kToken, 404, nullptr},
        {Method::kGet, "/v1/dataset", kCollect, kToken, 404, nullptr},
        {Method::kGet, "/v1/unknown", kApi, "", 404, nullptr},
        {Method::kGet, "/v1/dataset", kApi, kUser, 200, "list|||"},
        {Method::kGet, "/v1/dataset/", kApi, kUser, 200, "list|||"},
        {Method::kGet, "/v1/dataset", kApi, "", 401, nullptr},
        {Method::kGet, "/v1/dataset", kApi, kToken, 401, nullptr},
        {Method::kGet, "/v1/dataset/7", kApi, kUser, 200, "one|7||"},
        {Method::kGet, "/v1/dataset/special", kApi, kUser, 200, "special|||"},
        {Method::kGet, "/v1/dataset/special/x", kApi, kUser, 200, "field|special|x|"},
        {Method::kGet, "/v1/dataset/7/x/y", kApi, kUser, 404, nullptr},
        {Method::kDelete, "/v1/dataset/7", kApi, kUser, 403, nullptr},
        {Method::kDelete, "/v1/dataset/7", kApi, kAdmin, 200, "delete|7||"},
        {Method::kPut, "/v1/dataset/7", kApi, "", 401, nullptr},
        {Method::kPut, "/v1/dataset/7", kApi, kUser, 405, nullptr},
        {Method::kPost, "/", kApi, "", 405, nullptr},
    }));
    const Response response = ask(expected.method, expected.target, expected.host, expected.authorization);
    CAPTURE(expected.target, expected.host, expected.authorization, response.body());
    CHECK(response.status() == expected.status);
    if (expected.body != nullptr) CHECK(response.body() == expected.body);
    else CHECK(response.body().starts_with(R"({"ok":false,"message")"));
}

TEST_CASE("405 allows what the path has") {
    const Response response = ask(Method::kPut, "/v1/dataset/7", kApi, kUser);
    CHECK(response.headers().back() == Response::Header("Allow", "GET, HEAD, DELETE"));
}
