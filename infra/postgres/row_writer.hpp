#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <pqxx/pqxx>

#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

struct ColumnSpec {
    const char* name;
    const char* type;
};

/// What happens when a row with the same key exists.
enum class OnDuplicate { kReplace, kFail };

/// Collects rows of one table and writes them in one statement. Only for .cpp files of this module.
template <std::size_t kColumns>
class RowWriter {
public:
    /// `key`: the columns of the primary key, as SQL.
    RowWriter(const char* table, const char* key, const std::array<ColumnSpec, kColumns>& columns, OnDuplicate duplicate)
        : table_(table), key_(key), columns_(columns), duplicate_(duplicate) {}

    template <class... Values>
    void add(const Values&... values) {
        static_assert(sizeof...(Values) == kColumns);
        std::size_t place = 0;
        (put(arrays_[place++], values), ...);
        ++rows_;
    }

    /// Throws the driver's exceptions.
    void write(pqxx::transaction_base& transaction) const {
        if (rows_ == 0) return;
        std::string names, arrays, updates;
        std::array<std::string, kColumns> parameters;
        for (std::size_t i = 0; i < kColumns; ++i) {
            const std::string comma = i == 0 ? "" : ", ";
            names += comma + columns_[i].name;
            arrays += comma + "$" + std::to_string(i + 1) + "::" + columns_[i].type + "[]";
            updates += comma + columns_[i].name + " = excluded." + columns_[i].name;
            parameters[i] = arrays_[i].text();
        }
        std::string statement = std::string("insert into ") + table_ + " (" + names + ") select * from unnest(" + arrays + ")";
        if (duplicate_ == OnDuplicate::kReplace) statement += std::string(" on conflict (") + key_ + ") do update set " + updates;
        transaction.exec_params(statement, pqxx::prepare::make_dynamic_params(parameters));
    }

private:
    template <class Value>
    static void put(SqlArray& array, const Value& value) {
        if constexpr (requires { value.has_value(); }) {
            if (value) put(array, *value);
            else array.add_null();
        } else if constexpr (requires { value.value(); }) {
            array.add(value.value());
        } else if constexpr (requires { value.time_since_epoch(); }) {
            array.add(static_cast<std::int64_t>(value.time_since_epoch().count()));
        } else {
            array.add(value);
        }
    }

    const char* table_;
    const char* key_;
    const std::array<ColumnSpec, kColumns>& columns_;
    OnDuplicate duplicate_;
    std::array<SqlArray, kColumns> arrays_;
    std::size_t rows_ = 0;
};

}  // namespace infra::postgres
