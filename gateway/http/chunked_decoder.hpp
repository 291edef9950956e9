#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gateway::http {

/// Takes chunked transfer coding off a body, in place: chunk data moves to the front of the same buffer. Chunk extensions
/// and trailers are skipped; both are bounded.
class ChunkedDecoder {
public:
    enum class Status {
        kNeedMore,
        kComplete,
        kMalformed,
    };
    struct Step {
        Status status = Status::kNeedMore;
        std::size_t consumed = 0;  ///< raw bytes used from `input`
        std::size_t produced = 0;  ///< bytes of the body written to `output`
    };

    /// Decodes `size` raw bytes at `input` to `output`, which is `input` itself or lies before it.
    Step decode(char* output, const char* input, std::size_t size);

private:
    enum class State { kSize, kExtension, kSizeEnd, kData, kDataReturn, kDataEnd, kTrailerStart, kTrailer, kFinalEnd };

    Status framing(char c);
    Status size_digit(char c);

    State state_ = State::kSize;
    std::uint64_t left_ = 0;         // of the present chunk
    int digits_ = 0;                 // of its size
    std::size_t overhead_ = 0;       // bytes of extensions and trailers so far
};

}  // namespace gateway::http
