// opalite admin: creates tenants, users, datastreams and tokens through the same command path as the REST interface.
#include <iostream>
#include <limits>
#include <optional>

#include "gateway/auth/password_hasher.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/query/time_window.hpp"
#include "infra/cli/administration.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/replay_rejected.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
namespace command = domain::admin;

constexpr std::int64_t kNotGiven = -1;

/// What the subcommands are told.
struct AdminOptions {
    ServiceOptions service;
    std::string tenant;
    std::string email;
    std::string label;
    Secret password;
    bool administrator = false;
    std::string name;
    std::string datastream;
    std::string role;
    std::int64_t object = 0;
    std::int64_t bytes_per_minute = kNotGiven;
    std::int64_t observations_per_minute = kNotGiven;
    std::int64_t dataset = 0;
    std::optional<domain::base::Timestamp> since;
};

/// `2026-01-31T10:00:00Z`, or `2h`: so long ago.
std::string set_since(AdminOptions& options, const std::string& value) {
    options.since = domain::base::from_rfc3339(value);
    if (const auto ago = gateway::query::parse_interval(value)) options.since = domain::base::SystemClock().now() - *ago;
    return options.since ? "" : "expected an RFC 3339 time or a duration such as 2h, got: " + value;
}

std::vector<OptionSpec> specs(AdminOptions& options) {
    auto all = service_option_specs(options.service);
    const auto set_password = [&options](const std::string& value) -> std::string {
        if (value.size() < 8) return "a password has at least 8 characters";
        options.password = Secret(value);
        return {};
    };
    all.push_back({"tenant", "ID", "customer id; default: the only tenant; for create-tenant: random", keep_text(options.tenant)});
    all.push_back({"email", "EMAIL", "of the user", keep_text(options.email)});
    all.push_back({"label", "TEXT", "name for people; default: the email address, the tenant's id", keep_text(options.label)});
    all.push_back({"password", "TEXT", "of the user; default: random, printed once", set_password});
    all.push_back({"administrator", "", "the user may administer the tenant", keep_flag(options.administrator)});
    all.push_back({"name", "NAME", "of the datastream or token", keep_text(options.name)});
    constexpr std::int64_t kIdMax = std::numeric_limits<std::int64_t>::max();
    all.push_back({"role", "ROLE", "of a grant: Manager, Editor, Viewer, Ingester, Lister", keep_text(options.role)});
    all.push_back({"object", "ID", "that a grant is about, with all that is in it", keep_number(options.object, std::int64_t{1}, kIdMax)});
    all.push_back({"bytes-per-minute", "N", "that all senders of a customer may send; 0: no limit", keep_number(options.bytes_per_minute, std::int64_t{0}, domain::identity::rate_bytes_per_minute_max)});
    all.push_back({"observations-per-minute", "N", "the same in observations", keep_number(options.observations_per_minute, std::int64_t{0}, domain::identity::rate_observations_per_minute_max)});
    all.push_back({"datastream", "NAME", "that an ingest token writes to; default: the tenant's first", keep_text(options.datastream)});
    all.push_back({"dataset", "ID", "whose rejected records are replayed; default: of all", keep_number(options.dataset, std::int64_t{1}, kIdMax)});
    all.push_back({"since", "TIME", "replays what was rejected since then: RFC 3339, or a duration such as 2h; default: everything",
                   [&options](const std::string& value) { return set_since(options, value); }});
    return all;
}

Result<domain::base::TenantId> the_tenant(Administration& administration, const AdminOptions& options) {
    if (!options.tenant.empty()) return domain::base::TenantId(options.tenant);
    const auto tenants = runtime::run_async(administration.reader().tenants());
    if (!tenants) return tenants.error();
    if (tenants->size() == 1) return tenants->front();
    return Error(ErrorCode::kInvalidArgument, tenants->empty() ? "there is no tenant yet: opalite admin create-tenant"
                                                               : "there are several tenants: give --tenant");
}

/// A random number where identities are numbers: nine digits are enough inside one tenant, a taken one is drawn again.
domain::base::UserId random_user_id() {
    return domain::base::UserId(gateway::auth::random_object_id().value() % 900'000'000 + 100'000'000);
}

Result<void> create_tenant(Administration& administration, const AdminOptions& options) {
    const auto tenant = options.tenant.empty() ? gateway::auth::random_tenant_id() : domain::base::TenantId(options.tenant);
    const auto created = administration.execute(tenant, [&options, &tenant] {
        command::tenant::CreateTenant create;
        create.label = options.label.empty() ? tenant.value() : options.label;
        create.workspace = gateway::auth::random_object_id();
        create.workspace_name = "Default";
        return create;
    });
    if (created) std::cout << "tenant " << tenant.value() << '\n';
    return created;
}

/// 0 takes a limit away; what is not given stays.
Result<void> limit_tenant(Administration& administration, const AdminOptions& options) {
    if (options.bytes_per_minute == kNotGiven && options.observations_per_minute == kNotGiven) {
        return Error(ErrorCode::kInvalidArgument, "--bytes-per-minute or --observations-per-minute is missing");
    }
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    const auto change_to = [](std::int64_t limit) -> std::optional<std::optional<std::int64_t>> {
        if (limit == kNotGiven) return std::nullopt;
        return limit == 0 ? std::optional<std::int64_t>() : std::optional(limit);
    };
    command::tenant::SetTenantRate set;
    set.rate.bytes_per_minute = change_to(options.bytes_per_minute);
    set.rate.observations_per_minute = change_to(options.observations_per_minute);
    const auto done = administration.execute(*tenant, [&set] { return set; });
    if (done) std::cout << "rate limits of tenant " << tenant->value() << " are set\n";
    return done;
}

Result<void> create_user(Administration& administration, const AdminOptions& options) {
    if (options.email.empty()) return Error(ErrorCode::kInvalidArgument, "--email is missing");
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    const Secret password = options.password.empty() ? gateway::auth::random_secret() : options.password;
    gateway::auth::PasswordHasher hasher;
    const auto hash = runtime::run_async(hasher.hash(password));
    if (!hash) return hash.error();
    command::user::CreateUser create;
    create.email = options.email;
    create.label = options.label.empty() ? options.email : options.label;
    create.administrator = options.administrator;
    create.password_hash = *hash;
    const auto created = administration.execute(*tenant, [&create] {
        create.user = random_user_id();
        return create;
    });
    if (!created) return created;
    std::cout << "user " << create.user.value() << ' ' << create.email << '\n';
    if (options.password.empty()) std::cout << "password " << password.reveal() << "   (shown once)\n";
    return {};
}

Result<void> create_datastream(Administration& administration, const AdminOptions& options) {
    if (options.name.empty()) return Error(ErrorCode::kInvalidArgument, "--name is missing");
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    const auto workspaces = runtime::run_async(administration.reader().workspaces(*tenant));
    if (!workspaces) return workspaces.error();
    if (workspaces->empty()) return Error(ErrorCode::kNotFound, "no such tenant: " + tenant->value());
    command::datastream::CreateDatastream create;
    create.workspace = workspaces->front().id;
    create.name = options.name;
    const auto created = administration.execute(*tenant, [&create] {
        create.datastream = domain::base::DatastreamId(gateway::auth::random_object_id().value());
        create.dataset = domain::base::DatasetId(gateway::auth::random_object_id().value());
        return create;
    });
    if (created) std::cout << "datastream " << create.datastream.value() << " dataset " << create.dataset.value() << '\n';
    return created;
}

Result<domain::base::DatastreamId> the_datastream(Administration& administration, const domain::base::TenantId& tenant,
                                                  const std::string& name) {
    const auto datastreams = runtime::run_async(administration.reader().datastreams(tenant));
    if (!datastreams) return datastreams.error();
    for (const auto& datastream : *datastreams) {
        if (name.empty() || datastream.name == name) return datastream.id;
    }
    return Error(ErrorCode::kNotFound, name.empty() ? "the tenant has no datastream" : "no such datastream: " + name);
}

Result<void> create_ingest_token(Administration& administration, const AdminOptions& options) {
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    const auto datastream = the_datastream(administration, *tenant, options.datastream);
    if (!datastream) return datastream.error();
    const Secret secret = gateway::auth::random_secret();
    command::ingest_token::CreateIngestToken create;
    create.secret_sha256 = gateway::auth::sha256_hex(secret.reveal());
    create.datastreams = {*datastream};
    const auto created = administration.execute(*tenant, [&create, &options] {
        create.token = gateway::auth::random_ingest_token_id();
        create.name = options.name.empty() ? create.token.value() : options.name;
        return create;
    });
    if (created) std::cout << "ingest token " << create.token.value() << ':' << secret.reveal() << "   (shown once)\n";
    return created;
}

Result<void> create_api_token(Administration& administration, const AdminOptions& options) {
    if (options.email.empty()) return Error(ErrorCode::kInvalidArgument, "--email is missing");
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    const auto user = runtime::run_async(administration.reader().user_by_email(*tenant, options.email));
    if (!user) return user.error();
    if (!*user) return Error(ErrorCode::kNotFound, "no such user: " + options.email);
    const Secret secret = gateway::auth::random_secret();
    command::user::CreateApiToken create;
    create.user = (*user)->id;
    create.kind = "api";
    create.name = options.name.empty() ? "opalite admin" : options.name;
    create.secret_sha256 = gateway::auth::sha256_hex(secret.reveal());
    create.expires_at = administration.now() + command::user::token_life;
    const auto created = administration.execute(*tenant, [&create] {
        create.token = gateway::auth::random_api_token_id();
        return create;
    });
    if (created) std::cout << "access key " << secret.reveal() << "   (tenant " << tenant->value() << ", 30 days, shown once)\n";
    return created;
}

Result<void> create_service_account(Administration& administration, const AdminOptions& options) {
    if (options.label.empty()) return Error(ErrorCode::kInvalidArgument, "--label is missing");
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    command::user::CreateServiceAccount create;
    create.label = options.label;
    const auto created = administration.execute(*tenant, [&create] {
        create.user = random_user_id();
        return create;
    });
    if (created) std::cout << "service account " << create.user.value() << ' ' << create.label << '\n';
    return created;
}

Result<void> create_grant(Administration& administration, const AdminOptions& options) {
    const auto role = domain::identity::role_from(options.role);
    if (!role) {
        return Error(ErrorCode::kInvalidArgument, "--role must be Manager, Editor, Viewer, Ingester or Lister: " + options.role);
    }
    const auto tenant = the_tenant(administration, options);
    if (!tenant) return tenant.error();
    command::grant::CreateGrant create;
    create.gives.role = *role;
    if (!options.email.empty()) {
        const auto user = runtime::run_async(administration.reader().user_by_email(*tenant, options.email));
        if (!user) return user.error();
        if (!*user) return Error(ErrorCode::kNotFound, "no such user: " + options.email);
        create.gives.subject = domain::identity::Subject::user((*user)->id);
    }
    if (options.object > 0) create.gives.target = domain::identity::Target::one(options.object);
    const auto created = administration.execute(*tenant, [&create] {
        create.grant = domain::identity::GrantId(gateway::auth::random_object_id().value());
        return create;
    });
    if (created) std::cout << "grant " << create.grant.value() << ' ' << command::grant::text_of(create.gives) << '\n';
    return created;
}

Result<void> list_tenant(Administration& administration, const domain::base::TenantId& tenant) {
    const auto datastreams = runtime::run_async(administration.reader().datastreams(tenant));
    if (!datastreams) return datastreams.error();
    const auto users = runtime::run_async(administration.reader().users(tenant));
    if (!users) return users.error();
    const auto tokens = runtime::run_async(administration.reader().ingest_tokens_of(tenant));
    if (!tokens) return tokens.error();
    std::cout << "tenant " << tenant.value() << '\n';
    for (const auto& user : *users) {
        const bool is_person = user.kind == command::user::UserKind::kPerson;
        std::cout << (is_person ? "  user " : "  service account ") << user.id.value() << ' '
                  << (is_person ? user.email : user.label) << (user.administrator ? " administrator" : "")
                  << (user.disabled ? " disabled" : "") << '\n';
    }
    for (const auto& datastream : *datastreams) {
        std::cout << "  datastream " << datastream.id.value() << ' ' << datastream.name << " dataset "
                  << datastream.dataset.value() << (datastream.disabled ? " disabled" : "") << '\n';
    }
    for (const auto& token : *tokens) {
        std::cout << "  ingest token " << token.id.value() << ' ' << token.name << (token.disabled ? " disabled" : "") << '\n';
    }
    return {};
}

Result<void> list(Administration& administration, const AdminOptions& options) {
    const auto tenants = runtime::run_async(administration.reader().tenants());
    if (!tenants) return tenants.error();
    for (const auto& tenant : *tenants) {
        if (!options.tenant.empty() && tenant.value() != options.tenant) continue;
        const auto listed = list_tenant(administration, tenant);
        if (!listed) return listed;
    }
    return {};
}

Result<void> replay(Administration& administration, const AdminOptions& options) {
    ReplayChoice choice;
    if (!options.tenant.empty()) choice.tenant = domain::base::TenantId(options.tenant);
    if (options.dataset > 0) choice.dataset = domain::base::DatasetId(options.dataset);
    choice.since = options.since.value_or(choice.since);
    const auto replayed = replay_rejected(administration.platform(), choice);
    if (!replayed) return replayed.error();
    std::cout << "put in again " << replayed->appended << ", of these rejected once more " << replayed->in_vain << '\n';
    return {};
}

struct AdminAction {
    const char* name;
    const char* summary;
    Result<void> (*run)(Administration&, const AdminOptions&);
};

constexpr AdminAction kAdminActions[] = {
    {"create-tenant", "[--tenant ID] [--label TEXT]", create_tenant},
    {"limit-tenant", "[--bytes-per-minute N] [--observations-per-minute N]; 0: no limit", limit_tenant},
    {"create-user", "--email EMAIL [--administrator] [--password TEXT] [--label TEXT]", create_user},
    {"create-datastream", "--name NAME", create_datastream},
    {"create-ingest-token", "[--datastream NAME] [--name NAME]", create_ingest_token},
    {"create-api-token", "--email EMAIL [--name NAME]", create_api_token},
    {"create-service-account", "--label TEXT", create_service_account},
    {"create-grant", "--role ROLE [--email EMAIL] [--object ID]; default: to everyone, on everything", create_grant},
    {"replay-rejected", "[--tenant ID] [--dataset ID] [--since TIME]; puts rejected records in again, each lands once", replay},
    {"list", "tenants with their users, datastreams and tokens", list},
};

}  // namespace

std::string help_admin() {
    AdminOptions options;
    std::string usage = "usage: opalite admin ACTION [OPTIONS]\n\n";
    for (const AdminAction& action : kAdminActions) {
        usage += "  " + std::string(action.name) + std::string(24 - std::string_view(action.name).size(), ' ') + action.summary + "\n";
    }
    return usage + "\nWorks beside a running service (give the same --data, --log and --database) and without one.\n\n" +
           describe(specs(options));
}

ExitStatus run_admin(const Words& words) {
    AdminOptions options;
    ParsedWords parsed = parse_options(words, specs(options));
    const AdminAction* action = nullptr;
    std::vector<std::string> names;
    for (const AdminAction& candidate : kAdminActions) {
        names.emplace_back(candidate.name);
        if (!parsed.positional.empty() && parsed.positional.front() == candidate.name) action = &candidate;
    }
    if (parsed.positional.empty()) {
        parsed.mistakes.push_back("the action is missing");
    } else if (action == nullptr) {
        const std::string neighbour = nearest(parsed.positional.front(), names);
        parsed.mistakes.push_back("unknown action: " + parsed.positional.front() +
                                  (neighbour.empty() ? "" : "; did you mean " + neighbour + "?"));
    }
    for (std::string& mistake : check(options.service)) parsed.mistakes.push_back(std::move(mistake));
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "admin");
    telemetry::set_level(options.service.log_level == "info" ? "warn" : options.service.log_level);

    auto administration = Administration::open(options.service);
    if (!administration) return failure(administration.error().message());
    const auto done = action->run(**administration, options);
    std::cout.flush();
    return done ? ExitStatus::kSuccess : failure(done.error().message());
}

}  // namespace infra::cli
