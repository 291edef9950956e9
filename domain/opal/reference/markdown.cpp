#include "domain/opal/reference/markdown.hpp"

namespace domain::opal::reference {
namespace {

std::string aliases_text(const std::vector<Alias>& aliases) {
    std::string text;
    for (const Alias& alias : aliases) {
        text += (text.empty() ? "Also written " : ", ") + std::string("`") + std::string(alias.name) + "`" +
                (alias.is_deprecated ? " (deprecated)" : "");
    }
    return text.empty() ? text : text + ".\n\n";
}

std::string example_text(std::string_view input, std::string_view pipeline) {
    return "```opal\n// from " + std::string(input) + "\n" + std::string(pipeline) + "\n```\n\n";
}

std::string describe(const VerbEntry& verb) {
    const VerbDoc& doc = *verb.doc;
    return "### " + std::string(doc.name) + "\n\n`" + std::string(doc.signature) + "`\n\n" + std::string(doc.summary) +
           "\n\nTakes " + kind_names(doc.kinds) + "; gives " + std::string(doc.output) + ".\n\n" +
           aliases_text(verb.aliases) + example_text(doc.input, doc.example);
}

std::string describe(const FunctionEntry& function) {
    std::string text = "### " + std::string(function.kind == "operator" ? "`" : "") + std::string(function.name) +
                       (function.kind == "operator" ? "`" : "") + "\n\n";
    for (const std::string& signature : function.signatures) text += "`" + signature + "`  \n";
    if (!function.signatures.empty()) text += "\n";
    text += std::string(function.summary) + "\n\n" + aliases_text(function.aliases);
    return function.example.empty() ? text : text + example_text(function.input, function.example);
}

template <class Entry>
std::string chapters(const std::vector<Entry>& entries) {
    std::string text;
    std::string_view chapter;
    for (const Entry& entry : entries) {
        if (entry.chapter != chapter) text += "## " + std::string(entry.chapter) + "\n\n";
        chapter = entry.chapter;
        text += describe(entry);
    }
    text.pop_back();
    return text;
}

}  // namespace

std::string verbs_markdown(const Language& language) {
    return "# OPAL verbs\n\n"
           "Made from the tables of the compiler (domain/opal/reference). In signatures `[x]?` is optional, `[x]*` may come any\n"
           "number of times, `[x]+` at least once; `const` is a value that is known before the query runs.\n\n" +
           chapters(language.verbs);
}

std::string functions_markdown(const Language& language) {
    return "# OPAL functions\n\n"
           "Made from the tables of the compiler (domain/opal/reference). `num` is int64, float64 or numeric, `any` every type\n"
           "that a column can have, `T` one type for all arguments that say so, `text` any type, read as a string. A null\n"
           "argument gives null, and so does a value that cannot be converted, where nothing else is said.\n\n" +
           chapters(language.functions);
}

}  // namespace domain::opal::reference
