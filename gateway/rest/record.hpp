#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "domain/admin/stamp.hpp"
#include "gateway/http/response.hpp"

namespace gateway::rest {

/// Adds `version`, `createdBy`, `createdAt`, `updatedBy` and `updatedAt`.
void add_stamp(nlohmann::ordered_json& record, const domain::admin::Stamp& stamp);

/// `user:12` as `{"id":"12"}`; who is no user is null.
nlohmann::ordered_json person(const std::string& actor);

/// Null when there is none.
nlohmann::ordered_json text_or_null(const std::optional<std::string>& value);
/// RFC 3339, null when there is none.
nlohmann::ordered_json time_or_null(const std::optional<domain::base::Timestamp>& time);

/// An id as JSON shows it: digits in a string.
template <class Id>
std::string id_text(const Id& id) { return std::to_string(id.value()); }

/// A record with its ETag when it has a `version`; 201 for one that was made.
http::Response answer(int status, const nlohmann::ordered_json& record);
/// The record of a creation: 201, and `Idempotency-Replayed: true` when an earlier request had made it.
http::Response created(const nlohmann::ordered_json& record, bool replayed);
/// `{"ok":true}`: what was to be removed is gone.
http::Response removed();

/// Compact; what is not UTF-8 is replaced.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace gateway::rest
