#pragma once

#include "domain/admin/access_reader.hpp"
#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Folders and workspaces over HTTP: places whose grants cover what is in them.
///
///     GET    /v1/folders                         a list (gateway/rest/listing.hpp) of those that may be seen
///     POST   /v1/folders                         {name, description?, workspaceId?}
///     GET    /v1/folders/{id}
///     PATCH  /v1/folders/{id}                    {name?, description?}
///     DELETE /v1/folders/{id}                    what is in it stays, in no folder
///     GET    /v1/folders/{id}/objects            what is in it
///     POST   /v1/folders/{id}/objects            {objectId}: puts a derived dataset, datastream or reference table into it, out of another one
///     DELETE /v1/folders/{id}/objects/{object}   takes it out
///     GET    /v1/workspaces, /v1/workspaces/{id}
///
/// Who puts something somewhere lets others at it: that takes the right to edit the folder and to manage the object. What is
/// handed in must outlive it.
class Folders {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Folders(domain::admin::AccessReader& access, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
            const domain::base::Clock& clock)
        : access_(access), reader_(reader), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);
    Answer<http::Response> list_objects(http::RequestContext& context);
    Answer<http::Response> place(http::RequestContext& context);
    Answer<http::Response> take_out(http::RequestContext& context);
    Answer<http::Response> list_workspaces(http::RequestContext& context);
    Answer<http::Response> show_workspace(http::RequestContext& context);

    /// Those that the caller may know of.
    Answer<std::vector<domain::admin::FolderView>> visible(const http::RequestContext& context);
    Answer<std::vector<domain::admin::WorkspaceView>> visible_workspaces(const http::RequestContext& context);

private:
    /// The folder that the path names, when the caller may do that with it; one that may not be listed does not exist.
    Answer<domain::admin::FolderView> folder(const http::RequestContext& context, domain::identity::Action action);
    Answer<domain::admin::FolderView> folder(const http::RequestContext& context, domain::base::ObjectId id);
    /// An object that the caller may manage; one that may not be listed does not exist.
    Answer<domain::admin::PlacedView> managed(const http::RequestContext& context, domain::base::ObjectId id);

    domain::admin::AccessReader& access_;
    domain::admin::ControlReader& reader_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
