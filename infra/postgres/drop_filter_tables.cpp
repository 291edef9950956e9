#include "infra/postgres/drop_filter_tables.hpp"

#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/row_lookup.hpp"

namespace infra::postgres {
namespace {

namespace admin = domain::admin;

constexpr std::array kFilterColumns{ColumnSpec{"tenant", "text"},      ColumnSpec{"id", "bigint"},
                              ColumnSpec{"datastream_id", "bigint"}, ColumnSpec{"label", "text"},
                              ColumnSpec{"description", "text"}, ColumnSpec{"pipeline", "text"},
                              ColumnSpec{"drop_share", "bigint"}, ColumnSpec{"enabled", "boolean"},
                              ColumnSpec{"since", "bigint"},     ColumnSpec{"created_at", "bigint"},
                              ColumnSpec{"created_by", "text"},  ColumnSpec{"updated_at", "bigint"},
                              ColumnSpec{"updated_by", "text"},  ColumnSpec{"version", "bigint"}};

}  // namespace

std::string drop_filter_columns() { return list(kFilterColumns); }

admin::drop_filter::DropFilterState drop_filter_of(const pqxx::row& row) {
    admin::drop_filter::DropFilterState filter;
    filter.exists = true;
    filter.tenant = domain::base::TenantId(text(row[0]));
    filter.id = domain::base::ObjectId(number(row[1]));
    filter.datastream = domain::base::DatastreamId(number(row[2]));
    filter.settings.label = text(row[3]);
    filter.settings.description = text(row[4]);
    filter.settings.pipeline = text(row[5]);
    filter.settings.drop_share = number(row[6]);
    filter.settings.enabled = flag(row[7]);
    filter.since = time_of(row[8]);
    filter.stamp = stamp_of(row, 9);
    return filter;
}

void load_drop_filters(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    if (keys.drop_filters.empty()) return;
    SqlArray tenants;
    for (const auto& tenant : keys.drop_filters) tenants.add(tenant.value());
    for (const auto& row : transaction.exec_params("select " + drop_filter_columns() + " from drop_filters r where r.tenant = any "
                                                   "($1::text[])", tenants.text())) {
        auto filter = drop_filter_of(row);
        state.drop_filters.load(filter.id, std::move(filter));
    }
}

void save_drop_filters(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.drop_filters.changed().empty()) return;
    remove_rows(transaction, "drop_filters", "bigint", state.drop_filters.replaced());
    RowWriter filters("drop_filters", "tenant, id", kFilterColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.drop_filters.changed()) {
        const auto& s = state.drop_filters.get(tenant, id);
        if (!s.exists) continue;
        filters.add(s.tenant, s.id, s.datastream, s.settings.label, s.settings.description, s.settings.pipeline, s.settings.drop_share,
                    s.settings.enabled, s.since, s.stamp.created_at, s.stamp.created_by, s.stamp.updated_at, s.stamp.updated_by,
                    s.stamp.version);
    }
    filters.write(transaction);
}

}  // namespace infra::postgres
