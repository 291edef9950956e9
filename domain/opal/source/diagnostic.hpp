#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/source/span.hpp"

namespace domain::opal::source {

/// Errors keep a script from running; warnings and infos do not.
enum class Severity { kError, kWarning, kInfo };
std::string_view name(Severity severity);

/// A mistake in a query, or advice about it.
struct Diagnostic {
    Severity severity = Severity::kError;
    std::string_view code;  ///< stable, in kebab case, with static lifetime: `unknown-column`
    Span span;              ///< the narrowest one
    std::string message;    ///< what was found, and the rule
    std::string hint;       ///< what to write instead; may be empty
};

/// How many diagnostics of one script are kept; later ones are only counted.
inline constexpr std::size_t kDiagnosticsMax = 200;

/// What the rooms of the compiler found out about one script, in the order of discovery.
class Diagnostics {
public:
    void error(std::string_view code, Span span, std::string message, std::string hint = {});
    void warning(std::string_view code, Span span, std::string message, std::string hint = {});
    void info(std::string_view code, Span span, std::string message, std::string hint = {});

    /// Whether later ones are only counted: a reason not to look for hints any more.
    bool is_full() const { return all_.size() >= kDiagnosticsMax; }
    bool has_errors() const { return error_count_ > 0; }
    std::size_t error_count() const { return error_count_; }
    const std::vector<Diagnostic>& all() const { return all_; }

    /// All of them by place in the text; at one place errors come first.
    std::vector<Diagnostic> sorted() const;

private:
    void add(Diagnostic diagnostic);

    std::vector<Diagnostic> all_;
    std::size_t error_count_ = 0;
};

}  // namespace domain::opal::source
