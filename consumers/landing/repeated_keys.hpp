#pragma once

#include <string_view>
#include <vector>

#include "consumers/landing/structural_index.hpp"

namespace consumers::landing {

/// Finds objects that repeat a key among values that are kept as text. Keys with escapes are taken for repeated ones, since
/// only unescaping could tell.
class RepeatedKeys {
public:
    /// Looks into the places [first, last) of an indexed text.
    bool in(const char* text, const std::uint32_t* first, const std::uint32_t* last);

private:
    bool end_object(std::size_t begin);

    std::vector<std::string_view> keys_;
    std::vector<std::size_t> frames_;  ///< where the keys of each open object begin
};

}  // namespace consumers::landing
