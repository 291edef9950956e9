// What the OPAL compiler costs: CPU milliseconds from the text of a pipeline to its SQL.
//   compile_bench [ROUNDS]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "domain/opal/compiler/compiler.hpp"

namespace {

namespace catalog = domain::catalog;
namespace compiler = domain::opal::compiler;

/// An Event dataset of `columns` columns of all the usual types.
catalog::Dataset dataset(int columns) {
    catalog::Dataset made;
    made.name = "wide";
    made.schema.columns.push_back({"ts", catalog::Type::kTimestamp});
    made.schema.valid_from = "ts";
    constexpr catalog::Type kTypes[] = {catalog::Type::kString, catalog::Type::kInt64, catalog::Type::kFloat64, catalog::Type::kObject};
    for (int i = 1; i < columns; ++i) made.schema.columns.push_back({"c" + std::to_string(i), kTypes[i % 4]});
    return made;
}

/// 50 statements: columns, filters, patterns, windows, groups.
std::string fifty_verbs() {
    std::string text;
    for (int i = 1; i <= 44; i += 4) {
        const std::string n = std::to_string(i);
        text += "make_col a" + n + ":coalesce(c" + std::to_string(4 * i) + ", \"-\"), b" + n + ":c" + std::to_string(4 * i + 1) + " * 2\n";
        text += "filter a" + n + " != \"x\" and b" + n + " > " + n + " or string(c" + std::to_string(4 * i + 3) + ".k.l) ~ error\n";
        text += "make_col w" + n + ":window(sum(b" + n + "), group_by(a" + n + "), frame(back:5m))\n";
        text += "extract_regex c" + std::to_string(4 * i + 4) + ", /user=(?P<u" + n + ">[a-z]+)/\n";
    }
    text += "drop_col c1, c2\nsort desc(b1)\nfilter <timeout -debug>\n";
    text += "timechart 5m, n:count(), p:percentile(b1, 0.9), group_by(a1, a5)\nfilter n > 3\nstatsby m:max(n), group_by(a1)\n";
    return text;
}

double cpu_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void measure(const char* name, const std::string& pipeline, int rounds) {
    const std::vector<catalog::Dataset> datasets{dataset(300)};
    compiler::Stage stage{"main", pipeline, {}};
    stage.inputs.push_back({"wide", compiler::DatasetInput{0}});
    const std::vector<compiler::Stage> stages{stage};
    std::size_t bytes = 0;
    const double start = cpu_milliseconds();
    for (int i = 0; i < rounds; ++i) {
        const compiler::Compilation compilation = compiler::compile(
            {.datasets = datasets, .stages = stages, .output_stage = 0, .window = {0, 3'600'000'000'000}, .row_limit = {}});
        if (compilation.has_errors) {
            std::fprintf(stderr, "%s", compiler::render_diagnostics(compilation).c_str());
            std::exit(1);
        }
        const std::vector<std::vector<catalog::Segment>> segments(compiler::segment_queries(compilation, datasets).size());
        bytes += compiler::emit(compilation, segments).sql.size();
    }
    const double each = (cpu_milliseconds() - start) / rounds;
    std::printf("%-48s %8.3f ms CPU, %zu bytes of SQL\n", name, each, bytes / static_cast<std::size_t>(rounds));
}

}  // namespace

int main(int argc, char* argv[]) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
    measure("one filter, 300 columns", "filter c4 = \"a\"", rounds);
    measure("group and sort, 300 columns", "statsby n:count(), group_by(c4, c8) | sort desc(n) | limit 10", rounds);
    measure("50 verbs, 300 columns", fifty_verbs(), rounds);
}
