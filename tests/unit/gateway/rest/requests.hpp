#pragma once

#include <string>

#include "gateway/http/router.hpp"

/// Requests as a handler gets them.
namespace tests::rest {

inline gateway::http::Request request(gateway::http::Method method, const std::string& target, const std::string& body = {},
                                      gateway::http::HeaderList headers = {}) {
    auto made = gateway::http::Request::make(method, target, std::move(headers));
    made->set_body(gateway::http::Slab::of(body), body.size());
    return std::move(*made);
}

inline gateway::http::RequestContext context(gateway::http::Request request, std::int64_t user = 12) {
    gateway::http::RequestContext made(std::move(request));
    domain::identity::Principal principal;
    principal.tenant = domain::base::TenantId("122");
    principal.user = domain::base::UserId(user);
    principal.administrator = true;
    made.set_principal(principal);
    made.set_deadline(std::chrono::steady_clock::now() + std::chrono::seconds(10));
    return made;
}

}  // namespace tests::rest
