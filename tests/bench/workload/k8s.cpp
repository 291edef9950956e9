#include "tests/bench/workload/k8s.hpp"

#include <iterator>

namespace bench::workload {
namespace {

constexpr std::uint64_t kStart = 1'732'206'349'000'000;  // microseconds
constexpr double kMeanGap = 1'000;                       // a thousand lines a second, all pods together
constexpr std::uint64_t kPods = 500;
constexpr std::uint64_t kDeployments = 60;
constexpr std::uint64_t kBurstLines = 40'000;  // 2,000 a second for 20 seconds
constexpr double kBurst = 1.0 / 400'000;
constexpr double kChurn = 0.02 * kPods / 3.6e6;  // of a line: 2 % of the pods an hour

constexpr std::string_view kNames[] = {"checkout", "billing", "search", "frontend", "auth", "mailer", "catalog", "stock", "gateway", "reports", "worker", "ledger"};
constexpr std::string_view kLabels[] = {"app", "tier", "team", "release", "track", "region"};

}  // namespace

K8s::K8s(std::uint64_t seed) : chance_(seed), templates_(static_cast<double>(message_templates().size()), 1.1, 2), pods_(kPods), time_(kStart) {
    for (Pod& pod : pods_) start_pod(pod);
}

void K8s::start_pod(Pod& pod) {
    pod.deployment = chance_.below(kDeployments);
    pod.node = chance_.below(12);
    pod.labels = (pod.deployment % 7) * (pod.deployment % 7) / 6;
    pod.name = std::string(kNames[pod.deployment % std::size(kNames)]) + '-' + std::to_string(pod.deployment) + '-';
    append_base32(pod.name, ++pods_started_ * 31 + chance_.next(), 5);
}

void K8s::append(std::string& out) {
    ++events_;
    if (burst_left_ > 0) {
        --burst_left_;
        time_ += 500;
        return append_line(out, pods_[burst_pod_], "WARN", burst_message_);
    }
    time_ += static_cast<std::uint64_t>(chance_.exponential(kMeanGap));
    const std::size_t which = static_cast<std::size_t>(chance_.below(kPods));
    if (chance_.happens(kChurn)) start_pod(pods_[which]);
    const std::string_view name = level();
    const std::string text = message(name);
    if (chance_.happens(kBurst)) {
        burst_left_ = kBurstLines;
        burst_pod_ = which;
        burst_message_ = text;
    }
    append_line(out, pods_[which], name, text);
}

std::string_view K8s::level() {
    const double share = chance_.uniform();
    return share < .25 ? "DEBUG" : share < .87 ? "INFO" : share < .96 ? "WARN" : share < .999 ? "ERROR" : "FATAL";
}

void K8s::append_line(std::string& out, const Pod& pod, std::string_view level, std::string_view message) {
    out += R"({"ts":")";
    append_time(out, time_, 6);
    out += R"(","namespace":"ns-)";
    append_number(out, pod.deployment % 20);
    out += R"(","pod":")";
    out += pod.name;
    out += R"(","container":")";
    out += kNames[pod.deployment % std::size(kNames)];
    out += R"(","node":"node-)";
    append_number(out, pod.node);
    out += level == "ERROR" || level == "FATAL" ? R"(","stream":"stderr","level":")" : R"(","stream":"stdout","level":")";
    out += level;
    out += R"(","msg":)";
    out += message;
    if (pod.labels > 0) {
        out += R"(,"labels":{)";
        for (std::uint64_t i = 0; i < pod.labels; ++i) {
            if (i > 0) out += ',';
            out += '"';
            out += kLabels[i];
            out += R"(":"v)";
            append_number(out, mix(pod.deployment * 8 + i) % 30);
            out += '"';
        }
        out += '}';
    }
    out += "}\n";
}

std::string K8s::message(std::string_view level) {
    std::string made;
    const double form = chance_.uniform();
    if (form < 0.3) {
        std::uint64_t keys = 3 + chance_.geometric(2);
        if (keys > 25) keys = 25;
        append_object(made, static_cast<int>(1 + chance_.below(4)), keys);
        return made;
    }
    append_text(made);
    made.pop_back();
    if (form >= 0.997 || (level == "FATAL" && form > 0.6)) append_trace(made);
    made += '"';
    return made;
}

void K8s::append_text(std::string& out) {
    out += '"';
    append_template(out, message_templates()[templates_.draw(chance_)]);
    out += '"';
}

void K8s::append_template(std::string& out, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        switch (text[++i]) {
            case 'n': append_number(out, chance_.below(chance_.happens(0.5) ? 100 : 100'000)); break;
            case 'x': append_hex(out, chance_.next(), 8); break;
            case 'a': append_ipv4(out, chance_.below(5'000)); break;
            case 'b': append_number(out, chance_.next() >> 4); break;
            case 'p':
                for (std::uint64_t n = 1 + chance_.below(4); n > 0; --n) out += '/' + words_.pick(chance_);
                break;
            default: out += words_.pick(chance_);
        }
    }
}

void K8s::append_trace(std::string& out) {
    out += "\\njava.lang.IllegalStateException: ";
    words_.append(out, 6, chance_);
    for (std::uint64_t n = 10 + chance_.below(51); n > 0; --n) {
        out += "\\n\\tat org.example.";
        out += kNames[chance_.below(std::size(kNames))];
        out += ".Handler.run(Handler.java:";
        append_number(out, chance_.below(900));
        out += ')';
    }
}

void K8s::append_object(std::string& out, int depth, std::uint64_t& keys) {
    static constexpr std::string_view kKeys[] = {"event", "user", "latency_ms", "ok", "code", "request", "retry", "size", "zone", "trace", "detail", "amount", "items", "cause", "shard",
                                                 "peer", "offset", "term", "path", "score", "lang", "plan", "quota", "state", "version"};
    out += '{';
    bool inner = depth <= 1;
    const std::uint64_t first = chance_.below(std::size(kKeys));
    for (std::uint64_t i = 0; keys > 0 && i < 12; ++i) {
        --keys;
        if (i > 0) out += ',';
        out += '"';
        const std::uint64_t key = (first + i * 7) % std::size(kKeys);  // 7 and 25 have no common factor: each key once
        if (chance_.happens(0.05 / 6)) {
            out += "k_";
            append_hex(out, chance_.next(), 8);
        } else {
            out += kKeys[key];
        }
        out += "\":";
        if (!inner && keys > 0) {
            inner = true;
            append_object(out, depth - 1, keys);
            continue;
        }
        switch (key % 5) {
            case 0: append_number(out, chance_.below(1'000)); break;
            case 1: append_decimal(out, chance_.lognormal(2, 1), 2); break;
            case 2: out += chance_.happens(0.8) ? "true" : "false"; break;
            case 3: out += chance_.happens(0.1) ? "null" : "[1,\"x\",2.5]"; break;
            default:
                out += '"';
                out += words_.pick(chance_);
                out += '"';
        }
    }
    out += '}';
}

}  // namespace bench::workload
