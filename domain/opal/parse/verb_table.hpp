#pragma once

#include <span>
#include <string_view>

namespace domain::opal::parse {

/// Whether a verb takes arguments: where statements are separated by new lines alone, that decides what the next line is.
enum class VerbArguments {
    kNone,      ///< the statement ends at the verb
    kOptional,  ///< a verb on the next line starts a new statement
    kRequired,  ///< the next word is an argument, whatever it is
};

/// A name that may start a statement: a verb or an alias of one.
struct Verb {
    std::string_view name;
    std::string_view canonical;
    bool is_deprecated = false;
    VerbArguments arguments = VerbArguments::kRequired;
};

/// Every verb of the language, also those that this version cannot run, and every alias.
std::span<const Verb> verbs();

/// The row with this name, or nullptr.
const Verb* find_verb(std::string_view name);

/// The verb that was probably meant, or empty; never a deprecated alias.
std::string_view nearest_verb(std::string_view name);

}  // namespace domain::opal::parse
