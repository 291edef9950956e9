#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"
#include "gateway/collect/payload_builder.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::collect {

/// Work of one step, in bytes of the body: between steps the thread serves others.
inline constexpr std::size_t kStepBytes = domain::base::limits::kMiB;

/// One wire format being turned into observations, in steps of about kStepBytes.
class Decoder {
public:
    virtual ~Decoder() = default;

    /// True when the body has ended, false when there is more to do. Fails with kInvalidArgument and the place of the fault,
    /// or kTooLarge; the request is then refused whole.
    virtual domain::base::Result<bool> step() = 0;
};

enum class WireFormat {
    kJson,
    kCsv,
    kText,
    kXml,
    kMsgpack,
    kFluent,  ///< MessagePack with X-Observe-Decoder: fluent
    kNested,  ///< JSON with X-Observe-Decoder: nested
};

/// The format of a media type (lower case, without parameters); a missing one means JSON. Nothing for an unknown one.
std::optional<WireFormat> wire_format(std::string_view media_type);

/// A decoder over `body`, which it may overwrite. Both must outlive it.
std::unique_ptr<Decoder> make_decoder(WireFormat format, http::Slab& body, PayloadBuilder& payload);

}  // namespace gateway::collect
