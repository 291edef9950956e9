#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "domain/catalog/segment.hpp"
#include "domain/query/query_error.hpp"

namespace domain::query {

/// How a query is answered, without answering it.
struct Explanation {
    /// What one room of the compiler gives: `ast`, `plan`, `sql`.
    struct Section {
        std::string name;
        std::string text;
    };
    /// One reading of a dataset.
    struct Scan {
        base::DatasetId dataset;
        std::string path;
        std::size_t segments = 0;  ///< that the dataset has
        std::size_t in_window = 0;  ///< of them, those that have rows of the query's window, as far as arrival tells
        std::vector<catalog::Segment> read;  ///< of them, those whose values the conditions do not rule out
    };

    std::string advice;  ///< warnings, rendered
    std::vector<Diagnostic> diagnostics;  ///< the same for programs
    std::vector<Section> sections;
    std::vector<Scan> scans;
};

/// The advice, then each section under a line `--- ast`, and the segments under `--- segments`.
std::string to_text(const Explanation& explanation);

}  // namespace domain::query
