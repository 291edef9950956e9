#include "gateway/collect/text_decoder.hpp"

#include "gateway/collect/text_position.hpp"

namespace gateway::collect {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

domain::base::Result<bool> TextDecoder::step() {
    if (!checked_) {
        if (const auto fault = first_invalid_utf8(body_)) return malformed("text", body_, *fault, "invalid UTF-8");
        if (body_.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
        checked_ = true;
    }
    const std::size_t stop = offset_ + kStepBytes;
    while (offset_ < body_.size() && offset_ < stop && !payload_.failed()) {
        const std::size_t end = std::min(body_.find('\n', offset_), body_.size());
        std::string_view line = body_.substr(offset_, end - offset_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty()) {
            payload_.begin();
            payload_.append(R"({"text":")");
            payload_.append_escaped(line);
            payload_.append(R"("})");
            payload_.end();
        }
        offset_ = end + 1;
    }
    return offset_ >= body_.size() || payload_.failed();
}

}  // namespace gateway::collect
