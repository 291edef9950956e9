#pragma once

#include "domain/admin/access_reader.hpp"
#include "domain/admin/control_reader.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Who may do what (domain/identity). Administrators see and change every grant, Managers those on what they manage; for all
/// others there are none.
///
///     GET    /v1/grants         POST   {subject, object, role}
///     GET    /v1/grants/{id}    DELETE
///
/// `subject` is {"userId"}, {"groupId"} or {"all":true}; `object` is {"all":true} for the whole tenant, {"type"} for every object of
/// a kind, {"objectId"}, {"folderId"} or {"workspaceId"} for one with all that is in it; `role` is Manager, Editor, Viewer,
/// Ingester or Lister. Editor on the type serviceAccount is the permission to edit service accounts. Thread-safe; what is
/// handed in must outlive it.
class Grants {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Grants(domain::admin::AccessReader& access, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
           const domain::base::Clock& clock)
        : access_(access), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

    /// Those that the caller may see.
    Answer<std::vector<domain::admin::GrantView>> visible(const http::RequestContext& context);

private:
    /// The grant that the path names. Fails with kNotFound.
    Answer<domain::admin::GrantView> grant(const http::RequestContext& context);
    Answer<domain::admin::GrantView> grant(const http::RequestContext& context, domain::identity::GrantId id);
    /// Fails with kNotFound (no such object, or the caller may not know of it) and kPermissionDenied.
    Answer<void> check_target(const http::RequestContext& context, domain::identity::Target target);

    domain::admin::AccessReader& access_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
