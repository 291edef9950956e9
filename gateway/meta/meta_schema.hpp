#pragma once

#include "gateway/graphql/schema.hpp"

namespace gateway::meta {

/// What can be asked at `POST /v1/meta`. Its tables are `currentUser`, `currentCustomer`, `users`, `workspaces`, `folders`, `datasets`,
/// `datastreams`, `rbacGroups`, `rbacGroupmembers`, `rbacStatements`, and `deleted` for the mutation.
const graphql::Schema& schema();

}  // namespace gateway::meta
