#include <catch2/catch.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::ErrorCode;

TEST_CASE("rows become objects of strings") {
    struct Case {
        std::string body;
        std::int64_t count;
        std::string payload;
    };
    const auto expected = GENERATE(values<Case>({
        {"", 0, ""},
        {"\n\r\n", 0, ""},
        {"a,b", 0, ""},
        {"a,b\r\n", 0, ""},
        {"a,b\n1,2\n", 1, "{\"a\":\"1\",\"b\":\"2\"}\n"},
        {"a,b\r\n1,2\r\n3,4", 2, "{\"a\":\"1\",\"b\":\"2\"}\n{\"a\":\"3\",\"b\":\"4\"}\n"},
        {"a,b\n,2\n1,\n,\n", 3, "{\"b\":\"2\"}\n{\"a\":\"1\"}\n{}\n"},
        {"a,b\n\"\",\"2\"\n", 1, "{\"b\":\"2\"}\n"},
        {"a\n1\n\n2\n", 2, "{\"a\":\"1\"}\n{\"a\":\"2\"}\n"},
        {"\xef\xbb\xbf\"a b\",\"c\"\"d\"\n1,2\n", 1, "{\"a b\":\"1\",\"c\\\"d\":\"2\"}\n"},
        {"a,b\n\"x, \"\"y\"\"\r\nz\",2\n", 1, "{\"a\":\"x, \\\"y\\\"\\r\\nz\",\"b\":\"2\"}\n"},
        {"a,b\n say \"hi\" ,it's\n", 1, "{\"a\":\" say \\\"hi\\\" \",\"b\":\"it's\"}\n"},
        {"a,b\n\"1\",\"2\"", 1, "{\"a\":\"1\",\"b\":\"2\"}\n"},
        {"a,b\n\"1\",\"2\"\r\n", 1, "{\"a\":\"1\",\"b\":\"2\"}\n"},
        {"a,b\n1\\2,\t\n", 1, "{\"a\":\"1\\\\2\",\"b\":\"\\t\"}\n"},
        {"\xc3\xa4,\n\xf0\x9f\x98\x80,x\n", 1, "{\"\xc3\xa4\":\"\xf0\x9f\x98\x80\",\"\":\"x\"}\n"},
        {"a,b\n1,\r", 1, "{\"a\":\"1\",\"b\":\"\\r\"}\n"},
    }));
    const Decoded decoded = decode(WireFormat::kCsv, expected.body);
    CAPTURE(expected.body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == expected.count);
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("a fault in CSV has a row and a column") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"a,b\n1\n", "malformed CSV in row 2, column 2: fewer values than the header has, which are 2"},
        {"a,b\n1,2\n\n1,2,3\n", "malformed CSV in row 3, column 3: more values than the header has, which are 2"},
        {"a,b\n1,2,\n", "malformed CSV in row 2, column 3: more values than the header has, which are 2"},
        {"a,b\n1,\"2\n", "malformed CSV in row 2, column 2: a quote is not closed"},
        {"\"a", "malformed CSV in row 1, column 1: a quote is not closed"},
        {"a\n\"1\"2\n", "malformed CSV in row 2, column 1: text after a closing quote"},
        {"a\n\"1\"\r2\n", "malformed CSV in row 2, column 1: text after a closing quote"},
        {"a,b,a\n", "malformed CSV in row 1, column 3: two columns have the same name: a"},
        {"a\n\xff\n", "malformed CSV at byte 3, line 2: invalid UTF-8"},
    }));
    const Decoded decoded = decode(WireFormat::kCsv, body);
    CAPTURE(body);
    CHECK(decoded.error == message);
    CHECK(decoded.code == ErrorCode::kInvalidArgument);
}

TEST_CASE("CSV is bounded in every dimension") {
    CHECK(decode(WireFormat::kCsv, std::string(9'999, ',')).error ==
          "malformed CSV in row 1, column 2: two columns have the same name: ");
    std::string header;
    for (int i = 0; i <= 10'000; ++i) header += "c" + std::to_string(i) + ",";
    CHECK(decode(WireFormat::kCsv, header).error ==
          "malformed CSV in row 1, column 10001: too many columns, the limit is 10000");
    CHECK(decode(WireFormat::kCsv, "a\n" + std::string(5'000'000, 'x')).code == ErrorCode::kTooLarge);
    // A long name and short rows: the conversion would make 2 GB of 4 MB.
    std::string rows = std::string(1000, 'n') + "\n";
    for (int i = 0; i < 2'000'000; ++i) rows += "1\n";
    CHECK(decode(WireFormat::kCsv, rows).code == ErrorCode::kTooLarge);
}

TEST_CASE("a large CSV is cut into parts") {
    std::string body = "time,level,message\n";
    std::int64_t rows = 0;
    for (; body.size() < 4'000'000; ++rows) {
        body += std::to_string(rows) + ",info,\"message, number " + std::to_string(rows) + "\"\n";
    }
    const Decoded decoded = decode(WireFormat::kCsv, body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == rows);
    CHECK(decoded.counts.size() > 4);
}
