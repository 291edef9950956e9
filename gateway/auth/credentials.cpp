#include "gateway/auth/credentials.hpp"

#include <string>

#include <sodium.h>

#include "domain/admin/token_form.hpp"

namespace gateway::auth {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::IngestTokenId;
using domain::base::Result;
using domain::base::Secret;
using domain::base::TenantId;

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Takes the part before the first `separator` off; the whole text when there is none.
std::string_view take_until(std::string_view& text, char separator) {
    const auto end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

bool is_scheme(std::string_view text, std::string_view name) {
    if (text.size() != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (c != name[i]) return false;
    }
    return true;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes(text.size(), '\0');
    for (const int variant : {sodium_base64_VARIANT_ORIGINAL, sodium_base64_VARIANT_ORIGINAL_NO_PADDING}) {
        std::size_t size = 0;
        if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(), text.size(), nullptr,
                              &size, nullptr, variant) == 0) {
            bytes.resize(size);
            return bytes;
        }
    }
    return std::nullopt;
}

Error unauthenticated(std::string message) { return Error(ErrorCode::kUnauthenticated, std::move(message)); }

/// `<id>:<secret>`, split at the first colon.
std::optional<IngestCredential> read_pair(std::string_view text, std::optional<TenantId> tenant) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view id = text.substr(0, colon);
    const std::string_view secret = text.substr(colon + 1);
    if (!domain::admin::is_token_id(id) || secret.empty()) return std::nullopt;
    return IngestCredential{std::move(tenant), IngestTokenId(std::string(id)), Secret(std::string(secret))};
}

std::optional<IngestCredential> read_bearer(std::string_view text) {
    std::string_view rest = text;
    const std::string_view first = take_until(rest, ' ');
    if (!domain::admin::is_tenant_id(first) || rest.empty()) return read_pair(text, std::nullopt);
    return read_pair(trim(rest), TenantId(std::string(first)));
}

std::optional<IngestCredential> read_basic(std::string_view text) {
    const auto decoded = from_base64(text);
    if (!decoded) return std::nullopt;
    std::string_view password = *decoded;
    const std::string_view user = take_until(password, ':');
    // Customers are digits and so may token ids be, but only a customer is followed by another pair.
    if (domain::admin::is_tenant_id(user) && password.find(':') != std::string_view::npos) {
        return read_pair(password, TenantId(std::string(user)));
    }
    return read_pair(*decoded, std::nullopt);
}

std::optional<IngestCredential> read_header(std::string_view header) {
    header = trim(header);
    const std::string_view scheme = take_until(header, ' ');
    if (is_scheme(scheme, "bearer")) return read_bearer(trim(header));
    if (is_scheme(scheme, "basic")) return read_basic(trim(header));
    return std::nullopt;
}

bool contradicts(const std::optional<TenantId>& host, const std::optional<TenantId>& named) {
    return host && named && *host != *named;
}

Result<ApiCredential> read_session(const RequestCredentials& request) {
    std::string_view key = request.session;
    const std::string_view tenant = take_until(key, '.');
    if (!domain::admin::is_tenant_id(tenant) || key.empty()) return unauthenticated("malformed session cookie");
    ApiCredential credential{TenantId(std::string(tenant)), Secret(std::string(key)), true};
    if (contradicts(request.host_tenant, credential.tenant)) return unauthenticated("the session belongs to another customer");
    if (!request.may_act_by_session) {
        return Error(ErrorCode::kPermissionDenied, "a change by session cookie must come from the console's own pages");
    }
    return credential;
}

}  // namespace

Result<ApiCredential> read_api_credential(const RequestCredentials& request) {
    if (request.authorization.empty() && !request.session.empty()) return read_session(request);
    if (request.authorization.empty()) return unauthenticated("missing Authorization header");
    std::string_view header = trim(request.authorization);
    if (!is_scheme(take_until(header, ' '), "bearer")) {
        return unauthenticated("the Authorization header must be: Bearer <customer id> <access key>");
    }
    header = trim(header);
    const std::string_view tenant = take_until(header, ' ');
    const std::string_view key = trim(header);
    if (!domain::admin::is_tenant_id(tenant) || key.empty()) {
        return unauthenticated("the Authorization header must be: Bearer <customer id> <access key>");
    }
    ApiCredential credential{TenantId(std::string(tenant)), Secret(std::string(key)), false};
    if (contradicts(request.host_tenant, credential.tenant)) return unauthenticated("the access key belongs to another customer");
    return credential;
}

Result<IngestCredential> read_ingest_credential(const RequestCredentials& request) {
    if (request.authorization.empty() && request.service_token.empty()) return unauthenticated("missing ingest token");
    auto credential = request.authorization.empty() ? read_pair(request.service_token, std::nullopt)
                                                    : read_header(request.authorization);
    if (!credential) return unauthenticated("malformed ingest token, expected: Authorization: Bearer <token id>:<secret>");
    if (contradicts(request.host_tenant, credential->tenant)) {
        return unauthenticated("the ingest token belongs to another customer");
    }
    return std::move(*credential);
}

std::optional<TenantId> read_tenant_hint(std::string_view authorization) {
    authorization = trim(authorization);
    if (!is_scheme(take_until(authorization, ' '), "bearer")) return std::nullopt;
    authorization = trim(authorization);
    const std::string_view tenant = take_until(authorization, ' ');
    if (!domain::admin::is_tenant_id(tenant)) return std::nullopt;
    return TenantId(std::string(tenant));
}

std::optional<domain::admin::datastream::Switch> direct_write_of(std::string_view path) {
    using domain::admin::datastream::Switch;
    if (path == "/v1/prometheus") return Switch::kPrometheus;
    if (!path.starts_with("/v1/otel/v1/") && !path.starts_with("/v2/otel/v1/")) return std::nullopt;
    const std::string_view signal = path.substr(std::string_view("/v1/otel/v1/").size());
    if (signal == "logs") return Switch::kOtelLogs;
    if (signal == "metrics") return Switch::kOtelMetrics;
    return signal == "traces" ? std::optional(Switch::kOtelTrace) : std::nullopt;
}

}  // namespace gateway::auth
