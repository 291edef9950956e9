#include "gateway/console/console.hpp"

#include "gateway/http/problem.hpp"

namespace gateway::console {

using domain::base::Result;
using domain::base::Task;
using domain::identity::Permission;
using http::Method;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kPage = "/index.html";

const http::StaticFiles& files() {
    static const http::StaticFiles kFiles(embedded_files());
    return kFiles;
}

Task<Result<http::Response>> file(http::RequestContext& context) {
    co_return files().answer(context.request(), context.request().path());
}

Task<Result<http::Response>> page(http::RequestContext& context) { co_return files().answer(context.request(), kPage); }

Task<Result<http::Response>> home(http::RequestContext& context) {
    if (http::accepts_html(context.request())) co_return files().answer(context.request(), kPage);
    co_return http::problem(404, "no such path: /");
}

}  // namespace

std::vector<http::Route> console_routes() {
    constexpr auto kDeadline = 30s;
    return {
        {Method::kGet, "/", Permission::kPublic, kDeadline, 0, home},
        {Method::kGet, "/settings/{page}", Permission::kPublic, kDeadline, 0, page},
        {Method::kGet, "/assets/{file}", Permission::kPublic, kDeadline, 0, file},
        {Method::kGet, "/favicon.svg", Permission::kPublic, kDeadline, 0, file},
    };
}

}  // namespace gateway::console
