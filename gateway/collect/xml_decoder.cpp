#include "gateway/collect/xml_decoder.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <pugixml.hpp>

#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
namespace limits = domain::base::limits;

/// Entities of a document type are not known to pugixml, whatever the flags; the document type itself is passed over.
constexpr unsigned kFlags = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_wconv_attribute;

std::string_view trim(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const auto begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

/// Writes one element after the other; stops at what is too deep or too large.
class Writer {
public:
    /// False when a limit was hit; then `fault` says which.
    bool write_element(const pugi::xml_node& element, std::size_t depth) {
        if (depth > limits::json_depth_max) {
            fault = Error(ErrorCode::kInvalidArgument,
                          "malformed XML: nesting is too deep, the limit is " + std::to_string(limits::json_depth_max));
            return false;
        }
        std::string text;
        std::vector<Group> groups = group_children(element, text);
        if (!element.first_attribute() && groups.empty()) {
            write_string(json, text);
            return true;
        }
        json += '{';
        for (const pugi::xml_attribute& attribute : element.attributes()) {
            write_name("@" + std::string(attribute.name()));
            write_string(json, attribute.value());
        }
        const std::string_view kept = groups.empty() ? std::string_view(text) : trim(text);
        if (!kept.empty()) {
            write_name("#text");
            write_string(json, kept);
        }
        for (const Group& group : groups) {
            write_name(group.front().name());
            if (!write_group(group, depth)) return false;
        }
        json += '}';
        return true;
    }

    std::string json;
    std::optional<Error> fault;

private:
    using Group = std::vector<pugi::xml_node>;

    /// Elements of one name together, in the order of their first; `text` gets the rest.
    static std::vector<Group> group_children(const pugi::xml_node& element, std::string& text) {
        std::vector<Group> groups;
        std::unordered_map<std::string_view, std::size_t> known;
        for (const pugi::xml_node& child : element.children()) {
            if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) text += child.value();
            if (child.type() != pugi::node_element) continue;
            const auto [at, added] = known.emplace(child.name(), groups.size());
            if (added) groups.emplace_back();
            groups[at->second].push_back(child);
        }
        return groups;
    }

    bool write_group(const Group& group, std::size_t depth) {
        const bool array = group.size() > 1;
        if (array) json += '[';
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (i > 0) json += ',';
            if (!write_element(group[i], depth + (array ? 2 : 1))) return false;
        }
        if (array) json += ']';
        return true;
    }

    void write_name(std::string_view name) {
        if (json.back() != '{') json += ',';
        write_string(json, name);
        json += ':';
    }
};

}  // namespace

Result<bool> XmlDecoder::step() {
    if (body_.size() > limits::observation_bytes_max) {
        return Error(ErrorCode::kTooLarge,
                     "an XML document is too large, the limit in bytes is " + std::to_string(limits::observation_bytes_max));
    }
    if (static_cast<std::size_t>(std::count(body_.begin(), body_.end(), '<')) > kXmlTagsMax) {
        return Error(ErrorCode::kTooLarge, "an XML document has too many tags, the limit is " + std::to_string(kXmlTagsMax));
    }
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(body_.data(), body_.size(), kFlags);
    const auto place = static_cast<std::size_t>(parsed.offset);
    if (parsed.status == pugi::status_out_of_memory) return Error(ErrorCode::kUnavailable, "not enough memory for XML");
    if (!parsed) return malformed("XML", body_, std::min(place, body_.size()), parsed.description());
    const pugi::xml_node root = document.document_element();
    for (const pugi::xml_node& node : document.children()) {
        if (node.type() == pugi::node_element && node != root) {
            return Error(ErrorCode::kInvalidArgument, "malformed XML: a second root element: " + std::string(node.name()));
        }
    }
    Writer writer;
    writer.json = "{";
    write_string(writer.json, root.name());
    writer.json += ':';
    if (!writer.write_element(root, 2)) return *writer.fault;
    writer.json += '}';
    payload_.begin();
    payload_.append(writer.json);
    payload_.end();
    return true;
}

}  // namespace gateway::collect
