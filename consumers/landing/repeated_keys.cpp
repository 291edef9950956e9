#include "consumers/landing/repeated_keys.hpp"

#include <algorithm>

namespace consumers::landing {
namespace {

/// Deeper values are not looked into; the collector refuses them.
constexpr std::size_t kDepthMax = 1000;
constexpr std::size_t kSearchedMax = 16;

}  // namespace

bool RepeatedKeys::in(const char* text, const std::uint32_t* first, const std::uint32_t* last) {
    keys_.clear();
    frames_.clear();
    for (const std::uint32_t* at = first; at != last; ++at) {
        switch (text[*at]) {
            case '{':
                if (frames_.size() == kDepthMax) return false;
                frames_.push_back(keys_.size());
                break;
            case '}':
                if (frames_.empty()) return false;
                if (end_object(frames_.back())) return true;
                keys_.resize(frames_.back());
                frames_.pop_back();
                break;
            case '"': {
                const bool is_key = at + 1 != last && text[at[1]] == ':';
                if (!is_key) break;
                const Cursor cursor{text, at, last};
                std::string_view key;
                if (!cursor.string(key)) return false;
                if (key.find('\\') != std::string_view::npos) return true;
                keys_.push_back(key);
                break;
            }
            default: break;
        }
    }
    return false;
}

bool RepeatedKeys::end_object(std::size_t begin) {
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (keys_.size() - begin > kSearchedMax) {
        std::sort(first, keys_.end());
        return std::adjacent_find(first, keys_.end()) != keys_.end();
    }
    for (auto key = first; key != keys_.end(); ++key) {
        if (std::find(first, key, *key) != key) return true;
    }
    return false;
}

}  // namespace consumers::landing
