#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <duckdb.h>

#include "infra/duckdb/handles.hpp"

/// Plain C++ functions as functions of DuckDB.
///
/// A function has the form `bool f(Result& result, Argument…)` and answers whether there is a value; where an argument is
/// null it is not called, and the result is null. Types: bool, std::int64_t, std::uint32_t, double, and texts as
/// std::string (result, empty at each call) and std::string_view (arguments). It must be pure and safe to call from several
/// threads; an exception becomes an error of the query.
namespace infra::duckdb::functions {

template <class T>
constexpr duckdb_type duckdb_type_of() {
    if constexpr (std::is_same_v<T, bool>) return DUCKDB_TYPE_BOOLEAN;
    else if constexpr (std::is_same_v<T, std::int64_t>) return DUCKDB_TYPE_BIGINT;
    else if constexpr (std::is_same_v<T, std::uint32_t>) return DUCKDB_TYPE_UINTEGER;
    else if constexpr (std::is_same_v<T, double>) return DUCKDB_TYPE_DOUBLE;
    else return DUCKDB_TYPE_VARCHAR;
}

inline std::string_view text_view(const duckdb_string_t& text) {
    const std::uint32_t length = text.value.inlined.length;
    return {length <= 12 ? text.value.inlined.inlined : text.value.pointer.ptr, length};
}

/// The values of one argument in a chunk. DuckDB hands flat vectors to functions of the C API.
template <class T>
class ArgumentColumn {
public:
    explicit ArgumentColumn(duckdb_vector vector)
        : data_(duckdb_vector_get_data(vector)), validity_(duckdb_vector_get_validity(vector)) {}

    bool is_valid(idx_t row) const {
        return validity_ == nullptr || ((validity_[row / 64] >> (row % 64)) & 1U) != 0;
    }
    T value(idx_t row) const {
        if constexpr (std::is_same_v<T, std::string_view>) {
            return text_view(static_cast<const duckdb_string_t*>(data_)[row]);
        } else {
            return static_cast<const T*>(data_)[row];
        }
    }

private:
    const void* data_;
    const std::uint64_t* validity_;
};

/// Where a function's results go.
template <class T>
class ResultColumn {
public:
    explicit ResultColumn(duckdb_vector vector) : vector_(vector), data_(duckdb_vector_get_data(vector)) {}

    void set(idx_t row, const T& value) {
        if constexpr (std::is_same_v<T, std::string>) {
            duckdb_vector_assign_string_element_len(vector_, row, value.data(), value.size());
        } else {
            static_cast<T*>(data_)[row] = value;
        }
    }
    void set_null(idx_t row) {
        if (validity_ == nullptr) {
            duckdb_vector_ensure_validity_writable(vector_);
            validity_ = duckdb_vector_get_validity(vector_);
        }
        validity_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    }

private:
    duckdb_vector vector_;
    void* data_;
    std::uint64_t* validity_ = nullptr;
};

/// Registers functions in the database of a connection.
class Registry {
public:
    explicit Registry(duckdb_connection connection) : connection_(connection) {}

    /// A function with as many arguments as `function` has.
    template <class Result, class... Arguments>
    void add(const char* name, bool (*function)(Result&, Arguments...)) {
        const ScalarFunction scalar(duckdb_create_scalar_function());
        (add_parameter(scalar.get(), duckdb_type_of<Arguments>()), ...);
        finish(scalar.get(), name, duckdb_type_of<Result>(), reinterpret_cast<void*>(function),
               &run<Result, Arguments...>);
    }

    using Texts = std::span<const std::optional<std::string_view>>;
    /// A function of any number of texts, which may be null.
    void add_variadic(const char* name, bool (*function)(std::string&, Texts));
    void add_variadic(const char* name, bool (*function)(std::int64_t&, Texts));

    /// A function of two texts whose result is a list of texts; elements may be null. False: the list is null.
    using TextList = std::vector<std::optional<std::string>>;
    void add_list(const char* name, bool (*function)(TextList&, std::string_view, std::string_view));

    /// A function of two texts whose result is a list of rows `{place, field…}`: place is the row's number in the list, the
    /// fields are texts, which `function` gives row by row. False: the list is null.
    static constexpr std::size_t kRowFields = 3;
    void add_rows(const char* name, const std::array<const char*, kRowFields>& fields,
                  bool (*function)(TextList&, std::string_view, std::string_view));

    /// The first function that DuckDB refused, or empty.
    const std::string& refused() const { return refused_; }

private:
    template <class Result>
    void add_any_variadic(const char* name, bool (*function)(Result&, Texts));
    static void add_parameter(duckdb_scalar_function scalar, duckdb_type type);
    void finish(duckdb_scalar_function scalar, const char* name, duckdb_type result, void* function,
                duckdb_scalar_function_t body);
    void finish(duckdb_scalar_function scalar, const char* name, duckdb_logical_type result, void* function,
                duckdb_scalar_function_t body);

    template <class Result, class... Arguments>
    static void run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
        run_indexed<Result, Arguments...>(info, input, output, std::index_sequence_for<Arguments...>{});
    }

    template <class Result, class... Arguments, std::size_t... i>
    static void run_indexed(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output,
                            std::index_sequence<i...>) {
        const auto function =
            reinterpret_cast<bool (*)(Result&, Arguments...)>(duckdb_scalar_function_get_extra_info(info));
        const std::tuple<ArgumentColumn<Arguments>...> arguments(
            ArgumentColumn<Arguments>(duckdb_data_chunk_get_vector(input, i))...);
        ResultColumn<Result> results(output);
        const idx_t rows = duckdb_data_chunk_get_size(input);
        try {
            Result result{};
            for (idx_t row = 0; row < rows; ++row) {
                if constexpr (std::is_same_v<Result, std::string>) result.clear();
                const bool is_valid = (std::get<i>(arguments).is_valid(row) && ...) &&
                                      function(result, std::get<i>(arguments).value(row)...);
                if (is_valid) results.set(row, result);
                else results.set_null(row);
            }
        } catch (const std::exception& exception) {
            duckdb_scalar_function_set_error(info, exception.what());
        }
    }

    duckdb_connection connection_;
    std::string refused_;
};

}  // namespace infra::duckdb::functions
