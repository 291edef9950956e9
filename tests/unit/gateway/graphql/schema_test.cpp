#include "gateway/meta/meta_schema.hpp"

#include <catch2/catch.hpp>

#include "gateway/graphql/plan.hpp"

namespace {

/// Whether a type leads back to itself: then answers could grow with every step.
bool leads_to(const gateway::graphql::Schema& schema, const std::string& from, const std::string& to) {
    for (const auto& [name, field] : schema.at(from)) {
        if (!field.type.empty() && (field.type == to || leads_to(schema, field.type, to))) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("every type of the schema is there, and none leads back to itself") {
    for (const auto& [type, fields] : gateway::meta::schema()) {
        for (const auto& [name, field] : fields) {
            INFO(type + "." + name);
            CHECK((field.type.empty() || gateway::meta::schema().contains(field.type)));
        }
        INFO(type);
        CHECK_FALSE(leads_to(gateway::meta::schema(), type, type));
    }
}
