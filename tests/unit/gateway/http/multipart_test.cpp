#include "gateway/http/multipart.hpp"

#include <catch2/catch.hpp>

namespace {

using domain::base::ErrorCode;

/// The parts as `name[file name]=content`, joined by `|`; or the message.
std::string parse(const std::string& body, const std::string& type = "multipart/form-data; boundary=xyz") {
    const auto parts = gateway::http::parse_form(type, body);
    if (!parts) return parts.error().message();
    std::string shown;
    for (const auto& part : *parts) {
        shown += (shown.empty() ? "" : "|") + part.name + (part.file_name ? "[" + *part.file_name + "]" : "") + "=" +
                 std::string(part.content);
    }
    return shown;
}

std::string part(const std::string& head, const std::string& content) {
    return "--xyz\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + content + "\r\n";
}

}  // namespace

TEST_CASE("a form is taken apart") {
    const std::string end = "--xyz--\r\n";
    CHECK(parse(end).empty());
    CHECK(parse(part("name=\"a\"", "1") + end) == "a=1");
    CHECK(parse(part("name=a", "1") + part("name=\"b\"; filename=\"t.csv\"", "x\r\ny\r\n") + end) == "a=1|b[t.csv]=x\r\ny\r\n");
    CHECK(parse("preamble\r\n" + part("name=\"a\"", "") + end + "epilogue") == "a=");
    CHECK(parse("--xyz \t\r\ncontent-disposition:form-data;name=\"a\"\r\n\r\n\r\n--xyz--") == "a=");
    CHECK(parse("--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--xyz--") == "a=");
    CHECK(parse("--xyz\r\nContent-Type: text/csv\r\nX: y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz--") == "a=1");
    CHECK(parse(part("name=\"a\\\"b\\\\c\"; filename=\"d\\e;f\"", "1") + end) == "a\"b\\c[d\\e;f]=1");
    CHECK(parse(part("filename=\"\"; name=\"a\"", "1") + end) == "a[]=1");
    CHECK(parse(part("name=\"a\"", "x--xyz\r\n-xyz\r\n--xy\r\nxyz--") + end) == "a=x--xyz\r\n-xyz\r\n--xy\r\nxyz--");
    CHECK(parse(part("name=\"a\"", std::string("\0\xff\r", 3)) + end) == "a=" + std::string("\0\xff\r", 3));
    CHECK(parse(part("name=\"a\"", "1") + end, "Multipart/Form-Data; charset=utf-8; BOUNDARY=\"xyz\"") == "a=1");
}

TEST_CASE("what is no form is refused") {
    const std::string good = part("name=\"a\"", "1") + "--xyz--";
    CHECK(parse(good, "text/csv") == "the body must be multipart/form-data, not: text/csv");
    CHECK(parse(good, "") == "the body must be multipart/form-data, not: ");
    CHECK(parse(good, "multipart/form-data") == "the content type names no boundary: multipart/form-data");
    CHECK(parse(good, "multipart/form-data; boundary=").starts_with("the content type names no boundary"));
    CHECK(parse(good, "multipart/form-data; boundary=" + std::string(71, 'x')).starts_with("the content type names no boundary"));
    CHECK(parse(good, "multipart/form-data; boundary=xy") == "malformed form at byte 5: text behind the boundary");
    CHECK(parse("") == "malformed form at byte 1: the boundary is not in the body");
    CHECK(parse("x" + good).empty());
    CHECK(parse(part("name=\"a\"", "1")) == "malformed form at byte 8: the part is not closed");
    CHECK(parse("--xyz") == "malformed form at byte 6: text behind the boundary");
    CHECK(parse("--xyz\r\nA: b\r\n\r\n1\r\n--xyz--") == "malformed form at byte 16: the part has no name");
    CHECK(parse("--xyz\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--xyz--").ends_with("the part has no name"));
    CHECK(parse("--xyz\r\nno colon\r\n\r\n1\r\n--xyz--").ends_with("the head of the part has a line without a colon"));
    CHECK(parse("--xyz\r\nA: b").ends_with("the head of the part does not end"));
    CHECK(parse("--xyz\r\nA: " + std::string(9000, 'b') + "\r\n\r\n").ends_with("the head of the part does not end"));
    std::string many;
    for (int i = 0; i < 17; ++i) many += part("name=\"a\"", "");
    CHECK(parse(many + "--xyz--").ends_with("too many parts, the limit is 16"));
    CHECK(gateway::http::parse_form("text/csv", "").error().code() == ErrorCode::kUnsupportedMedia);
    CHECK(gateway::http::parse_form("multipart/form-data; boundary=x", "").error().code() == ErrorCode::kInvalidArgument);
}
