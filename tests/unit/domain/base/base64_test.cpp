#include "domain/base/base64.hpp"

#include <catch2/catch.hpp>

using domain::base::append_base64;
using domain::base::Base64Alphabet;
using domain::base::to_base64;

// The vectors of RFC 4648, §10.
TEST_CASE("bytes become base64 with padding") {
    CHECK(to_base64("").empty());
    CHECK(to_base64("f") == "Zg==");
    CHECK(to_base64("fo") == "Zm8=");
    CHECK(to_base64("foo") == "Zm9v");
    CHECK(to_base64("foob") == "Zm9vYg==");
    CHECK(to_base64("fooba") == "Zm9vYmE=");
    CHECK(to_base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("the alphabets differ in two digits, and what was there stays") {
    std::string text = "x";
    append_base64(text, "\xfb\xff\xbf");
    append_base64(text, "\xfb\xff\xbf", Base64Alphabet::kUrlSafe);
    CHECK(text == "x+/+/-_-_");
}
