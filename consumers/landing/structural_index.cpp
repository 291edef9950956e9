#include "consumers/landing/structural_index.hpp"

#include <algorithm>

#include <simdjson.h>

namespace consumers::landing {

namespace base = domain::base;

// simdjson's front ends find one value at a time in the parser's own order; shredding wants the index itself.
struct StructuralIndex::Parser {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> implementation;
};

StructuralIndex::StructuralIndex() : parser_(std::make_unique<Parser>()) {}
StructuralIndex::~StructuralIndex() = default;

base::Result<void> StructuralIndex::index(std::string_view text) { return run(text, true); }
base::Result<void> StructuralIndex::index_beginning(std::string_view text) { return run(text, false); }

base::Result<void> StructuralIndex::run(std::string_view text, bool is_whole) {
    auto& implementation = parser_->implementation;
    if (!implementation || implementation->capacity() < text.size()) {
        constexpr std::size_t kDepth = 1;  // only the second stage, which does not run here, keeps a stack
        const std::size_t capacity = std::max(text.size() + text.size() / 4, std::size_t{64} * 1024);
        const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, kDepth, implementation);
        if (error) return base::Error(base::ErrorCode::kResourceExhausted, simdjson::error_message(error));
    }
    const auto mode = is_whole ? simdjson::stage1_mode::regular : simdjson::stage1_mode::streaming_partial;
    const auto error = implementation->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), mode);
    if (error) return base::Error(base::ErrorCode::kInvalidArgument, simdjson::error_message(error));
    return {};
}

const std::uint32_t* StructuralIndex::begin() const { return parser_->implementation->structural_indexes.get(); }
const std::uint32_t* StructuralIndex::end() const { return begin() + parser_->implementation->n_structural_indexes; }

bool Cursor::skip(std::string_view& value) {
    const std::uint32_t* const first = at;
    std::size_t depth = 0;
    do {
        if (done()) return false;
        const char c = text[*at++];
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') {
            if (depth == 0) return false;
            --depth;
        }
    } while (depth > 0);
    value = std::string_view(text + *first, token_end(at - 1) - *first);
    return true;
}

}  // namespace consumers::landing
