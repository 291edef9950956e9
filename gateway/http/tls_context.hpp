#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "domain/base/result.hpp"

namespace gateway::http {

struct TlsFiles {
    std::filesystem::path certificate;  ///< PEM, leaf first
    std::filesystem::path key;          ///< PEM
};

/// Makes a CA (`ca.pem`, `ca.key`) and a server certificate (`server.pem`, `server.key`) in `directory` unless they are
/// there already: localhost, 127.0.0.1, ::1, *.localhost, *.collect.localhost, and the same wildcards of `domains`. Key
/// files have mode 0600. A server certificate that lacks a name or ends within 30 days is made anew; the CA stays, so that
/// clients that trust it still do. Fails with kUnavailable (files) and kInternal (OpenSSL).
domain::base::Result<TlsFiles> ensure_tls_files(const std::filesystem::path& directory,
                                                const std::vector<std::string>& domains);

/// A server's certificate, key and settings: TLS 1.2 and 1.3, ALPN http/1.1. Immutable, thread-safe.
class TlsContext {
public:
    /// Fails with kInvalidArgument when a file is unreadable, or key and certificate do not belong together.
    static domain::base::Result<std::shared_ptr<const TlsContext>> load(const TlsFiles& files);
    ~TlsContext();

    struct State;  ///< boost::asio::ssl::context, known to gateway/http alone
    State& state() const { return *state_; }

private:
    explicit TlsContext(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace gateway::http
