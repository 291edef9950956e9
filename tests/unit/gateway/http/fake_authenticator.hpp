#pragma once

#include "gateway/auth/authenticator.hpp"

/// Lets in `Bearer 122 good` (an administrator), `Bearer 122 plain` (a user) and `Bearer ds1:secret` (an ingest token).
class FakeAuthenticator final : public gateway::auth::Authenticator {
public:
    domain::base::Task<domain::base::Result<domain::identity::Principal>> api(
        const gateway::auth::RequestCredentials& credentials) override {
        domain::identity::Principal principal;
        principal.tenant = domain::base::TenantId("122");
        principal.administrator = credentials.authorization == "Bearer 122 good";
        if (principal.administrator || credentials.authorization == "Bearer 122 plain") co_return principal;
        co_return refused();
    }

    domain::base::Task<domain::base::Result<domain::identity::IngestPrincipal>> ingest(
        const gateway::auth::RequestCredentials& credentials) override {
        domain::identity::IngestPrincipal sender;
        sender.tenant = domain::base::TenantId("122");
        sender.token = domain::base::IngestTokenId("ds1");
        sender.datastream = domain::base::DatastreamId(41);
        sender.dataset = domain::base::DatasetId(42);
        sender.rates = rates;
        if (credentials.authorization == "Bearer ds1:secret" || credentials.service_token == "ds1:secret") co_return sender;
        co_return refused();
    }

    domain::base::Task<domain::base::Result<domain::base::TenantId>> tenant(
        const gateway::auth::RequestCredentials&) override {
        co_return domain::base::TenantId("122");
    }

    domain::identity::SenderRates rates;  ///< of the ingest token

private:
    static domain::base::Error refused() {
        return domain::base::Error(domain::base::ErrorCode::kUnauthenticated, "unknown credentials");
    }
};
