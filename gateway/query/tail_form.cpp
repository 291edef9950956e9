#include "gateway/query/tail_form.hpp"

#include "gateway/http/json_text.hpp"
#include "gateway/query/accept.hpp"

namespace gateway::query {

TailForm::TailForm(std::string_view accept, const std::vector<domain::catalog::Column>& columns)
    : events_(wants_events(accept)), encoder_(columns, ndjson_numbers(accept)) {}

void TailForm::rows(const domain::query::RowBatch& batch, std::string& out) {
    if (!events_) {
        encoder_.encode(batch, out);
        return;
    }
    lines_.clear();
    encoder_.encode(batch, lines_);
    for (std::string_view rest = lines_; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        out.append("data: ").append(rest.substr(0, end)).append("\n\n");
        rest.remove_prefix(end + 1);
    }
}

void TailForm::skipped(std::int64_t rows, std::string& out) const {
    say("skipped", "{\"skipped\":" + std::to_string(rows) + '}', out);
}

void TailForm::end(const domain::base::Error& why, std::string& out) const {
    std::string json = "{\"ok\":false,\"message\":";
    // Internal detail stays inside, as in http::problem.
    const bool is_internal = why.code() == domain::base::ErrorCode::kInternal;
    http::append_json_string(json, is_internal ? "internal error" : why.message());
    say("error", json += '}', out);
}

void TailForm::nothing(std::string& out) const { out += events_ ? ":\n\n" : "\n"; }

void TailForm::say(std::string_view event, const std::string& json, std::string& out) const {
    if (events_) out.append("event: ").append(event).append("\ndata: ").append(json).append("\n\n");
    else out.append("{\"@tail\":").append(json).append("}\n");
}

}  // namespace gateway::query
