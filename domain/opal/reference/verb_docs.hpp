#pragma once

#include <span>
#include <string_view>

namespace domain::opal::reference {

/// What the language reference says about one verb, beside what the verb table knows (names, aliases, arguments).
struct VerbDoc {
    std::string_view name;       ///< canonical
    std::string_view signature;  ///< `[x]?` optional, `[x]*` any number, `[x]+` one or more
    std::string_view kinds;      ///< kinds of dataset it takes, a letter each: E(vent) I(nterval) R(esource) T(able)
    std::string_view output;     ///< kind of the result; `same` as the input
    std::string_view summary;    ///< one sentence
    std::string_view input;      ///< dataset of the example (tests/opal/fixtures/examples)
    std::string_view example;    ///< a pipeline that runs over it; it may read other datasets as `@name`
};

/// Verbs of one chapter, in the order of the chapter.
struct VerbChapter {
    std::string_view title;
    std::span<const VerbDoc> verbs;
};

/// All chapters; every verb of the language is in one of them.
std::span<const VerbChapter> verb_chapters();

/// The row of a canonical verb, or nullptr.
const VerbDoc* find_verb_doc(std::string_view name);

}  // namespace domain::opal::reference
