#pragma once

#include <chrono>
#include <string_view>
#include <utility>

#include "domain/base/limits.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect {

/// Uploading 10 MB takes a while on a slow line, but that is over when this time begins: what is left is the log.
inline constexpr std::chrono::seconds kCollectDeadline{30};

/// A POST of observations with the bounds of all of them.
inline http::Route collect_route(std::string_view pattern, http::Handler handler) {
    return http::Route{http::Method::kPost, pattern, domain::identity::Permission::kIngest, kCollectDeadline,
                       domain::base::limits::collect_body_bytes_max, std::move(handler), http::Hosts::kAny,
                       domain::base::limits::collect_decoded_bytes_max};
}

}  // namespace gateway::collect
