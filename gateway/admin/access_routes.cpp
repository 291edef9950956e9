#include "gateway/admin/access_routes.hpp"

#include "domain/base/limits.hpp"

namespace gateway::admin {
namespace {

using domain::identity::Permission;
using http::Method;
using namespace std::chrono_literals;

constexpr Permission kAccounts = Permission::kEditServiceAccounts;
constexpr std::size_t kNoBody = 0;
constexpr std::size_t kBody = domain::base::limits::admin_body_bytes_max;

template <class Endpoint>
http::Handler to(Endpoint& endpoint,
                 domain::base::Task<domain::base::Result<http::Response>> (Endpoint::*member)(http::RequestContext&)) {
    return [&endpoint, member](http::RequestContext& context) { return (endpoint.*member)(context); };
}

}  // namespace

std::vector<http::Route> access_routes(AccessEndpoints access) {
    auto& [users, groups, grants, folders, accounts] = access;
    // clang-format off
    return {
        {Method::kGet,    "/v1/users",                        Permission::kMember,     30s, kNoBody, to(users, &Users::list)},
        {Method::kPost,   "/v1/users",                        Permission::kAdminister, 30s, kBody,   to(users, &Users::create)},
        {Method::kGet,    "/v1/users/{id}",                   Permission::kMember,     30s, kNoBody, to(users, &Users::show)},
        {Method::kPatch,  "/v1/users/{id}",                   Permission::kAdminister, 30s, kBody,   to(users, &Users::update)},
        {Method::kDelete, "/v1/users/{id}",                   Permission::kAdminister, 30s, kNoBody, to(users, &Users::disable)},
        {Method::kPost,   "/v1/users/{id}/password",          Permission::kMember,     30s, kBody,   to(users, &Users::set_password)},
        {Method::kGet,    "/v1/groups",                       Permission::kMember,     30s, kNoBody, to(groups, &Groups::list)},
        {Method::kPost,   "/v1/groups",                       Permission::kAdminister, 30s, kBody,   to(groups, &Groups::create)},
        {Method::kGet,    "/v1/groups/{id}",                  Permission::kMember,     30s, kNoBody, to(groups, &Groups::show)},
        {Method::kPatch,  "/v1/groups/{id}",                  Permission::kAdminister, 30s, kBody,   to(groups, &Groups::update)},
        {Method::kDelete, "/v1/groups/{id}",                  Permission::kAdminister, 30s, kNoBody, to(groups, &Groups::remove)},
        {Method::kGet,    "/v1/groups/{id}/members",          Permission::kMember,     30s, kNoBody, to(groups, &Groups::list_members)},
        {Method::kPost,   "/v1/groups/{id}/members",          Permission::kAdminister, 30s, kBody,   to(groups, &Groups::add_member)},
        {Method::kDelete, "/v1/groups/{id}/members/{member}", Permission::kAdminister, 30s, kNoBody, to(groups, &Groups::remove_member)},
        {Method::kGet,    "/v1/grants",                       Permission::kMember,     30s, kNoBody, to(grants, &Grants::list)},
        {Method::kPost,   "/v1/grants",                       Permission::kMember,     30s, kBody,   to(grants, &Grants::create)},
        {Method::kGet,    "/v1/grants/{id}",                  Permission::kMember,     30s, kNoBody, to(grants, &Grants::show)},
        {Method::kDelete, "/v1/grants/{id}",                  Permission::kMember,     30s, kNoBody, to(grants, &Grants::remove)},
        {Method::kGet,    "/v1/folders",                       Permission::kMember,    30s, kNoBody, to(folders, &Folders::list)},
        {Method::kPost,   "/v1/folders",                       Permission::kMember,    30s, kBody,   to(folders, &Folders::create)},
        {Method::kGet,    "/v1/folders/{id}",                  Permission::kMember,    30s, kNoBody, to(folders, &Folders::show)},
        {Method::kPatch,  "/v1/folders/{id}",                  Permission::kMember,    30s, kBody,   to(folders, &Folders::update)},
        {Method::kDelete, "/v1/folders/{id}",                  Permission::kMember,    30s, kNoBody, to(folders, &Folders::remove)},
        {Method::kGet,    "/v1/folders/{id}/objects",          Permission::kMember,    30s, kNoBody, to(folders, &Folders::list_objects)},
        {Method::kPost,   "/v1/folders/{id}/objects",          Permission::kMember,    30s, kBody,   to(folders, &Folders::place)},
        {Method::kDelete, "/v1/folders/{id}/objects/{object}", Permission::kMember,    30s, kNoBody, to(folders, &Folders::take_out)},
        {Method::kGet,    "/v1/workspaces",                    Permission::kMember,    30s, kNoBody, to(folders, &Folders::list_workspaces)},
        {Method::kGet,    "/v1/workspaces/{id}",               Permission::kMember,    30s, kNoBody, to(folders, &Folders::show_workspace)},
        {Method::kGet,    "/v1/service-accounts",             kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::list)},
        {Method::kPost,   "/v1/service-accounts",             kAccounts, 30s, kBody,   to(accounts, &ServiceAccounts::create)},
        {Method::kGet,    "/v1/service-accounts/{id}",        kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::show)},
        {Method::kPatch,  "/v1/service-accounts/{id}",        kAccounts, 30s, kBody,   to(accounts, &ServiceAccounts::update)},
        {Method::kDelete, "/v1/service-accounts/{id}",        kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::remove)},
        {Method::kGet,    "/v1/service-accounts/{id}/api-tokens",         kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::list_tokens)},
        {Method::kPost,   "/v1/service-accounts/{id}/api-tokens",         kAccounts, 30s, kBody,   to(accounts, &ServiceAccounts::create_token)},
        {Method::kGet,    "/v1/service-accounts/{id}/api-tokens/{token}", kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::show_token)},
        {Method::kPatch,  "/v1/service-accounts/{id}/api-tokens/{token}", kAccounts, 30s, kBody,   to(accounts, &ServiceAccounts::update_token)},
        {Method::kDelete, "/v1/service-accounts/{id}/api-tokens/{token}", kAccounts, 30s, kNoBody, to(accounts, &ServiceAccounts::remove_token)},
    };
    // clang-format on
}

}  // namespace gateway::admin
