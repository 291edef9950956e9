#include "gateway/http/multipart.hpp"

#include <algorithm>

#include "gateway/http/header_list.hpp"

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

constexpr std::string_view kLineEnd = "\r\n";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// A header's value and its parameters: `form-data; name="a"; filename=b`. Within quotes a backslash stands before a quote or
/// a backslash that is meant.
class Parameters {
public:
    explicit Parameters(std::string_view value) : rest_(value) { word_ = trimmed(take_until(';')); }

    std::string_view word() const { return word_; }

    /// False at the end.
    bool next(std::string& name, std::string& value) {
        rest_ = trimmed(rest_);
        if (rest_.empty()) return false;
        const std::size_t equals = rest_.find('=');
        if (equals == std::string_view::npos) return false;
        name = std::string(trimmed(rest_.substr(0, equals)));
        rest_ = trimmed(rest_.substr(equals + 1));
        value.clear();
        if (!rest_.starts_with('"')) {
            value = std::string(trimmed(take_until(';')));
            return true;
        }
        std::size_t at = 1;
        for (; at < rest_.size() && rest_[at] != '"'; ++at) {
            const bool escapes = rest_[at] == '\\' && at + 1 < rest_.size() && (rest_[at + 1] == '"' || rest_[at + 1] == '\\');
            if (escapes) ++at;
            value += rest_[at];
        }
        rest_.remove_prefix(std::min(at + 1, rest_.size()));
        take_until(';');
        return true;
    }

private:
    std::string_view take_until(char end) {
        const std::size_t at = std::min(rest_.find(end), rest_.size());
        const std::string_view taken = rest_.substr(0, at);
        rest_.remove_prefix(std::min(at + 1, rest_.size()));
        return taken;
    }

    std::string_view rest_;
    std::string_view word_;
};

Result<std::string> boundary_of(std::string_view content_type) {
    constexpr std::size_t kBoundaryMax = 70;  // RFC 2046 §5.1.1
    Parameters parameters(content_type);
    if (!equal_ignoring_case(parameters.word(), "multipart/form-data")) {
        return Error(ErrorCode::kUnsupportedMedia, "the body must be multipart/form-data, not: " + std::string(parameters.word()));
    }
    std::string name, value;
    while (parameters.next(name, value)) {
        if (equal_ignoring_case(name, "boundary") && !value.empty() && value.size() <= kBoundaryMax) return value;
    }
    return Error(ErrorCode::kInvalidArgument, "the content type names no boundary: " + std::string(content_type));
}

class FormParser {
public:
    FormParser(std::string_view body, const std::string& boundary, const FormLimits& limits)
        : body_(body), delimiter_("--" + boundary), limits_(limits) {}

    Result<std::vector<FormPart>> parse() {
        // The first delimiter may stand at the very beginning; every other one is behind a line end.
        std::size_t at = body_.starts_with(delimiter_) ? 0 : find_delimiter(0);
        if (at == std::string_view::npos) return malformed(0, "the boundary is not in the body");
        at += delimiter_.size();
        std::vector<FormPart> parts;
        while (!body_.substr(at).starts_with("--")) {
            if (parts.size() == limits_.parts_max) {
                return malformed(at, "too many parts, the limit is " + std::to_string(limits_.parts_max));
            }
            const std::size_t head = end_of_line(at);
            if (head == std::string_view::npos) return malformed(at, "text behind the boundary");
            FormPart& part = parts.emplace_back();
            const auto content = read_head(head, part);
            if (!content) return content.error();
            // The line end before the delimiter may be the one that ends an empty head.
            const std::size_t end = find_delimiter(*content - kLineEnd.size());
            if (end == std::string_view::npos) return malformed(head, "the part is not closed");
            const std::size_t stop = end - kLineEnd.size();
            part.content = stop > *content ? body_.substr(*content, stop - *content) : std::string_view();
            at = end + delimiter_.size();
        }
        return parts;
    }

private:
    /// Where a delimiter begins that stands behind a line end at `from` or later.
    std::size_t find_delimiter(std::size_t from) const {
        const std::string wanted = std::string(kLineEnd) + delimiter_;
        const std::size_t found = body_.find(wanted, from);
        return found == std::string_view::npos ? found : found + kLineEnd.size();
    }

    /// One past the line end that follows, over blanks only.
    std::size_t end_of_line(std::size_t at) const {
        while (at < body_.size() && (body_[at] == ' ' || body_[at] == '\t')) ++at;
        return body_.substr(at).starts_with(kLineEnd) ? at + kLineEnd.size() : std::string_view::npos;
    }

    /// Gives the beginning of the content.
    Result<std::size_t> read_head(std::size_t at, FormPart& part) const {
        const std::size_t stop = std::min(body_.size(), at + limits_.head_bytes_max);
        bool named = false;
        while (true) {
            const std::size_t end = body_.find(kLineEnd, at);
            if (end == std::string_view::npos || end > stop) return malformed(at, "the head of the part does not end");
            const std::string_view line = body_.substr(at, end - at);
            at = end + kLineEnd.size();
            if (line.empty()) break;
            const std::size_t colon = line.find(':');
            if (colon == std::string_view::npos) return malformed(end, "the head of the part has a line without a colon");
            if (equal_ignoring_case(trimmed(line.substr(0, colon)), "content-disposition")) named = read_name(line.substr(colon + 1), part);
        }
        if (!named) return malformed(at, "the part has no name");
        return at;
    }

    static bool read_name(std::string_view value, FormPart& part) {
        Parameters parameters(value);
        if (!equal_ignoring_case(parameters.word(), "form-data")) return false;
        bool named = false;
        std::string name, text;
        while (parameters.next(name, text)) {
            if (equal_ignoring_case(name, "name")) {
                part.name = text;
                named = true;
            } else if (equal_ignoring_case(name, "filename")) {
                part.file_name = text;
            }
        }
        return named;
    }

    static Error malformed(std::size_t offset, const std::string& what) {
        return Error(ErrorCode::kInvalidArgument, "malformed form at byte " + std::to_string(offset + 1) + ": " + what);
    }

    std::string_view body_;
    const std::string delimiter_;
    const FormLimits& limits_;
};

}  // namespace

Result<std::vector<FormPart>> parse_form(std::string_view content_type, std::string_view body, const FormLimits& limits) {
    const auto boundary = boundary_of(content_type);
    if (!boundary) return boundary.error();
    return FormParser(body, *boundary, limits).parse();
}

}  // namespace gateway::http
