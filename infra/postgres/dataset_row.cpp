#include "infra/postgres/dataset_row.hpp"

#include <utility>

#include "domain/catalog/schema_json.hpp"

namespace infra::postgres {

using domain::catalog::Dataset;

domain::base::Result<Dataset> dataset_of(const domain::base::TenantId& tenant, const pqxx::row& row) {
    auto schema = domain::catalog::schema_from_json(row[3].as<std::string>());
    if (!schema) return schema.error();
    Dataset dataset;
    dataset.id = domain::base::DatasetId(row[0].as<std::int64_t>());
    dataset.tenant = tenant;
    dataset.workspace = row[1].as<std::string>();
    dataset.name = row[2].as<std::string>();
    dataset.schema = std::move(*schema);
    dataset.version = row[4].as<std::int64_t>();
    for (int place = 6; place < dataset_columns; ++place) {
        if (!row[place].is_null()) dataset.within.push_back(row[place].as<std::int64_t>());
    }
    if (row[5].is_null()) return dataset;
    auto definition = domain::catalog::definition_from_json(row[5].as<std::string>());
    if (!definition) return definition.error();
    dataset.definition = std::move(*definition);
    dataset.is_typed = !row[7].is_null();
    return dataset;
}

}  // namespace infra::postgres
