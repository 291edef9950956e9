#include "gateway/auth/credentials.hpp"

#include <catch2/catch.hpp>
#include <sodium.h>

namespace {

using domain::base::ErrorCode;
using domain::base::TenantId;
using gateway::auth::read_api_credential;
using gateway::auth::read_ingest_credential;
using gateway::auth::read_tenant_hint;
using gateway::auth::RequestCredentials;

std::string basic(const std::string& text) {
    std::string encoded(sodium_base64_encoded_len(text.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(encoded.data(), encoded.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    encoded.pop_back();
    return "Basic " + encoded;
}

RequestCredentials request(const std::string& authorization, const std::string& service_token = "",
                           const std::string& host_tenant = "") {
    RequestCredentials made;
    made.authorization = authorization;
    made.service_token = service_token;
    if (!host_tenant.empty()) made.host_tenant = TenantId(host_tenant);
    return made;
}

}  // namespace

TEST_CASE("ingest credentials are read in all five forms") {
    const auto [authorization, service_token, tenant, id, secret] =
        GENERATE(table<std::string, std::string, std::string, std::string, std::string>({
            {"Bearer ds1abc:s3cret", "", "", "ds1abc", "s3cret"},
            {"bearer   ds1abc:s3cret ", "", "", "ds1abc", "s3cret"},
            {"Bearer ds1abc:with:colon", "", "", "ds1abc", "with:colon"},
            {"Bearer 101 ds1abc:s3cret", "", "101", "ds1abc", "s3cret"},
            {"Bearer 123456789012  ds1abc:s3cret", "", "123456789012", "ds1abc", "s3cret"},
            {"Bearer 12345:s3cret", "", "", "12345", "s3cret"},
            {basic("ds1abc:s3cret"), "", "", "ds1abc", "s3cret"},
            {basic("12345:s3cret"), "", "", "12345", "s3cret"},
            {basic("101:ds1abc:s3cret"), "", "101", "ds1abc", "s3cret"},
            {basic("101:ds1abc:with:colon"), "", "101", "ds1abc", "with:colon"},
            {basic("ds1abc:with:colon"), "", "", "ds1abc", "with:colon"},
            {"BASIC ZHMxYWJjOnMzY3JldA", "", "", "ds1abc", "s3cret"},  // no padding
            {"", "ds1abc:s3cret", "", "ds1abc", "s3cret"},
            {"Bearer ds1abc:s3cret", "other:one", "", "ds1abc", "s3cret"},
        }));
    INFO(authorization << " " << service_token);
    const auto credential = read_ingest_credential(request(authorization, service_token));
    REQUIRE(credential.has_value());
    CHECK(credential->tenant == (tenant.empty() ? std::nullopt : std::optional(TenantId(tenant))));
    CHECK(credential->token.value() == id);
    CHECK(credential->secret.reveal() == secret);
}

TEST_CASE("anything else is no ingest credential") {
    const auto [authorization, service_token] = GENERATE(table<std::string, std::string>({
        {"", ""}, {"Bearer", ""}, {"Bearer ", ""}, {"Bearer ds1abc", ""}, {"Bearer ds1abc:", ""}, {"Bearer :secret", ""},
        {"Bearer 101 s3cret", ""}, {"Bearer 101", ""}, {"Bearer 101 ", ""}, {"Bearer abc ds1:x", ""},
        {"Token ds1abc:s3cret", ""}, {"ds1abc:s3cret", ""}, {"Basic !!!", ""}, {"Basic ", ""}, {basic("nocolon"), ""},
        {basic(":x"), ""}, {basic(""), ""}, {"", "ds1abc"}, {"", ":"}, {"", "a b:c"}, {"Bearer nonsense", "ds1abc:s3cret"},
        {"Bearer ds1\xff:s3cret", ""}, {"Bearer " + std::string(65, 'a') + ":s", ""},
    }));
    INFO(authorization << " " << service_token);
    const auto credential = read_ingest_credential(request(authorization, service_token));
    REQUIRE(credential.has_error());
    CHECK(credential.error().code() == ErrorCode::kUnauthenticated);
    // What was presented may be a secret.
    CHECK(credential.error().message().find("s3cret") == std::string::npos);
}

TEST_CASE("an API credential has one form") {
    const auto credential = read_api_credential(request("Bearer 101 S3cret_-", "", "101"));
    REQUIRE(credential.has_value());
    CHECK(credential->tenant == TenantId("101"));
    CHECK(credential->key.reveal() == "S3cret_-");
    const auto wrong = GENERATE(std::string(""), std::string("Bearer"), std::string("Bearer 101"), std::string("Bearer 101 "),
                                std::string("Bearer ds1abc:s3cret"), std::string("Bearer abc S3cret"),
                                std::string("Basic MTAxOng="), std::string("101 S3cret"));
    INFO(wrong);
    CHECK(read_api_credential(request(wrong)).has_error());
}

TEST_CASE("a customer in the credential must be the one of the host") {
    CHECK(read_ingest_credential(request("Bearer 101 ds1abc:x", "", "101")).has_value());
    CHECK(read_ingest_credential(request("Bearer 101 ds1abc:x", "", "102")).has_error());
    CHECK(read_ingest_credential(request(basic("101:ds1abc:x"), "", "102")).has_error());
    CHECK(read_ingest_credential(request("Bearer ds1abc:x", "", "102")).has_value());
    CHECK(read_api_credential(request("Bearer 101 key", "", "102")).has_error());
}

TEST_CASE("a bare customer id is a hint") {
    CHECK(read_tenant_hint("Bearer 101") == TenantId("101"));
    CHECK(read_tenant_hint("Bearer 101 ") == TenantId("101"));
    CHECK(read_tenant_hint("bearer 101 some key") == TenantId("101"));
    CHECK_FALSE(read_tenant_hint("Bearer abc").has_value());
    CHECK_FALSE(read_tenant_hint("Basic MTAx").has_value());
    CHECK_FALSE(read_tenant_hint("").has_value());
}
