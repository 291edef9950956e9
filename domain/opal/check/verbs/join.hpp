#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// join, leftjoin, fulljoin; and lookup.
void check_join(VerbContext& context);
void check_lookup(VerbContext& context);

/// The text of the entity that a link names, from a lookup that is put before the statement: the label column of the other
/// dataset, or without one the first column of its key.
std::optional<Expr> look_up_label(VerbContext& context, const ast::Link& link, Span span);

}  // namespace domain::opal::check
