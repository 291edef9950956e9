#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include <catch2/catch.hpp>

#include "gateway/query/accept.hpp"

using domain::catalog::Column;
using domain::catalog::Type;
using domain::query::ColumnView;
using domain::query::StringCell;
using gateway::query::make_encoder;

namespace {

StringCell cell(const char* text) {
    StringCell result{};
    result.length = static_cast<std::uint32_t>(std::strlen(text));
    if (result.length <= StringCell::kInlinedMax) std::memcpy(result.inlined_or_prefix, text, result.length);
    else result.pointer = text;
    return result;
}

/// Three rows of every physical type; the last row is null everywhere.
class SampleBatch final : public domain::query::RowBatch {
public:
    SampleBatch() {
        const std::uint64_t* valid = &validity_;
        views_ = {{times_, valid}, {numbers_, valid}, {floats_, valid}, {flags_, valid},
                  {texts_, valid}, {objects_, valid}, {addresses_, valid}};
    }
    std::size_t rows() const override { return 3; }
    const std::vector<ColumnView>& columns() const override { return views_; }

    static std::vector<Column> schema() {
        return {{"t", Type::kTimestamp}, {"n", Type::kInt64}, {"f", Type::kFloat64}, {"b", Type::kBool},
                {"s", Type::kString}, {"o \"x\"", Type::kObject}, {"ip", Type::kIpv4}};
    }

private:
    std::uint64_t validity_ = 0b011;
    std::int64_t times_[3] = {1679497866772157872, 0, 0};
    std::int64_t numbers_[3] = {std::numeric_limits<std::int64_t>::min(), 7, 0};
    double floats_[3] = {0.1, std::numeric_limits<double>::infinity(), 0};
    bool flags_[3] = {true, false, false};
    StringCell texts_[3] = {cell("say \"hi\",\n\tto all"), cell(""), cell("")};
    StringCell objects_[3] = {cell("{\"a\":[1,\"x\"]}"), cell("null"), cell("")};
    std::uint32_t addresses_[3] = {0xC0A80001U, 0, 0};
    std::vector<ColumnView> views_;
};

std::string encode(std::string_view accept, std::string& type) {
    const auto encoder = make_encoder(accept, SampleBatch::schema());
    std::string out;
    encoder->begin(out);
    encoder->encode(SampleBatch(), out);
    type = encoder->content_type();
    return out;
}

}  // namespace

TEST_CASE("CSV quotes every value that is not null") {
    std::string type;
    const std::string accept = GENERATE("", "*/*", "text/csv", "application/json", "text/csv;q=0.9, application/x-ndjson");
    CHECK(encode(accept, type) ==
          "\"t\",\"n\",\"f\",\"b\",\"s\",\"o \"\"x\"\"\",\"ip\"\n"
          "\"1679497866772157872\",\"-9223372036854775808\",\"0.1\",\"true\",\"say \"\"hi\"\",\n\tto all\","
          "\"{\"\"a\"\":[1,\"\"x\"\"]}\",\"192.168.0.1\"\n"
          "\"0\",\"7\",\"inf\",\"false\",\"\",\"null\",\"0.0.0.0\"\n"
          ",,,,,,\n");
    CHECK(type == "text/csv; charset=utf-8");
}

TEST_CASE("NDJSON writes 64-bit integers as texts and nests objects") {
    std::string type;
    const std::string accept = GENERATE("application/x-ndjson", "application/x-ndjson; charset=utf-8, text/csv");
    CHECK(encode(accept, type) ==
          "{\"t\":\"1679497866772157872\",\"n\":\"-9223372036854775808\",\"f\":0.1,\"b\":true,"
          "\"s\":\"say \\\"hi\\\",\\n\\tto all\",\"o \\\"x\\\"\":{\"a\":[1,\"x\"]},\"ip\":\"192.168.0.1\"}\n"
          "{\"t\":\"0\",\"n\":\"7\",\"f\":\"inf\",\"b\":false,\"s\":\"\",\"o \\\"x\\\"\":null,\"ip\":\"0.0.0.0\"}\n"
          "{\"t\":null,\"n\":null,\"f\":null,\"b\":null,\"s\":null,\"o \\\"x\\\"\":null,\"ip\":null}\n");
    CHECK(type == "application/x-ndjson");
}

TEST_CASE("people may ask for readable numbers and times") {
    std::string type;
    CHECK(encode("application/x-ndjson; numbers=native", type).find(
              "{\"t\":\"2023-03-22T15:11:06.772157872Z\",\"n\":-9223372036854775808,") == 0);
    CHECK(encode("text/csv; times=rfc3339", type).find("\"2023-03-22T15:11:06.772157872Z\"") != std::string::npos);
}
