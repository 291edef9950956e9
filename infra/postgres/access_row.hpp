#pragma once

#include <string_view>

#include <pqxx/pqxx>

#include "domain/identity/access_rules.hpp"
#include "infra/postgres/sql_array.hpp"

/// How subjects and targets stand in columns. Only for .cpp files of this module.
namespace infra::postgres {

/// `user`, `group` or `everyone`.
inline std::string_view column_of(domain::identity::Subject::Kind kind) {
    using enum domain::identity::Subject::Kind;
    return kind == kUser ? "user" : kind == kGroup ? "group" : "everyone";
}
inline domain::identity::Subject subject_of(const pqxx::field& kind, const pqxx::field& id) {
    using domain::identity::Subject;
    const std::string_view text(kind.c_str(), kind.size());
    const auto which = text == "user" ? Subject::Kind::kUser : text == "group" ? Subject::Kind::kGroup : Subject::Kind::kEveryone;
    return {which, number_of(id.c_str())};
}

/// `tenant`, `object`, or the name of a kind.
inline std::string_view column_of(const domain::identity::Target& target) {
    using enum domain::identity::Target::Scope;
    return target.scope == kTenant ? "tenant" : target.scope == kObject ? "object" : name(target.kind);
}
/// Throws pqxx::failure on what this module has not written.
inline domain::identity::Target target_of(const pqxx::field& column, const pqxx::field& object) {
    using domain::identity::Target;
    const std::string_view text(column.c_str(), column.size());
    if (text == "tenant") return Target::tenant();
    if (text == "object") return Target::one(number_of(object.c_str()));
    const auto kind = domain::identity::grantable_kind_from(text);
    if (!kind) throw pqxx::failure("malformed target of a grant");
    return Target::all_of(*kind);
}
/// Throws pqxx::failure on what this module has not written.
inline domain::identity::Role role_of(const pqxx::field& column) {
    const auto role = domain::identity::role_from(std::string_view(column.c_str(), column.size()));
    if (!role) throw pqxx::failure("malformed role of a grant");
    return *role;
}

}  // namespace infra::postgres
