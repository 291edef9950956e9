#include "tests/bench/workload/otlp.hpp"

#include <algorithm>
#include <iterator>

#include "tests/bench/workload/text.hpp"

namespace bench::workload {
namespace {

constexpr std::uint64_t kStart = 1'732'206'349'000'000'000;  // nanoseconds
constexpr double kMeanGap = 12'000'000;                       // between traces
constexpr std::size_t kSpansMax = 200;
constexpr int kDepthMax = 8;

constexpr std::string_view kNames[OtlpTraces::kServices] = {"frontend", "checkout", "cart", "catalog", "recommendation", "payment", "shipping", "email",
                                                            "currency", "ads", "accounting", "fraud", "quote", "image", "inventory"};
constexpr std::string_view kOperations[] = {"GET /", "POST /orders", "GetCart", "ListProducts", "Charge", "GetQuote", "SELECT", "Convert"};
// Who calls whom: a service calls the next three, around the circle, and never the frontend.
std::uint64_t callee(std::uint64_t service, std::uint64_t choice) { return 1 + (service * 2 + choice) % (OtlpTraces::kServices - 1); }

void append_attribute(std::string& out, std::string_view key, std::string_view value) {
    out += R"({"key":")";
    out += key;
    out += R"(","value":{"stringValue":")";
    out += value;
    out += "\"}},";
}

void append_attribute(std::string& out, std::string_view key, std::uint64_t value) {
    out += R"({"key":")";
    out += key;
    out += R"(","value":{"intValue":")";
    append_number(out, value);
    out += "\"}},";
}

void append_resource(std::string& out, std::string_view service, std::string_view host) {
    out += R"({"resource":{"attributes":[)";
    append_attribute(out, "service.name", service);
    append_attribute(out, "service.version", "2.4.1");
    append_attribute(out, "deployment.environment", "production");
    append_attribute(out, "host.name", host);
    out.back() = ']';
    out += '}';
}

}  // namespace

OtlpTraces::OtlpTraces(std::uint64_t seed) : chance_(seed), time_(kStart) {}

void OtlpTraces::append(std::string& out) {
    while (full_.empty()) trace();
    const std::size_t service = full_.front();
    full_.erase(full_.begin());
    Batch& batch = batches_[service];
    out += R"({"resourceSpans":[)";
    append_resource(out, kNames[service], std::string(kNames[service]) + "-0");
    out += R"(,"scopeSpans":[{"scope":{"name":"opentelemetry","version":"1.30"},"spans":[)";
    out += batch.spans;
    out.back() = ']';
    out += "}]}]}\n";
    events_ += batch.count;
    batch = {};
}

void OtlpTraces::trace() {
    time_ += static_cast<std::uint64_t>(chance_.exponential(kMeanGap));
    const std::uint64_t id = chance_.next();
    const std::size_t wanted = std::min<std::size_t>(1 + chance_.geometric(11), kSpansMax);
    // An error begins in one span and is seen by all that wait for it.
    const bool fails = chance_.happens(0.012 * 3);
    std::vector<Parent> spans{{0, ++spans_made_, time_, static_cast<std::uint64_t>(chance_.lognormal(18, 0.8)), 1, fails}};
    for (std::size_t at = 0; spans.size() < wanted && at < 4 * wanted; ++at) {
        const Parent parent = spans[chance_.below(spans.size())];
        if (parent.depth >= kDepthMax) continue;
        Parent child;
        child.service = callee(parent.service, chance_.below(3));
        child.span = ++spans_made_;
        child.depth = parent.depth + 1;
        child.length = std::min(parent.length, static_cast<std::uint64_t>(chance_.lognormal(15 + static_cast<double>(child.service % 4) * 0.4, 1)));
        child.begin = parent.begin + chance_.below(parent.length - child.length + 1);
        child.failed = parent.failed && chance_.happens(0.3);
        spans.push_back(child);
        append_span(id, child, parent.span);
    }
    append_span(id, spans.front(), 0);
}

void OtlpTraces::append_span(std::uint64_t trace, const Parent& span, std::uint64_t parent) {
    Batch& batch = batches_[span.service];
    // A service that has a full batch waiting makes a larger one; the next append() sends it.
    std::string& out = batch.spans;
    out += R"({"traceId":")";
    append_hex(out, trace, 32);
    out += R"(","spanId":")";
    append_hex(out, span.span * 977, 16);
    if (parent != 0) {
        out += R"(","parentSpanId":")";
        append_hex(out, parent * 977, 16);
    }
    out += R"(","name":")";
    out += kOperations[mix(span.service * 16 + span.span % 3) % std::size(kOperations)];
    out += R"(","kind":)";
    append_number(out, 1 + span.span % 5);
    out += R"(,"startTimeUnixNano":")";
    append_number(out, span.begin);
    out += R"(","endTimeUnixNano":")";
    append_number(out, span.begin + span.length);
    out += R"(","attributes":[)";
    append_attributes(out, span.service, span.span);
    out += ']';
    if (chance_.happens(0.2)) {
        out += R"(,"events":[)";
        for (std::uint64_t n = 1 + chance_.below(3); n > 0; --n) {
            out += R"({"timeUnixNano":")";
            append_number(out, span.begin + chance_.below(span.length + 1));
            out += R"(","name":"message"},)";
        }
        out.back() = ']';
    }
    out += span.failed ? R"(,"status":{"code":2,"message":"upstream failed"}},)" : R"(,"status":{"code":0}},)";
    if (++batch.count == kBatch) full_.push_back(span.service);
}

void OtlpTraces::append_attributes(std::string& out, std::uint64_t service, std::uint64_t span) {
    static constexpr std::string_view kLow[][3] = {{"http.method", "GET", "POST"}, {"http.scheme", "http", "https"}, {"net.transport", "ip_tcp", "pipe"}, {"rpc.system", "grpc", "http"},
                                                   {"db.system", "postgresql", "redis"}, {"thread.name", "worker-1", "worker-2"}, {"cloud.zone", "eu-1a", "eu-1b"}};
    for (const auto& each : kLow) append_attribute(out, each[0], each[1 + chance_.below(2)]);
    append_attribute(out, "http.status_code", chance_.happens(0.95) ? 200 : 404);
    append_attribute(out, "user.id", "u" + std::to_string(skew_.draw(chance_)));
    append_attribute(out, "product.id", skew_.draw(chance_));
    append_attribute(out, "net.peer.name", std::string(kNames[(service + skew_.draw(chance_)) % kServices]) + ".internal");
    std::string request;
    append_uuid(request, span * 31 + 7);
    append_attribute(out, "request.id", request);
    out.pop_back();
}

void OtlpLogs::append(std::string& out) {
    static constexpr struct { std::string_view name; std::uint64_t number; } kLevels[] = {{"DEBUG", 5}, {"INFO", 9}, {"WARN", 13}, {"ERROR", 17}};
    const std::size_t service = chance_.below(OtlpTraces::kServices);
    out += R"({"resourceLogs":[)";
    append_resource(out, kNames[service], std::string(kNames[service]) + "-0");
    out += R"(,"scopeLogs":[{"scope":{"name":"app"},"logRecords":[)";
    for (std::size_t n = 0; n < OtlpTraces::kBatch; ++n, ++events_) {
        const auto& level = kLevels[std::min<std::uint64_t>(chance_.geometric(1.2), 3)];
        time_ += 1 + static_cast<std::uint64_t>(chance_.exponential(1'000));
        out += R"({"timeUnixNano":")";
        append_number(out, time_ * 1000);
        out += R"(","severityNumber":)";
        append_number(out, level.number);
        out += R"(,"severityText":")";
        out += level.name;
        out += R"(","body":{"stringValue":)";
        lines_.append_text(out);
        out += R"(},"attributes":[)";
        append_attribute(out, "code.namespace", kOperations[chance_.below(std::size(kOperations))]);
        append_attribute(out, "thread.id", chance_.below(64));
        out.back() = ']';
        out += R"(,"traceId":")";
        append_hex(out, chance_.next(), 32);
        out += R"("},)";
    }
    out.back() = ']';
    out += "}]}]}\n";
}

void OtlpMetrics::append(std::string& out) {
    static constexpr std::string_view kGaugeNames[kGauges] = {"usage_user", "usage_system", "usage_idle", "usage_nice", "usage_iowait",
                                                              "usage_irq", "usage_softirq", "usage_steal", "usage_guest", "usage_guest_nice"};
    // A hundredth of the hosts is replaced every hour, which is 360 rounds.
    const std::uint64_t time = kStart + round_ * 10'000'000'000;
    out += R"({"resourceMetrics":[)";
    for (std::size_t n = 0; n < 200; ++n) {
        if (chance_.happens(0.01 / 360)) ++generation_;
        std::string name = "host_" + std::to_string(host_);
        if (host_ < generation_) name += "_new";
        append_resource(out, "devops", name);
        out += R"(,"scopeMetrics":[{"scope":{"name":"cpu"},"metrics":[)";
        for (std::size_t gauge = 0; gauge < kGauges; ++gauge, ++events_) {
            double& level = levels_[host_ * kGauges + gauge];
            level = std::clamp(level + chance_.normal(), 0.0, 100.0);
            out += R"({"name":"cpu.)";
            out += kGaugeNames[gauge];
            out += R"(","unit":"%","gauge":{"dataPoints":[{"timeUnixNano":")";
            append_number(out, time);
            out += R"(","asDouble":)";
            append_decimal(out, level, 3);
            out += "}]}},";
        }
        out.back() = ']';
        out += "}]},";
        if (++host_ == kHosts) {
            host_ = 0;
            ++round_;
        }
    }
    out.back() = ']';
    out += "}\n";
}

}  // namespace bench::workload
