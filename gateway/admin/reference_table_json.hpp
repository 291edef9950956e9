#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "domain/admin/control_reader.hpp"
#include "domain/csv/table_review.hpp"
#include "gateway/admin/reference_table_request.hpp"
#include "gateway/http/response.hpp"

namespace gateway::admin {

/// A table as one of the two APIs shows it (spec: api §8, §9): ids are strings, but those of users are numbers; times RFC 3339.
nlohmann::ordered_json table_json(const domain::admin::ReferenceTableView& view, const domain::base::TenantId& tenant,
                                  TableDialect dialect);

/// The answer to a list: all matches counted, those of the page shown.
nlohmann::ordered_json table_list_json(const std::vector<domain::admin::ReferenceTableView>& page, std::size_t total,
                                       const domain::base::TenantId& tenant, TableDialect dialect);

/// The answer to an accepted delete.
nlohmann::ordered_json table_deleted_json(domain::base::ObjectId id, TableDialect dialect);

/// 400 for a file with mistakes: the error shape with all of them in the message, and behind it
/// `"mistakes":[{"row","column","name","value","message"}]`; row and column count from 1, null where there is none.
http::Response mistakes_problem(const std::vector<domain::csv::Mistake>& mistakes);

/// A refusal of the preview's delete, which has `success` and `errorMessage` besides.
http::Response preview_delete_problem(http::Response refusal);

}  // namespace gateway::admin
