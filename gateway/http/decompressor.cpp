#include <string>

#include <brotli/decode.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include "gateway/http/content_coding.hpp"
#include "gateway/http/header_list.hpp"

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

/// A frame may ask for a window of 8 MiB at most (RFC 9659 §3); `zstd -19` stays below that.
constexpr int kZstdWindowLogMax = 23;

Error corrupt(std::string_view coding, std::string_view reason) {
    return Error(ErrorCode::kInvalidArgument,
                 "body is not valid " + std::string(coding) + ": " + std::string(reason));
}

/// gzip and zlib (`deflate`) streams; several gzip members after another are one body (RFC 1952 §2.2).
class ZlibDecompressor final : public Decompressor {
public:
    ZlibDecompressor(std::string_view name, std::string_view coded, int window_bits) : name_(name) {
        stream_.next_in = reinterpret_cast<const Bytef*>(coded.data());
        stream_.avail_in = static_cast<uInt>(coded.size());
        ready_ = inflateInit2(&stream_, window_bits) == Z_OK;
    }
    ~ZlibDecompressor() override {
        if (ready_) inflateEnd(&stream_);
    }
    ZlibDecompressor(const ZlibDecompressor&) = delete;
    ZlibDecompressor& operator=(const ZlibDecompressor&) = delete;

    Result<Step> step(char* output, std::size_t capacity) override {
        if (!ready_) return Error(ErrorCode::kUnavailable, "not enough memory to decompress");
        stream_.next_out = reinterpret_cast<Bytef*>(output);
        stream_.avail_out = static_cast<uInt>(capacity);
        const int status = inflate(&stream_, Z_NO_FLUSH);
        Step step;
        step.produced = capacity - stream_.avail_out;
        if (status == Z_STREAM_END) {
            step.done = stream_.avail_in == 0;
            if (!step.done && inflateReset(&stream_) != Z_OK) return corrupt(name_, "cannot restart");
            return step;
        }
        if (status == Z_OK || (status == Z_BUF_ERROR && stream_.avail_out == 0)) return step;
        if (status == Z_BUF_ERROR) return corrupt(name_, "it is cut short");
        return corrupt(name_, stream_.msg != nullptr ? stream_.msg : "cannot be decompressed");
    }

private:
    std::string_view name_;
    z_stream stream_{};
    bool ready_ = false;
};

class ZstdDecompressor final : public Decompressor {
public:
    explicit ZstdDecompressor(std::string_view coded)
        : context_(ZSTD_createDCtx()), input_{coded.data(), coded.size(), 0} {
        if (context_) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kZstdWindowLogMax);
    }

    Result<Step> step(char* output, std::size_t capacity) override {
        if (!context_) return Error(ErrorCode::kUnavailable, "not enough memory to decompress");
        ZSTD_outBuffer out{output, capacity, 0};
        const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &input_);
        if (ZSTD_isError(status) != 0) return corrupt("zstd", ZSTD_getErrorName(status));
        Step step;
        step.produced = out.pos;
        const bool all_read = input_.pos == input_.size;
        step.done = status == 0 && all_read;
        // Room was left, nothing more came in: the frame wants bytes that do not exist.
        if (!step.done && all_read && out.pos < out.size) return corrupt("zstd", "it is cut short");
        return step;
    }

private:
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    std::unique_ptr<ZSTD_DCtx, Free> context_;
    ZSTD_inBuffer input_;
};

/// Brotli (RFC 7932); its windows are 16 MiB at most, which is also what the decoder holds beside the output.
class BrotliDecompressor final : public Decompressor {
public:
    explicit BrotliDecompressor(std::string_view coded)
        : state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)),
          next_(reinterpret_cast<const std::uint8_t*>(coded.data())), left_(coded.size()) {}

    Result<Step> step(char* output, std::size_t capacity) override {
        if (!state_) return Error(ErrorCode::kUnavailable, "not enough memory to decompress");
        auto* out = reinterpret_cast<std::uint8_t*>(output);
        std::size_t room = capacity;
        const auto status = BrotliDecoderDecompressStream(state_.get(), &left_, &next_, &room, &out, nullptr);
        Step step;
        step.produced = capacity - room;
        if (status == BROTLI_DECODER_RESULT_SUCCESS) {
            if (left_ > 0) return corrupt("br", "bytes follow its end");
            step.done = true;
        } else if (status == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) {
            return corrupt("br", "it is cut short");
        } else if (status == BROTLI_DECODER_RESULT_ERROR) {
            return corrupt("br", "cannot be decompressed");
        }
        return step;
    }

private:
    struct Free {
        void operator()(BrotliDecoderState* state) const { BrotliDecoderDestroyInstance(state); }
    };
    std::unique_ptr<BrotliDecoderState, Free> state_;
    const std::uint8_t* next_;
    std::size_t left_;
};

}  // namespace

Result<std::unique_ptr<Decompressor>> make_decompressor(std::string_view coding, std::string_view coded) {
    constexpr int kGzipWindow = 15 + 16;
    constexpr int kZlibWindow = 15;
    constexpr int kRawWindow = -15;
    std::unique_ptr<Decompressor> made;
    if (equal_ignoring_case(coding, "gzip") || equal_ignoring_case(coding, "x-gzip")) {
        made = std::make_unique<ZlibDecompressor>("gzip", coded, kGzipWindow);
    } else if (equal_ignoring_case(coding, "deflate")) {
        // The name means zlib's format (RFC 9110 §8.4.1.2), but some clients send raw deflate. CM=8 and the check sum of the
        // first two bytes tell them apart.
        const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(coded[i])); };
        const bool zlib = coded.size() >= 2 && (byte(0) & 15) == 8 && (byte(0) * 256 + byte(1)) % 31 == 0;
        made = std::make_unique<ZlibDecompressor>("deflate", coded, zlib ? kZlibWindow : kRawWindow);
    } else if (equal_ignoring_case(coding, "zstd")) {
        made = std::make_unique<ZstdDecompressor>(coded);
    } else if (equal_ignoring_case(coding, "br")) {
        made = std::make_unique<BrotliDecompressor>(coded);
    } else {
        return Error(ErrorCode::kUnsupportedMedia, "unknown content encoding: " + std::string(coding));
    }
    return made;
}

}  // namespace gateway::http
