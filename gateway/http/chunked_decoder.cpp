#include "gateway/http/chunked_decoder.hpp"

#include <algorithm>
#include <cstring>

namespace gateway::http {
namespace {

constexpr std::size_t kOverheadBytesMax = 16 * 1024;
constexpr int kSizeDigitsMax = 15;  // fits 60 bits: no overflow

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

ChunkedDecoder::Step ChunkedDecoder::decode(char* output, const char* input, std::size_t size) {
    Step step;
    while (step.consumed < size && step.status == Status::kNeedMore) {
        if (state_ == State::kData) {
            const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(left_, size - step.consumed));
            std::memmove(output + step.produced, input + step.consumed, length);
            step.produced += length;
            step.consumed += length;
            left_ -= length;
            if (left_ == 0) state_ = State::kDataReturn;
        } else {
            step.status = framing(input[step.consumed++]);
        }
    }
    return step;
}

ChunkedDecoder::Status ChunkedDecoder::size_digit(char c) {
    const int value = hex_value(c);
    if (value >= 0) {
        if (++digits_ > kSizeDigitsMax) return Status::kMalformed;
        left_ = left_ * 16 + static_cast<unsigned>(value);
        return Status::kNeedMore;
    }
    if (digits_ == 0) return Status::kMalformed;
    if (c == ';' || c == ' ' || c == '\t') {
        state_ = State::kExtension;
        return Status::kNeedMore;
    }
    state_ = State::kSizeEnd;
    return c == '\r' ? Status::kNeedMore : Status::kMalformed;
}

ChunkedDecoder::Status ChunkedDecoder::framing(char c) {
    const auto expect = [&](char wanted, State next) {
        state_ = next;
        return c == wanted ? Status::kNeedMore : Status::kMalformed;
    };
    switch (state_) {
        case State::kSize: return size_digit(c);
        case State::kExtension:
            if (++overhead_ > kOverheadBytesMax || c == '\n') return Status::kMalformed;
            if (c == '\r') state_ = State::kSizeEnd;
            return Status::kNeedMore;
        case State::kSizeEnd: return expect('\n', left_ > 0 ? State::kData : State::kTrailerStart);
        case State::kDataReturn: return expect('\r', State::kDataEnd);
        case State::kDataEnd:
            digits_ = 0;
            return expect('\n', State::kSize);
        case State::kTrailerStart:
            if (c == '\r') state_ = State::kFinalEnd;
            else state_ = State::kTrailer;
            return Status::kNeedMore;
        case State::kTrailer:
            if (++overhead_ > kOverheadBytesMax) return Status::kMalformed;
            if (c == '\n') state_ = State::kTrailerStart;
            return Status::kNeedMore;
        case State::kFinalEnd: return c == '\n' ? Status::kComplete : Status::kMalformed;
        case State::kData: break;
    }
    return Status::kMalformed;
}

}  // namespace gateway::http
