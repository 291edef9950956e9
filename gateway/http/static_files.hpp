#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/http/request.hpp"
#include "gateway/http/response.hpp"

namespace gateway::http {

/// A file that is part of the binary.
struct StaticFile {
    std::string_view path;  ///< `/assets/index-Ab3.js`
    std::string_view text;
    std::string_view sha256;
};

/// Answers files of a web page. Files below /assets/ carry a hash in their name, so whoever has one keeps it for ever; all
/// others are asked about each time and answered 304 by their ETag. Every answer forbids what the pages do not need: scripts,
/// styles and frames from elsewhere, anything inline, and guessing of types. Immutable, thread-safe.
class StaticFiles {
public:
    /// The texts must outlive it.
    explicit StaticFiles(const std::vector<StaticFile>& files);

    bool has(std::string_view path) const { return files_.contains(path); }
    /// 404 when there is no such file.
    Response answer(const Request& request, std::string_view path) const;

private:
    std::unordered_map<std::string_view, StaticFile> files_;
};

/// True when the client names this media type itself, as browsers do for pages and programs do not.
bool accepts_html(const Request& request);

}  // namespace gateway::http
