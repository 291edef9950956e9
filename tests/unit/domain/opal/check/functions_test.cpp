#include "domain/opal/check/functions.hpp"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "domain/opal/check/signature.hpp"
#include "domain/opal/check/types.hpp"

using namespace domain::opal::check;

TEST_CASE("every function is one row with a sentence") {
    std::set<std::pair<std::string_view, FunctionKind>> seen;
    for (const Function& function : functions()) {
        INFO(function.name);
        CHECK(seen.insert({function.name, function.kind}).second);
        CHECK(find_function(function.name, function.kind) == &function);
        CHECK(function.doc.ends_with('.') != function.doc.ends_with("…"));
        CHECK(function.overloads.empty() == (function.kind == FunctionKind::kArgument));
    }
}

TEST_CASE("every alias leads to a row, and no alias is one") {
    const auto exists = [](std::string_view name) {
        for (const Function& function : functions()) {
            if (function.name == name) return true;
        }
        return false;
    };
    for (const FunctionAlias& alias : function_aliases()) {
        INFO(alias.name);
        CHECK(exists(alias.canonical));
        CHECK_FALSE(exists(alias.name));
    }
}

TEST_CASE("every name of the language has a row") {
    // The 247 canonical names of the specification; section letters as there.
    const std::set<std::string_view> unofficial = {"null_if", "timestamp_us"};
    std::set<std::string_view> names;
    for (const Function& function : functions()) {
        if (function.kind != FunctionKind::kOperator && !unofficial.contains(function.name)) names.insert(function.name);
    }
    CHECK(names.size() == 247);
}

TEST_CASE("only rows of the right kind are found") {
    CHECK(find_function("max", FunctionKind::kScalar) != find_function("max", FunctionKind::kAggregate));
    CHECK(find_function("lower", FunctionKind::kAggregate) == nullptr);
    CHECK(find_function("nothing", FunctionKind::kScalar) == nullptr);
}

TEST_CASE("a signature says what a function takes") {
    const auto overloads = parse_signature("a: string, b?: const int64|bool, c?...: T(num) -> T; -> bool");
    REQUIRE(overloads.size() == 2);
    const auto& parameters = overloads[0].parameters;
    REQUIRE(parameters.size() == 3);
    CHECK(parameters[0].name == "a");
    CHECK(parameters[0].accepts == type_bit(Type::kString));
    CHECK_FALSE(parameters[0].is_optional);
    CHECK(parameters[1].is_constant);
    CHECK(parameters[1].is_optional);
    CHECK(parameters[1].accepts == (type_bit(Type::kInt64) | type_bit(Type::kBool)));
    CHECK(parameters[2].is_repeated);
    CHECK(parameters[2].is_optional);
    CHECK(parameters[2].is_generic);
    CHECK(parameters[2].accepts == kNumericTypes);
    CHECK(overloads[0].result_is_generic);
    CHECK(overloads[1].parameters.empty());
    CHECK(overloads[1].result == Type::kBool);
}

TEST_CASE("a set of types is described in words") {
    const auto [set, text] = GENERATE(table<TypeSet, std::string>({
        {type_bit(Type::kString), "string"},
        {kNumericTypes, "numeric"},
        {kNumericTypes | type_bit(Type::kDuration), "numeric or duration"},
        {kJsonTypes, "object, array or variant"},
        {kAnyType, "any type"},
    }));
    CHECK(describe(set) == text);
}

TEST_CASE("types have common types") {
    CHECK(common_type(Type::kInt64, Type::kInt64) == Type::kInt64);
    CHECK(common_type(Type::kInt64, Type::kFloat64) == Type::kFloat64);
    CHECK(common_type(Type::kNumeric, Type::kInt64) == Type::kNumeric);
    CHECK_FALSE(common_type(Type::kString, Type::kInt64));
    CHECK_FALSE(common_type(Type::kVariant, Type::kInt64));
    CHECK(are_comparable(Type::kVariant, Type::kInt64));
    CHECK_FALSE(are_comparable(Type::kTimestamp, Type::kInt64));
}
