#include <catch2/catch.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::ErrorCode;

TEST_CASE("an XML document becomes one object") {
    const auto [body, payload] = GENERATE(table<std::string, std::string>({
        {"<a>text</a>", R"({"a":"text"})"},
        {"<a/>", R"({"a":""})"},
        {"<a x=\"1\"/>", R"({"a":{"@x":"1"}})"},
        {"<?xml version=\"1.0\"?><!-- c --><a x='1' y='&lt;&#228;'>t</a>", "{\"a\":{\"@x\":\"1\",\"@y\":\"<\xc3\xa4\",\"#text\":\"t\"}}"},
        {"<a><b>1</b><c/></a>", R"({"a":{"b":"1","c":""}})"},
        {"<a><b>1</b><c>x</c><b>2</b></a>", R"({"a":{"b":["1","2"],"c":"x"}})"},
        {"<a> x <b>1</b> y </a>", R"({"a":{"#text":"x  y","b":"1"}})"},
        {"<a>\n  <b>1</b>\n</a>", R"({"a":{"b":"1"}})"},
        {"<s:a xmlns:s=\"u\"><s:b/></s:a>", R"({"s:a":{"@xmlns:s":"u","s:b":""}})"},
        {"<a><![CDATA[<\"&]]></a>", R"({"a":"<\"&"})"},
        {"<!DOCTYPE a [<!ENTITY e \"boom\">]><a>&e;</a>", R"({"a":"&e;"})"},
        {"<!DOCTYPE a SYSTEM \"file:///etc/passwd\" [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>", R"({"a":"&e;"})"},
        {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xe4</a>", "{\"a\":\"\xc3\xa4\"}"},
        {std::string("\xff\xfe<\0a\0/\0>\0", 10), R"({"a":""})"},
        {"<a>\xff</a>", "{\"a\":\"\xef\xbf\xbd\"}"},
    }));
    const Decoded decoded = decode(WireFormat::kXml, body);
    CAPTURE(body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == 1);
    CHECK(decoded.payload == payload + "\n");
}

TEST_CASE("what is no XML is refused with the place") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"<a><b></a>", "malformed XML at byte 9, line 1: Start-end tags mismatch"},
        {"<a>\n<b x=1/></a>", "malformed XML at byte 10, line 2: Error parsing element attribute"},
        {"hello", "malformed XML at byte 6, line 1: No document element found"},
        {"<a/><b/>", "malformed XML: a second root element: b"},
        {"<a", "malformed XML at byte 2, line 1: Error parsing start element tag"},
    }));
    const Decoded decoded = decode(WireFormat::kXml, body);
    CAPTURE(body);
    CHECK(decoded.error == message);
    CHECK(decoded.code == ErrorCode::kInvalidArgument);
}

TEST_CASE("XML is bounded in size and depth") {
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "<a>";
    for (int i = 0; i < 200; ++i) deep += "</a>";
    CHECK(decode(WireFormat::kXml, deep).error == "malformed XML: nesting is too deep, the limit is 100");
    std::string wide = "<a>";
    for (int i = 0; i < 400'000; ++i) wide += "<b/>";
    CHECK(decode(WireFormat::kXml, wide + "</a>").error == "an XML document has too many tags, the limit is 400000");
    CHECK(decode(WireFormat::kXml, "<a>" + std::string(4 * 1024 * 1024, 'x') + "</a>").code == ErrorCode::kTooLarge);
}
