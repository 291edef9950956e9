#include "consumers/projections/admin_projector.hpp"

#include <map>

#include <catch2/catch.hpp>

#include "consumers/projections/admin_rebuild.hpp"
#include "domain/admin/event_codec.hpp"
#include "domain/admin/system_datasets.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/postgres/control_reader.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/control_tables.hpp"
#include "infra/postgres/postgres_catalog.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/test_database.hpp"
#include "tests/support/in_memory_event_log.hpp"
#include "tests/support/no_tables.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: the commands of a scenario read better bare
namespace admin = domain::admin;
using consumers::projections::AdminProjector;
using domain::base::ErrorCode;
using domain::base::TenantId;
using domain::eventlog::PartitionId;
using infra::runtime::run_async;

/// A log, a database and the projector between them.
struct AdminProjectorFixture {
    AdminProjectorFixture() : pool({database.url(), 4}), store(pool), reader(pool) { run_async(log.ensure_topic(topic)).value(); }

    void append(const admin::CommandEnvelope& envelope) {
        std::vector<domain::eventlog::Record> records;
        records.push_back(admin::to_record(envelope).value());
        run_async(log.append(topic, domain::eventlog::PartitionKey(envelope.tenant.value()), std::move(records))).value();
    }
    void append_bytes(const std::string& tenant, std::vector<domain::eventlog::Header> headers, std::string value) {
        std::vector<domain::eventlog::Record> records(1);
        records[0].headers = std::move(headers);
        records[0].value = domain::base::SharedBytes::of(std::move(value));
        run_async(log.append(topic, domain::eventlog::PartitionKey(tenant), std::move(records))).value();
    }

    /// Applies everything that the log has, from the checkpoints on.
    domain::base::Result<void> project(std::size_t commands_max = 1000) {
        AdminProjector::Options options;
        options.commands_max = commands_max;
        AdminProjector projector(store, tables, clock, metrics, options);
        for (std::int32_t i = 0; i < topic.partitions; ++i) {
            const PartitionId partition(i);
            const auto next = run_async(store.next_offset(consumers::projections::admin_group(), topic.name, partition));
            domain::eventlog::RecordBatch batch;
            batch.partition = partition;
            batch.records = run_async(log.read(topic, partition, next.value(), 100'000'000)).value();
            if (batch.records.empty()) continue;
            const auto handled = run_async(projector.handle(domain::eventlog::Delivery(std::move(batch))));
            if (!handled) return handled;
        }
        return {};
    }

    admin::Outcome outcome(const std::string& tenant, const std::string& id) {
        return run_async(reader.outcome(TenantId(tenant), domain::base::CommandId(id))).value().value();
    }

    std::string dump() const {
        std::string all;
        auto names = infra::postgres::control_tables();
        names.insert(names.end(), {"dead_letters", "checkpoints"});
        for (const std::string& table : names) all += table + "\n" + database.dump(table) + "\n";
        return all;
    }

    TestDatabase database;
    tests::InMemoryEventLog log;
    domain::base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    domain::eventlog::Topic topic = domain::eventlog::admin_topic();
    infra::postgres::ConnectionPool pool;
    infra::postgres::PostgresControlStore store;
    tests::NoTables tables;
    infra::postgres::PostgresControlReader reader;
};

/// Service accounts, groups and grants.
void append_access(AdminProjectorFixture& f, const std::string& tenant) {
    namespace identity = domain::identity;
    using identity::GrantId;
    using identity::GroupId;
    using identity::Role;
    using identity::Subject;
    using identity::Target;
    const domain::base::UserId account(5);
    const Subject in_group = Subject::group(GroupId(72));
    std::int64_t number = 27;
    const auto append = [&](admin::Command what) {
        f.append(command(tenant + "-" + std::to_string(number), tenant, std::move(what), number));
        ++number;
    };
    append(admin::user::CreateServiceAccount{account, "deploy", "from CI", false});
    append(create_api_token("t5", 5, 'd'));
    append(admin::user::UpdateUser{domain::base::UserId(1), {}, {}, false, {}});  // refused: the last administrator
    append(admin::group::CreateGroup{GroupId(71), "ops", ""});
    append(admin::group::CreateGroup{GroupId(72), "dev", "about"});
    append(admin::group::AddMember{GroupId(72), Subject::user(account)});
    append(admin::group::AddMember{GroupId(71), in_group});
    append(admin::group::AddMember{GroupId(72), Subject::group(GroupId(71))});  // refused: a circle
    append(admin::grant::CreateGrant{GrantId(81), {in_group, Target::one(41000050), Role::kEditor}});
    append(admin::grant::CreateGrant{GrantId(82), {in_group, Target::one(41000050), Role::kEditor}});  // refused: given
    append(admin::group::UpdateGroup{GroupId(71), "operators", {}});
    append(admin::group::CreateGroup{GroupId(70), "ops", "the name was free"});
    append(admin::grant::CreateGrant{GrantId(83), {Subject::user(account), Target::tenant(), Role::kManager}});
    append(admin::user::UpdateServiceAccount{account, "deployer", {}, true});
    append(admin::grant::DeleteGrant{admin::grant::default_grant_id});
    append(admin::grant::CreateGrant{GrantId(84), {Subject::everyone(), Target::all_of(identity::ObjectKind::kDataset), Role::kLister}});
    append(admin::group::DeleteGroup{GroupId(72)});
    append(admin::user::DeleteServiceAccount{account});
    using domain::base::ObjectId;
    append(admin::folder::CreateFolder{ObjectId(91), ObjectId(41000001), "Shop", "tills"});
    append(admin::folder::CreateFolder{ObjectId(92), ObjectId(41000001), "Shop", ""});  // refused: same name
    append(admin::folder::CreateFolder{ObjectId(93), ObjectId(41000001), "Store", ""});
    append(admin::folder::PlaceObject{ObjectId(41000060), ObjectId(91)});
    append(admin::folder::PlaceObject{ObjectId(41000010), ObjectId(91)});
    append(admin::folder::PlaceObject{ObjectId(41000010), ObjectId(93)});
    append(admin::folder::PlaceObject{ObjectId(41000011), ObjectId(91)});  // refused: it goes with its datastream
    append(admin::folder::UpdateFolder{ObjectId(91), "Shops", {}});
    append(admin::folder::DeleteFolder{ObjectId(93)});
}

/// Typed datasets come, go, and follow the name of their datastream.
void append_direct_write(AdminProjectorFixture& f, const std::string& tenant) {
    namespace datastream = admin::datastream;
    using domain::base::DatasetId;
    const auto typed = [](datastream::Form form, std::int64_t id) {
        return datastream::TypedDataset{form, DatasetId(id), reading(41000031, "limit 2"), one_column("n")};
    };
    std::int64_t number = 200;
    const auto change = [&](std::vector<datastream::TypedDataset> on, std::vector<datastream::Form> off, std::optional<std::string> name) {
        datastream::UpdateDatastream made{domain::base::DatastreamId(41000030)};
        made.name = std::move(name);
        made.direct_write = datastream::DirectWrite{std::move(on), std::move(off)};
        f.append(command(tenant + "-" + std::to_string(number), tenant, made, number));
        ++number;
    };
    change({typed(datastream::Form::kLogs, 41000101), typed(datastream::Form::kSamples, 41000102)}, {}, "Tea");
    change({typed(datastream::Form::kMetrics, 41000101)}, {}, {});  // refused: the id is taken
    change({typed(datastream::Form::kSpans, 41000103)}, {datastream::Form::kLogs}, "Coffee");
    change({typed(datastream::Form::kLogs, 41000104)}, {}, {});
}

/// Every kind of command, accepted and refused, of several tenants, with repeats and rubbish in between.
void append_a_history(AdminProjectorFixture& f) {
    for (const std::string tenant : {"100", "200", "300", "400", "500"}) {
        f.append(command(tenant + "-1", tenant, create_tenant()));
        f.append(command(tenant + "-2", tenant, create_user(1, "Admin@example.com"), 1));
        f.append(command(tenant + "-3", tenant, create_user(2, "admin@EXAMPLE.com"), 2));   // refused: same address
        f.append(command(tenant + "-4", tenant, create_datastream(41000010, "Default"), 3));
        f.append(command(tenant + "-4", tenant, create_datastream(41000010, "Default"), 3));  // a retry
        f.append(command(tenant + "-5", tenant, create_datastream(41000020, "Default"), 4));  // refused: same name
        f.append(command(tenant + "-6", tenant, create_datastream(41000030, "Caf\xC3\xA9 \"x\\y\", {z}"), 5));
        f.append(command(tenant + "-7", tenant, create_ingest_token("ds1" + tenant, {41000010, 41000030}), 6));
        f.append(command(tenant + "-8", tenant, create_api_token("t1", 1, 'b'), 7));
        f.append(command(tenant + "-9", tenant, admin::user::RenewApiToken{domain::base::ApiTokenId("t1")}, 22 * 86400));
        f.append(command(tenant + "-10", tenant, admin::user::SetPassword{domain::base::UserId(1), "$argon2id$y"}, 9));
        f.append_bytes(tenant, {{"ce_tenant", tenant}, {"junk", std::string("\xff\0", 2)}}, std::string("\0\xfe{", 3));
        f.append(command(tenant + "-11", tenant, admin::user::UpdateApiToken{domain::base::ApiTokenId("t1"), {}, {}, true}, 10));
        f.append(command(tenant + "-12", tenant, disable_ingest_token("ds1" + tenant), 11));
        f.append(command(tenant + "-13", tenant, disable_ingest_token("ds1nobody"), 12));
        f.append(command(tenant + "-14", tenant, create_dataset(41000050, "Errors", 41000011), 13));
        f.append(command(tenant + "-15", tenant, create_dataset(41000060, "By hour", 41000050), 14));
        f.append(command(tenant + "-16", tenant, create_dataset(41000070, "Errors", 41000011), 15));  // refused: same name
        f.append(command(tenant + "-17", tenant, redefine_dataset(41000050, 1, 41000011, 41000060, 1), 16));
        f.append(command(tenant + "-18", tenant, redefine_dataset(41000050, 1, 41000011, 41000060, 1), 17));  // refused: seen 1, is 2
        // A name that is given free and taken at once, by a dataset with a smaller id.
        f.append(command(tenant + "-19", tenant, rename_dataset(41000060, "Hourly"), 18));
        f.append(command(tenant + "-20", tenant, create_dataset(41000040, "By hour", 41000060, 3), 19));
        f.append(command(tenant + "-21", tenant, delete_dataset(41000050), 20));  // refused: Hourly reads it
        f.append(command(tenant + "-22", tenant, create_dataset(41000080, "Gone", 41000011), 21));
        f.append(command(tenant + "-23", tenant, delete_dataset(41000080), 22));
        f.append(command(tenant + "-24", tenant, create_api_token("t2", 1, 'c'), 23));
        f.append(command(tenant + "-25", tenant, admin::user::DeleteApiToken{domain::base::ApiTokenId("t2")}, 24));
        f.append(command(tenant + "-26", tenant, admin::user::DeleteApiToken{domain::base::ApiTokenId("t2")}, 25));  // refused: gone
        append_access(f, tenant);
        append_direct_write(f, tenant);
    }
}

}  // namespace

TEST_CASE("commands take effect in the order of the log, each once", "[postgres]") {
    AdminProjectorFixture f;
    append_a_history(f);
    REQUIRE(f.project().has_value());

    for (const std::string id : {"1", "2", "4", "6", "7", "8", "9", "10", "11", "12"}) {
        INFO(id);
        CHECK(f.outcome("100", "100-" + id).accepted);
    }
    CHECK(f.outcome("100", "100-3").code == ErrorCode::kConflict);
    CHECK(f.outcome("100", "100-5").message == "datastream name is taken: Default");
    CHECK(f.outcome("100", "100-13").code == ErrorCode::kNotFound);

    const auto users = run_async(f.reader.users(TenantId("100"))).value();
    REQUIRE(users.size() == 1);
    CHECK(users[0].password_hash == "$argon2id$y");
    const auto datastreams = run_async(f.reader.datastreams(TenantId("100"))).value();
    REQUIRE(datastreams.size() == 2);
    CHECK(datastreams[1].name == "Coffee");
    CHECK(to_json(datastreams[1].typed) == R"({"otel_logs":41000104,"otel_spans":41000103,"prometheus":41000102})");
    CHECK(f.outcome("100", "100-201").id_taken);
    CHECK(f.database.execute("select string_agg(name, ',' order by id) from datasets where tenant = '100' and source_datastream = 41000030") ==
          "Coffee,Coffee/Prometheus,Coffee/OpenTelemetry Spans,Coffee/OpenTelemetry Logs");
    const auto tokens = run_async(f.reader.ingest_tokens(domain::base::IngestTokenId("ds1100"))).value();
    REQUIRE(tokens.size() == 1);
    CHECK(tokens[0].disabled);
    REQUIRE(tokens[0].datastreams.size() == 2);
    CHECK(tokens[0].datastreams[0].dataset.value() == 41000011);
    const auto api = run_async(f.reader.api_token_by_secret(TenantId("100"), hash_of('b'))).value().value();
    CHECK(api.disabled);
    CHECK(api.expires_at == at_second(32 * 86400));
    CHECK(f.outcome("100", "100-29").message.find("last administrator") != std::string::npos);
    CHECK(f.outcome("100", "100-34").code == ErrorCode::kConflict);
    CHECK(f.outcome("100", "100-36").code == ErrorCode::kConflict);
    CHECK(f.database.execute("select string_agg(name, ',' order by id) from groups where tenant = '100'") == "ops,operators");
    CHECK(f.database.execute("select count(*) from group_members where tenant = '100'") == "0");
    CHECK(f.database.execute("select string_agg(gives, ';') from grants where tenant = '100'") ==
          "everyone Lister of every dataset");
    CHECK(f.database.execute("select count(*) from api_tokens where tenant = '100'") == "1");
    CHECK(f.database.execute("select string_agg(name, ',') from folders where tenant = '100'") == "Shops");
    CHECK(f.database.execute("select string_agg(object_id || ' in ' || folder_id, ',') from folder_objects where tenant = '100'") ==
          "41000060 in 91");
    // What counts is counted right.
    CHECK(f.database.execute("select groups || ' ' || members || ' ' || grants from access_states where tenant = '100'") ==
          "2 0 1");
    // The tenant's scope holds for the reader, too.
    CHECK_FALSE(run_async(f.reader.api_token_by_secret(TenantId("999"), hash_of('b'))).value().has_value());
}

TEST_CASE("a replay into an empty database gives the same bytes, whatever the batches were", "[postgres]") {
    AdminProjectorFixture f;
    append_a_history(f);
    REQUIRE(f.project(1000).has_value());
    const std::string original = f.dump();
    CHECK(original.find("dead_letters\n(100,") != std::string::npos);

    const auto replayed = run_async(consumers::projections::rebuild_admin(f.log, f.store, f.tables, f.clock, f.metrics));
    REQUIRE(replayed.has_value());
    CHECK(*replayed == 295);
    CHECK(f.dump() == original);

    for (const std::size_t commands_max : {1U, 2U, 7U}) {
        REQUIRE(run_async(f.store.clear(consumers::projections::admin_group(), f.topic.name)).has_value());
        CHECK(f.dump() != original);
        REQUIRE(f.project(commands_max).has_value());
        CHECK(f.dump() == original);
    }
}

TEST_CASE("derived datasets are kept with their definitions, and follow those that they read", "[postgres]") {
    AdminProjectorFixture f;
    append_a_history(f);
    REQUIRE(f.project(7).has_value());
    for (const std::string id : {"14", "15", "17", "19", "20", "22", "23"}) {
        INFO(id << f.outcome("100", "100-" + id).message);
        CHECK(f.outcome("100", "100-" + id).accepted);
    }
    CHECK(f.outcome("100", "100-16").message == "dataset name is taken: Errors");
    CHECK(f.outcome("100", "100-18").message == "a dataset was changed at the same time, try again: 41000050");
    CHECK(f.outcome("100", "100-21").message == "other datasets read Errors: Hourly");

    const auto datasets = run_async(f.reader.datasets(TenantId("100"))).value();
    std::map<std::string, admin::DatasetView> by_name;
    for (const auto& view : datasets) by_name[view.dataset.name] = view;
    CHECK(by_name.size() == 5 + 3 + admin::system_datasets().size());  // three are typed
    CHECK_FALSE(by_name.contains("Gone"));
    const auto& errors = by_name.at("Errors");
    CHECK(errors.dataset.definition == reading(41000011, "limit 1"));
    CHECK(errors.dataset.schema == one_column("m"));
    CHECK(errors.dataset.version == 2);
    CHECK(errors.description == "changed");
    CHECK(errors.stamp.created_at == at_second(13));
    CHECK(errors.stamp.created_by == "test");
    CHECK(errors.stamp.updated_at == at_second(16));
    CHECK(by_name.at("Hourly").dataset.schema == one_column("m"));
    CHECK(by_name.at("Hourly").dataset.version == 3);
    CHECK(by_name.at("By hour").dataset.id.value() == 41000040);
    const auto& source = by_name.at("Default");
    CHECK(source.source == domain::base::DatastreamId(41000010));
    CHECK_FALSE(source.dataset.definition.has_value());
    CHECK(source.stamp.created_by.empty());
    CHECK(source.stamp.updated_at == source.stamp.created_at);
    CHECK(run_async(f.reader.datasets(TenantId("999"))).value().empty());

    infra::postgres::PostgresCatalog catalog(f.pool);
    const auto found = run_async(catalog.find_by_path(TenantId("100"), "Default.By hour")).value();
    CHECK(found.definition == reading(41000060, "filter true // \xC3\xA9"));
    CHECK(run_async(catalog.find(TenantId("999"), found.id)).error().code() == ErrorCode::kNotFound);
}

TEST_CASE("what is no command becomes a dead letter with all its bytes", "[postgres]") {
    AdminProjectorFixture f;
    f.append(command("1", "100", create_tenant()));
    f.append_bytes("100", {{"ce_id", "x"}, {"ce_type", "admin.unknown.v9"}, {"ce_source", "/s"}, {"ce_specversion", "1.0"},
                           {"ce_time", "2026-01-01T00:00:00Z"}, {"ce_tenant", "100"}}, "{}");
    f.append_bytes("100", {}, std::string("\0\x01\xff", 3));
    f.append(command("2", "100", create_user(1, "a@b.c")));
    REQUIRE(f.project().has_value());
    CHECK(f.outcome("100", "2").accepted);
    CHECK(f.database.execute("select count(*) from dead_letters") == "2");
    CHECK(f.database.execute("select reason from dead_letters where value = '\\x0001ff'") ==
          "cloud event attribute is missing: id");
    CHECK(f.database.execute("select tenant from dead_letters where reason like '%unknown type admin.unknown.v9'") == "100");
}

TEST_CASE("a command that the store cannot take is buried alone", "[postgres]") {
    AdminProjectorFixture f;
    f.append(command("1", "100", create_tenant()));
    f.append(command("2", "100", create_user(1, "a@b.c")));
    f.append(command("3", "100", create_user(2, "b@b.c")));
    f.database.execute("alter table users add constraint no_two check (id <> 1)");
    REQUIRE(f.project().has_value());
    CHECK(f.outcome("100", "1").accepted);
    CHECK(f.outcome("100", "3").accepted);
    CHECK(f.database.execute("select count(*) from users") == "1");
    CHECK(f.database.execute("select count(*) from dead_letters") == "1");
    REQUIRE(f.project().has_value());
}

TEST_CASE("a consumer that lost its partition changes nothing", "[postgres]") {
    AdminProjectorFixture f;
    f.append(command("1", "100", create_tenant()));
    REQUIRE(f.project().has_value());  // another consumer was faster
    admin::CommandBatch late;
    late.group = consumers::projections::admin_group();
    late.topic = f.topic.name;
    late.partition = PartitionId(std::stoi(f.database.execute("select partition_id from checkpoints")));
    late.expected = domain::eventlog::Offset(0);
    late.next = domain::eventlog::Offset(2);
    late.commands = {{domain::eventlog::Offset(1), command("9", "200", create_tenant())}};
    const auto refused = run_async(f.store.apply(late));
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == ErrorCode::kConflict);
    CHECK(f.database.execute("select next_offset from checkpoints") == "1");
    CHECK(f.database.execute("select count(*) from tenants") == "1");
}
