#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace bench::workload {

/// Makes lines of one shape, in an endless sequence that its seed decides alone.
class Generator {
public:
    virtual ~Generator() = default;

    /// Appends the next line and its line break. A line has one event; of `otlp` it has one request.
    virtual void append(std::string& out) = 0;
    /// Events in the lines so far.
    virtual std::uint64_t events() const = 0;
};

/// What make_generator() can do besides the default.
struct GeneratorOptions {
    std::uint64_t seed = 1;
    std::uint64_t count = 1'000'000;  ///< events to come; long runs of bluesky follow the hours of a day
    std::string signal{"traces"};     ///< of otlp: traces, logs, metrics
    bool combined = false;            ///< access: Apache's combined format
    bool faults = false;              ///< access: malformed lines, lines of megabytes, batches that are sent again
};

/// By name: bluesky, access, k8s, otlp. Null for any other.
std::unique_ptr<Generator> make_generator(std::string_view name, const GeneratorOptions& options);

}  // namespace bench::workload
