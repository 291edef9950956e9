#pragma once

#include <string>

#include "domain/catalog/segment.hpp"
#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/query_error.hpp"
#include "domain/query/query_store.hpp"

namespace domain::query {

/// The pipeline of a drop filter, compiled. Immutable, thread-safe.
class DropFilter {
public:
    /// Fails with kInvalidArgument and the diagnostics when the text does not compile over raw observations, and when it is
    /// anything but `filter`, each of which says the same of a row whenever it is asked.
    static QueryResult<DropFilter> compile(const std::string& pipeline);

    /// Gives BUNDLE_ID and OBSERVATION_INDEX of the segment's rows that the pipeline lets through.
    ExecutableQuery matches_in(const catalog::Segment& segment) const;

private:
    explicit DropFilter(opal::compiler::Compilation compilation) : compilation_(std::move(compilation)) {}
    opal::compiler::Compilation compilation_;
};

}  // namespace domain::query
