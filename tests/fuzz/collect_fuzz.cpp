// Any bytes through every decoder of gateway/collect, and through the chunked transfer coding. No crash and no read beyond the
// body; what comes out is JSON objects that the scanner itself accepts, as many as were counted; windows of any size find the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/collect/csv_decoder.hpp"
#include "gateway/collect/json_scanner.hpp"
#include "gateway/collect/msgpack_decoder.hpp"
#include "gateway/collect/nested_decoder.hpp"
#include "gateway/collect/text_decoder.hpp"
#include "gateway/collect/xml_decoder.hpp"
#include "gateway/http/chunked_decoder.hpp"

namespace {

using namespace gateway;

struct Outcome {
    bool accepted = false;
    std::int64_t count = 0;
    std::string payload;
};

/// A slab of exactly this size, so that a sanitizer sees the first byte beyond it.
http::Slab exact_slab(std::string_view text) {
    std::shared_ptr<char> memory(new char[text.size()], std::default_delete<char[]>());
    if (!text.empty()) std::memcpy(memory.get(), text.data(), text.size());
    http::Slab slab(memory, text.size());
    slab.resize(text.size());
    return slab;
}

Outcome drive(collect::Decoder& decoder, collect::PayloadBuilder& payload) {
    Outcome outcome;
    for (bool done = false; !done;) {
        const auto step = decoder.step();
        if (!step) return outcome;
        done = *step;
    }
    const auto parts = payload.finish();
    if (!parts) return outcome;
    outcome.accepted = true;
    for (const auto& part : *parts) {
        outcome.payload += part.bytes.view();
        outcome.payload += '\n';
        outcome.count += part.count;
    }
    return outcome;
}

Outcome scan_json(std::string_view text, std::size_t window_bytes) {
    http::Slab body = exact_slab(text);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::JsonScanner scanner(body, payload, window_bytes);
    return drive(scanner, payload);
}

template <class Decoder, class... Options>
Outcome convert(std::string_view text, Options... options) {
    const http::Slab body = exact_slab(text);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    Decoder decoder(body.view(), payload, options...);
    return drive(decoder, payload);
}

/// The payload is what the contract of domain/ingest/bundle.hpp says.
void check(const Outcome& outcome) {
    if (!outcome.accepted) return;
    const Outcome again = scan_json(outcome.payload, collect::JsonScanner::kWindowBytes);
    if (!again.accepted || again.count != outcome.count) std::abort();
    if (again.payload.find(R"({"text":")") != std::string::npos) return;
    if (again.count > 0 && outcome.payload.find(again.payload.substr(0, again.payload.size() - 1)) == std::string::npos) {
        std::abort();
    }
}

void decode_chunks(std::string_view raw, std::size_t part) {
    http::ChunkedDecoder decoder;
    std::string bytes(raw);
    for (std::size_t at = 0; at < bytes.size(); at += part) {
        const std::size_t size = std::min(part, bytes.size() - at);
        const auto step = decoder.decode(bytes.data() + at, bytes.data() + at, size);
        if (step.consumed > size || step.produced > step.consumed) std::abort();
        if (step.status != http::ChunkedDecoder::Status::kNeedMore) return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t window_bytes = std::size_t{1} + data[1];
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    switch (data[0] % 8) {
        case 0: {
            const Outcome whole = scan_json(text, collect::JsonScanner::kWindowBytes);
            check(whole);
            const Outcome pieces = scan_json(text, window_bytes);
            if (whole.accepted != pieces.accepted || whole.count != pieces.count) std::abort();
            if (whole.payload != pieces.payload) std::abort();
            break;
        }
        case 1: check(convert<collect::CsvDecoder>(text)); break;
        case 2: check(convert<collect::TextDecoder>(text)); break;
        case 4: check(convert<collect::MsgpackDecoder>(text, collect::MsgpackDecoder::Shape::kPlain)); break;
        case 5: check(convert<collect::MsgpackDecoder>(text, collect::MsgpackDecoder::Shape::kFluent)); break;
        case 6: check(convert<collect::NestedDecoder>(text)); break;
        case 7: check(convert<collect::XmlDecoder>(text)); break;
        default: decode_chunks(text, window_bytes);
    }
    return 0;
}
