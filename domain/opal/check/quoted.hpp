#pragma once

#include <string>
#include <string_view>

namespace domain::opal::check {

/// A name as diagnostics show it: between double quotes.
inline std::string quoted(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

}  // namespace domain::opal::check
