#include "domain/csv/table_review.hpp"

#include <catch2/catch.hpp>

#include "domain/csv/key_set.hpp"

namespace {

using domain::catalog::Type;
using domain::csv::TableColumn;
using domain::csv::TableDraft;
using Columns = std::vector<TableColumn>;

TableDraft with_schema(Columns schema) { return {std::move(schema), {}, std::nullopt}; }

/// The columns, ` header` when there is one, and the number of rows; or the mistakes.
std::string outcome(std::string_view text, const TableDraft& draft = {}) {
    const auto reviewed = domain::csv::review(text, draft, 7);
    std::string shown;
    if (const auto* mistakes = std::get_if<std::vector<domain::csv::Mistake>>(&reviewed)) {
        for (const auto& mistake : *mistakes) shown += to_text(mistake) + "\n";
        return shown;
    }
    const auto& review = std::get<domain::csv::TableReview>(reviewed);
    for (const TableColumn& column : review.form.columns) shown += column.name + ":" + std::string(name(column.type)) + " ";
    return shown + (review.form.has_header ? "header " : "") + std::to_string(review.rows);
}

}  // namespace

TEST_CASE("the first row is a header, or not") {
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"site,city\n1,Ulm\n", "site:string city:string header 1"},
        {"site,city\n", "site:string city:string header 0"},
        {"1,2\n3,4\n", "col0:string col1:string 2"},
        {"1,b\n3,4\n", "1:string b:string header 1"},
        {"a,\n3,4\n", "col0:string col1:string 2"},
        {"a,a\n3,4\n", "col0:string col1:string 2"},
        {"a.b,c\n3,4\n", "col0:string col1:string 2"},
        {"a:b,c\n3,4\n", "col0:string col1:string 2"},
        {"\"a\"\"b\",c\n3,4\n", "col0:string col1:string 2"},
        {"\"a\nb\",c\n3,4\n", "col0:string col1:string 2"},
        {"\xef\xbb\xbfgröße,x\n1,2\n", "größe:string x:string header 1"},
        {"\"a b\",A\n1,2\n", "a b:string A:string header 1"},
        {"7\n", "col0:string 1"},
        {"x\n", "x:string header 0"},
    }));
    CAPTURE(text);
    CHECK(outcome(text) == expected);
}

TEST_CASE("with a schema the header has its names") {
    const Columns schema{{"a", Type::kInt64}, {"b", Type::kString}};
    CHECK(outcome("a,b\n1,x\n", with_schema(schema)) == "a:int64 b:string header 1");
    CHECK(outcome("1,x\n2,y\n", with_schema(schema)) == "a:int64 b:string 2");
    CHECK(outcome("b,a\n1,x\n", with_schema(schema)) == "row 1, column 1 (a): not an int64: b\n");
    CHECK(outcome("a\n", with_schema(schema)) ==
          "the schema has more columns than the file: 2 in the schema, 1 in the file\n");
    CHECK(outcome("1,2,3\n", with_schema(schema)) ==
          "the schema has fewer columns than the file: 2 in the schema, 3 in the file\n");
    CHECK(outcome("1,2\n", with_schema({{"a", Type::kInt64}, {"a", Type::kString}})) ==
          "schema column 2 has the name of another one: a\n");
    CHECK(outcome("1,2\n", with_schema({{"a", Type::kInt64}, {"", Type::kString}})) == "schema column 2 has no name\n");
    CHECK(outcome("1\n", with_schema({{"a.b", Type::kInt64}})) == "schema column 1 has a malformed name: a.b\n");
    CHECK(outcome("1\n", with_schema({{"a", Type::kTdigest}})) == "schema column 1 has a type that no cell has: tdigest\n");
}

TEST_CASE("every mistake has its place") {
    const TableDraft draft = with_schema({{"a", Type::kInt64}, {"b", Type::kBool}});
    CHECK(outcome("", draft) == "the file is empty\n");
    CHECK(outcome("\n\n", draft) == "the file is empty\n");
    CHECK(outcome("a,b\nx,true\n1\n2,maybe\n3,true,4\n", draft) ==
          "row 2, column 1 (a): not an int64: x\n"
          "row 3: fewer values than the 2 columns: 1\n"
          "row 4, column 2 (b): not a bool: maybe\n"
          "row 5: more values than the 2 columns: 3\n");
    CHECK(outcome("a,b\nx,y\n1,\"t") == "row 3, column 2 (b): a quote is not closed\n");
    CHECK(outcome("a,b\n1,\"t\"x\n") == "row 2, column 2 (b): text after a closing quote\n");
    CHECK(outcome("a,b\n1,\xff\xfe\n") == "row 2, column 2 (b): invalid UTF-8: ??\n");
    CHECK(outcome("a,b\n1\r2,3\n") == "row 2, column 1 (a): a carriage return outside quotes: 1 2\n");
    CHECK(outcome("a,b\n\"1\r2\",3\n") == "a:string b:string header 1");
    const std::string longer = "a,b\n1," + std::string(59, 'x') + "ä and more\n";
    CHECK(outcome(longer, draft) == "row 2, column 2 (b): not a bool: " + std::string(59, 'x') + "…\n");
}

TEST_CASE("no more than twenty mistakes are told") {
    std::string text = "a\n";
    for (int i = 0; i < 100; ++i) text += "x\n";
    const auto reviewed = domain::csv::review(text, with_schema({{"a", Type::kInt64}}), 7);
    CHECK(std::get<1>(reviewed).size() == domain::csv::mistakes_max);
    std::string repeats = "a\n";
    for (int i = 0; i < 100; ++i) repeats += std::to_string(i % 30) + "\n";
    const auto repeated = std::get<1>(domain::csv::review(repeats, {std::nullopt, {"a"}, std::nullopt}, 7));
    CHECK(repeated.size() == domain::csv::mistakes_max);
    CHECK(to_text(repeated.front()) == "row 32, column 1 (a): the primary key stands in row 2 already: 0");
}

TEST_CASE("a primary key names one row") {
    TableDraft draft{std::nullopt, {"a"}, std::nullopt};
    CHECK(outcome("a,b\n1,x\n01,x\n", draft) == "a:string b:string header 2");
    CHECK(outcome("a,b\n1,x\n2,x\n1,y\n1,z\n", draft) ==
          "row 4, column 1 (a): the primary key stands in row 2 already: 1\n"
          "row 5, column 1 (a): the primary key stands in row 2 already: 1\n");
    draft.schema = Columns{{"a", Type::kInt64}, {"b", Type::kString}};
    CHECK(outcome("a,b\n1,x\n01,x\n", draft) == "row 3, column 1 (a): the primary key stands in row 2 already: 01\n");
    CHECK(outcome("a,b\n,x\n,x\n", draft) == "row 3, column 1 (a): the primary key stands in row 2 already\n");
    draft.primary_key = {"b", "a"};
    CHECK(outcome("a,b\n1,x\n2,x\n1,y\n", draft) == "a:int64 b:string header 3");
    CHECK(outcome("a,b\n1,x\n1,x\n", draft) == "row 3, column 2 (b): the primary key stands in row 2 already: x, 1\n");
    draft = {std::nullopt, {"a", "b"}, std::nullopt};
    CHECK(outcome("a,b\nxy,z\nx,yz\n", draft) == "a:string b:string header 2");
    CHECK(outcome("a,b\n", {std::nullopt, {"c"}, std::nullopt}) == "a column of the primary key is not in the file: c\n");
    CHECK(outcome("a,b\n", {std::nullopt, {"a", "a"}, std::nullopt}) == "a column stands twice in the primary key: a\n");
    CHECK(outcome("a,b\n", {std::nullopt, {}, "c"}) == "the label field is not in the file: c\n");
    CHECK(outcome("a,b\n", {std::nullopt, {}, "b"}) == "a:string b:string header 0");
}

TEST_CASE("keys of many rows are told apart") {
    std::string text = "id\n";
    for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + "\n";
    CHECK(outcome(text, {std::nullopt, {"id"}, std::nullopt}) == "id:string header 300000");
    text += "123456\n";
    CHECK(outcome(text, {std::nullopt, {"id"}, std::nullopt}) ==
          "row 300002, column 1 (id): the primary key stands in row 123458 already: 123456\n");
    domain::csv::KeySet keys(2, 1);
    CHECK(keys.add("a"));
    CHECK(keys.add(""));
    CHECK_FALSE(keys.add("a"));
}
