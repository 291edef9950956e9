// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "gateway/admin/folders.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "domain/admin/dataset/dataset.hpp"
#include "domain/admin/user/user.hpp"
#include "gateway/admin/workspace_choice.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

namespace gateway::admin {

using domain::admin::FolderView;
using domain::admin::PlacedView;
using domain::admin::WorkspaceView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
using domain::identity::ObjectKind;
using domain::identity::ObjectRef;
using Json = nlohmann::ordered_json;
namespace folders = domain::admin::folder;

namespace {

Json folder_json(const FolderView& folder) {
    Json record = {{"id", rest::id_text(folder.id)},
                   {"name", folder.name},
                   {"description", folder.description},
                   {"workspaceId", rest::id_text(folder.workspace)},
                   {"objectCount", folder.objects}};
    rest::add_stamp(record, folder.stamp);
    return record;
}

Json object_json(const PlacedView& placed) {
    return {{"id", rest::id_text(placed.object)}, {"type", name(placed.kind)}, {"name", placed.name}};
}

Json workspace_json(const WorkspaceView& workspace) {
    return {{"id", rest::id_text(workspace.id)}, {"label", workspace.name}};
}

ObjectRef object_of(const FolderView& folder) { return {ObjectKind::kFolder, folder.id.value(), {folder.workspace.value()}}; }
ObjectRef object_of(const PlacedView& placed) {
    return {placed.kind, placed.object.value(), {placed.workspace.value(), placed.folder.value()}};
}
ObjectRef object_of(const WorkspaceView& workspace) { return {ObjectKind::kWorkspace, workspace.id.value(), {}}; }

Error not_found(const std::string& what, std::string_view id) {
    return Error(ErrorCode::kNotFound, what + " not found: " + std::string(id));
}

void check_folder_name(rest::Body& body, const std::optional<std::string>& name) {
    if (name && !domain::admin::dataset::is_dataset_name(*name)) {
        body.fail("name is no name for a folder, it has a control character, a quote, a colon, a blank at an end or more than 255 "
                  "bytes: " + *name);
    }
}

}  // namespace

Task<Result<std::vector<FolderView>>> Folders::visible(const http::RequestContext& context) {
    auto all = co_await access_.folders(context.principal().tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const FolderView& each) { return !may(context.principal(), Action::kList, object_of(each)); });
    co_return all;
}

Task<Result<FolderView>> Folders::folder(const http::RequestContext& context, Action action) {
    const std::string shown(context.path_parameter("id"));
    const auto id = rest::path_id(shown);
    if (!id) co_return not_found("folder", shown);
    const auto found = co_await folder(context, ObjectId(id->value()));
    if (!found) co_return found.error();
    const auto allowed = demand(context.principal(), action, object_of(*found), "folder", shown);
    if (!allowed) co_return allowed.error();
    co_return *found;
}

Task<Result<FolderView>> Folders::folder(const http::RequestContext& context, ObjectId id) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const auto found = std::find_if(all->begin(), all->end(), [&](const FolderView& each) { return each.id == id; });
    if (found == all->end()) co_return not_found("folder", rest::id_text(id));
    co_return std::move(*found);
}

Task<Result<PlacedView>> Folders::managed(const http::RequestContext& context, ObjectId id) {
    const std::string shown = rest::id_text(id);
    auto found = co_await access_.placeable(context.principal().tenant, id);
    if (!found) co_return found.error();
    if (!*found) co_return not_found("object", shown);
    const auto allowed = demand(context.principal(), Action::kManage, object_of(**found), "object", shown);
    if (!allowed) co_return allowed.error();
    co_return std::move(**found);
}

Task<Result<http::Response>> Folders::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<Json> records;
    for (const FolderView& each : *all) records.push_back(folder_json(each));
    co_return rest::list_answer(context.request(), "folders", std::move(records));
}

Task<Result<http::Response>> Folders::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    folders::CreateFolder form;
    form.name = body->required_text("name");
    if (!form.name.empty()) check_folder_name(*body, form.name);
    form.description = body->text("description", domain::admin::user::description_bytes_max).value_or(std::string());
    const auto wanted = body->id("workspaceId").value();
    if (const auto read = body->finish(); !read) co_return read.error();
    const auto workspace = co_await choose_workspace(reader_, context.principal().tenant, wanted);
    if (!workspace) co_return workspace.error();
    form.workspace = workspace->id;
    const ObjectRef place{ObjectKind::kFolder, 0, {form.workspace.value()}};
    const auto allowed = demand(context.principal(), Action::kEdit, place, "workspace", rest::id_text(form.workspace));
    if (!allowed) co_return allowed.error();
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        folders::CreateFolder create = form;
        create.folder = ids.object();
        return domain::admin::Command(std::move(create));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await folder(context, made->ids.object());
    if (!record) co_return record.error();
    co_return rest::created(folder_json(*record), made->replayed);
}

Task<Result<http::Response>> Folders::show(http::RequestContext& context) {
    const auto found = co_await folder(context, Action::kList);
    if (!found) co_return found.error();
    co_return rest::answer(200, folder_json(*found));
}

Task<Result<http::Response>> Folders::update(http::RequestContext& context) {
    const auto found = co_await folder(context, Action::kEdit);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    folders::UpdateFolder update;
    update.folder = found->id;
    update.name = body->text("name").change(std::string());
    check_folder_name(*body, update.name);
    update.description = body->text("description", domain::admin::user::description_bytes_max).change(std::string());
    if (const auto read = body->finish(); !read) co_return read.error();
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto record = co_await folder(context, found->id);
    if (!record) co_return record.error();
    co_return rest::answer(200, folder_json(*record));
}

Task<Result<http::Response>> Folders::remove(http::RequestContext& context) {
    const auto found = co_await folder(context, Action::kEdit);
    if (!found) co_return found.error();
    domain::admin::Command command(folders::DeleteFolder{found->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

Task<Result<http::Response>> Folders::list_objects(http::RequestContext& context) {
    const auto found = co_await folder(context, Action::kList);
    if (!found) co_return found.error();
    const auto placed = co_await access_.placed(context.principal().tenant);
    if (!placed) co_return placed.error();
    std::vector<Json> records;
    for (const PlacedView& each : *placed) {
        const bool is_shown = each.folder == found->id && may(context.principal(), Action::kList, object_of(each));
        if (is_shown) records.push_back(object_json(each));
    }
    co_return rest::list_answer(context.request(), "objects", std::move(records));
}

Task<Result<http::Response>> Folders::place(http::RequestContext& context) {
    const auto into = co_await folder(context, Action::kEdit);
    if (!into) co_return into.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    const auto id = body->id("objectId").value();
    if (!id) body->fail("objectId is missing");
    if (const auto read = body->finish(); !read) co_return read.error();
    const auto object = co_await managed(context, *id);
    if (!object) co_return object.error();
    domain::admin::Command command(folders::PlaceObject{object->object, into->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::answer(201, object_json(*object));
}

Task<Result<http::Response>> Folders::take_out(http::RequestContext& context) {
    const auto from = co_await folder(context, Action::kEdit);
    if (!from) co_return from.error();
    const auto id = rest::path_id(context.path_parameter("object"));
    if (!id) co_return not_found("object", context.path_parameter("object"));
    const auto object = co_await managed(context, ObjectId(id->value()));
    if (!object) co_return object.error();
    if (object->folder != from->id) co_return not_found("object", rest::id_text(object->object));
    domain::admin::Command command(folders::PlaceObject{object->object, std::nullopt});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

Task<Result<std::vector<WorkspaceView>>> Folders::visible_workspaces(const http::RequestContext& context) {
    auto all = co_await reader_.workspaces(context.principal().tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const WorkspaceView& each) { return !may(context.principal(), Action::kList, object_of(each)); });
    co_return all;
}

Task<Result<http::Response>> Folders::list_workspaces(http::RequestContext& context) {
    const auto all = co_await visible_workspaces(context);
    if (!all) co_return all.error();
    std::vector<Json> records;
    for (const WorkspaceView& each : *all) records.push_back(workspace_json(each));
    co_return rest::list_answer(context.request(), "workspaces", std::move(records));
}

Task<Result<http::Response>> Folders::show_workspace(http::RequestContext& context) {
    const std::string shown(context.path_parameter("id"));
    const auto id = rest::path_id(shown);
    const auto all = co_await visible_workspaces(context);
    if (!all) co_return all.error();
    for (const WorkspaceView& each : *all) {
        if (id && each.id.value() == id->value()) co_return rest::answer(200, workspace_json(each));
    }
    co_return not_found("workspace", shown);
}

}  // namespace gateway::admin
