#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::collect {

/// The payload of one record of the log (domain/ingest/bundle.hpp): objects separated by white space.
struct PayloadPart {
    domain::base::SharedBytes bytes;
    std::int64_t count = 0;
};

/// What observations may take together once they were converted to JSON. A CSV repeats its header in every row, so this
/// is more than limits::collect_decoded_bytes_max; it bounds what a body of single digits can grow to.
inline constexpr std::size_t kConvertedBytesMax = 128 * domain::base::limits::kMiB;

/// Collects a request's observations into parts of about limits::bundle_record_bytes_target. Observations that are objects
/// already stay where they are: neighbours become one slice of the body. From the first one that must be written anew, all
/// are copied. Failures stick: finish() tells.
class PayloadBuilder {
public:
    /// `body` must not change its place until finish().
    PayloadBuilder(const http::Slab& body, http::SlabPool& pool) : body_(body), pool_(pool) {}

    /// The object at [begin, end) of the body; white space alone lies between it and the last one, if anything.
    void keep(std::size_t begin, std::size_t end);

    /// Writes one observation: begin(), append…, end().
    void begin();
    void append(std::string_view json) {
        if (written_.capacity() - written_.size() < json.size() && !grow(json.size())) return;
        std::copy(json.begin(), json.end(), written_.data() + written_.size());
        written_.resize(written_.size() + json.size());
    }
    /// The inside of a JSON string: quotes, backslashes and control characters escaped. `text` is valid UTF-8.
    void append_escaped(std::string_view text);
    void end();

    /// True after a failure; whoever makes observations can stop.
    bool failed() const { return failure_.has_value(); }
    std::int64_t count() const { return count_; }
    /// Fails with kTooLarge for one observation over limits::observation_bytes_max or too many converted bytes, and with
    /// kUnavailable when there is no memory.
    domain::base::Result<std::vector<PayloadPart>> finish();

private:
    void cut_slice();
    void cut_written();
    bool grow(std::size_t bytes);
    void fail(domain::base::Error error) {
        if (!failure_) failure_ = std::move(error);
    }

    const http::Slab& body_;
    http::SlabPool& pool_;
    std::vector<PayloadPart> parts_;
    std::int64_t count_ = 0;
    std::int64_t count_in_part_ = 0;
    bool slicing_ = true;
    std::size_t slice_begin_ = 0;
    std::size_t slice_end_ = 0;
    http::Slab written_;
    std::size_t observation_begin_ = 0;  // in written_
    std::size_t converted_bytes_ = 0;
    std::optional<domain::base::Error> failure_;
};

}  // namespace gateway::collect
