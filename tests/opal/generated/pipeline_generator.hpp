#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "domain/catalog/schema.hpp"
#include "domain/opal/check/functions.hpp"

namespace tests::opal {

/// Writes statements at random: expressions of every function of the table over the columns of a schema, and every verb.
/// Most are well-typed; the caller throws away those that the compiler refuses.
class PipelineGenerator {
public:
    explicit PipelineGenerator(unsigned seed) : random_(seed) {}

    /// A statement for a dataset with this schema, or a few that belong together; no line break at the end.
    std::string statement(const domain::catalog::Schema& schema);

    /// A statement that calls the function in the way of this overload, with the simplest arguments.
    std::string statement(const domain::catalog::Schema& schema, const domain::opal::check::Function& function,
                          const domain::opal::check::Overload& overload);

    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

private:
    using Type = domain::catalog::Type;

    bool one_in(std::size_t n) { return below(n) == 0; }
    std::string expression(Type type, int depth);
    std::string literal(Type type);
    std::optional<std::string> column(Type type);
    std::string any_column();
    std::string columns(std::size_t most);
    std::string call(const domain::opal::check::Function& function, const domain::opal::check::Overload& overload, Type type,
                     int depth);
    std::optional<std::string> call_of(domain::opal::check::FunctionKind kind, std::optional<Type> type, int depth);
    Type type_in(domain::opal::check::TypeSet types);
    std::string aggregate();
    std::string group_by();
    std::string fresh_name() { return "x" + std::to_string(below(12)); }
    std::string window();
    std::string metrics();
    std::string selector();

    std::mt19937 random_;
    const domain::catalog::Schema* schema_ = nullptr;
};

}  // namespace tests::opal
