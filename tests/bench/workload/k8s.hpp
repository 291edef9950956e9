#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/workload/chance.hpp"
#include "tests/bench/workload/generator.hpp"
#include "tests/bench/workload/text.hpp"

namespace bench::workload {

/// Message templates of the components of a cluster, about four hundred. A letter behind % stands for a variable: n a
/// number, x hexadecimal digits, a an address, p a path, b a block, s a word.
const std::vector<std::string>& message_templates();

/// Logs of containers: text of known templates, objects with keys that nobody has seen before, stack traces, and pods that
/// repeat one line thousands of times a second.
class K8s final : public Generator {
public:
    explicit K8s(std::uint64_t seed);

    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }
    /// Only a message, as a JSON string.
    void append_text(std::string& out);

private:
    struct Pod {
        std::uint64_t deployment = 0;
        std::uint64_t node = 0;
        std::uint64_t labels = 0;
        std::string name;
    };

    void start_pod(Pod& pod);
    void append_line(std::string& out, const Pod& pod, std::string_view level, std::string_view message);
    std::string_view level();
    std::string message(std::string_view level);
    void append_template(std::string& out, const std::string& text);
    void append_trace(std::string& out);
    void append_object(std::string& out, int depth, std::uint64_t& keys);

    Chance chance_;
    Words words_{2'000};
    ZipfMandelbrot templates_;
    std::vector<Pod> pods_;
    std::uint64_t pods_started_ = 0;
    std::uint64_t time_;
    std::uint64_t events_ = 0;
    std::uint64_t burst_left_ = 0;
    std::size_t burst_pod_ = 0;
    std::string burst_message_;
};

}  // namespace bench::workload
