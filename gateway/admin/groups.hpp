#pragma once

#include "domain/admin/access_reader.hpp"
#include "domain/admin/control_reader.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Groups and who is in them. Administrators see and change all of them; everybody else sees those that one is in. `Everyone` is
/// no record: all users and service accounts are in it.
///
///     GET    /v1/groups                          POST   {name, description?}
///     GET    /v1/groups/{id}                     PATCH  {name?, description?}     DELETE
///     GET    /v1/groups/{id}/members             POST   {userId} or {groupId}
///     DELETE /v1/groups/{id}/members/{member}    `user:<id>` or `group:<id>`, as the list shows it
///
/// Thread-safe; what is handed in must outlive it.
class Groups {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Groups(domain::admin::AccessReader& access, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
           const domain::base::Clock& clock)
        : access_(access), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);
    Answer<http::Response> list_members(http::RequestContext& context);
    Answer<http::Response> add_member(http::RequestContext& context);
    Answer<http::Response> remove_member(http::RequestContext& context);

    /// Those that the caller may see.
    Answer<std::vector<domain::admin::GroupView>> visible(const http::RequestContext& context);

private:
    /// The group that the path names. Fails with kNotFound.
    Answer<domain::admin::GroupView> group(const http::RequestContext& context);
    Answer<domain::admin::GroupView> group(const http::RequestContext& context, domain::identity::GroupId id);

    domain::admin::AccessReader& access_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
