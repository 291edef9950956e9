#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domain/base/result.hpp"

namespace tests::opal {

/// A DuckDB of its own that answers plain SQL, for comparison.
class Oracle {
public:
    Oracle();
    ~Oracle();

    /// Runs a statement. Fails with what DuckDB says.
    domain::base::Result<void> run(const std::string& sql);
    /// The rows of a query as result_lines() shows them, without a header; times are numbers there.
    domain::base::Result<std::vector<std::string>> lines(const std::string& sql);

private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

/// The rows of SQL over a view `input` that reads the NDJSON file.
domain::base::Result<std::vector<std::string>> oracle_lines(const std::string& ndjson_file, const std::string& sql);

}  // namespace tests::opal
