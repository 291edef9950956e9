#include "domain/opal/source/source_text.hpp"

#include <catch2/catch.hpp>

using namespace domain::opal::source;

TEST_CASE("a place counts lines and characters from 1") {
    const SourceText source("ab\nΔx\r\nc\rd");
    CHECK(source.place(0) == Place{1, 1});
    CHECK(source.place(2) == Place{1, 3});
    CHECK(source.place(3) == Place{2, 1});
    CHECK(source.place(5) == Place{2, 2});  // behind the two bytes of Δ
    CHECK(source.place(8) == Place{3, 1});
    CHECK(source.place(10) == Place{4, 1});
    CHECK(source.place(999) == Place{4, 2});
}

TEST_CASE("a line comes without its end") {
    const SourceText source("ab\nΔx\r\n\nc");
    CHECK(source.line(1) == "ab");
    CHECK(source.line(2) == "Δx");
    CHECK(source.line(3).empty());
    CHECK(source.line(4) == "c");
    CHECK(source.line(5).empty());
    CHECK(source.line(0).empty());
}

TEST_CASE("the text of a span is cut at the end of the script") {
    const SourceText source("abc");
    CHECK(source.text(Span{1, 2}) == "b");
    CHECK(source.text(Span{2, 9}) == "c");
    CHECK(source.text(Span{9, 12}).empty());
}
