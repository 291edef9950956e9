#include "domain/opal/reference/language.hpp"

#include <array>

#include "domain/opal/check/functions.hpp"
#include "domain/opal/parse/verb_table.hpp"
#include "domain/opal/reference/function_examples.hpp"
#include "domain/opal/reference/signature_text.hpp"

namespace domain::opal::reference {
namespace {

struct OperatorSymbol {
    std::string_view name;
    std::string_view symbol;
};

constexpr std::array kOperators = {
    OperatorSymbol{"op.neg", "-x"}, OperatorSymbol{"op.mul", "*"},  OperatorSymbol{"op.div", "/"},
    OperatorSymbol{"op.add", "+"},  OperatorSymbol{"op.sub", "-"},  OperatorSymbol{"op.eq", "="},
    OperatorSymbol{"op.ne", "!="},  OperatorSymbol{"op.lt", "<"},   OperatorSymbol{"op.lte", "<="},
    OperatorSymbol{"op.gt", ">"},   OperatorSymbol{"op.gte", ">="}, OperatorSymbol{"op.match_text", "~"},
    OperatorSymbol{"op.not", "not"}, OperatorSymbol{"op.and", "and"}, OperatorSymbol{"op.or", "or"},
};

std::vector<VerbEntry> collect_verbs() {
    std::vector<VerbEntry> verbs;
    for (const VerbChapter& chapter : verb_chapters()) {
        for (const VerbDoc& doc : chapter.verbs) {
            VerbEntry entry{&doc, chapter.title, {}};
            for (const parse::Verb& verb : parse::verbs()) {
                if (verb.canonical == doc.name && verb.name != doc.name) {
                    entry.aliases.push_back({verb.name, verb.is_deprecated});
                }
            }
            verbs.push_back(std::move(entry));
        }
    }
    return verbs;
}

/// The row that a chapter means by a name, or nullptr.
const check::Function* find_row(std::string_view name, bool is_aggregate) {
    for (const check::Function& row : check::functions()) {
        if (row.name != name) continue;
        if ((row.kind == check::FunctionKind::kAggregate) == is_aggregate) return &row;
    }
    return nullptr;
}

FunctionEntry describe(const check::Function& row, std::string_view name, std::string_view chapter) {
    FunctionEntry entry;
    entry.name = name;
    entry.kind = kind_name(row.kind);
    entry.chapter = chapter;
    entry.summary = row.doc;
    for (const check::Overload& overload : row.overloads) entry.signatures.push_back(signature_text(name, overload));
    return entry;
}

std::vector<FunctionEntry> collect_functions() {
    std::vector<FunctionEntry> functions;
    for (const OperatorSymbol& op : kOperators) {
        if (const check::Function* row = find_row(op.name, false)) {
            functions.push_back(describe(*row, op.symbol, "Operators"));
        }
    }
    for (const FunctionChapter& chapter : function_chapters()) {
        for (const FunctionExample& example : chapter.functions) {
            const check::Function* row = find_row(example.name, chapter.is_aggregate);
            if (row == nullptr) continue;
            FunctionEntry entry = describe(*row, row->name, chapter.title);
            entry.input = chapter.input;
            entry.example = chapter.pipeline(example);
            for (const check::FunctionAlias& alias : check::function_aliases()) {
                if (alias.canonical == row->name) entry.aliases.push_back({alias.name, alias.is_deprecated});
            }
            functions.push_back(std::move(entry));
        }
    }
    return functions;
}

}  // namespace

const Language& language() {
    static const Language kLanguage{collect_verbs(), collect_functions()};
    return kLanguage;
}

std::string kind_names(std::string_view kinds) {
    std::string names;
    for (const char kind : kinds) {
        if (!names.empty()) names += ", ";
        names += kind == 'E' ? "Event" : kind == 'I' ? "Interval" : kind == 'R' ? "Resource" : "Table";
    }
    return names;
}

}  // namespace domain::opal::reference
