#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"

namespace domain::query {

/// A mistake in the text of a stage, or advice about it.
struct Diagnostic {
    std::string stage;     ///< id of the stage; `<path of the dataset>/<id>` for one of a derived dataset
    std::string severity;  ///< error, warning or info
    std::string code;      ///< stable, in kebab case
    std::size_t line = 1;  ///< from 1
    std::size_t column = 1;  ///< from 1, in characters
    std::size_t length = 0;  ///< in characters, within the line
    std::string message;
    std::string hint;      ///< may be empty
};

/// A dataset that stands in the way of a change, because it depends on what would change.
struct Dependent {
    base::DatasetId id;
    std::string path;
    std::string reason;
};

/// Why there is no answer: an Error that programs can take apart. Its message is for people, and has all of it.
class QueryError : public base::Error {
public:
    QueryError() = default;
    QueryError(base::Error error) : base::Error(std::move(error)) {}  // NOLINT: every failure of a port is one
    QueryError(base::Error error, std::vector<Diagnostic> diagnostics)
        : base::Error(std::move(error)), diagnostics_(std::move(diagnostics)) {}
    QueryError(base::Error error, std::vector<Dependent> dependents)
        : base::Error(std::move(error)), dependents_(std::move(dependents)) {}

    /// In the order of the stages, and of the places within one.
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
    const std::vector<Dependent>& dependents() const { return dependents_; }

private:
    std::vector<Diagnostic> diagnostics_;
    std::vector<Dependent> dependents_;
};

template <class T>
using QueryResult = boost::system::result<T, QueryError>;

}  // namespace domain::query
