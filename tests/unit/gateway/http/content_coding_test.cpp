#include <catch2/catch.hpp>

#include <string>

#include <brotli/encode.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include "gateway/http/content_coding.hpp"
#include "gateway/http/gzip_encoder.hpp"
#include "infra/runtime/run_async.hpp"

using namespace gateway::http;
using domain::base::ErrorCode;
using domain::base::Result;

namespace {

std::string deflated(const std::string& text, int window_bits) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
    std::string out(text.size() + 1000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

std::string gzipped(const std::string& text) { return deflated(text, 15 + 16); }

std::string zstd(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string brotli(const std::string& text) {
    std::size_t size = BrotliEncoderMaxCompressedSize(text.size()) + 100;
    std::string out(size, '\0');
    BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, text.size(),
                          reinterpret_cast<const std::uint8_t*>(text.data()), &size, reinterpret_cast<std::uint8_t*>(out.data()));
    out.resize(size);
    return out;
}

std::string snapped(const std::string& text) {
    std::string out;
    snappy::Compress(text.data(), text.size(), &out);
    return out;
}

std::string coded(const std::string& text, std::string_view encoding) {
    if (encoding == "gzip") return gzipped(text);
    if (encoding == "zstd") return zstd(text);
    return encoding == "br" ? brotli(text) : snapped(text);
}

Result<std::string> decode(const std::string& body, std::string_view encoding, std::size_t bytes_max = 10'000'000) {
    SlabPool pool;
    auto slab = infra::runtime::run_async(decode_content(Slab::of(body), encoding, bytes_max, pool));
    if (!slab) return slab.error();
    return std::string(slab->view());
}

}  // namespace

TEST_CASE("every coding is taken off") {
    const std::string text(GENERATE(0, 1, 100, 300'000, 2'000'000), 'a');
    CHECK(decode(text, "").value() == text);
    CHECK(decode(text, "identity").value() == text);
    CHECK(decode(gzipped(text), "gzip").value() == text);
    CHECK(decode(gzipped(text), " X-GZIP ").value() == text);
    CHECK(decode(deflated(text, 15), "deflate").value() == text);
    CHECK(decode(deflated(text, -15), "deflate").value() == text);
    CHECK(decode(zstd(text), "zstd").value() == text);
    CHECK(decode(zstd(gzipped(text)), "gzip, zstd").value() == text);
    CHECK(decode(brotli(text), "br").value() == text);
    CHECK(decode(snapped(text), "snappy").value() == text);
}

TEST_CASE("members and frames after another are one body") {
    CHECK(decode(gzipped("one ") + gzipped("two"), "gzip").value() == "one two");
    CHECK(decode(zstd("one ") + zstd("two"), "zstd").value() == "one two");
}

TEST_CASE("an empty body needs no decoding") {
    CHECK(decode("", "gzip").value().empty());
    CHECK(decode("", "unheard-of").value().empty());
}

TEST_CASE("the limit counts decoded bytes") {
    const std::string exact(1000, 'x');
    const std::string over(1001, 'x');
    for (const char* encoding : {"gzip", "zstd", "br", "snappy"}) {
        const auto code = [&](const std::string& text) { return coded(text, encoding); };
        CHECK(decode(code(exact), encoding, 1000).value() == exact);
        CHECK(decode(code(over), encoding, 1000).error().code() == ErrorCode::kTooLarge);
        CHECK(decode(code(std::string(9'000'000, 'x')), encoding, 1000).error().code() == ErrorCode::kTooLarge);
    }
}

TEST_CASE("corrupt and unknown codings are told apart") {
    std::string flipped = gzipped(std::string(1000, 'a') + "b");
    flipped[flipped.size() - 5] = static_cast<char>(flipped[flipped.size() - 5] ^ 1);
    const std::string whole = gzipped("some text");
    CHECK(decode(flipped, "gzip").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode(whole.substr(0, whole.size() - 3), "gzip").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode(whole + "garbage", "gzip").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode("{}", "gzip").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode("x", "deflate").error().code() == ErrorCode::kInvalidArgument);
    const std::string frame = zstd("some text, some text");
    CHECK(decode(frame.substr(0, frame.size() - 2), "zstd").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode("nonsense", "zstd").error().code() == ErrorCode::kInvalidArgument);
    for (const char* encoding : {"br", "snappy"}) {
        const std::string block = coded("some text, some text", encoding);
        CHECK(decode(block.substr(0, block.size() - 2), encoding).error().code() == ErrorCode::kInvalidArgument);
        CHECK(decode(block + "x", encoding).error().code() == ErrorCode::kInvalidArgument);
        CHECK(decode("\x01", encoding).error().code() == ErrorCode::kInvalidArgument);
    }
    // 5 MB announced in four bytes are not believed.
    CHECK(decode("\xc0\x96\xb1\x02", "snappy").error().code() == ErrorCode::kInvalidArgument);
    CHECK(decode("{}", "compress").error().code() == ErrorCode::kUnsupportedMedia);
    CHECK(decode(whole, "gzip, gzip, gzip").error().code() == ErrorCode::kUnsupportedMedia);
}

TEST_CASE("what the gzip encoder writes can be read") {
    const std::string text(GENERATE(0, 10, 200'000), 'q');
    GzipEncoder encoder;
    std::string out;
    encoder.encode(std::string_view(text).substr(0, text.size() / 2), false, out);
    encoder.encode(std::string_view(text).substr(text.size() / 2), true, out);
    CHECK(decode(out, "gzip").value() == text);
}

TEST_CASE("a client accepts gzip when it says so") {
    CHECK(accepts_gzip("gzip"));
    CHECK(accepts_gzip("deflate, GZip;q=0.5"));
    CHECK(accepts_gzip("*"));
    CHECK_FALSE(accepts_gzip(""));
    CHECK_FALSE(accepts_gzip("br, zstd"));
    CHECK_FALSE(accepts_gzip("gzip;q=0"));
    CHECK_FALSE(accepts_gzip("gzip; q=0.000"));
}
