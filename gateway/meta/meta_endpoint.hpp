#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "domain/admin/access_reader.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/admin/ingest_reader.hpp"
#include "gateway/admin/access_routes.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::graphql {
struct Plan;
}

namespace gateway::meta {

/// `POST /v1/meta`: `{"query":…,"variables"?:{…},"operationName"?:…}`, answered with 200 and `{"data":…}`, or
/// `{"data":null,"errors":[…]}`. Everybody sees what REST shows them: administrators all users and groups, others themselves and their
/// groups; statements, which are grants, that one may manage; workspaces, folders, datasets and datastreams that one may list. Thread-safe; what is handed in must outlive it.
class MetaEndpoint {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    MetaEndpoint(domain::admin::ControlReader& reader, domain::admin::IngestReader& ingest, domain::admin::AccessReader& members,
                 admin::AccessEndpoints access, rest::Commands& commands)
        : reader_(reader), ingest_(ingest), members_(members), access_(access), commands_(commands) {}

    /// Fails with kInvalidArgument when the body is no JSON object; whatever else goes wrong is told in `errors`.
    Answer<http::Response> handle(http::RequestContext& context);

private:
    /// Does what a mutation asks for, one field after the other. The key of the field that failed is left in `failed`.
    Answer<void> mutate(const http::RequestContext& context, const graphql::Plan& plan, std::string& failed);
    Answer<void> delete_token(const http::RequestContext& context, std::string id);
    /// The records of a table that the caller may see.
    Answer<nlohmann::ordered_json> table(const http::RequestContext& context, std::string name);
    Answer<nlohmann::ordered_json> users(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> workspaces(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> folders(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> datasets(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> datastreams(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> groups(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> group_members(const http::RequestContext& context);
    Answer<nlohmann::ordered_json> statements(const http::RequestContext& context);

    domain::admin::ControlReader& reader_;
    domain::admin::IngestReader& ingest_;
    domain::admin::AccessReader& members_;
    admin::AccessEndpoints access_;
    rest::Commands& commands_;
};

}  // namespace gateway::meta
