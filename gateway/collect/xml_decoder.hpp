#pragma once

#include <cstddef>
#include <string_view>

#include "gateway/collect/decoder.hpp"

namespace gateway::collect {

/// Start and end tags of a document; the tree takes some 150 bytes for each.
inline constexpr std::size_t kXmlTagsMax = 400'000;

/// XML: the document is one observation, an object with one member for the root element. It is made like this:
///
///     <a>text</a>                "a": "text"            an element with nothing but text is a string, an empty one ""
///     <a x="1">text</a>          "a": {"@x": "1", "#text": "text"}
///     <a><b>1</b><c/></a>        "a": {"b": "1", "c": ""}
///     <a><b>1</b><b>2</b></a>    "a": {"b": ["1", "2"]}  elements of one name become an array in the place of the first
///     <a>x<b>1</b>y</a>          "a": {"#text": "xy", "b": "1"}
///
/// Names keep their prefixes. Text loses white space at its ends when it has elements beside it; CDATA is text; comments,
/// processing instructions and the document type are left out. All values are strings. UTF-8, UTF-16, UTF-32 and ISO 8859-1 are
/// told apart by byte order mark or declaration.
///
/// Nothing outside of the body is read, and entities other than the five of XML and character references stay as they stand: a
/// document type cannot define any. Refuses what is not well-formed, nesting over limits::json_depth_max, and bodies over
/// limits::observation_bytes_max or with more than kXmlTagsMax tags, which bounds the tree in memory.
class XmlDecoder final : public Decoder {
public:
    XmlDecoder(std::string_view body, PayloadBuilder& payload) : body_(body), payload_(payload) {}
    domain::base::Result<bool> step() override;

private:
    std::string_view body_;
    PayloadBuilder& payload_;
};

}  // namespace gateway::collect
