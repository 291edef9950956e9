#pragma once

#include <string>

#include "domain/opal/reference/language.hpp"

namespace domain::opal::reference {

/// The chapters on verbs as Markdown.
std::string verbs_markdown(const Language& language);

/// The chapters on operators and functions as Markdown.
std::string functions_markdown(const Language& language);

}  // namespace domain::opal::reference
