#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// Verbs that change what is known about a dataset, and no row.
void check_set_primary_key(VerbContext& context);
void check_add_key(VerbContext& context);
void check_unset_keys(VerbContext& context);
void check_set_label(VerbContext& context);
void check_set_link(VerbContext& context);
void check_unset_link(VerbContext& context);
void check_unset_all_links(VerbContext& context);
void check_interface(VerbContext& context);
void check_drop_interface(VerbContext& context);
void check_set_col(VerbContext& context);
void check_set_dataset_alias(VerbContext& context);
void check_make_table(VerbContext& context);
void check_unsort(VerbContext& context);

}  // namespace domain::opal::check
