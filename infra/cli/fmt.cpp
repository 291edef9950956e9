// opalite fmt: OPAL scripts in canonical form.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "domain/opal/format/formatter.hpp"
#include "domain/opal/source/diagnostic_renderer.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/options.hpp"

namespace infra::cli {
namespace {

namespace source = domain::opal::source;

std::vector<OptionSpec> specs(bool& check) {
    return {{"check", "", "writes nothing; names the files that are not formatted and fails when there are any", keep_flag(check)}};
}

/// The formatted text, or nothing after its mistakes were printed.
std::optional<std::string> format(const std::string& text, const std::string& name) {
    const source::SourceText script(text, name);
    source::Diagnostics diagnostics;
    auto formatted = domain::opal::format::format(script, diagnostics);
    if (!formatted) std::cerr << source::render(diagnostics, script);
    return formatted;
}

std::string read(std::istream& stream) { return {std::istreambuf_iterator<char>(stream), {}}; }

ExitStatus format_input(bool check) {
    const std::string text = read(std::cin);
    const auto formatted = format(text, "standard input");
    if (!formatted) return ExitStatus::kFailure;
    if (check) return *formatted == text ? ExitStatus::kSuccess : failure("standard input is not formatted");
    std::cout << *formatted << std::flush;
    return std::cout ? ExitStatus::kSuccess : failure("cannot write the result");
}

/// Replaces the file as a whole, so that a failure leaves the old one.
bool replace(const std::string& file, const std::string& text) {
    const std::string part = file + ".part";
    std::ofstream stream(part, std::ios::binary);
    stream << text << std::flush;
    if (!stream) return false;
    stream.close();
    std::error_code error;
    std::filesystem::permissions(part, std::filesystem::status(file).permissions(), error);
    std::filesystem::rename(part, file, error);
    return !error;
}

ExitStatus format_file(const std::string& file, bool check) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return failure("cannot read " + file);
    const std::string text = read(stream);
    const auto formatted = format(text, file);
    if (!formatted) return ExitStatus::kFailure;
    if (*formatted == text) return ExitStatus::kSuccess;
    if (check) return failure("not formatted: " + file);
    return replace(file, *formatted) ? ExitStatus::kSuccess : failure("cannot write " + file);
}

}  // namespace

std::string help_fmt() {
    bool check = false;
    return "usage: opalite fmt [--check] [FILE...]\n\nFormats OPAL scripts: one statement a line, lines of 100 characters, comments "
           "kept. Files are rewritten; without a\nfile standard input is formatted to standard output. A script with syntax errors "
           "stays as it is.\n\n" + describe(specs(check));
}

ExitStatus run_fmt(const Words& words) {
    bool check = false;
    const ParsedWords parsed = parse_options(words, specs(check));
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "fmt");
    if (parsed.positional.empty()) return format_input(check);
    ExitStatus status = ExitStatus::kSuccess;
    for (const std::string& file : parsed.positional) {
        if (format_file(file, check) != ExitStatus::kSuccess) status = ExitStatus::kFailure;
    }
    return status;
}

}  // namespace infra::cli
