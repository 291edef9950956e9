#include <catch2/catch.hpp>

#include "domain/admin/system_datasets.hpp"
#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
using b::ErrorCode;

Scenario a_tenant() {
    Scenario scenario;
    scenario.given(create_tenant());
    return scenario;
}

}  // namespace

TEST_CASE("a customer's rate is changed part by part") {
    Scenario s;
    a::tenant::SetTenantRate set;
    set.rate.bytes_per_minute = std::optional<std::int64_t>(600);
    check_refused(s.when(set), ErrorCode::kNotFound, "customer not found: 100");
    s.given(create_tenant(), 5).given(set);
    a::tenant::SetTenantRate more;
    more.rate.observations_per_minute = std::optional<std::int64_t>(60);
    s.given(more);
    const auto& rate = s.state.tenants.get(b::TenantId("100"), b::TenantId("100")).rate;
    CHECK(rate.bytes_per_minute == 600);
    CHECK(rate.observations_per_minute == 60);
    more.rate.observations_per_minute = std::optional<std::int64_t>(0);
    check_refused(s.when(more), ErrorCode::kInvalidArgument, "the rate limit in observations per minute must be from 1 to 1000000000: 0");
}

TEST_CASE("a tenant is created once, with its workspace") {
    Scenario s;
    s.given(create_tenant(), 5);
    CHECK(s.state.tenants.get(kTenant, kTenant).label == "Acme");
    CHECK(s.state.tenants.get(kTenant, kTenant).created_at == at_second(5));
    CHECK(s.state.workspaces.get(kTenant, b::ObjectId(41000001)).name == "Default");
    check_refused(s.when(create_tenant()), ErrorCode::kConflict, "customer exists already: 100");
    // The same ids in another tenant are other things.
    CHECK(s.when(create_tenant(), 0, "200").accepted);
}

TEST_CASE("a tenant needs a name for its workspace") {
    Scenario s;
    check_refused(s.when(a::tenant::CreateTenant{"", b::ObjectId(41000001), ""}), ErrorCode::kInvalidArgument,
                  "the workspace has no name");
    CHECK(s.state.tenants.changed().empty());
}

TEST_CASE("a user has an email address of its own, compared without case") {
    Scenario s = a_tenant();
    s.given(create_user(1, "Ann@Example.com"), 7);
    const auto& user = s.state.users.get(kTenant, b::UserId(1));
    CHECK(user.email == "Ann@Example.com");
    CHECK(user.stamp.created_at == at_second(7));
    CHECK_FALSE(user.disabled);
    check_refused(s.when(create_user(2, "ann@example.COM")), ErrorCode::kConflict, "email address is taken: ann@example.COM");
    check_refused(s.when(create_user(1, "bob@example.com")), ErrorCode::kConflict, "user id is taken: 1", true);
    check_refused(s.when(create_user(2, "")), ErrorCode::kInvalidArgument, "the user has no email address");
    check_refused(s.when(create_user(2, "x@y"), 0, "999"), ErrorCode::kNotFound, "customer not found: 999");
    CHECK(s.when(create_user(2, "bob@example.com")).accepted);
}

TEST_CASE("a password is set for a user that exists") {
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c"));
    s.given(a::user::SetPassword{b::UserId(1), "$argon2id$2"});
    CHECK(s.state.users.get(kTenant, b::UserId(1)).password_hash == "$argon2id$2");
    check_refused(s.when(a::user::SetPassword{b::UserId(2), "x"}), ErrorCode::kNotFound, "user not found: 2");
    check_refused(s.when(a::user::SetPassword{b::UserId(1), ""}), ErrorCode::kInvalidArgument, "the password hash is empty");
}

TEST_CASE("an API token belongs to a user") {
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c"));
    s.given(api_token("t1", 1, 30 * kDay), 3);
    const auto& token = s.state.api_tokens.get(kTenant, b::ApiTokenId("t1"));
    CHECK(token.user == b::UserId(1));
    CHECK(token.stamp.created_at == at_second(3));
    CHECK(token.stamp.created_by == "test");
    CHECK(token.expires_at == at_second(30 * kDay));
    check_refused(s.when(api_token("t1", 1, 1)), ErrorCode::kConflict, "token id is taken: t1", true);
    check_refused(s.when(api_token("t2", 9, 1)), ErrorCode::kNotFound, "user not found: 9");
    check_refused(s.when(api_token("t 2", 1, 1)), ErrorCode::kInvalidArgument, "malformed token id");
    auto no_hash = api_token("t3", 1, 1);
    no_hash.secret_sha256 = "secret";
    check_refused(s.when(no_hash), ErrorCode::kInvalidArgument, "the secret's hash is no SHA-256");
}

TEST_CASE("an API token is disabled and enabled again, and keeps its end") {
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c")).given(api_token("t1", 1, 30 * kDay));
    const b::ApiTokenId id("t1");
    s.given(a::user::UpdateApiToken{id, {}, {}, true}, 5);
    CHECK(s.state.api_tokens.get(kTenant, id).disabled);
    CHECK(s.state.api_tokens.get(kTenant, id).stamp.updated_at == at_second(5));
    CHECK(s.when(a::user::UpdateApiToken{id, {}, {}, true}, 6).accepted);
    CHECK(s.state.api_tokens.get(kTenant, id).stamp.updated_at == at_second(5));
    check_refused(s.when(a::user::UpdateApiToken{b::ApiTokenId("t2"), {}, {}, true}), ErrorCode::kNotFound,
                  "token not found: t2");
    check_refused(s.when(a::user::RenewApiToken{id}, 25 * kDay), ErrorCode::kConflict, "token is disabled: t1");
    s.given(a::user::UpdateApiToken{id, "new name", "about", false}, 7);
    const auto& token = s.state.api_tokens.get(kTenant, id);
    CHECK_FALSE(token.disabled);
    CHECK(token.name == "new name");
    CHECK(token.description == "about");
    CHECK(token.stamp.updated_by == "test");
    CHECK(token.stamp.version == 3);
    CHECK(token.stamp.created_at == at_second(0));
    CHECK(token.expires_at == at_second(30 * kDay));
}

TEST_CASE("a deleted API token is gone") {
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c")).given(api_token("t1", 1, 30 * kDay));
    s.given(a::user::DeleteApiToken{b::ApiTokenId("t1")});
    CHECK_FALSE(s.state.api_tokens.get(kTenant, b::ApiTokenId("t1")).exists);
    check_refused(s.when(a::user::DeleteApiToken{b::ApiTokenId("t1")}), ErrorCode::kNotFound, "token not found: t1");
    check_refused(s.when(a::user::UpdateApiToken{b::ApiTokenId("t1"), "x"}), ErrorCode::kNotFound, "token not found: t1");
    check_refused(s.when(a::user::RenewApiToken{b::ApiTokenId("t1")}), ErrorCode::kNotFound, "token not found: t1");
}

TEST_CASE("a token that is used with nine days or less to live gets ten days from then") {
    const auto [used, expires] = GENERATE(table<std::int64_t, std::int64_t>({
        {0, 30 * kDay},
        {20 * kDay, 30 * kDay},
        {21 * kDay - 1, 30 * kDay},
        {21 * kDay, 31 * kDay},
        {25 * kDay, 35 * kDay},
        {30 * kDay - 1, 40 * kDay - 1},
    }));
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c")).given(api_token("t1", 1, 30 * kDay));
    s.given(a::user::RenewApiToken{b::ApiTokenId("t1")}, used);
    CHECK(s.state.api_tokens.get(kTenant, b::ApiTokenId("t1")).expires_at == at_second(expires));
}

TEST_CASE("a thousand renewals of one token at the same time make one event") {
    Scenario s = a_tenant();
    s.given(create_user(1, "a@b.c")).given(api_token("t1", 1, 30 * kDay));
    auto token = s.state.api_tokens.get(kTenant, b::ApiTokenId("t1"));
    std::size_t events = 0;
    for (int use = 0; use < 1000; ++use) {
        const a::Issued issued{kTenant, at_second(25 * kDay) + std::chrono::milliseconds(use)};
        const auto decision = a::user::decide(token, a::user::RenewApiToken{b::ApiTokenId("t1")}, issued);
        REQUIRE(decision.has_value());
        events += decision->size();
        for (const auto& event : *decision) token = evolve(token, std::get<a::user::ApiTokenRenewed>(event));
    }
    CHECK(events == 1);
    CHECK(token.expires_at == at_second(35 * kDay));
}

TEST_CASE("a token is renewed no more once it has expired, and never when it is of a service account") {
    Scenario s = a_tenant();
    auto fixed = api_token("t2", 1, 30 * kDay);
    fixed.renewable = false;
    s.given(create_user(1, "a@b.c")).given(api_token("t1", 1, 30 * kDay)).given(fixed);
    check_refused(s.when(a::user::RenewApiToken{b::ApiTokenId("t1")}, 30 * kDay), ErrorCode::kConflict,
                  "token has expired: t1");
    check_refused(s.when(a::user::RenewApiToken{b::ApiTokenId("t9")}), ErrorCode::kNotFound, "token not found: t9");
    s.given(a::user::RenewApiToken{b::ApiTokenId("t2")}, 25 * kDay);
    CHECK(s.state.api_tokens.get(kTenant, b::ApiTokenId("t2")).expires_at == at_second(30 * kDay));
}

TEST_CASE("a datastream comes with its source dataset, or not at all") {
    Scenario s = a_tenant();
    s.given(datastream(41000010, 41000011, "Default"), 4);
    const auto& dataset = s.state.datasets.get(kTenant, b::DatasetId(41000011));
    CHECK(dataset.name == "Default");
    CHECK(dataset.source == b::DatastreamId(41000010));
    CHECK(dataset.schema.columns == domain::catalog::observation_schema().columns);
    CHECK(s.state.datastreams.get(kTenant, b::DatastreamId(41000010)).dataset == b::DatasetId(41000011));

    check_refused(s.when(datastream(41000020, 41000021, "Default")), ErrorCode::kConflict,
                  "datastream name is taken: Default");
    check_refused(s.when(datastream(41000010, 41000021, "Other")), ErrorCode::kConflict,
                  "datastream id is taken: 41000010", true);
    check_refused(s.when(datastream(41000020, 41000011, "Other")), ErrorCode::kConflict, "dataset id is taken: 41000011", true);
    check_refused(s.when(datastream(41000020, 41000021, "")), ErrorCode::kInvalidArgument, "the datastream has no name");
    auto elsewhere = datastream(41000020, 41000021, "Other");
    elsewhere.workspace = b::ObjectId(41000002);
    check_refused(s.when(elsewhere), ErrorCode::kNotFound, "workspace not found: 41000002");
    // Nothing of the refused ones is left behind.
    CHECK(s.state.datastreams.changed().size() == 1);
    CHECK(s.state.datasets.changed().size() == 1 + a::system_datasets().size());  // those came with the tenant
}

TEST_CASE("a datastream is changed with its dataset, and removed when nobody needs it") {
    Scenario s;
    s.given(create_tenant()).given(datastream(41000010, 41000011, "Default"), 4).given(datastream(41000020, 41000021, "Other"), 5);
    s.given(derived(50, "Errors", {{41000011, 1}}), 6);
    const auto state = [&]() -> const a::datastream::DatastreamState& {
        return s.state.datastreams.get(kTenant, b::DatastreamId(41000010));
    };
    a::datastream::UpdateDatastream change{b::DatastreamId(41000010)};
    change.name = "Logs";
    change.retention_days = std::optional<std::int64_t>(30);
    s.given(change, 7);
    CHECK(state().name == "Logs");
    CHECK(state().settings.retention_days == 30);
    CHECK(state().stamp.version == 2);
    CHECK(state().stamp.updated_at == at_second(7));
    CHECK(s.state.datasets.get(kTenant, b::DatasetId(41000011)).name == "Logs");
    change.retention_days = std::optional<std::int64_t>();
    s.given(change, 8);
    CHECK_FALSE(state().settings.retention_days);
    s.given(a::datastream::UpdateDatastream{b::DatastreamId(41000010)}, 9);
    CHECK(state().stamp.version == 3);

    change.name = "Other";
    check_refused(s.when(change), ErrorCode::kConflict, "datastream name is taken: Other");
    change.name = "Errors";
    check_refused(s.when(change), ErrorCode::kConflict, "dataset name is taken: Errors");
    change.name = "a:b";
    check_refused(s.when(change), ErrorCode::kInvalidArgument, "malformed datastream name: a:b");
    change.name.reset();
    change.retention_days = std::optional<std::int64_t>(0);
    check_refused(s.when(change), ErrorCode::kInvalidArgument, "the retention in days must be from 1 to 36500: 0");

    const a::datastream::DeleteDatastream remove{b::DatastreamId(41000010)};
    check_refused(s.when(remove), ErrorCode::kConflict, "only a disabled datastream can be removed: Logs");
    a::datastream::UpdateDatastream disable{b::DatastreamId(41000010)};
    disable.disabled = true;
    s.given(disable);
    check_refused(s.when(remove), ErrorCode::kConflict, "other datasets read Logs: Errors");
    s.given(a::dataset::DeleteDataset{b::DatasetId(50)}).given(remove);
    CHECK_FALSE(state().exists);
    CHECK_FALSE(s.state.datasets.get(kTenant, b::DatasetId(41000011)).exists);
    check_refused(s.when(remove), ErrorCode::kNotFound, "datastream not found: 41000010");
    s.given(datastream(41000030, 41000031, "Logs"));
}

TEST_CASE("an ingest token is changed and removed") {
    Scenario s;
    s.given(create_tenant()).given(datastream(41000010, 41000011, "Default")).given(ingest_token("ds1a", {}), 3);
    const auto state = [&]() -> const a::ingest_token::IngestTokenState& {
        return s.state.ingest_tokens.get(kTenant, b::IngestTokenId("ds1a"));
    };
    a::ingest_token::UpdateIngestToken change{b::IngestTokenId("ds1a")};
    change.name = "collector";
    change.disabled = true;
    change.datastreams = std::vector{b::DatastreamId(41000010)};
    s.given(change, 4);
    CHECK(state().name == "collector");
    CHECK(state().disabled);
    CHECK(state().datastreams.size() == 1);
    CHECK(state().stamp.version == 2);
    change.datastreams = std::vector{b::DatastreamId(7)};
    check_refused(s.when(change), ErrorCode::kNotFound, "datastream not found: 7");
    s.given(a::ingest_token::DeleteIngestToken{b::IngestTokenId("ds1a")});
    CHECK_FALSE(state().exists);
    check_refused(s.when(a::ingest_token::DeleteIngestToken{b::IngestTokenId("ds1a")}), ErrorCode::kNotFound,
                  "ingest token not found: ds1a");
}

TEST_CASE("an ingest token writes to datastreams that exist") {
    Scenario s = a_tenant();
    s.given(datastream(41000010, 41000011, "Default"));
    s.given(ingest_token("ds1a", {b::DatastreamId(41000010)}));
    s.given(ingest_token("ds1b", {}));
    CHECK(s.state.ingest_tokens.get(kTenant, b::IngestTokenId("ds1a")).datastreams.size() == 1);
    check_refused(s.when(ingest_token("ds1c", {b::DatastreamId(41000010), b::DatastreamId(7)})), ErrorCode::kNotFound,
                  "datastream not found: 7");
    check_refused(s.when(ingest_token("ds1a", {})), ErrorCode::kConflict, "ingest token id is taken: ds1a", true);
    check_refused(s.when(ingest_token("ds1:c", {})), ErrorCode::kInvalidArgument, "malformed ingest token id");
    check_refused(s.when(ingest_token("ds1d", {}), 0, "999"), ErrorCode::kNotFound, "customer not found: 999");
    s.given(a::ingest_token::DisableIngestToken{b::IngestTokenId("ds1a")});
    s.given(a::ingest_token::DisableIngestToken{b::IngestTokenId("ds1a")});
    CHECK(s.state.ingest_tokens.get(kTenant, b::IngestTokenId("ds1a")).disabled);
    check_refused(s.when(a::ingest_token::DisableIngestToken{b::IngestTokenId("nope")}), ErrorCode::kNotFound,
                  "ingest token not found: nope");
}

TEST_CASE("the keys of a batch name everything that its decisions read") {
    // What is decided on the loaded part of a state must be what is decided on the whole of it.
    Scenario whole = a_tenant();
    whole.given(create_user(1, "a@b.c")).given(datastream(41000010, 41000011, "Default")).given(api_token("t1", 1, kDay));
    whole.given(ingest_token("ds1a", {b::DatastreamId(41000010)}));
    whole.given(derived(41000050, "Errors", {{41000011, 1}})).given(derived(41000060, "Errors by hour", {{41000050, 1}}));
    const std::vector<a::Command> commands{create_tenant(), create_user(2, "A@B.C"), create_user(1, "n@b.c"),
                                           a::user::SetPassword{b::UserId(1), "h"}, api_token("t1", 1, kDay),
                                           a::user::UpdateApiToken{b::ApiTokenId("t1"), "other", {}, true},
                                           a::user::DeleteApiToken{b::ApiTokenId("t1")},
                                           a::user::RenewApiToken{b::ApiTokenId("t1")},
                                           datastream(41000020, 41000021, "Default"), datastream(41000030, 41000011, "New"),
                                           ingest_token("ds1b", {b::DatastreamId(41000010)}),
                                           a::ingest_token::DisableIngestToken{b::IngestTokenId("ds1a")},
                                           derived(41000051, "Errors", {{41000011, 1}}),
                                           derived(41000052, "Slow", {{41000050, 1}}), derived(41000050, "Slow", {}),
                                           derived(41000052, "Slow", {{7, 1}}), rename_dataset(41000050, "Default"),
                                           rename_dataset(41000050, "Failures"), rename_dataset(41000011, "Mine"),
                                           redefine(41000050, 1, {{41000011, 1}}, {}),
                                           redefine(41000050, 1, {{41000060, 1}}, {}),
                                           a::dataset::DeleteDataset{b::DatasetId(41000050)},
                                           a::dataset::DeleteDataset{b::DatasetId(41000060)}};
    for (const a::Command& command : commands) {
        const a::CommandEnvelope envelope(b::CommandId("c"), kTenant, "test", at_second(1), command);
        a::ControlKeys keys;
        keys.add(envelope);
        Scenario part;
        const auto copy = [&](const auto& wanted, const auto& from, auto& to) {
            for (const auto& [tenant, id] : wanted) {
                if (const auto& state = from.get(tenant, id); state.exists) to.load(id, state);
            }
        };
        const auto copy_named = [&](const auto& names, const auto& from, auto& to) {
            for (const auto& [tenant, workspace, name] : names) {
                for (const auto& [owner, id] : from.changed()) {
                    if (const auto& state = from.get(owner, id); state.name == name) to.load(id, state);
                }
            }
        };
        for (const auto& tenant : keys.tenants) part.state.tenants.load(tenant, whole.state.tenants.get(tenant, tenant));
        copy(keys.workspaces, whole.state.workspaces, part.state.workspaces);
        copy(keys.users, whole.state.users, part.state.users);
        for (const auto& [tenant, email] : keys.user_emails) {
            if (email == "a@b.c") part.state.users.load(b::UserId(1), whole.state.users.get(tenant, b::UserId(1)));
        }
        copy(keys.api_tokens, whole.state.api_tokens, part.state.api_tokens);
        copy(keys.datasets, whole.state.datasets, part.state.datasets);
        for (const auto& tenant : keys.all_datasets) {
            for (const auto* state : whole.state.datasets.all(tenant)) part.state.datasets.load(state->id, *state);
        }
        copy(keys.datastreams, whole.state.datastreams, part.state.datastreams);
        copy_named(keys.dataset_names, whole.state.datasets, part.state.datasets);
        copy_named(keys.datastream_names, whole.state.datastreams, part.state.datastreams);
        copy(keys.ingest_tokens, whole.state.ingest_tokens, part.state.ingest_tokens);
        Scenario untouched = whole;
        INFO(a::stored_name(command));
        CHECK(part.when(command, 1) == untouched.when(command, 1));
    }
}
