#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateway/collect/decoder.hpp"

/// What a decoder makes of a body: the payload of all parts one after the other (white space outside strings squeezed out of
/// its ends), the number of observations, or the error.
struct Decoded {
    std::string payload;
    std::int64_t count = 0;
    std::vector<std::int64_t> counts;
    std::string error;
    domain::base::ErrorCode code = domain::base::ErrorCode::kInternal;
};

inline Decoded decode(gateway::collect::WireFormat format, std::string_view text) {
    // Exactly as large as the body, so that a sanitizer sees every byte read or written beyond it.
    std::shared_ptr<char> memory(new char[text.size()], std::default_delete<char[]>());
    gateway::http::Slab body(memory, text.size());
    std::copy(text.begin(), text.end(), body.data());
    body.resize(text.size());
    gateway::http::SlabPool pool;
    gateway::collect::PayloadBuilder builder(body, pool);
    const auto decoder = gateway::collect::make_decoder(format, body, builder);
    Decoded decoded;
    for (bool done = text.empty(); !done;) {
        const auto step = decoder->step();
        if (!step) {
            decoded.error = step.error().message();
            decoded.code = step.error().code();
            return decoded;
        }
        done = *step;
    }
    const auto parts = builder.finish();
    if (!parts) {
        decoded.error = parts.error().message();
        decoded.code = parts.error().code();
        return decoded;
    }
    for (const auto& part : *parts) {
        decoded.payload += part.bytes.view();
        if (!decoded.payload.ends_with('\n')) decoded.payload += '\n';
        decoded.count += part.count;
        decoded.counts.push_back(part.count);
    }
    return decoded;
}
