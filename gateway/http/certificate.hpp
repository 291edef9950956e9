#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <openssl/evp.h>
#include <openssl/x509.h>

#include "domain/base/result.hpp"

namespace gateway::http {

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeCertificate {
    void operator()(X509* certificate) const { X509_free(certificate); }
};
using KeyHandle = std::unique_ptr<EVP_PKEY, FreeKey>;
using CertificateHandle = std::unique_ptr<X509, FreeCertificate>;

/// A new P-256 key: accepted everywhere, and an order of magnitude cheaper to sign with than RSA.
domain::base::Result<KeyHandle> make_key();

/// A CA's certificate, signed by its own key.
domain::base::Result<CertificateHandle> make_ca_certificate(EVP_PKEY& key);

/// A server certificate for these subject alternative names (`DNS:localhost`, `IP:127.0.0.1`).
domain::base::Result<CertificateHandle> make_server_certificate(EVP_PKEY& key, const std::vector<std::string>& names,
                                                                X509& ca, EVP_PKEY& ca_key);

/// True when the certificate is signed by `ca`, carries all the names and is valid for another `margin`.
bool still_serves(X509& certificate, const std::vector<std::string>& names, X509& ca, std::chrono::hours margin);

}  // namespace gateway::http
