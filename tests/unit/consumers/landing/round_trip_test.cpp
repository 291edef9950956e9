#include <catch2/catch.hpp>

#include <random>

#include <nlohmann/json.hpp>

#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

using consumers::landing::SegmentBuilder;
using Json = nlohmann::ordered_json;
using tests::StoreFixture;

/// Random documents as text: nesting, types that change, repeated keys, odd white space, escapes, large numbers.
class Documents {
public:
    explicit Documents(unsigned seed) : random_(seed) {}

    std::string next() {
        std::string text;
        object(text, 0);
        return text;
    }

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    const char* space() {
        static constexpr const char* kSpaces[] = {"", "", "", "", "", " ", "\n", "\t  ", "\r\n"};
        return kSpaces[below(9)];
    }
    void text_value(std::string& out) {
        static constexpr const char* kParts[] = {"a",   "word ", "\\n", "\\\"", "\\\\", "ü",  "日本",
                                                 "\\u00e9", "\\ud83d\\ude00", "😀", "\\u0000", "/", "'", "{[,:]}"};
        out += '"';
        for (unsigned n = below(6); n > 0; --n) out += kParts[below(std::size(kParts))];
        out += '"';
    }
    void key(std::string& out) {
        static constexpr const char* kKeys[] = {"a", "b", "c", "d", "a/b", "~x", "", "K", "k", "ü", "\\u0061", "q\\\"", "l\\n:s"};
        out += '"';
        out += below(12) == 0 ? "rare" + std::to_string(below(100000)) : kKeys[below(std::size(kKeys))];
        out += '"';
    }
    void number(std::string& out) {
        static constexpr const char* kNumbers[] = {"0", "1", "-1", "1.0", "-0.0", "1e3", "2.5E-7", "9223372036854775807",
                                                   "-9223372036854775808", "9223372036854775808", "123456789012345678901234567890",
                                                   "0.1", "1e300", "100000000000000000000000", "-0"};
        out += kNumbers[below(std::size(kNumbers))];
    }
    void array(std::string& out, unsigned depth) {
        out += '[';
        for (unsigned i = 0, n = below(4); i < n; ++i) {
            if (i > 0) out += ',';
            out += space();
            value(out, depth + 1);
            out += space();
        }
        out += ']';
    }
    void object(std::string& out, unsigned depth) {
        out += '{';
        for (unsigned i = 0, n = below(depth == 0 ? 9 : 5); i < n; ++i) {
            if (i > 0) out += ',';
            out += space();
            key(out);
            out += space();
            out += ':';
            out += space();
            value(out, depth + 1);
            out += space();
        }
        out += '}';
    }
    void value(std::string& out, unsigned depth) {
        switch (below(depth > 5 ? 6 : 9)) {
            case 0: case 1: return text_value(out);
            case 2: return number(out);
            case 3: out += below(2) == 0 ? "true" : "false"; return;
            case 4: out += "null"; return;
            case 5: return number(out);
            case 6: return array(out, depth);
            default: return object(out, depth);
        }
    }

    std::mt19937 random_;
};

std::vector<std::string> canonical(const std::vector<std::string>& documents) {
    std::vector<std::string> texts;
    for (const std::string& document : documents) texts.push_back(Json::parse(document).dump());
    return texts;
}

/// Lands the documents as one record and reads them back.
std::vector<std::string> round_trip(StoreFixture& fixture, SegmentBuilder& builder, const std::vector<std::string>& documents) {
    static int number = 0;
    std::string payload;
    for (const std::string& document : documents) payload += document + "\n";
    const auto header = tests::bundle_header(1);
    const auto landed = tests::land(fixture, builder, {{&header, payload}}, "r" + std::to_string(number++) + ".parquet");
    REQUIRE(landed.rejections.empty());
    return tests::objects_of(fixture, landed.segment);
}

TEST_CASE("random documents come back as they were", "[landing]") {
    StoreFixture fixture;
    // Few columns and a small sample send much to the remainder; the defaults little.
    const auto [columns_max, keys_max, sample] = GENERATE(table<std::size_t, std::size_t, std::size_t>(
        {{256, 4096, 1024}, {5, 4096, 20}, {0, 0, 0}, {40, 8, 200}}));
    SegmentBuilder::Limits limits;
    limits.paths.columns_max = columns_max;
    limits.paths.keys_max = keys_max;
    limits.sample_documents_max = sample;
    SegmentBuilder builder(limits);
    for (unsigned seed = 1; seed <= 12; ++seed) {
        Documents generator(seed);
        std::vector<std::string> documents;
        for (unsigned i = 0; i < (seed % 3 == 0 ? 1U : 300U); ++i) documents.push_back(generator.next());
        const auto expected = canonical(documents);
        const auto actual = round_trip(fixture, builder, documents);
        REQUIRE(actual.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            INFO(documents[i]);
            REQUIRE(Json::parse(actual[i]).dump() == expected[i]);
        }
    }
}

TEST_CASE("documents keep what their types mean", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    const auto [document, expected] = GENERATE(table<std::string, std::string>({
        {R"({})", R"({})"},
        {R"({"a":1,"b":1.0,"c":"1","d":true,"e":null,"f":[],"g":{}})", R"({"a":1,"b":1.0,"c":"1","d":true,"e":null,"f":[],"g":{}})"},
        {R"({ "z" : 1 , "a" : [ 1 , "x y" ] })", R"({"z":1,"a":[1,"x y"]})"},
        {R"({"big":123456789012345678901234567890,"huge":1e400,"tiny":-1e-400})", R"({"big":123456789012345678901234567890,"huge":1e400,"tiny":-1e-400})"},
        {R"({"half":"\ud800","x\udc00":1})", R"({"half":"\ud800","x\udc00":1})"},
        {R"({"a":1,"b":2,"\u0061":3})", R"({"a":3,"b":2})"},
        {R"({"a":{"b":1,"b":{"c":2,"c":3}},"d":4})", R"({"a":{"b":{"c":3}},"d":4})"},
        {R"({"a":[{"b":1,"b":2}]})", R"({"a":[{"b":2}]})"},
        {R"({"":{"":0}})", R"({"":{"":0}})"},
        {R"({"t":"\u0041\/\t"})", R"({"t":"A/\t"})"},
    }));
    CHECK(round_trip(fixture, builder, {document}) == std::vector<std::string>{expected});
    // Beside many rows without these keys, they are rare and stay in the remainder.
    std::vector<std::string> many(200, R"({"usual":1})");
    many.push_back(document);
    const std::string back = round_trip(fixture, builder, many).back();
    CHECK_FALSE(back.starts_with("error"));
    if (document == expected) CHECK(back == expected);
}

TEST_CASE("a hundred levels of objects and of arrays come back", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    std::string objects;
    std::string arrays = R"({"a":)";
    for (int i = 0; i < 99; ++i) {
        objects += R"({"k":)";
        arrays += '[';
    }
    objects += "{}" + std::string(99, '}');
    arrays += std::string(99, ']') + "}";
    CHECK(round_trip(fixture, builder, {objects, arrays}) == std::vector<std::string>{objects, arrays});
}

TEST_CASE("a thousand paths are all kept, 256 of them in columns", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    std::vector<std::string> documents;
    for (int row = 0; row < 50; ++row) {
        Json document;
        for (int i = 0; i < 1000; ++i) {
            if (i < 20 || (i * 7 + row) % 3 == 0) document["key" + std::to_string(i)] = i * row;
        }
        documents.push_back(document.dump());
    }
    std::string payload;
    for (const auto& document : documents) payload += document + " ";
    const auto header = tests::bundle_header(1);
    const auto landed = tests::land(fixture, builder, {{&header, payload}});
    CHECK(landed.segment.layout.columns.size() == 256);
    CHECK(landed.segment.layout.fields_rest);
    CHECK(tests::objects_of(fixture, landed.segment) == documents);
    // The keys that stand in every row have columns before the others.
    CHECK(std::count_if(landed.segment.layout.columns.begin(), landed.segment.layout.columns.end(), [](const auto& column) {
              return column.path.size() == 5 || (column.path.size() == 6 && column.path[4] == '1');
          }) >= 20);
}

TEST_CASE("many rare keys in one object cost no more than their bytes", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    std::string wide = "{";
    for (int i = 0; i < 60000; ++i) wide += (i == 0 ? "\"key" : ",\"key") + std::to_string(i) + "\":" + std::to_string(i);
    wide += "}";
    std::vector<std::string> documents(100, R"({"usual":1})");
    documents.push_back(wide);
    CHECK(round_trip(fixture, builder, documents) == documents);
}

}  // namespace
