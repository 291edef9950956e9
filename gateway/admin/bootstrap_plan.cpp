#include "gateway/admin/bootstrap_plan.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "domain/admin/token_form.hpp"
#include "gateway/auth/secrets.hpp"

namespace gateway::admin {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using Json = nlohmann::ordered_json;

constexpr std::size_t kPasswordCharactersMin = 8;

Error wrong(const std::string& what) { return Error(ErrorCode::kInvalidArgument, what); }

std::string to_json(const BootstrapPlan& plan) {
    Json json;
    json["tenant"] = plan.tenant.value();
    json["workspace"] = plan.workspace.value();
    json["user"] = plan.user.value();
    json["email"] = plan.email;
    json["password"] = plan.password.reveal();
    json["datastream"] = plan.datastream.value();
    json["datastream_name"] = plan.datastream_name;
    json["dataset"] = plan.dataset.value();
    json["ingest_token"] = plan.ingest_token.value();
    json["ingest_token_secret"] = plan.ingest_token_secret.reveal();
    return json.dump();
}

BootstrapPlan from_json(const Json& json) {
    BootstrapPlan plan;
    plan.tenant = domain::base::TenantId(json.at("tenant").get<std::string>());
    plan.workspace = domain::base::ObjectId(json.at("workspace").get<std::int64_t>());
    plan.user = domain::base::UserId(json.at("user").get<std::int64_t>());
    plan.email = json.at("email").get<std::string>();
    plan.password = Secret(json.at("password").get<std::string>());
    plan.datastream = domain::base::DatastreamId(json.at("datastream").get<std::int64_t>());
    plan.datastream_name = json.at("datastream_name").get<std::string>();
    plan.dataset = domain::base::DatasetId(json.at("dataset").get<std::int64_t>());
    plan.ingest_token = domain::base::IngestTokenId(json.at("ingest_token").get<std::string>());
    plan.ingest_token_secret = Secret(json.at("ingest_token_secret").get<std::string>());
    return plan;
}

/// Writes and syncs a new file that nobody else may read.
bool write_file(const std::filesystem::path& file, const std::string& text) {
    const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    const bool written = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         fsync(descriptor) == 0;
    return close(descriptor) == 0 && written;
}

bool sync_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool synced = fsync(descriptor) == 0;
    close(descriptor);
    return synced;
}

}  // namespace

Result<BootstrapPlan> make_plan(const BootstrapOptions& options) {
    if (!options.tenant.empty() && !domain::admin::is_tenant_id(options.tenant)) {
        return wrong("the first tenant must be a customer id of 1 to 20 digits: " + options.tenant);
    }
    if (options.email.empty()) return wrong("the first administrator has no email address");
    if (!options.password.empty() && options.password.reveal().size() < kPasswordCharactersMin) {
        return wrong("the password of the first administrator must have at least 8 characters");
    }
    if (options.datastream.empty()) return wrong("the first datastream has no name");
    if (options.ingest_token_id.empty() != options.ingest_token_secret.empty()) {
        return wrong("the first ingest token must be given as ID:SECRET");
    }
    if (!options.ingest_token_id.empty() && !domain::admin::is_token_id(options.ingest_token_id)) {
        return wrong("the id of the first ingest token may have letters, digits, _ and -: " + options.ingest_token_id);
    }
    BootstrapPlan plan;
    plan.tenant = options.tenant.empty() ? auth::random_tenant_id() : domain::base::TenantId(options.tenant);
    plan.workspace = auth::random_object_id();
    plan.user = domain::base::UserId(1);
    plan.email = options.email;
    plan.password = options.password.empty() ? auth::random_secret() : options.password;
    plan.datastream = domain::base::DatastreamId(auth::random_object_id().value());
    plan.datastream_name = options.datastream;
    plan.dataset = domain::base::DatasetId(auth::random_object_id().value());
    plan.ingest_token = options.ingest_token_id.empty() ? auth::random_ingest_token_id()
                                                        : domain::base::IngestTokenId(options.ingest_token_id);
    plan.ingest_token_secret = options.ingest_token_secret.empty() ? auth::random_secret() : options.ingest_token_secret;
    return plan;
}

Result<std::optional<BootstrapPlan>> read_plan(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) return std::optional<BootstrapPlan>();
    std::ostringstream text;
    text << stream.rdbuf();
    try {
        return std::optional<BootstrapPlan>(from_json(Json::parse(text.str())));
    } catch (const Json::exception&) {
        return Error(ErrorCode::kInternal, "cannot read the plan of the first start, remove it: " + file.string());
    }
}

Result<void> write_plan(const BootstrapPlan& plan, const std::filesystem::path& file) {
    const std::filesystem::path draft = file.string() + ".new";
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    if (!write_file(draft, to_json(plan)) || rename(draft.c_str(), file.c_str()) != 0 || !sync_folder(folder)) {
        return Error(ErrorCode::kUnavailable,
                     "cannot write the plan of the first start: " + file.string() + ": " + std::strerror(errno));
    }
    return {};
}

void forget_plan(const std::filesystem::path& file) { unlink(file.c_str()); }

}  // namespace gateway::admin
