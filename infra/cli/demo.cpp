#include "infra/cli/demo.hpp"

#include <array>
#include <random>

#include "domain/admin/command.hpp"
#include "gateway/auth/secrets.hpp"
#include "infra/cli/http_client.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::cli {
namespace {

const telemetry::Logger kLog("infra/cli/demo");

constexpr std::chrono::milliseconds kPause{250};
constexpr int kLinesAtOnce = 5;

/// One log line of the shop as JSON.
std::string line(std::mt19937_64& chance, domain::base::Timestamp now) {
    static constexpr std::array<const char*, 5> kServices = {"web", "cart", "checkout", "payment", "search"};
    static constexpr std::array<const char*, 4> kPaths = {"/", "/cart", "/checkout", "/search"};
    const auto pick = [&chance](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(chance); };
    const std::size_t luck = pick(100);
    const int status = luck < 93 ? 200 : luck < 97 ? 404 : 500;
    const double milliseconds = std::lognormal_distribution<double>(3.0, 0.8)(chance) * (status == 500 ? 8 : 1);
    const std::string level = status == 500 ? "error" : status == 404 ? "warning" : "info";
    const std::string message = status == 500 ? "upstream timed out" : status == 404 ? "no such page" : "request served";
    return R"({"time":")" + domain::base::to_rfc3339(now) + R"(","service":")" + kServices[pick(kServices.size())] +
           R"(","level":")" + level + R"(","path":")" + kPaths[pick(kPaths.size())] + R"(","status":)" +
           std::to_string(status) + R"(,"duration_ms":)" + std::to_string(milliseconds) + R"(,"message":")" + message + "\"}\n";
}

domain::admin::CommandEnvelope envelope(const FirstDatastream& target, const domain::base::Clock& clock,
                                        domain::admin::Command command) {
    return domain::admin::CommandEnvelope(gateway::auth::random_command_id(), target.tenant, "demo", clock.now(),
                                          std::move(command));
}

}  // namespace

Demo::Demo(std::string url, FirstDatastream target, domain::admin::CommandBus& commands, const domain::base::Clock& clock)
    : url_(std::move(url)), target_(std::move(target)), commands_(commands), clock_(clock), thread_([this] { run(); }) {}

Demo::~Demo() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

bool Demo::pause(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return !wake_.wait_for(lock, time, [this] { return stopping_; });
}

void Demo::run() {
    const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::seconds(10); };
    const domain::base::Secret secret = gateway::auth::random_secret();
    domain::admin::ingest_token::CreateIngestToken create;
    create.token = gateway::auth::random_ingest_token_id();
    create.name = "Demonstration " + create.token.value();
    create.secret_sha256 = gateway::auth::sha256_hex(secret.reveal());
    create.datastreams = {target_.datastream};
    const auto created = runtime::run_async(commands_.execute(envelope(target_, clock_, create), soon()));
    if (!created || !created->accepted) {
        kLog.warn("no token for the demonstration", {{"reason", created ? created->message : created.error().message()}});
        return;
    }
    std::mt19937_64 chance(std::random_device{}());
    HttpClient http("");
    while (pause(kPause)) {
        std::string body;
        for (int i = 0; i < kLinesAtOnce; ++i) body += line(chance, clock_.now());
        const auto answer = http.send({"POST",
                                       url_ + "/v1/http/demo",
                                       {"Content-Type: application/x-ndjson",
                                        "Authorization: Bearer " + create.token.value() + ":" + secret.reveal()},
                                       std::move(body)});
        if (!answer || answer->status != 200) {
            kLog.warn("the demonstration was not taken", {{"reason", answer ? message_of(*answer) : answer.error().message()}});
        }
    }
    const domain::admin::ingest_token::DisableIngestToken disable{create.token};
    const auto disabled = runtime::run_async(commands_.execute(envelope(target_, clock_, disable), soon()));
    if (!disabled) kLog.warn("the demonstration's token stays enabled", {{"reason", disabled.error().message()}});
}

}  // namespace infra::cli
