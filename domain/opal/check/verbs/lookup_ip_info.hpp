#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `lookup_ip_info ip, name:@ip_info.path, …`: where an address is, from the input called @ip_info. Its rows cover the
/// addresses from `first` to `last`, which must not overlap; its other columns are the paths. Without that input, and for
/// private addresses, every path is null.
void check_lookup_ip_info(VerbContext& context);

}  // namespace domain::opal::check
