// Any bytes as a GraphQL document: no crash, no hang, and what has a plan has an answer.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gateway/graphql/answer.hpp"
#include "gateway/meta/meta_schema.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const nlohmann::json variables = {{"id", "1"}, {"name", "a"}, {"yes", true}};
    const auto plan = gateway::graphql::make_plan(text, "", variables, gateway::meta::schema());
    if (!plan) return 0;
    gateway::graphql::Tables tables;
    for (const auto& name : plan->tables()) {
        tables[name] = nlohmann::ordered_json::parse(R"([{"id":"1","label":"a","workspaceId":"1","fieldList":[{"name":"b"}]}])");
    }
    if (!gateway::graphql::answer(*plan, tables).contains("data")) std::abort();
    return 0;
}
