#include "gateway/http/certificate.hpp"

#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

constexpr long kSecondsPerDay = 24L * 60 * 60;
constexpr long kCaDays = 3650;
/// Browsers refuse server certificates of more than 398 days, also below a CA of one's own (Apple since 2020).
constexpr long kServerDays = 397;
/// Clocks differ: a certificate that begins now is not yet valid elsewhere.
constexpr long kBackdateSeconds = 3600;

struct FreeExtension {
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
struct FreeNames {
    void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

Error openssl_error(const std::string& step) {
    char text[256] = "";
    ERR_error_string_n(ERR_get_error(), text, sizeof(text));
    return Error(ErrorCode::kInternal, step + ": " + text);
}

bool add_extension(X509& certificate, X509& issuer, int kind, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, FreeExtension> extension(
        X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
    return extension && X509_add_ext(&certificate, extension.get(), -1) == 1;
}

/// 127 random bits: positive, and unguessable as the CA rules want it.
bool set_serial(X509& certificate) {
    unsigned char bytes[16];
    if (RAND_bytes(bytes, sizeof(bytes)) != 1) return false;
    bytes[0] &= 0x7f;
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> number(BN_bin2bn(bytes, sizeof(bytes), nullptr), &BN_free);
    return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr;
}

bool set_name(X509_NAME* name, const std::string& common_name) {
    const auto add = [&](const char* field, const std::string& value) {
        return X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8,
                                          reinterpret_cast<const unsigned char*>(value.c_str()), -1, -1, 0) == 1;
    };
    return add("O", "Opalite") && add("CN", common_name);
}

CertificateHandle begin(EVP_PKEY& key, const std::string& common_name, long days) {
    CertificateHandle certificate(X509_new());
    if (!certificate || X509_set_version(certificate.get(), X509_VERSION_3) != 1 || !set_serial(*certificate) ||
        !set_name(X509_get_subject_name(certificate.get()), common_name) ||
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kBackdateSeconds) == nullptr ||
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), days * kSecondsPerDay) == nullptr ||
        X509_set_pubkey(certificate.get(), &key) != 1) {
        return nullptr;
    }
    return certificate;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
}

/// Looks the name up as it stands: OpenSSL's own matching refuses wildcards right below a top-level name (`*.localhost`).
bool has_dns_name(X509& certificate, std::string_view name) {
    const std::unique_ptr<GENERAL_NAMES, FreeNames> names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME* entry = sk_GENERAL_NAME_value(names.get(), i);
        if (entry->type != GEN_DNS) continue;
        const auto* text = reinterpret_cast<const char*>(ASN1_STRING_get0_data(entry->d.dNSName));
        if (name == std::string_view(text, static_cast<std::size_t>(ASN1_STRING_length(entry->d.dNSName)))) return true;
    }
    return false;
}

bool has_name(X509& certificate, const std::string& name) {
    const std::string value = name.substr(name.find(':') + 1);
    if (name.starts_with("IP:")) return X509_check_ip_asc(&certificate, value.c_str(), 0) == 1;
    return has_dns_name(certificate, value);
}

}  // namespace

Result<KeyHandle> make_key() {
    KeyHandle key(EVP_EC_gen("P-256"));
    if (!key) return openssl_error("cannot make a key");
    return key;
}

Result<CertificateHandle> make_ca_certificate(EVP_PKEY& key) {
    CertificateHandle ca = begin(key, "Opalite local CA", kCaDays);
    if (!ca || X509_set_issuer_name(ca.get(), X509_get_subject_name(ca.get())) != 1 ||
        !add_extension(*ca, *ca, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") ||
        !add_extension(*ca, *ca, NID_key_usage, "critical,keyCertSign,cRLSign") ||
        !add_extension(*ca, *ca, NID_subject_key_identifier, "hash") ||
        X509_sign(ca.get(), &key, EVP_sha256()) == 0) {
        return openssl_error("cannot make the CA certificate");
    }
    return ca;
}

Result<CertificateHandle> make_server_certificate(EVP_PKEY& key, const std::vector<std::string>& names, X509& ca,
                                                  EVP_PKEY& ca_key) {
    CertificateHandle made = begin(key, "Opalite", kServerDays);
    if (!made || X509_set_issuer_name(made.get(), X509_get_subject_name(&ca)) != 1 ||
        !add_extension(*made, ca, NID_basic_constraints, "critical,CA:FALSE") ||
        !add_extension(*made, ca, NID_key_usage, "critical,digitalSignature") ||
        !add_extension(*made, ca, NID_ext_key_usage, "serverAuth") ||
        !add_extension(*made, ca, NID_subject_key_identifier, "hash") ||
        !add_extension(*made, ca, NID_authority_key_identifier, "keyid:always") ||
        !add_extension(*made, ca, NID_subject_alt_name, joined(names)) ||
        X509_sign(made.get(), &ca_key, EVP_sha256()) == 0) {
        return openssl_error("cannot make the server certificate");
    }
    return made;
}

bool still_serves(X509& certificate, const std::vector<std::string>& names, X509& ca, std::chrono::hours margin) {
    const std::unique_ptr<EVP_PKEY, FreeKey> ca_key(X509_get_pubkey(&ca));
    if (!ca_key || X509_verify(&certificate, ca_key.get()) != 1) return false;
    time_t then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + margin);
    if (X509_cmp_time(X509_get0_notAfter(&certificate), &then) <= 0) return false;
    for (const std::string& name : names) {
        if (!has_name(certificate, name)) return false;
    }
    return true;
}

}  // namespace gateway::http
