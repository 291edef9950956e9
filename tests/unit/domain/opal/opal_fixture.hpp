#pragma once

#include <string>
#include <vector>

#include "domain/base/time.hpp"
#include "domain/opal/ast/ast_printer.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/typed_ast_printer.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "domain/opal/source/diagnostic_renderer.hpp"

/// What a room of the compiler made of a script, as text that tests can compare.
namespace opal_test {

namespace base = domain::base;
namespace catalog = domain::catalog;
using namespace domain::opal;
using catalog::DatasetKind;
using catalog::Type;

/// Diagnostics as `line:column: severity: message; hint`, one a line.
inline std::string lines(const source::Diagnostics& diagnostics, const source::SourceText& source) {
    std::string result;
    for (const source::Diagnostic& diagnostic : diagnostics.sorted()) {
        result += source::render_line(diagnostic, source) + "\n";
    }
    return result;
}

/// The datasets of the examples in the language specification.
inline catalog::Schema logs() {
    return {.kind = DatasetKind::kEvent,
            .columns = {{"timestamp", Type::kTimestamp},
                        {"service", Type::kString},
                        {"host", Type::kString},
                        {"level", Type::kString},
                        {"body", Type::kString},
                        {"attrs", Type::kObject},
                        {"bytes", Type::kInt64},
                        {"trace_id", Type::kString}},
            .valid_from = "timestamp",
            .valid_to = std::nullopt,
            .primary_key = {},
            .label = std::nullopt};
}
inline catalog::Schema spans() {
    return {.kind = DatasetKind::kInterval,
            .columns = {{"start_time", Type::kTimestamp},
                        {"end_time", Type::kTimestamp},
                        {"trace_id", Type::kString},
                        {"span_id", Type::kString},
                        {"duration", Type::kDuration},
                        {"error", Type::kBool}},
            .valid_from = "start_time",
            .valid_to = "end_time",
            .primary_key = {"trace_id", "span_id"},
            .label = std::nullopt};
}
inline catalog::Schema pods() {
    return {.kind = DatasetKind::kResource,
            .columns = {{"valid_from", Type::kTimestamp},
                        {"valid_to", Type::kTimestamp},
                        {"pod_uid", Type::kString},
                        {"pod", Type::kString},
                        {"restarts", Type::kInt64}},
            .valid_from = "valid_from",
            .valid_to = "valid_to",
            .primary_key = {"pod_uid"},
            .label = "pod"};
}
inline catalog::Schema owners() {
    return {.kind = DatasetKind::kTable,
            .columns = {{"service", Type::kString}, {"team", Type::kString}, {"ip", Type::kIpv4}, {"tier", Type::kInt64},
                        {"score", Type::kFloat64}, {"tags", Type::kArray}, {"any", Type::kVariant}},
            .valid_from = std::nullopt,
            .valid_to = std::nullopt,
            .primary_key = {"service"},
            .label = "team"};
}

struct Parsed {
    std::string tree;
    std::string diagnostics;
};
inline Parsed parse_text(const std::string& text) {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    const ast::Script script = parse::parse(source, lex::lex(source, diagnostics), diagnostics);
    return {ast::print(script), lines(diagnostics, source)};
}

/// A check over all the datasets; `first` is the default input.
struct Checked {
    check::Script script;
    std::string text;         ///< typed statements of the result
    std::string output;       ///< state after the last of them
    std::string diagnostics;
};
inline Checked check_text(const std::string& text, const std::string& first = "logs",
                          const std::string& start = "2024-05-01T10:00:00Z",
                          const std::string& end = "2024-05-01T11:00:00Z") {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    const ast::Script script = parse::parse(source, lex::lex(source, diagnostics), diagnostics);
    check::ColumnIds ids;
    std::vector<check::InputDataset> inputs;
    const auto add = [&](const std::string& name, const catalog::Schema& schema) {
        if ((name == first) == inputs.empty()) inputs.push_back({name, check::dataset_state(schema, ids)});
    };
    for (int round = 0; round < 2; ++round) {
        if (round == 1 || first == "logs") add("logs", logs());
        if (round == 1 || first == "spans") add("spans", spans());
        if (round == 1 || first == "pods") add("pods", pods());
        if (round == 1 || first == "owners") add("owners", owners());
    }
    // Columns that a script makes are #30, #31, … whatever the datasets have.
    while (ids.next().value() < 29) {
    }
    const check::CheckInput input{.source = source, .inputs = inputs, .window_start = *base::from_rfc3339(start),
                                  .window_end = *base::from_rfc3339(end), .ids = ids};
    Checked result;
    result.script = check::check(script, input, diagnostics);
    for (const check::Statement& statement : result.script.result().statements) {
        result.text += check::print(statement) + "\n";
    }
    result.output = check::print(result.script.result().output());
    result.diagnostics = lines(diagnostics, source);
    return result;
}

}  // namespace opal_test
