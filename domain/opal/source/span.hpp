#pragma once

#include <algorithm>
#include <cstdint>

namespace domain::opal::source {

/// The bytes [begin, end) of one source text.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that holds both.
inline Span join(Span a, Span b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

}  // namespace domain::opal::source
