#include "domain/admin/event_codec.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
using b::ErrorCode;
namespace i = domain::identity;

a::CommandEnvelope envelope(a::Command command) {
    a::CommandEnvelope made(b::CommandId("c-1"), b::TenantId("123456789012"), "user:7",
                            b::from_nanoseconds(1'700'000'000'123'456'789), std::move(command));
    made.address = "192.0.2.1";
    return made;
}

/// One command of every stored version, as it was when the version was made.
std::vector<std::pair<std::string, a::Command>> every_version() {
    auto api = api_token("t1", 12, 0);
    api.expires_at = b::from_nanoseconds(1'702'592'000'000'000'001);
    api.description = "for the night shift";
    auto ingest = ingest_token("ds1AbC-_9", {b::DatastreamId(41000010), b::DatastreamId(9'007'199'254'740'993)});
    ingest.description = "quotes \" and \xE2\x82\xAC";
    auto update = redefine(41000050, 3, {{41000011, 1}}, {{41000060, 2}});
    update.redefinition->dependents.push_back({{b::DatasetId(41000061), 1}, std::nullopt});
    update.redefinition->definition.stages.push_back({"last", {{"x", "main"}}, "filter a = \"\xE2\x82\xAC\""});
    update.redefinition->schema = domain::catalog::observation_schema();
    update.name = "kubernetes/Errors";
    auto logs = datastream(41000010, 41000011, "kubernetes/Container Logs");
    logs.settings = {true, 30, {}};
    const a::datastream::TypedDataset typed{a::datastream::Form::kSpanLinks, b::DatasetId(41000012), definition({{41000011, 1}}),
                                            schema("n")};
    logs.typed = {typed};
    a::datastream::UpdateDatastream quieter{b::DatastreamId(41000010)};
    quieter.name = "kubernetes/Logs";
    quieter.retention_days = std::optional<std::int64_t>();
    quieter.rate.bytes_per_minute = std::optional<std::int64_t>(1'000'000);
    quieter.direct_write = a::datastream::DirectWrite{{typed}, {a::datastream::Form::kLogs, a::datastream::Form::kMetadata}};
    a::drop_filter::CreateDropFilter filter{b::ObjectId(41000095), b::DatastreamId(41000010)};
    filter.settings = {"noise", "what \"it\" says", "filter string(FIELDS.level) = \"debug\"", 125'000, false};
    a::drop_filter::UpdateDropFilter less{b::ObjectId(41000095)};
    less.drop_share = 500'000;
    less.enabled = true;
    a::tenant::SetTenantRate slower;
    slower.rate = {std::optional<std::int64_t>(5'000'000), std::optional<std::int64_t>()};
    a::ingest_token::UpdateIngestToken moved{b::IngestTokenId("ds1AbC-_9")};
    moved.disabled = false;
    moved.datastreams = std::vector{b::DatastreamId(41000010)};
    const a::reference_table::Content content{"0f1e2d", {17, 18, 19}, 1'200'000, "9e107d9d372bb6826bd81d3542a419d6", 4000, true};
    const a::reference_table::CreateReferenceTable create_table{
        b::ObjectId(41000070), b::DatasetId(41000071), b::ObjectId(41000001), "Branch offices", "site codes", schema("n"), content};
    a::reference_table::Replacement replacement{b::DatasetId(41000071), schema("m"), content, 3, {}};
    replacement.dependents = update.redefinition->dependents;
    const a::reference_table::UpdateReferenceTable update_table{b::ObjectId(41000070), "Sites", "", replacement};
    return {
        {"admin.tenant.create.v1", create_tenant()},
        {"admin.tenant.set-rate.v1", slower},
        {"admin.user.create.v1", create_user(12, "ann@example.com")},
        {"admin.user.set-password.v1", a::user::SetPassword{b::UserId(12), "$argon2id$2"}},
        {"admin.api-token.create.v2", api},
        {"admin.api-token.update.v1", a::user::UpdateApiToken{b::ApiTokenId("t1"), "name", "about", false}},
        {"admin.api-token.delete.v1", a::user::DeleteApiToken{b::ApiTokenId("t1")}},
        {"admin.api-token.renew.v1", a::user::RenewApiToken{b::ApiTokenId("t1")}},
        {"admin.datastream.create.v3", logs},
        {"admin.datastream.update.v2", quieter},
        {"admin.datastream.delete.v1", a::datastream::DeleteDatastream{b::DatastreamId(41000010)}},
        {"admin.ingest-token.update.v1", moved},
        {"admin.ingest-token.delete.v1", a::ingest_token::DeleteIngestToken{b::IngestTokenId("ds1AbC-_9")}},
        {"admin.ingest-token.create.v1", ingest},
        {"admin.ingest-token.disable.v1", a::ingest_token::DisableIngestToken{b::IngestTokenId("ds1AbC-_9")}},
        {"admin.dataset.create.v1", derived(41000050, "Errors", {{41000011, 1}})},
        {"admin.dataset.update.v1", update},
        {"admin.dataset.delete.v1", a::dataset::DeleteDataset{b::DatasetId(41000050)}},
        {"admin.reference-table.create.v1", create_table},
        {"admin.reference-table.update.v1", update_table},
        {"admin.reference-table.delete.v1", a::reference_table::DeleteReferenceTable{b::ObjectId(41000070), true}},
        {"admin.user.update.v1", a::user::UpdateUser{b::UserId(12), "new@example.com", {}, false, true}},
        {"admin.service-account.create.v1", a::user::CreateServiceAccount{b::UserId(13), "deploy", "from CI", false}},
        {"admin.service-account.update.v1", a::user::UpdateServiceAccount{b::UserId(13), {}, "from \"CI\"", true}},
        {"admin.service-account.delete.v1", a::user::DeleteServiceAccount{b::UserId(13)}},
        {"admin.group.create.v1", a::group::CreateGroup{i::GroupId(41000070), "ops", "on call"}},
        {"admin.group.update.v1", a::group::UpdateGroup{i::GroupId(41000070), "operators", {}}},
        {"admin.group.delete.v1", a::group::DeleteGroup{i::GroupId(41000070)}},
        {"admin.group.add-member.v1", a::group::AddMember{i::GroupId(41000070), i::Subject::user(b::UserId(12))}},
        {"admin.group.remove-member.v1", a::group::RemoveMember{i::GroupId(41000070), i::Subject::group(i::GroupId(41000071))}},
        {"admin.grant.create.v1", a::grant::CreateGrant{i::GrantId(41000080), {i::Subject::everyone(),
                                                        i::Target::all_of(i::ObjectKind::kDataset), i::Role::kViewer}}},
        {"admin.grant.delete.v1", a::grant::DeleteGrant{i::GrantId(41000080)}},
        {"admin.folder.create.v1", a::folder::CreateFolder{b::ObjectId(41000090), b::ObjectId(41000001), "Shop", "what \"it\" says"}},
        {"admin.folder.update.v1", a::folder::UpdateFolder{b::ObjectId(41000090), "Shops", {}}},
        {"admin.drop-filter.create.v1", filter},
        {"admin.drop-filter.update.v1", less},
        {"admin.drop-filter.delete.v1", a::drop_filter::DeleteDropFilter{b::ObjectId(41000095)}},
        {"admin.folder.delete.v1", a::folder::DeleteFolder{b::ObjectId(41000090)}},
        {"admin.folder.place-object.v1", a::folder::PlaceObject{b::ObjectId(41000011), b::ObjectId(41000090)}},
    };
}

/// What the versions that are written no more are read as.
std::vector<std::pair<std::string, a::Command>> every_older_version() {
    auto api = api_token("t1", 12, 0);
    api.expires_at = b::from_nanoseconds(1'702'592'000'000'000'001);
    auto logs = datastream(41000010, 41000011, "kubernetes/Container Logs");
    logs.settings = {true, 30, {}};
    a::datastream::UpdateDatastream quieter{b::DatastreamId(41000010)};
    quieter.name = "kubernetes/Logs";
    quieter.retention_days = std::optional<std::int64_t>();
    quieter.rate.bytes_per_minute = std::optional<std::int64_t>(1'000'000);
    return {
        {"admin.datastream.create.v2", logs},
        {"admin.datastream.update.v1", quieter},
        {"admin.api-token.create.v1", api},
        {"admin.api-token.disable.v1", a::user::UpdateApiToken{b::ApiTokenId("t1"), {}, {}, true}},
    };
}

/// The record as a page: headers, an empty line, the value.
std::string page(const domain::eventlog::Record& record) {
    std::string text;
    for (const auto& header : record.headers) text += header.name + ": " + header.value + "\n";
    return text + "\n" + std::string(record.value.view()) + "\n";
}

std::string golden_file(const std::string& name) { return std::string(OPALITE_GOLDEN) + "/" + name + ".txt"; }

domain::eventlog::Record from_page(const std::string& text) {
    domain::eventlog::Record record;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line) && !line.empty()) {
        const auto colon = line.find(": ");
        record.headers.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
    std::getline(lines, line);
    record.value = b::SharedBytes::of(line);
    return record;
}

}  // namespace

TEST_CASE("rates in observations came later and are written where there are any") {
    auto logs = datastream(41000010, 41000011, "Logs");
    logs.settings.rate = {std::nullopt, 7};
    a::datastream::UpdateDatastream slower{b::DatastreamId(41000010)};
    slower.rate.observations_per_minute = std::optional<std::int64_t>();
    auto token = ingest_token("ds1", {});
    token.rate = {5, 6};
    a::ingest_token::UpdateIngestToken freer{b::IngestTokenId("ds1")};
    freer.rate = {std::optional<std::int64_t>(), std::optional<std::int64_t>(9)};
    for (const a::Command& command : std::vector<a::Command>{logs, slower, token, freer}) {
        const auto record = a::to_record(envelope(command));
        REQUIRE(record.has_value());
        const auto read = a::from_record(record->headers, record->value.view());
        REQUIRE(read.has_value());
        CHECK(read->command == command);
    }
}

TEST_CASE("every stored version is written and read as its golden file says") {
    for (const auto& [name, command] : every_version()) {
        INFO(name);
        CHECK(a::stored_name(command) == name);
        const auto record = a::to_record(envelope(command));
        REQUIRE(record.has_value());
        if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(golden_file(name)) << page(*record);
        std::ifstream file(golden_file(name));
        std::ostringstream golden;
        golden << file.rdbuf();
        CHECK(page(*record) == golden.str());

        const auto stored = from_page(golden.str());
        const auto read = a::from_record(stored.headers, stored.value.view());
        REQUIRE(read.has_value());
        CHECK(read->command == command);
        CHECK(read->id == b::CommandId("c-1"));
        CHECK(read->tenant == b::TenantId("123456789012"));
        CHECK(read->actor == "user:7");
        CHECK(read->address == "192.0.2.1");
        CHECK(b::to_nanoseconds(read->time) == 1'700'000'000'123'456'789);
    }
}

TEST_CASE("every older version is read as today's command") {
    for (const auto& [name, command] : every_older_version()) {
        INFO(name);
        std::ifstream file(golden_file(name));
        std::ostringstream golden;
        golden << file.rdbuf();
        const auto stored = from_page(golden.str());
        const auto read = a::from_record(stored.headers, stored.value.view());
        REQUIRE(read.has_value());
        CHECK(read->command == command);
    }
}

TEST_CASE("every form of a grant is read as it was written") {
    const auto subject = GENERATE(i::Subject::everyone(), i::Subject::user(b::UserId(7)), i::Subject::group(i::GroupId(8)));
    const auto target = GENERATE(i::Target::tenant(), i::Target::all_of(i::ObjectKind::kServiceAccount), i::Target::one(41000050));
    const auto role = GENERATE(i::Role::kLister, i::Role::kManager);
    const a::Command command = a::grant::CreateGrant{i::GrantId(5), {subject, target, role}};
    const auto record = a::to_record(envelope(command)).value();
    CHECK(a::from_record(record.headers, record.value.view()).value().command == command);
}

TEST_CASE("the token that was used is part of the record") {
    auto made = envelope(create_tenant());
    made.token = "AbC-_9";
    const auto record = a::to_record(made).value();
    CHECK(a::from_record(record.headers, record.value.view()).value().token == "AbC-_9");
}

TEST_CASE("no command of today is without a golden file") {
    CHECK(every_version().size() >= std::variant_size_v<a::Command>);
}

TEST_CASE("texts that no store keeps are refused when they are written") {
    const auto text = GENERATE(std::string("a\0b", 3), std::string("\xff\xfe"), std::string("\xed\xa0\x80"));
    const auto in_payload = a::to_record(envelope(create_user(1, text)));
    REQUIRE(in_payload.has_error());
    CHECK(in_payload.error().code() == ErrorCode::kInvalidArgument);
    auto in_header = envelope(create_user(1, "a@b.c"));
    in_header.actor = text;
    CHECK(a::to_record(in_header).has_error());
}

TEST_CASE("a command that is too large is refused") {
    const auto record = a::to_record(envelope(create_user(1, std::string(a::command_bytes_max, 'x'))));
    REQUIRE(record.has_error());
    CHECK(record.error().code() == ErrorCode::kTooLarge);
}

TEST_CASE("what to_record could not have written is refused when it is read") {
    const auto good = a::to_record(envelope(create_user(1, "a@b.c"))).value();
    const auto value = GENERATE(std::string(""), std::string("{}"), std::string("[]"), std::string("{\"user\":\"1\"}"),
                                std::string("not json"), std::string("{\"user\":1,\"email\":\"a\\u0000b\",\"label\":\"\","
                                                                     "\"administrator\":true,\"password_hash\":\"\"}"),
                                std::string("{\"user\":1,\"email\":\"\xff\",\"label\":\"\",\"administrator\":true,"
                                            "\"password_hash\":\"\"}"),
                                std::string(100'000, '['));
    INFO(value.substr(0, 50));
    CHECK(a::from_record(good.headers, value).has_error());
}

TEST_CASE("headers that to_record could not have written are refused") {
    const auto good = a::to_record(envelope(create_user(1, "a@b.c"))).value();
    const auto [name, value] = GENERATE(table<std::string, std::string>({
        {"ce_type", "admin.user.create.v99"}, {"ce_type", ""}, {"ce_id", ""}, {"ce_id", "a b"}, {"ce_time", "yesterday"},
        {"ce_tenant", ""}, {"ce_tenant", "*"}, {"ce_tenant", "12x"}, {"ce_actor", "\xff"},
        {"ce_specversion", "2.0"},
    }));
    auto headers = good.headers;
    for (auto& header : headers) {
        if (header.name == name) header.value = value;
    }
    INFO(name << "=" << value);
    CHECK(a::from_record(headers, good.value.view()).has_error());
}

TEST_CASE("a version that is demanded and the marks of an idempotency key travel as headers") {
    auto made = envelope(a::dataset::DeleteDataset{b::DatasetId(41000050)});
    made.expected_version = 7;
    made.fingerprint = "f00";
    made.nonce = "n1";
    const auto record = a::to_record(made);
    REQUIRE(record.has_value());
    const auto read = a::from_record(record->headers, record->value.view());
    REQUIRE(read.has_value());
    CHECK(read->expected_version == 7);
    CHECK(read->fingerprint == "f00");
    CHECK(read->nonce == "n1");
    for (auto header : record->headers) {
        if (header.name == "ce_expectedversion") header.value = "many";
        if (header.value == "many") CHECK_FALSE(a::from_record({header}, record->value.view()).has_value());
    }
}

TEST_CASE("a version that is no longer written is still read") {
    std::ifstream file(golden_file("admin.datastream.create.v1"));
    std::ostringstream text;
    text << file.rdbuf();
    const auto record = from_page(text.str());
    const auto read = a::from_record(record.headers, record.value.view());
    REQUIRE(read.has_value());
    CHECK(read->command == a::Command(datastream(41000010, 41000011, "kubernetes/Container Logs")));
}
