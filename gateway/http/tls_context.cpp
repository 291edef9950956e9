#include "gateway/http/tls_context.hpp"

#include <openssl/ssl.h>

#include "gateway/http/tls_state.hpp"

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

/// Ciphers with forward secrecy and authentication only; TLS 1.3 has no others.
constexpr const char* kTls12Ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

/// ALPN names are length-prefixed. HTTP/1.1 is all we speak; a client that offers only others is refused.
int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_length, const unsigned char* offered,
                    unsigned int offered_length, void*) {
    static constexpr unsigned char kOurs[] = "\x08http/1.1";
    unsigned char* chosen = nullptr;
    const int found = SSL_select_next_proto(&chosen, out_length, kOurs, sizeof(kOurs) - 1, offered, offered_length);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

Error unusable(const std::filesystem::path& file, const std::string& reason) {
    return Error(ErrorCode::kInvalidArgument, "cannot use the TLS file " + file.string() + ": " + reason);
}

}  // namespace

TlsContext::TlsContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsContext::~TlsContext() = default;

Result<std::shared_ptr<const TlsContext>> TlsContext::load(const TlsFiles& files) {
    auto state = std::make_unique<State>();
    boost::asio::ssl::context& context = state->context;
    boost::system::error_code error;
    context.use_certificate_chain_file(files.certificate.string(), error);
    if (error) return unusable(files.certificate, error.message());
    context.use_private_key_file(files.key.string(), boost::asio::ssl::context::pem, error);
    if (error) return unusable(files.key, error.message());
    SSL_CTX* native = context.native_handle();
    if (SSL_CTX_check_private_key(native) != 1) return unusable(files.key, "it is not the certificate's key");
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                    SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    if (SSL_CTX_set_cipher_list(native, kTls12Ciphers) != 1) {
        return Error(ErrorCode::kInternal, "OpenSSL does not know our ciphers");
    }
    SSL_CTX_set_alpn_select_cb(native, &choose_protocol, nullptr);
    return std::shared_ptr<const TlsContext>(new TlsContext(std::move(state)));
}

}  // namespace gateway::http
