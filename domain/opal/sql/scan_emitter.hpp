#pragma once

#include <span>
#include <string>

#include "domain/catalog/segment.hpp"
#include "domain/opal/plan/node.hpp"
#include "domain/opal/sql/expression_emitter.hpp"

namespace domain::opal::sql {

/// A SELECT that gives the scan's columns under their internal names: one branch for each group of segments that answer the
/// scan by the same columns, in the order of the segments, UNION ALL between them. No segments give no rows, of the same
/// columns. Files are constants of the text: the query store reads their metadata while it binds the statement.
std::string emit_scan(const plan::Scan& scan, std::span<const catalog::Segment> segments,
                      const ExpressionEmitter& expressions, Parameters& parameters);

}  // namespace domain::opal::sql
