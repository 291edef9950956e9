#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "tests/bench/workload/generator.hpp"

namespace {

using bench::workload::GeneratorOptions;
using bench::workload::make_generator;

std::string lines(const std::string& name, const GeneratorOptions& options, std::uint64_t count) {
    const auto generator = make_generator(name, options);
    std::string text;
    while (generator->events() < count) generator->append(text);
    return text;
}

template <class Visit>
void each_line(const std::string& text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        visit(nlohmann::json::parse(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end)));
        at = end + 1;
    }
}

TEST_CASE("the same seed gives the same bytes", "[workload]") {
    const auto [name, signal, hash] = GENERATE(table<std::string, std::string, std::uint64_t>({
        {"bluesky", "", 0x92B7CB82FD6BE079},
        {"access", "", 0x42BDE8916270B098},
        {"k8s", "", 0x6F589340062716BD},
        {"otlp", "traces", 0x43F88E76029AC290},
        {"otlp", "logs", 0xAB6FB3BBC3594D9E},
        {"otlp", "metrics", 0x1AC536BEAB28B587},
    }));
    GeneratorOptions options;
    options.signal = signal;
    const std::string text = lines(name, options, 5'000);
    INFO(name << ' ' << signal);
    CHECK(text == lines(name, options, 5'000));
    CHECK(XXH3_64bits(text.data(), text.size()) == hash);
    options.seed = 2;
    CHECK(text != lines(name, options, 5'000));
}

TEST_CASE("bluesky has the figures of JSONBench's data", "[workload]") {
    constexpr std::uint64_t kEvents = 200'000;
    const std::string text = lines("bluesky", {}, kEvents);
    std::map<std::string, int> collections;
    int creates = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    each_line(text, [&](const nlohmann::json& event) {
        last = event.at("time_us");
        if (first == 0) first = last;
        const bool commit = event.at("kind") == "commit";
        ++collections[commit ? event["commit"].at("collection").get<std::string>() : std::string("none")];
        if (commit && event["commit"].at("operation") == "create") {
            ++creates;
            REQUIRE(event["commit"].contains("record"));
        }
    });
    const auto near = [](double value, double wanted, double share) { return std::abs(value - wanted) <= wanted * share; };
    CHECK(near(static_cast<double>(text.size()) / kEvents, 470, 0.05));
    CHECK(near(collections["app.bsky.feed.like"], .448944 * kEvents, 0.01));
    CHECK(near(collections["app.bsky.graph.follow"], .360374 * kEvents, 0.01));
    CHECK(near(collections["app.bsky.feed.post"], .090816 * kEvents, 0.02));
    CHECK(near(collections["none"], .005328 * kEvents, 0.1));
    CHECK(near(creates, .95446 * kEvents, 0.01));
    CHECK(near(static_cast<double>(last - first), 813.0 * kEvents, 0.02));
}

TEST_CASE("bluesky has as many people as JSONBench's data", "[workload]") {
    // Cut out of the text, since parsing a million documents takes a minute under the sanitizers.
    const std::string text = lines("bluesky", {}, 1'000'000);
    constexpr std::string_view kMark = R"("operation":"create","collection":")";
    std::map<std::string, std::set<std::uint64_t>> people;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        const std::string_view line = std::string_view(text).substr(at, 400);
        const std::size_t mark = line.find(kMark);
        if (mark == line.npos || mark > line.find('\n')) continue;
        const std::size_t name = mark + kMark.size();
        people[std::string(line.substr(name, line.find('"', name) - name))].insert(XXH3_64bits(line.data() + 8, 32));
    }
    const auto near = [](std::size_t value, double wanted) { return std::abs(static_cast<double>(value) - wanted) <= wanted * 0.05; };
    CHECK(near(people["app.bsky.feed.like"].size(), 121'923));
    CHECK(near(people["app.bsky.feed.post"].size(), 50'548));
    CHECK(near(people["app.bsky.feed.repost"].size(), 25'726));
}

TEST_CASE("sizes of the other shapes", "[workload]") {
    const auto [name, mean] = GENERATE(table<std::string, double>({{"access", 410}, {"k8s", 260}, {"otlp", 1000}}));
    const auto generator = make_generator(name, {});
    std::string text;
    while (generator->events() < 50'000) generator->append(text);
    INFO(name << ": " << static_cast<double>(text.size()) / static_cast<double>(generator->events()));
    CHECK(std::abs(static_cast<double>(text.size()) / static_cast<double>(generator->events()) - mean) < 0.06 * mean);
    CHECK_NOTHROW(each_line(text, [](const nlohmann::json&) {}));
}

TEST_CASE("k8s has about four hundred templates and never-seen keys", "[workload]") {
    std::set<std::string> odd;
    int objects = 0;
    int rows = 0;
    each_line(lines("k8s", {}, 20'000), [&](const nlohmann::json& event) {
        ++rows;
        if (!event.at("msg").is_object()) return;
        ++objects;
        for (const auto& [key, value] : event["msg"].items()) {
            if (key.compare(0, 2, "k_") == 0) odd.insert(key);
        }
    });
    CHECK(rows == 20'000);
    CHECK(std::abs(objects - 6'000) < 400);
    CHECK(odd.size() > 100);
}

TEST_CASE("faults of access logs: lines that are no JSON, and batches that come again", "[workload]") {
    GeneratorOptions options;
    options.faults = true;
    const std::string text = lines("access", options, 400'000);
    std::size_t cut = 0;
    for (std::size_t at = 0; (at = text.find("/cut off\n", at)) != std::string::npos; ++at) ++cut;
    CHECK(cut > 5);
    CHECK(std::count(text.begin(), text.end(), '\n') > 400'000);
}

TEST_CASE("what there is no shape of has no generator", "[workload]") {
    CHECK(make_generator("nothing", {}) == nullptr);
    GeneratorOptions options;
    options.signal = "smoke";
    CHECK(make_generator("otlp", options) == nullptr);
}

}  // namespace
