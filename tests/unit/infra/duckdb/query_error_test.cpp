#include "infra/duckdb/query_error.hpp"

#include <catch2/catch.hpp>

using domain::base::ErrorCode;
using infra::duckdb::to_error;

TEST_CASE("a message of the query store becomes an error that says whose fault it is") {
    const auto [message, code, text] = GENERATE(table<const char*, ErrorCode, const char*>({
        {"Conversion Error: Overflow in addition of INT64 (9223372036854775807 + 1)!\n\nLINE 1: SELECT",
         ErrorCode::kInvalidArgument, "integer overflow in addition: 9223372036854775807 + 1"},
        {"Invalid Input Error: object_agg: the key occurs twice: a", ErrorCode::kInvalidArgument, "object_agg: the key occurs twice: a"},
        {"INTERRUPT Error: Interrupted!", ErrorCode::kDeadlineExceeded, "the query was interrupted"},
        {"Out of Memory Error: failed to allocate data of size 512.0 KiB", ErrorCode::kResourceExhausted,
         "the query needs more memory than it may have"},
        // What DuckDB throws inside of a function of ours.
        {R"(Invalid Input Error: {"exception_type":"Out of Memory","exception_message":"failed to allocate"})",
         ErrorCode::kResourceExhausted, "the query needs more memory than it may have"},
        {R"({"exception_type":"Out of Memory","exception_message":"failed to allocate"})", ErrorCode::kResourceExhausted,
         "the query needs more memory than it may have"},
        {R"(Invalid Input Error: {"exception_type":"INTERNAL","exception_message":"assertion"})", ErrorCode::kInternal,
         "the query store failed"},
        {"Binder Error: nothing like that", ErrorCode::kInternal, "the query store failed"},
    }));
    INFO(message);
    const auto error = to_error(message);
    CHECK(error.code() == code);
    CHECK(error.message() == text);
}
