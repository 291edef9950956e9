#pragma once

#include <vector>

#include "gateway/admin/folders.hpp"
#include "gateway/admin/grants.hpp"
#include "gateway/admin/groups.hpp"
#include "gateway/admin/service_accounts.hpp"
#include "gateway/admin/users.hpp"
#include "gateway/http/router.hpp"

namespace gateway::admin {

/// What answers about users, groups, grants, folders and service accounts; the endpoints must outlive the routes.
struct AccessEndpoints {
    Users& users;
    Groups& groups;
    Grants& grants;
    Folders& folders;
    ServiceAccounts& service_accounts;
};

/// Their part of the API's table.
std::vector<http::Route> access_routes(AccessEndpoints access);

}  // namespace gateway::admin
