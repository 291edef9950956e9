#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/error.hpp"
#include "gateway/query/ndjson_encoder.hpp"

namespace gateway::query {

/// How a tail is written. NDJSON: a row is a line; a blank line says that nothing came; what is no row is
/// `{"@tail":{"skipped":<rows>}}` or, as the last line, `{"@tail":{"ok":false,"message":<why>}}`. Server-sent events: the same as the
/// data of events `message`, `skipped` and `error`, and a comment where nothing came. Not thread-safe.
class TailForm {
public:
    /// Server-sent events when Accept names text/event-stream; numbers as make_encoder has them.
    TailForm(std::string_view accept, const std::vector<domain::catalog::Column>& columns);

    std::string_view content_type() const { return events_ ? "text/event-stream" : "application/x-ndjson"; }
    void rows(const domain::query::RowBatch& batch, std::string& out);
    void skipped(std::int64_t rows, std::string& out) const;
    void end(const domain::base::Error& why, std::string& out) const;
    void nothing(std::string& out) const;

private:
    void say(std::string_view event, const std::string& json, std::string& out) const;

    bool events_;
    NdjsonEncoder encoder_;
    std::string lines_;
};

}  // namespace gateway::query
