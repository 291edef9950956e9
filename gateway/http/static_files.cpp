#include "gateway/http/static_files.hpp"

#include "gateway/http/problem.hpp"

namespace gateway::http {
namespace {

constexpr std::string_view kAssets = "/assets/";
constexpr std::string_view kContentSecurityPolicy =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'";

std::string_view media_type_of(std::string_view path) {
    if (path.ends_with(".html")) return "text/html; charset=utf-8";
    if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (path.ends_with(".css")) return "text/css; charset=utf-8";
    if (path.ends_with(".svg")) return "image/svg+xml";
    return "application/octet-stream";
}

/// Whether a list of tags has this one; a weak tag is as good here.
bool matches(std::string_view list, std::string_view tag) { return list == "*" || list.find(tag) != std::string_view::npos; }

}  // namespace

StaticFiles::StaticFiles(const std::vector<StaticFile>& files) {
    for (const StaticFile& file : files) files_.emplace(file.path, file);
}

Response StaticFiles::answer(const Request& request, std::string_view path) const {
    const auto found = files_.find(path);
    if (found == files_.end()) return problem(404, "no such path: " + std::string(path));
    const StaticFile& file = found->second;
    const std::string tag = '"' + std::string(file.sha256.substr(0, 32)) + '"';
    const bool known = matches(request.header("if-none-match"), tag);
    Response response = known ? Response(304) : Response(200, media_type_of(path), std::string(file.text));
    response.add_header("ETag", tag);
    response.add_header("Cache-Control", path.starts_with(kAssets) ? "public, max-age=31536000, immutable" : "no-cache");
    response.add_header("Content-Security-Policy", kContentSecurityPolicy);
    response.add_header("X-Content-Type-Options", "nosniff");
    response.add_header("Referrer-Policy", "no-referrer");
    response.add_header("Cross-Origin-Opener-Policy", "same-origin");
    response.add_header("Cross-Origin-Resource-Policy", "same-origin");
    return response;
}

bool accepts_html(const Request& request) { return request.header("accept").find("text/html") != std::string_view::npos; }

}  // namespace gateway::http
