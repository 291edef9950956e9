// workload NAME [--seed N] [--count N] [--signal traces|logs|metrics] [--combined] [--faults]: writes events of a shape to the
// standard output, one a line, at least as many as asked; the same arguments give the same bytes. Names: bluesky, access,
// k8s, otlp (a line is one export request).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/bench/workload/generator.hpp"

namespace {

int usage() {
    std::fprintf(stderr, "usage: workload bluesky|access|k8s|otlp [--seed N] [--count N] [--signal traces|logs|metrics] [--combined] [--faults]\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    bench::workload::GeneratorOptions options;
    for (int i = 2; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--combined") options.combined = true;
        else if (name == "--faults") options.faults = true;
        else if (++i == argc) return usage();
        else if (name == "--seed") options.seed = std::strtoull(argv[i], nullptr, 10);
        else if (name == "--count") options.count = std::strtoull(argv[i], nullptr, 10);
        else if (name == "--signal") options.signal = argv[i];
        else return usage();
    }
    const auto generator = argc < 2 ? nullptr : bench::workload::make_generator(argv[1], options);
    if (!generator) return usage();
    std::string text;
    while (generator->events() < options.count) {
        generator->append(text);
        if (text.size() < 1'000'000) continue;
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return 1;
        text.clear();
    }
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? 0 : 1;
}
