#pragma once

#include <cstddef>
#include <string_view>

#include "gateway/collect/decoder.hpp"

namespace gateway::collect {

/// Plain text: each line is one observation `{"text":"<line>"}`. Lines end with LF or CRLF, the last one may end with the
/// body; empty ones are left out, a byte order mark is skipped. Refuses what is not UTF-8.
class TextDecoder final : public Decoder {
public:
    TextDecoder(std::string_view body, PayloadBuilder& payload) : body_(body), payload_(payload) {}
    domain::base::Result<bool> step() override;

private:
    std::string_view body_;
    PayloadBuilder& payload_;
    std::size_t offset_ = 0;
    bool checked_ = false;
};

}  // namespace gateway::collect
