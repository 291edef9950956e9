// Any bytes through the decoders of structured requests: OTLP as protobuf and as JSON, remote write, the bulk API, records of
// Firehose. No crash and no read beyond the body; what comes out is JSON objects, as many as were counted.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/collect/elastic/bulk_decoder.hpp"
#include "gateway/collect/json_scanner.hpp"
#include "gateway/collect/kinesis/firehose_records.hpp"
#include "gateway/collect/otlp/otlp_decoder.hpp"
#include "gateway/collect/prometheus/remote_write_decoder.hpp"
#include "gateway/collect/protobuf/json_to_wire.hpp"
#include "gateway/collect/text_position.hpp"

namespace {

using namespace gateway;
using collect::otlp::Signal;

/// A slab of exactly this size, so that a sanitizer sees the first byte beyond it.
http::Slab exact_slab(std::string_view text) {
    std::shared_ptr<char> memory(new char[text.size()], std::default_delete<char[]>());
    if (!text.empty()) std::memcpy(memory.get(), text.data(), text.size());
    http::Slab slab(memory, text.size());
    slab.resize(text.size());
    return slab;
}

/// True at the end of the body, false after a refusal.
bool drive(collect::Decoder& decoder) {
    for (;;) {
        const auto step = decoder.step();
        if (!step) return false;
        if (*step) return true;
    }
}

/// `texts`: how many JSON objects there are for each observation.
void check(collect::PayloadBuilder& payload, std::int64_t texts) {
    const auto parts = payload.finish();
    if (!parts) return;
    for (const auto& part : *parts) {
        http::Slab body = exact_slab(part.bytes.view());
        http::SlabPool pool;
        collect::PayloadBuilder again(body, pool);
        collect::JsonScanner scanner(body, again);
        if (!drive(scanner)) std::abort();
        if (again.count() != part.count * texts) std::abort();
    }
}

void take_otlp(Signal signal, std::string_view wire) {
    const http::Slab body = exact_slab(wire);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::otlp::OtlpDecoder decoder(signal, body.view(), payload);
    if (drive(decoder)) check(payload, 1);
}

void take_otlp_json(Signal signal, std::string_view text) {
    if (collect::first_invalid_utf8(text)) return;
    const http::Slab body = exact_slab(text);
    http::SlabPool pool;
    collect::protobuf::JsonToWire converter(body.view(), *collect::otlp::signal_rule(signal).request, pool);
    for (bool done = false; !done;) {
        const auto step = converter.step(7);
        if (!step) return;
        done = *step;
    }
    const http::Slab wire = converter.take_wire();
    // What the converter writes is never malformed, only too deep or too large.
    const http::Slab made = exact_slab(wire.view());
    collect::PayloadBuilder payload(made, pool);
    collect::otlp::OtlpDecoder decoder(signal, made.view(), payload);
    for (;;) {
        const auto step = decoder.step();
        if (!step && step.error().message().find("too deep") == std::string::npos) std::abort();
        if (!step) return;
        if (*step) break;
    }
    check(payload, 1);
}

void take_remote_write(std::string_view wire) {
    const http::Slab body = exact_slab(wire);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::prometheus::RemoteWriteDecoder decoder(body.view(), {{"tag", "\"a\""}}, payload);
    if (drive(decoder)) check(payload, 2);
}

void take_bulk(std::string_view text) {
    const http::Slab body = exact_slab(text);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::elastic::BulkDecoder decoder(body.view(), ",\"tag\":\"a\"", payload);
    if (drive(decoder)) check(payload, 2);
}

void take_record(std::string_view text) {
    const http::Slab body = exact_slab(text);
    http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::kinesis::write_record(body.view(), payload);
    check(payload, 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 9) {
        case 0: take_otlp(Signal::kLogs, text); break;
        case 1: take_otlp(Signal::kMetrics, text); break;
        case 2: take_otlp(Signal::kTraces, text); break;
        case 3: take_otlp_json(Signal::kLogs, text); break;
        case 4: take_otlp_json(Signal::kMetrics, text); break;
        case 5: take_otlp_json(Signal::kTraces, text); break;
        case 6: take_remote_write(text); break;
        case 7: take_bulk(text); break;
        default: take_record(text);
    }
    return 0;
}
