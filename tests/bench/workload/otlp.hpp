#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/bench/workload/chance.hpp"
#include "tests/bench/workload/generator.hpp"
#include "tests/bench/workload/k8s.hpp"

namespace bench::workload {

/// Spans of fifteen services that call each other. A line is one export request in JSON: the next 512 spans of one service.
class OtlpTraces final : public Generator {
public:
    explicit OtlpTraces(std::uint64_t seed);

    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }

    static constexpr std::size_t kServices = 15;
    static constexpr std::size_t kBatch = 512;

private:
    struct Batch {
        std::string spans;
        std::size_t count = 0;
    };
    struct Parent {
        std::uint64_t service = 0;
        std::uint64_t span = 0;
        std::uint64_t begin = 0;  ///< nanoseconds
        std::uint64_t length = 0;
        int depth = 0;
        bool failed = false;
    };

    void trace();
    void append_span(std::uint64_t trace, const Parent& span, std::uint64_t parent);
    void append_attributes(std::string& out, std::uint64_t service, std::uint64_t span);

    Chance chance_;
    ZipfMandelbrot skew_{20'000, 1.1};
    std::array<Batch, kServices> batches_;
    std::vector<std::size_t> full_;
    std::uint64_t time_;
    std::uint64_t spans_made_ = 0;
    std::uint64_t events_ = 0;
};

/// The messages of `k8s` as log records; a line is a request with 512 of them.
class OtlpLogs final : public Generator {
public:
    explicit OtlpLogs(std::uint64_t seed) : chance_(seed), lines_(seed) {}
    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }

private:
    Chance chance_;
    K8s lines_;
    std::uint64_t time_ = 1'732'206'349'000'000;
    std::uint64_t events_ = 0;
};

/// Ten gauges of each of a thousand hosts every ten seconds; a line is a request with the 2,000 points of 200 hosts.
class OtlpMetrics final : public Generator {
public:
    explicit OtlpMetrics(std::uint64_t seed) : chance_(seed), levels_(kHosts * kGauges, 50.0) {}
    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }

    static constexpr std::size_t kHosts = 1'000;
    static constexpr std::size_t kGauges = 10;

private:
    Chance chance_;
    std::vector<double> levels_;
    std::size_t host_ = 0;
    std::uint64_t round_ = 0;
    std::uint64_t generation_ = 0;  ///< counts the hosts that were replaced
    std::uint64_t events_ = 0;
};

}  // namespace bench::workload
