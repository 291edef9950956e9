#include "tests/opal/second_opinion/random_data.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tests::opal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMinute = 60'000'000'000;

class Generator {
public:
    Generator(std::filesystem::path folder, unsigned seed) : folder_(std::move(folder)), random_(seed), is_empty_(seed == 0) {}

    void write() {
        write("ev", "Event\nts timestamp valid_from\nk string\nh string\nn int64\nbig int64\nf float64\ns string\no object\n",
              events(70));
        write("ev2", "Event\nts timestamp valid_from\nk string\nw int64\n", second_events(25));
        write("iv", "Interval\nvf timestamp valid_from\nvt timestamp valid_to\nk string\nv int64\n", intervals(25));
        write("res", "Resource\nvf timestamp valid_from\nvt timestamp valid_to\np string key\nst string\nx int64\n", states());
        write("tab", "Table\nk string key\nlabel string\nweight int64\n", table());
    }

private:
    std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random_); }
    bool one_in(std::int64_t n) { return below(n) == 0; }

    Json key() {
        constexpr std::array<const char*, 4> kKeys{"a", "b", "c", ""};
        if (one_in(8)) return nullptr;
        return kKeys[static_cast<std::size_t>(below(4))];
    }

    /// Mostly inside the window, on whole minutes so that times meet, often at its edges.
    std::int64_t time() {
        if (one_in(10)) return kWindowStart;
        if (one_in(20)) return kWindowEnd;
        if (one_in(20)) return kWindowEnd - 1;
        return kWindowStart + (below(90) - 15) * kMinute + (one_in(2) ? 0 : below(kMinute));
    }

    Json number() {
        if (one_in(7)) return nullptr;
        return below(40) - 10;
    }

    Json big() {
        constexpr std::array<std::int64_t, 5> kEdges{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                                                     -1, 0, 9'007'199'254'740'993};
        if (one_in(6)) return nullptr;
        return kEdges[static_cast<std::size_t>(below(5))];
    }

    Json object() {
        if (one_in(8)) return nullptr;
        Json json = Json::object();
        if (!one_in(3)) json["a"] = one_in(3) ? Json(std::to_string(below(9))) : one_in(4) ? Json("word") : one_in(5) ? Json(nullptr) : Json(below(9));
        if (!one_in(3)) json["b"] = Json{{"c", below(3)}, {"d", one_in(2) ? Json("x") : Json::array({1, "y"})}};
        if (one_in(4)) json["e.f"] = true;
        return json;
    }

    std::vector<Json> events(int count) {
        std::vector<Json> rows;
        for (int i = 0; i < count; ++i) {
            Json row;
            row["ts"] = time();
            row["k"] = key();
            row["h"] = "h" + std::to_string(below(3));
            row["n"] = number();
            row["big"] = big();
            row["f"] = one_in(9) ? Json(nullptr) : Json(static_cast<double>(below(200) - 100) / 4);
            row["s"] = one_in(9) ? Json(nullptr) : Json(one_in(2) ? "GET /cart 200" : "Post \u00fc " + std::to_string(below(5)));
            row["o"] = object();
            rows.push_back(std::move(row));
        }
        return rows;
    }

    std::vector<Json> second_events(int count) {
        std::vector<Json> rows;
        for (int i = 0; i < count; ++i) rows.push_back({{"ts", time()}, {"k", key()}, {"w", below(50)}});
        return rows;
    }

    std::vector<Json> intervals(int count) {
        std::vector<Json> rows;
        for (int i = 0; i < count; ++i) {
            const std::int64_t from = time();
            const Json to = one_in(6) ? Json(nullptr) : Json(from + (one_in(6) ? 0 : below(30) * kMinute));
            rows.push_back({{"vf", from}, {"vt", to}, {"k", key()}, {"v", number()}});
        }
        return rows;
    }

    /// States of a few entities that do not overlap, with gaps, perhaps open at the end.
    std::vector<Json> states() {
        std::vector<Json> rows;
        for (const char* entity : {"a", "b", "c"}) {
            std::int64_t at = kWindowStart - 40 * kMinute + below(20) * kMinute;
            for (int i = 0; i < 7; ++i) {
                const std::int64_t to = at + (1 + below(25)) * kMinute;
                const bool is_open = i == 6 && one_in(2);
                rows.push_back({{"vf", at}, {"vt", is_open ? Json(nullptr) : Json(to)}, {"p", entity},
                                {"st", one_in(6) ? Json(nullptr) : Json("s" + std::to_string(below(3)))}, {"x", number()}});
                at = to + (one_in(3) ? below(10) * kMinute : 0);
            }
        }
        return rows;
    }

    std::vector<Json> table() {
        std::vector<Json> rows;
        for (const char* k : {"a", "b", "d"}) {
            rows.push_back({{"k", k}, {"label", one_in(4) ? Json(nullptr) : Json("L" + std::to_string(below(9)))}, {"weight", number()}});
        }
        return rows;
    }

    void write(const std::string& name, const std::string& schema, const std::vector<Json>& rows) {
        std::ofstream(folder_ / (name + ".schema")) << schema;
        std::ofstream file(folder_ / (name + ".ndjson"));
        if (is_empty_) return;
        for (Json row : rows) {
            // The time of arrival says nothing about the row's own time.
            row["timestamp"] = kWindowStart;
            file << row.dump() << "\n";
        }
    }

    std::filesystem::path folder_;
    std::mt19937 random_;
    bool is_empty_;
};

}  // namespace

void write_random_data(const std::filesystem::path& folder, unsigned seed) { Generator(folder, seed).write(); }

const std::vector<std::string>& random_dataset_names() {
    static const std::vector<std::string> names{"ev", "ev2", "iv", "res", "tab"};
    return names;
}

domain::query::QueryRequest random_data_request(std::string_view first, const std::string& pipeline) {
    namespace base = domain::base;
    namespace query = domain::query;
    query::QueryRequest request;
    request.tenant = base::TenantId("101");
    request.window = {base::from_nanoseconds(kWindowStart), base::from_nanoseconds(kWindowEnd)};
    query::Stage stage;
    stage.id = "main";
    stage.pipeline = pipeline;
    std::vector<std::string> names = random_dataset_names();
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return name == first; });
    for (const std::string& name : names) {
        query::StageInput input;
        input.name = name;
        input.source = query::DatasetPath{"Default." + name};
        stage.inputs.push_back(input);
    }
    request.stages.push_back(stage);
    return request;
}

RandomDataFolder::RandomDataFolder(unsigned seed) {
    std::string pattern = (std::filesystem::temp_directory_path() / "opalite-random-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for random data");
    path_ = pattern;
    write_random_data(path_, seed);
}

RandomDataFolder::~RandomDataFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace tests::opal
