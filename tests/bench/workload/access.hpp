#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/workload/chance.hpp"
#include "tests/bench/workload/generator.hpp"

namespace bench::workload {

/// The access log of a web site: days with a peak and a trough, incidents of a minute on one host, few paths that are asked
/// for often, observations that come late.
class Access final : public Generator {
public:
    explicit Access(const GeneratorOptions& options);

    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }

private:
    struct Incident {
        std::uint64_t begin = 0;
        std::uint64_t host = 0;
    };
    struct Request {
        std::uint64_t time = 0;
        std::uint64_t host = 0;
        int status = 200;
        std::uint64_t bytes = 0;
        double duration = 0;
        bool incident = false;
    };

    void tick();
    Request request();
    void append_json(std::string& out, const Request& made);
    void append_combined(std::string& out, const Request& made);
    void append_fault(std::string& out);
    std::string path();
    std::string address();
    std::string_view method();

    Chance chance_;
    GeneratorOptions options_;
    ZipfMandelbrot tenants_{50, 1.2};
    ZipfMandelbrot paths_{5'000, 1.1};
    ZipfMandelbrot addresses_{200'000, 1.05};
    ZipfMandelbrot agents_{300, 1.3};
    ZipfMandelbrot users_{1'000'000, 1.1};
    std::vector<Incident> incidents_;  ///< of the current hour
    std::uint64_t hour_ = 0;
    std::uint64_t time_;
    std::uint64_t events_ = 0;
    std::string batch_;  ///< the lines since the last multiple of a thousand, to be sent again
};

}  // namespace bench::workload
