#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::http {

/// One coding being taken off. Fed the whole coded body, gives the decoded one in pieces.
class Decompressor {
public:
    virtual ~Decompressor() = default;

    struct Step {
        std::size_t produced = 0;
        bool done = false;  ///< the coded body has ended, and rightly so
    };
    /// Writes up to `capacity` bytes. Fails with kInvalidArgument when the coded body is corrupt or cut short.
    virtual domain::base::Result<Step> step(char* output, std::size_t capacity) = 0;
};

/// A decompressor for `coding` (`gzip`, `x-gzip`, `deflate`, `zstd`, `br`) over `coded`, which must outlive it. Fails with
/// kUnsupportedMedia for any other name.
domain::base::Result<std::unique_ptr<Decompressor>> make_decompressor(std::string_view coding, std::string_view coded);

/// Takes the codings that a Content-Encoding header lists off a body, last one first: those above, and `snappy` in its block
/// format, as Prometheus sends it. `identity` and an empty list change nothing, and an empty body needs no decoding. Yields to
/// other work between pieces. Fails with kTooLarge when more than `decoded_bytes_max` come out (memory stays bounded by it),
/// kInvalidArgument when the body is corrupt, kUnsupportedMedia for an unknown coding, and as SlabPool::acquire().
domain::base::Task<domain::base::Result<Slab>> decode_content(Slab body, std::string_view content_encoding,
                                                              std::size_t decoded_bytes_max, SlabPool& pool);

/// True when an Accept-Encoding header takes gzip: named, or `*`, without q=0.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace gateway::http
