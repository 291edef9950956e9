#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/admin/control_reader.hpp"
#include "infra/runtime/signal.hpp"

namespace tests {

/// The control projections as a few vectors, counting how often they are asked.
class FakeControlReader final : public domain::admin::ControlReader {
public:
    template <class Value>
    using Answer = domain::base::Task<domain::base::Result<Value>>;

    /// Who knows what became of commands.
    class Outcomes {
    public:
        virtual ~Outcomes() = default;
        virtual std::optional<domain::admin::Outcome> outcome(const std::string& command) const = 0;
    };

    Answer<std::vector<domain::base::TenantId>> tenants() override { return answer(all_tenants); }
    Answer<std::vector<domain::admin::WorkspaceView>> workspaces(domain::base::TenantId) override {
        return answer(std::vector<domain::admin::WorkspaceView>());
    }
    Answer<std::vector<domain::admin::DatastreamView>> datastreams(domain::base::TenantId) override {
        return answer(std::vector<domain::admin::DatastreamView>());
    }
    Answer<std::vector<domain::admin::DatasetView>> datasets(domain::base::TenantId) override {
        return answer(std::vector<domain::admin::DatasetView>());
    }
    Answer<std::vector<domain::admin::ReferenceTableView>> reference_tables(domain::base::TenantId) override {
        return answer(std::vector<domain::admin::ReferenceTableView>());
    }
    Answer<std::vector<domain::admin::UserView>> users(domain::base::TenantId) override {
        return answer(std::vector<domain::admin::UserView>());
    }
    Answer<std::optional<domain::admin::UserView>> user(domain::base::TenantId, domain::base::UserId) override {
        return answer(std::optional<domain::admin::UserView>());
    }
    Answer<std::optional<domain::admin::UserView>> user_by_email(domain::base::TenantId, std::string) override {
        return answer(std::optional<domain::admin::UserView>());
    }
    Answer<std::vector<domain::admin::ApiTokenView>> api_tokens(domain::base::TenantId, domain::base::UserId) override {
        return answer(std::vector<domain::admin::ApiTokenView>());
    }
    Answer<std::optional<domain::admin::ApiTokenView>> api_token(domain::base::TenantId, domain::base::ApiTokenId) override {
        return answer(std::optional<domain::admin::ApiTokenView>());
    }
    Answer<std::optional<domain::admin::ApiTokenView>> api_token_by_secret(domain::base::TenantId tenant,
                                                                           std::string secret_sha256) override {
        ++asked;
        const auto found = api.find({tenant.value(), secret_sha256});
        return answer(found == api.end() ? std::optional<domain::admin::ApiTokenView>() : found->second);
    }
    Answer<std::vector<domain::admin::IngestTokenView>> ingest_tokens(domain::base::IngestTokenId id) override {
        ++asked;
        std::vector<domain::admin::IngestTokenView> found;
        for (const auto& token : ingest) {
            if (token.id == id) found.push_back(token);
        }
        if (before_answer) before_answer();
        if (held) co_await release.wait(0, std::chrono::hours(1));
        co_return co_await answer(std::move(found));
    }
    Answer<std::vector<domain::admin::IngestTokenView>> ingest_tokens_of(domain::base::TenantId) override {
        return answer(ingest);
    }
    Answer<std::vector<domain::admin::IngestTokenView>> all_ingest_tokens() override { return answer(ingest); }
    Answer<domain::identity::AccessRules> access_rules(domain::base::TenantId) override {
        ++rules_asked;
        return answer(rules);
    }
    Answer<std::optional<domain::admin::Outcome>> outcome(domain::base::TenantId, domain::base::CommandId command) override {
        return answer(outcomes == nullptr ? std::nullopt : outcomes->outcome(command.value()));
    }

    std::vector<domain::base::TenantId> all_tenants;
    std::vector<domain::admin::IngestTokenView> ingest;
    std::map<std::pair<std::string, std::string>, domain::admin::ApiTokenView> api;
    const Outcomes* outcomes = nullptr;
    bool down = false;
    bool held = false;  ///< answers about ingest tokens wait for `release`
    infra::runtime::ChangeSignal release;
    std::function<void()> before_answer;
    int asked = 0;
    domain::identity::AccessRules rules{0, {}, {}};
    int rules_asked = 0;

private:
    template <class Value>
    Answer<Value> answer(Value value) {
        if (down) co_return domain::base::Error(domain::base::ErrorCode::kUnavailable, "postgresql is down");
        co_return value;
    }
};

}  // namespace tests
