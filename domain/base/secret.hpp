#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace domain::base {

/// A text that must not be shown: it cannot be streamed, formatted or compared by accident, and is wiped at the end.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}
    Secret(const Secret&) = default;
    Secret(Secret&& other) noexcept : text_(std::exchange(other.text_, {})) {}
    Secret& operator=(const Secret&) = default;
    Secret& operator=(Secret&& other) noexcept {
        std::swap(text_, other.text_);
        return *this;
    }
    ~Secret();

    /// The text itself, for the one place that hashes, verifies or shows it once.
    const std::string& reveal() const { return text_; }
    bool empty() const { return text_.empty(); }

private:
    std::string text_;
};

/// True when both texts are equal; the time depends on the lengths only.
bool equal_in_constant_time(std::string_view left, std::string_view right);

}  // namespace domain::base
