#include "domain/opal/plan/rewrite/rewrite.hpp"

namespace domain::opal::plan::rewrite {

// Paths first: only then do filters and projections consist of plain columns that others can move across. Limits last, for
// they stop filters. Pruning before merging keeps dead expressions from being merged.
void rewrite(Plan& plan, const Window& window, check::ColumnIds& ids) {
    bind_window(*plan.root, window);
    cast_variants(*plan.root);
    bind_paths(*plan.root, ids);
    push_down_filters(plan.root);
    prune_columns(plan);
    merge_projects(plan.root);
    push_down_limits(plan.root);
    merge_projects(plan.root);
    prune_columns(plan);
}

}  // namespace domain::opal::plan::rewrite
