#include "domain/opal/source/diagnostic_renderer.hpp"

#include <catch2/catch.hpp>

using namespace domain::opal::source;

TEST_CASE("a diagnostic underlines its span") {
    const SourceText source("make_col a:1\nfilter Δ levl = 1");
    const Diagnostic diagnostic{Severity::kError, "unknown-column", {23, 27}, "no such field \"levl\"", "did you mean \"level\"?"};
    CHECK(render(diagnostic, source) ==
          "error: no such field \"levl\"\n"
          "  2 | filter Δ levl = 1\n"
          "    |          ^^^^ did you mean \"level\"?\n");
    CHECK(render_line(diagnostic, source) == "2:10: error: no such field \"levl\"; did you mean \"level\"?");
}

TEST_CASE("a named source is shown with the place") {
    const SourceText source("filtr", "stage-1");
    const Diagnostic diagnostic{Severity::kWarning, "x", {0, 5}, "odd", ""};
    CHECK(render(diagnostic, source) ==
          "warning: odd\n --> stage-1:1:1\n  1 | filtr\n    | ^^^^^\n");
}

TEST_CASE("an empty span has one caret, a long one ends with its line") {
    const SourceText source("ab\ncd");
    CHECK(render(Diagnostic{Severity::kError, "x", {5, 5}, "end", ""}, source) ==
          "error: end\n  2 | cd\n    |   ^\n");
    CHECK(render(Diagnostic{Severity::kError, "x", {1, 5}, "both", ""}, source) ==
          "error: both\n  1 | ab\n    |  ^\n");
}

TEST_CASE("a long line is cut around the span and stays one line") {
    const std::string text = std::string(5000, 'a') + "\tBAD" + std::string(5000, 'b');
    const SourceText source(text);
    const std::string rendered = render(Diagnostic{Severity::kError, "x", {5001, 5004}, "m", ""}, source);
    CHECK(rendered.size() < 400);
    CHECK(rendered.find("BAD") != std::string::npos);
    CHECK(rendered.find('\t') == std::string::npos);
    CHECK(rendered.find("^^^\n") != std::string::npos);
}

TEST_CASE("diagnostics are sorted by place, errors first, and bounded") {
    const SourceText source("abcdef");
    Diagnostics diagnostics;
    diagnostics.warning("w", {2, 3}, "second");
    diagnostics.error("e", {2, 3}, "first");
    diagnostics.info("i", {0, 1}, "zeroth");
    const auto sorted = diagnostics.sorted();
    REQUIRE(sorted.size() == 3);
    CHECK(sorted[0].message == "zeroth");
    CHECK(sorted[1].message == "first");
    CHECK(sorted[2].message == "second");
    CHECK(diagnostics.error_count() == 1);
    for (std::size_t i = 0; i < 2 * kDiagnosticsMax; ++i) diagnostics.error("e", {0, 1}, "again");
    CHECK(diagnostics.all().size() == kDiagnosticsMax);
    CHECK(diagnostics.error_count() == 2 * kDiagnosticsMax + 1);
}
