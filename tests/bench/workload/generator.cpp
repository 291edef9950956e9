#include "tests/bench/workload/generator.hpp"

#include "tests/bench/workload/access.hpp"
#include "tests/bench/workload/bluesky.hpp"
#include "tests/bench/workload/k8s.hpp"
#include "tests/bench/workload/otlp.hpp"

namespace bench::workload {

std::unique_ptr<Generator> make_generator(std::string_view name, const GeneratorOptions& options) {
    if (name == "bluesky") return std::make_unique<Bluesky>(options.seed, options.count);
    if (name == "access") return std::make_unique<Access>(options);
    if (name == "k8s") return std::make_unique<K8s>(options.seed);
    if (name != "otlp") return nullptr;
    if (options.signal == "traces") return std::make_unique<OtlpTraces>(options.seed);
    if (options.signal == "logs") return std::make_unique<OtlpLogs>(options.seed);
    if (options.signal == "metrics") return std::make_unique<OtlpMetrics>(options.seed);
    return nullptr;
}

}  // namespace bench::workload
