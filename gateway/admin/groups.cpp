#include "gateway/admin/groups.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::GroupView;
using domain::admin::MemberView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::GroupId;
using domain::identity::Subject;
using Json = nlohmann::ordered_json;
namespace groups = domain::admin::group;

namespace {

Json group_json(const GroupView& group) {
    Json record = {{"id", rest::id_text(group.id)}, {"name", group.name}, {"description", group.description},
                   {"memberCount", group.members}};
    rest::add_stamp(record, group.stamp);
    return record;
}

Json member_json(const MemberView& member) {
    const bool is_group = member.member.kind == Subject::Kind::kGroup;
    return {{"id", groups::text_of(member.member)},
            {is_group ? "groupId" : "userId", std::to_string(member.member.id)},
            {"label", member.label},
            {"createdBy", rest::person(member.added_by)},
            {"createdAt", domain::base::to_rfc3339(member.added_at)}};
}

Error group_not_found(std::string_view id) { return Error(ErrorCode::kNotFound, "group not found: " + std::string(id)); }

/// `user:7` or `group:41…`.
Result<Subject> member_from(std::string_view text) {
    const auto colon = std::min(text.find(':'), text.size());
    const std::string_view kind = text.substr(0, colon);
    const auto id = rest::path_id(text.substr(std::min(colon + 1, text.size())));
    if (id && kind == "user") return Subject::user(domain::base::UserId(id->value()));
    if (id && kind == "group") return Subject::group(GroupId(id->value()));
    return Error(ErrorCode::kNotFound, "not a member of the group: " + std::string(text));
}

}  // namespace

Task<Result<std::vector<GroupView>>> Groups::visible(const http::RequestContext& context) {
    const auto& principal = context.principal();
    auto all = co_await access_.groups(principal.tenant);
    if (!all || principal.administrator) co_return all;
    const auto own = co_await access_.groups_of(principal.tenant, principal.user);
    if (!own) co_return own.error();
    std::erase_if(*all, [&](const GroupView& each) { return std::find(own->begin(), own->end(), each.id) == own->end(); });
    co_return all;
}

Task<Result<GroupView>> Groups::group(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return group_not_found(context.path_parameter("id"));
    co_return co_await group(context, GroupId(id->value()));
}

Task<Result<GroupView>> Groups::group(const http::RequestContext& context, GroupId id) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const auto found = std::find_if(all->begin(), all->end(), [&](const GroupView& each) { return each.id == id; });
    if (found == all->end()) co_return group_not_found(rest::id_text(id));
    co_return std::move(*found);
}

Task<Result<http::Response>> Groups::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<Json> records;
    for (const GroupView& each : *all) records.push_back(group_json(each));
    co_return rest::list_answer(context.request(), "groups", std::move(records));
}

Task<Result<http::Response>> Groups::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    groups::CreateGroup form;
    form.name = body->required_text("name", domain::admin::user::label_bytes_max);
    form.description = body->text("description", domain::admin::user::description_bytes_max).value_or(std::string());
    if (const auto read = body->finish(); !read) co_return read.error();
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        groups::CreateGroup create = form;
        create.group = GroupId(ids.object().value());
        return domain::admin::Command(std::move(create));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await group(context, GroupId(made->ids.object().value()));
    if (!record) co_return record.error();
    co_return rest::created(group_json(*record), made->replayed);
}

Task<Result<http::Response>> Groups::show(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    co_return rest::answer(200, group_json(*found));
}

Task<Result<http::Response>> Groups::update(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    groups::UpdateGroup update;
    update.group = found->id;
    update.name = body->text("name", domain::admin::user::label_bytes_max).change(std::string());
    update.description = body->text("description", domain::admin::user::description_bytes_max).change(std::string());
    if (const auto read = body->finish(); !read) co_return read.error();
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto record = co_await group(context, found->id);
    if (!record) co_return record.error();
    co_return rest::answer(200, group_json(*record));
}

Task<Result<http::Response>> Groups::remove(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    domain::admin::Command command(groups::DeleteGroup{found->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

Task<Result<http::Response>> Groups::list_members(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    const auto members = co_await access_.members(context.principal().tenant, found->id);
    if (!members) co_return members.error();
    std::vector<Json> records;
    for (const MemberView& each : *members) records.push_back(member_json(each));
    co_return rest::list_answer(context.request(), "members", std::move(records));
}

Task<Result<http::Response>> Groups::add_member(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    const auto user = body->id("userId").value();
    const auto nested = body->id("groupId").value();
    if (user.has_value() == nested.has_value()) body->fail("the body must have one of userId and groupId");
    if (const auto read = body->finish(); !read) co_return read.error();
    const Subject member = user ? Subject::user(domain::base::UserId(user->value())) : Subject::group(GroupId(nested->value()));
    domain::admin::Command command(groups::AddMember{found->id, member});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto members = co_await access_.members(context.principal().tenant, found->id);
    if (!members) co_return members.error();
    for (const MemberView& each : *members) {
        if (each.member == member) co_return rest::created(member_json(each), false);
    }
    co_return Error(ErrorCode::kNotFound, "not a member of the group: " + groups::text_of(member));
}

Task<Result<http::Response>> Groups::remove_member(http::RequestContext& context) {
    const auto found = co_await group(context);
    if (!found) co_return found.error();
    const auto member = member_from(context.path_parameter("member"));
    if (!member) co_return member.error();
    domain::admin::Command command(groups::RemoveMember{found->id, *member});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
