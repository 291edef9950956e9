#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/ids.hpp"
#include "domain/csv/table_form.hpp"
#include "gateway/http/request.hpp"

namespace gateway::admin {

/// The two spellings of one API: the generally available one, and the earlier one (spec: api §8, §9).
enum class TableDialect { kGeneral, kPreview };

/// What a request says about a reference table, as far as it says it.
struct TableRequest {
    TableRequest() = default;
    std::optional<std::string> label;
    std::optional<std::string> description;
    std::optional<std::vector<std::string>> primary_key;  ///< empty: none
    std::optional<std::string> label_field;               ///< empty: none
    std::optional<domain::base::ObjectId> workspace;
    std::optional<std::vector<domain::csv::TableColumn>> schema;
    std::optional<domain::base::SharedBytes> upload;
};

/// Reads a form (gateway/http/multipart.hpp): `upload` is the file, `schema` JSON, and `metadata` (general) or `input`
/// (preview) JSON; each may be a field or a file, in any order.
///
///     metadata   label, description, primaryKey, labelField; other members are refused
///     input      name, description, primaryKey, labelField, workspaceId; iconUrl, managedById and folderId say nothing
///     schema     [{"name":"a","type":"int64"}] or [{"name":"a","type":{"rep":"int64"}}]; null and [] are no schema
///
/// The general API has the types array, bool, duration, float64, int64, numeric, object, string and variant, the preview ipv4
/// and timestamp besides. Fails with kInvalidArgument, with kUnsupportedMedia for a body that is no form, and with kTooLarge
/// for a file over admin::upload_bytes_max.
domain::base::Result<TableRequest> read_table_form(const http::Request& request, TableDialect dialect);

/// Reads the JSON body of a PATCH: label and description, nothing else.
domain::base::Result<TableRequest> read_table_patch(const http::Request& request);

}  // namespace gateway::admin
