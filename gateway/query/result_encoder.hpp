#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/catalog/schema.hpp"
#include "domain/query/row_batch.hpp"

namespace gateway::query {

/// Turns result rows into the bytes of a response. One object for one response; not thread-safe.
class ResultEncoder {
public:
    virtual ~ResultEncoder() = default;

    virtual std::string_view content_type() const = 0;
    /// Appends what stands before the first row.
    virtual void begin(std::string& out) = 0;
    /// Appends the rows of a batch whose columns are those of the constructor.
    virtual void encode(const domain::query::RowBatch& batch, std::string& out) = 0;
};

}  // namespace gateway::query
