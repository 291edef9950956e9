#include "gateway/collect/extra.hpp"

#include <algorithm>
#include <unordered_map>

#include "domain/base/limits.hpp"
#include "gateway/http/json_text.hpp"

namespace gateway::collect {
namespace {

namespace limits = domain::base::limits;

void append_member(std::string& object, std::string_view name, std::string_view value) {
    if (object.size() > 1) object += ',';
    http::append_json_string(object, name);
    object += ':';
    http::append_json_string(object, value);
}

}  // namespace

domain::base::Result<std::string> make_extra(std::string_view path, const std::vector<http::QueryParameter>& query) {
    std::string extra = "{";
    if (!path.empty()) append_member(extra, "path", path);
    if (!query.empty()) {
        std::unordered_map<std::string_view, std::size_t> last;
        for (std::size_t i = 0; i < query.size(); ++i) last[query[i].name] = i;
        for (std::size_t i = 0; i < query.size(); ++i) {
            const auto& [name, value] = query[i];
            if (last[name] != i || name == "service_token" || (name == "path" && !path.empty())) continue;
            append_member(extra, name, value);
        }
    }
    extra += '}';
    if (extra.size() > limits::tags_bytes_max) {
        return domain::base::Error(domain::base::ErrorCode::kTooLarge,
                                   "tags are too large, the limit in bytes is " + std::to_string(limits::tags_bytes_max));
    }
    return extra;
}

}  // namespace gateway::collect
