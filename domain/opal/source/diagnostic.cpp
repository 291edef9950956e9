#include "domain/opal/source/diagnostic.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace domain::opal::source {

std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::kError: return "error";
        case Severity::kWarning: return "warning";
        case Severity::kInfo: return "info";
    }
    return "error";
}

void Diagnostics::error(std::string_view code, Span span, std::string message, std::string hint) {
    add({Severity::kError, code, span, std::move(message), std::move(hint)});
}

void Diagnostics::warning(std::string_view code, Span span, std::string message, std::string hint) {
    add({Severity::kWarning, code, span, std::move(message), std::move(hint)});
}

void Diagnostics::info(std::string_view code, Span span, std::string message, std::string hint) {
    add({Severity::kInfo, code, span, std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::kError) ++error_count_;
    if (all_.size() < kDiagnosticsMax) all_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    std::vector<Diagnostic> result = all_;
    std::stable_sort(result.begin(), result.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tuple(a.span.begin, a.severity) < std::tuple(b.span.begin, b.severity);
    });
    return result;
}

}  // namespace domain::opal::source
