#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace domain::base {

/// Immutable bytes with a shared owner: a slice of a request's slab, a record of the log, or a text of its own. Copying
/// shares; slicing does not copy.
class SharedBytes {
public:
    SharedBytes() = default;
    SharedBytes(std::shared_ptr<const void> owner, std::string_view bytes) : owner_(std::move(owner)), bytes_(bytes) {}

    /// Takes over a text.
    static SharedBytes of(std::string text) {
        auto owner = std::make_shared<const std::string>(std::move(text));
        const std::string_view bytes(*owner);
        return SharedBytes(std::move(owner), bytes);
    }

    std::string_view view() const { return bytes_; }
    std::size_t size() const { return bytes_.size(); }
    SharedBytes slice(std::size_t offset, std::size_t length) const {
        return SharedBytes(owner_, bytes_.substr(offset, length));
    }

private:
    std::shared_ptr<const void> owner_;
    std::string_view bytes_;
};

}  // namespace domain::base
