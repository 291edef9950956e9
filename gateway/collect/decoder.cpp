#include "gateway/collect/decoder.hpp"

#include <array>
#include <utility>

#include "gateway/collect/csv_decoder.hpp"
#include "gateway/collect/json_scanner.hpp"
#include "gateway/collect/msgpack_decoder.hpp"
#include "gateway/collect/nested_decoder.hpp"
#include "gateway/collect/text_decoder.hpp"
#include "gateway/collect/xml_decoder.hpp"

namespace gateway::collect {

std::optional<WireFormat> wire_format(std::string_view media_type) {
    constexpr std::array<std::pair<std::string_view, WireFormat>, 13> kFormats{{
        {"", WireFormat::kJson},
        {"application/json", WireFormat::kJson},
        {"application/x-ndjson", WireFormat::kJson},
        {"application/ndjson", WireFormat::kJson},
        {"application/jsonl", WireFormat::kJson},
        {"text/json", WireFormat::kJson},
        {"text/csv", WireFormat::kCsv},
        {"text/plain", WireFormat::kText},
        {"application/xml", WireFormat::kXml},
        {"text/xml", WireFormat::kXml},
        {"application/msgpack", WireFormat::kMsgpack},
        {"application/x-msgpack", WireFormat::kMsgpack},
        {"application/vnd.msgpack", WireFormat::kMsgpack},
    }};
    for (const auto& [name, format] : kFormats) {
        if (media_type == name) return format;
    }
    return std::nullopt;
}

std::unique_ptr<Decoder> make_decoder(WireFormat format, http::Slab& body, PayloadBuilder& payload) {
    switch (format) {
        case WireFormat::kJson: return std::make_unique<JsonScanner>(body, payload);
        case WireFormat::kCsv: return std::make_unique<CsvDecoder>(body.view(), payload);
        case WireFormat::kText: return std::make_unique<TextDecoder>(body.view(), payload);
        case WireFormat::kXml: return std::make_unique<XmlDecoder>(body.view(), payload);
        case WireFormat::kNested: return std::make_unique<NestedDecoder>(body.view(), payload);
        case WireFormat::kMsgpack:
            return std::make_unique<MsgpackDecoder>(body.view(), payload, MsgpackDecoder::Shape::kPlain);
        case WireFormat::kFluent:
            return std::make_unique<MsgpackDecoder>(body.view(), payload, MsgpackDecoder::Shape::kFluent);
    }
    return nullptr;
}

}  // namespace gateway::collect
