#include <catch2/catch.hpp>

#include "domain/base/secret.hpp"

using domain::base::equal_in_constant_time;
using domain::base::Secret;

TEST_CASE("texts are compared byte by byte") {
    CHECK(equal_in_constant_time("", ""));
    CHECK(equal_in_constant_time("abc", "abc"));
    CHECK_FALSE(equal_in_constant_time("abc", "abd"));
    CHECK_FALSE(equal_in_constant_time("abc", "ab"));
    CHECK_FALSE(equal_in_constant_time(std::string("a\0b", 3), std::string("a\0c", 3)));
}

TEST_CASE("a moved secret leaves nothing behind") {
    Secret first("hunter2-hunter2");
    const Secret second = std::move(first);
    CHECK(second.reveal() == "hunter2-hunter2");
    CHECK(first.empty());
}
