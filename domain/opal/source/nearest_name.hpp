#pragma once

#include <span>
#include <string>
#include <string_view>

namespace domain::opal::source {

/// The candidate that the writer of `name` most probably meant, or an empty text: case aside, at most a third of the
/// characters may differ (insertions, deletions, replacements, swaps of neighbours), or one begins with the other.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

/// `did you mean "filter"?`, or empty when nothing is near.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace domain::opal::source
