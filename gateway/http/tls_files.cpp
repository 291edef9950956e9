#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/pem.h>

#include "gateway/http/certificate.hpp"
#include "gateway/http/tls_context.hpp"

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
namespace fs = std::filesystem;

constexpr std::chrono::hours kRenewalMargin{30 * 24};
constexpr mode_t kPrivate = 0600;
constexpr mode_t kPublic = 0644;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct Authority {
    KeyHandle key;
    CertificateHandle certificate;
};

Error file_error(const std::string& action, const fs::path& path) {
    return Error(ErrorCode::kUnavailable, "cannot " + action + " " + path.string() + ": " + std::strerror(errno));
}

/// Writes to a neighbour, syncs and renames, so that a crash leaves no half a key. The mode is there from the start.
template <class Write>
Result<void> replace_file(const fs::path& path, mode_t mode, Write write) {
    const fs::path neighbour = path.string() + ".new";
    ::unlink(neighbour.c_str());
    const int descriptor = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) return file_error("create", neighbour);
    File file(::fdopen(descriptor, "w"));
    if (!file) {
        ::close(descriptor);
        return file_error("open", neighbour);
    }
    if (write(file.get()) != 1 || std::fflush(file.get()) != 0 || ::fsync(descriptor) != 0) {
        return file_error("write", neighbour);
    }
    if (::rename(neighbour.c_str(), path.c_str()) != 0) return file_error("rename", neighbour);
    return {};
}

Result<void> save_key(const fs::path& path, EVP_PKEY& key) {
    return replace_file(path, kPrivate, [&](std::FILE* file) {
        return PEM_write_PrivateKey(file, &key, nullptr, nullptr, 0, nullptr, nullptr);
    });
}

Result<void> save_chain(const fs::path& path, X509& leaf, X509* issuer) {
    return replace_file(path, kPublic, [&](std::FILE* file) {
        if (PEM_write_X509(file, &leaf) != 1) return 0;
        return issuer == nullptr ? 1 : PEM_write_X509(file, issuer);
    });
}

KeyHandle load_key(const fs::path& path) {
    const File file(std::fopen(path.c_str(), "r"));
    return KeyHandle(file ? PEM_read_PrivateKey(file.get(), nullptr, nullptr, nullptr) : nullptr);
}

CertificateHandle load_certificate(const fs::path& path) {
    const File file(std::fopen(path.c_str(), "r"));
    return CertificateHandle(file ? PEM_read_X509(file.get(), nullptr, nullptr, nullptr) : nullptr);
}

Result<Authority> ensure_authority(const fs::path& directory) {
    Authority authority{load_key(directory / "ca.key"), load_certificate(directory / "ca.pem")};
    if (authority.key && authority.certificate &&
        X509_check_private_key(authority.certificate.get(), authority.key.get()) == 1) {
        return authority;
    }
    auto key = make_key();
    if (!key) return key.error();
    auto certificate = make_ca_certificate(**key);
    if (!certificate) return certificate.error();
    const auto key_saved = save_key(directory / "ca.key", **key);
    if (!key_saved) return key_saved.error();
    const auto certificate_saved = save_chain(directory / "ca.pem", **certificate, nullptr);
    if (!certificate_saved) return certificate_saved.error();
    return Authority{std::move(*key), std::move(*certificate)};
}

std::vector<std::string> alternative_names(const std::vector<std::string>& domains) {
    std::vector<std::string> names{"DNS:localhost",   "IP:127.0.0.1",           "IP:::1",
                                   "DNS:*.localhost", "DNS:*.collect.localhost"};
    for (const std::string& domain : domains) {
        if (domain.empty() || domain == "localhost") continue;
        for (const char* prefix : {"", "*.", "collect.", "*.collect."}) names.push_back("DNS:" + (prefix + domain));
    }
    return names;
}

}  // namespace

Result<TlsFiles> ensure_tls_files(const fs::path& directory, const std::vector<std::string>& domains) {
    std::error_code failed;
    fs::create_directories(directory, failed);
    if (failed) {
        return Error(ErrorCode::kUnavailable, "cannot create " + directory.string() + ": " + failed.message());
    }
    const TlsFiles files{directory / "server.pem", directory / "server.key"};
    const auto authority = ensure_authority(directory);
    if (!authority) return authority.error();
    const auto names = alternative_names(domains);
    const KeyHandle present_key = load_key(files.key);
    const CertificateHandle present = load_certificate(files.certificate);
    if (present_key && present && X509_check_private_key(present.get(), present_key.get()) == 1 &&
        still_serves(*present, names, *authority->certificate, kRenewalMargin)) {
        return files;
    }
    auto key = make_key();
    if (!key) return key.error();
    auto certificate = make_server_certificate(**key, names, *authority->certificate, *authority->key);
    if (!certificate) return certificate.error();
    const auto key_saved = save_key(files.key, **key);
    if (!key_saved) return key_saved.error();
    const auto chain_saved = save_chain(files.certificate, **certificate, authority->certificate.get());
    if (!chain_saved) return chain_saved.error();
    return files;
}

}  // namespace gateway::http
