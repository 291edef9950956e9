#include "tests/bench/workload/access.hpp"

#include <iterator>

#include "tests/bench/workload/text.hpp"

namespace bench::workload {
namespace {

constexpr std::uint64_t kStart = 1'732'206'349'000'000;  // microseconds
constexpr std::uint64_t kHour = 3'600'000'000;
constexpr std::uint64_t kIncident = 60'000'000;
constexpr std::uint64_t kHosts = 40;
constexpr std::uint64_t kBatch = 1'000;  // lines
constexpr double kMeanGap = 2'000;       // microseconds: 500 requests a second on average

}  // namespace

Access::Access(const GeneratorOptions& options) : chance_(options.seed), options_(options), time_(kStart) {}

void Access::tick() {
    // The rate is 1 + 0.6 sin: the peak has four times the requests of the trough.
    const double day = static_cast<double>(time_ % (24 * kHour)) / static_cast<double>(24 * kHour);
    time_ += static_cast<std::uint64_t>(chance_.exponential(kMeanGap / (1.0 + 0.6 * std::sin(6.283185307179586 * (day - 0.3)))));
    if (time_ / kHour == hour_) return;
    hour_ = time_ / kHour;
    incidents_.clear();
    for (int i = 0; i < 3; ++i) incidents_.push_back({hour_ * kHour + chance_.below(kHour - kIncident), chance_.below(kHosts)});
}

void Access::append(std::string& out) {
    tick();
    ++events_;
    const std::size_t begin = out.size();
    if (options_.faults && chance_.happens(0.00011)) append_fault(out);
    else if (options_.combined) append_combined(out, request());
    else append_json(out, request());
    if (!options_.faults) return;
    batch_.append(out, begin);
    if (events_ % kBatch != 0) return;
    if (chance_.happens(0.005)) out += batch_;  // a sender that did not hear the answer
    batch_.clear();
}

Access::Request Access::request() {
    static constexpr struct { int code; double share; } kStatus[] = {{200, .90}, {304, .04}, {404, .03}, {301, .01}, {400, .008},
                                                                     {500, .007}, {503, .003}, {429, .002}};
    Request made;
    made.time = time_;
    if (chance_.happens(0.001)) made.time -= chance_.below(24 * kHour);
    else if (chance_.happens(0.01)) made.time -= chance_.below(kHour / 6);
    made.host = chance_.below(kHosts);
    for (const Incident& each : incidents_) {
        made.incident |= each.host == made.host && time_ >= each.begin && time_ < each.begin + kIncident;
    }
    double share = chance_.uniform();
    for (const auto& each : kStatus) {
        made.status = each.code;
        if ((share -= each.share) < 0) break;
    }
    if (made.incident && chance_.happens(0.3)) made.status = chance_.happens(0.5) ? 500 : 503;
    made.bytes = static_cast<std::uint64_t>(chance_.lognormal(8.5, 1.6));
    made.duration = chance_.lognormal(3, 1.1) * (made.incident ? 8 : 1);
    return made;
}

std::string_view Access::method() {
    const double share = chance_.uniform();
    return share < .86 ? "GET" : share < .96 ? "POST" : share < .98 ? "PUT" : "DELETE";
}

std::string Access::path() {
    static constexpr std::string_view kAreas[] = {"api", "shop", "account", "static", "search", "admin", "img", "docs", "cart", "login"};
    static constexpr std::string_view kThings[] = {"items", "orders", "users", "reviews", "prices", "stock", "offers", "events", "reports", "teams"};
    const std::uint64_t rank = paths_.draw(chance_);
    const std::uint64_t which = mix(rank);
    std::string made = "/";
    made += kAreas[rank % std::size(kAreas)];
    made += "/v" + std::to_string(1 + which % 3) + '/';
    made += kThings[which / 7 % std::size(kThings)];
    made += '-' + std::to_string(rank / 10);
    if (which % 10 < 3) {
        made += '/';
        if (which / 100 % 2 == 0) append_number(made, chance_.below(100'000));
        else append_uuid(made, chance_.next());
    }
    return made;
}

std::string Access::address() {
    const std::uint64_t rank = addresses_.draw(chance_);
    std::string made;
    if (mix(rank + 3) % 10 != 0) {
        append_ipv4(made, rank);
        return made;
    }
    made = "2001:db8";
    for (std::uint64_t group = 0; group < 4; ++group) {
        made += ':';
        append_hex(made, rank * 4 + group, 4);
    }
    made += "::1";
    return made;
}

void Access::append_json(std::string& out, const Request& made) {
    static constexpr std::string_view kBrowsers[] = {"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/",
                                                     "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/", "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/",
                                                     "python-requests/2."};
    out += R"({"ts":")";
    append_time(out, made.time);
    out += R"(","tenant":"tenant-)";
    append_number(out, tenants_.draw(chance_));
    out += R"(","host":"web-)";
    append_number(out, made.host);
    out += R"(","method":")";
    out += method();
    out += R"(","path":")";
    out += path();
    out += R"(","status":)";
    append_number(out, static_cast<std::uint64_t>(made.status));
    out += R"(,"bytes":)";
    append_number(out, made.bytes);
    out += R"(,"duration_ms":)";
    append_decimal(out, made.duration, 3);
    out += R"(,"ip":")";
    out += address();
    const std::uint64_t agent = agents_.draw(chance_);
    out += R"(","ua":")";
    out += kBrowsers[agent % std::size(kBrowsers)];
    append_number(out, 100 + agent);
    out += R"(.0 (KHTML, like Gecko) Safari/537.36","referer":")";
    if (!chance_.happens(0.6)) out += "https://www.example.com" + path();
    out += R"(","trace_id":")";
    append_hex(out, chance_.next(), 32);
    out += '"';
    if (chance_.happens(0.4)) {
        out += R"(,"user_id":"u)";
        append_number(out, users_.draw(chance_));
        out += '"';
    }
    out += "}\n";
}

void Access::append_combined(std::string& out, const Request& made) {
    out += address() + " - - [";
    append_time(out, made.time);
    out += "] \"";
    out += method();
    out += ' ' + path() + " HTTP/1.1\" " + std::to_string(made.status) + ' ' + std::to_string(made.bytes) + " \"-\" \"agent/";
    append_number(out, agents_.draw(chance_));
    out += "\"\n";
}

void Access::append_fault(std::string& out) {
    if (chance_.happens(10.0 / 11)) {
        out += R"({"ts":"2024-11-21T16:25:49.000Z","path":"/cut off)";
    } else {
        out += R"({"ts":")";
        append_time(out, time_);
        out += R"(","dump":")";
        out.append(1'000'000 + chance_.below(3'000'000), 'x');
        out += R"("})";
    }
    out += '\n';
}

}  // namespace bench::workload
