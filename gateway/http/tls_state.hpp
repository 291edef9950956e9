#pragma once

#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "gateway/http/tls_context.hpp"

namespace gateway::http {

/// Asio's context, kept out of the public header.
struct TlsContext::State {
    State() : context(boost::asio::ssl::context::tls_server) {}
    boost::asio::ssl::context context;
};

}  // namespace gateway::http
