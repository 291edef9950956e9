#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"
#include "gateway/collect/decoder.hpp"
#include "gateway/collect/payload_builder.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::collect {

/// Validates a body of JSON texts and finds its observations, in place.
///
///     body        = *( ws element-or-array ) ws       texts after one another, with or without lines between them
///     array       = "[" [ element *( "," element ) ] "]"     a top-level array is unrolled, one level
///     element     = any JSON text (RFC 8259)
///
/// An element that is an object is one observation as it stands; `[`, `,` and `]` of top-level arrays are overwritten with
/// spaces. Any other element becomes `{"text":"…"}`: the content of a string, the JSON text of the rest. Every valid text
/// is accepted, numbers of any size included; refused are invalid UTF-8, lone surrogates (no UTF-8 can hold them), nesting
/// over limits::json_depth_max, and elements over limits::observation_bytes_max.
class JsonScanner final : public Decoder {
public:
    /// What is indexed at once: small enough for the caches and for other connections to wait, large enough that most
    /// bodies are one piece.
    static constexpr std::size_t kWindowBytes = domain::base::limits::kMiB;

    JsonScanner(http::Slab& body, PayloadBuilder& payload, std::size_t window_bytes = kWindowBytes)
        : body_(body.data()), size_(body.size()), payload_(payload), window_bytes_(window_bytes), window_(window_bytes) {}

    /// Works on one window: true when the end was reached, false when there is more to do. Fails with
    /// kInvalidArgument and the place, or kTooLarge; the body is then partly overwritten.
    domain::base::Result<bool> step() override;

private:
    enum class State : std::uint8_t {
        kTop,           ///< between texts
        kFirstElement,  ///< after the `[` of a top-level array
        kElement,
        kAfterElement,
        kValue,
        kFirstValue,  ///< after `[`
        kFirstKey,    ///< after `{`
        kKey,
        kColon,
        kAfterValue,
    };

    domain::base::Result<void> walk(const std::uint32_t* indexes, std::size_t count);
    domain::base::Result<void> check_escapes(std::size_t begin, std::size_t end) const;
    bool is_literal(std::size_t at, std::string_view literal) const;
    std::size_t number_end(std::size_t at) const;
    bool ends_token(std::size_t at) const;
    domain::base::Result<void> emit_object(std::size_t end);
    void emit_other(std::size_t at);
    domain::base::Error fault_in_text(std::string_view window, bool cut_off) const;
    domain::base::Error unexpected(std::size_t at) const;
    domain::base::Error at(std::size_t offset, std::string_view what) const;
    domain::base::Error too_large() const;
    std::string_view text() const { return {body_, size_}; }

    char* const body_;
    const std::size_t size_;
    PayloadBuilder& payload_;

    const std::size_t window_bytes_;

    bool started_ = false;
    std::size_t offset_ = 0;   // everything before was walked
    std::size_t window_;       // grows while one token does not fit
    State state_ = State::kTop;
    bool in_array_ = false;    // a top-level one
    std::size_t depth_ = 0;    // inside the present element
    std::size_t element_ = 0;  // where it begins
    std::array<char, domain::base::limits::json_depth_max + 1> containers_{};
};

}  // namespace gateway::collect
