#include <sstream>

#include <catch2/catch.hpp>

#include "infra/cli/table_printer.hpp"

using infra::cli::TablePrinter;

TEST_CASE("CSV in pieces of any size becomes an aligned table") {
    const std::string csv = "\"name\",\"n\"\n\"a \"\"b\"\"\",\"1\"\n,\"22\"\n\"ü\nx\",\"3\"\n";
    const std::size_t piece = GENERATE(1U, 3U, 1000U);
    std::ostringstream out;
    TablePrinter printer(out);
    for (std::size_t i = 0; i < csv.size(); i += piece) printer.feed(std::string_view(csv).substr(i, piece));
    printer.finish();
    CHECK(out.str() ==
          "name   n\n"
          "-----  --\n"
          "a \"b\"  1\n"
          "       22\n"
          "ü x    3\n"
          "(3 rows)\n");
}

TEST_CASE("a header alone is an empty table") {
    std::ostringstream out;
    TablePrinter printer(out);
    printer.feed("\"n\"\n");
    printer.finish();
    CHECK(out.str() == "n\n-\n(0 rows)\n");
}
