#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gateway::http {

/// Compresses a response in pieces.
class GzipEncoder {
public:
    GzipEncoder();
    ~GzipEncoder();

    /// Appends what is ready to `out`; `last` ends the gzip member.
    void encode(std::string_view input, bool last, std::string& out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gateway::http
