#include "infra/duckdb/functions/scalar.hpp"

namespace infra::duckdb::functions {
namespace {

template <class Result>
void run_variadic(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const auto function = reinterpret_cast<bool (*)(Result&, Registry::Texts)>(
        duckdb_scalar_function_get_extra_info(info));
    std::vector<ArgumentColumn<std::string_view>> arguments;
    const idx_t count = duckdb_data_chunk_get_column_count(input);
    for (idx_t i = 0; i < count; ++i) arguments.emplace_back(duckdb_data_chunk_get_vector(input, i));
    ResultColumn<Result> results(output);
    const idx_t rows = duckdb_data_chunk_get_size(input);
    try {
        std::vector<std::optional<std::string_view>> texts(count);
        Result result{};
        for (idx_t row = 0; row < rows; ++row) {
            for (idx_t i = 0; i < count; ++i) {
                texts[i] = arguments[i].is_valid(row) ? std::optional(arguments[i].value(row)) : std::nullopt;
            }
            if constexpr (std::is_same_v<Result, std::string>) result.clear();
            if (function(result, texts)) results.set(row, result);
            else results.set_null(row);
        }
    } catch (const std::exception& exception) {
        duckdb_scalar_function_set_error(info, exception.what());
    }
}

/// Calls `function` for each row of a chunk, sets the list entries of the output, and returns all elements. A list has one
/// entry for each `width` texts.
Registry::TextList collect_lists(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output, std::size_t width) {
    const auto function = reinterpret_cast<bool (*)(Registry::TextList&, std::string_view, std::string_view)>(
        duckdb_scalar_function_get_extra_info(info));
    const ArgumentColumn<std::string_view> first(duckdb_data_chunk_get_vector(input, 0));
    const ArgumentColumn<std::string_view> second(duckdb_data_chunk_get_vector(input, 1));
    ResultColumn<bool> lists(output);  // for its validity only
    auto* const entries = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(output));
    const idx_t rows = duckdb_data_chunk_get_size(input);
    Registry::TextList all;
    Registry::TextList list;
    for (idx_t row = 0; row < rows; ++row) {
        list.clear();
        entries[row] = {all.size() / width, 0};
        const bool is_valid =
            first.is_valid(row) && second.is_valid(row) && function(list, first.value(row), second.value(row));
        if (!is_valid) {
            lists.set_null(row);
            continue;
        }
        entries[row].length = list.size() / width;
        for (auto& element : list) all.push_back(std::move(element));
    }
    duckdb_list_vector_reserve(output, all.size() / width);
    duckdb_list_vector_set_size(output, all.size() / width);
    return all;
}

void set_text(ResultColumn<std::string>& column, idx_t row, const std::optional<std::string>& text) {
    if (text) column.set(row, *text);
    else column.set_null(row);
}

void run_list(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    try {
        const Registry::TextList all = collect_lists(info, input, output, 1);
        ResultColumn<std::string> elements(duckdb_list_vector_get_child(output));
        for (idx_t i = 0; i < all.size(); ++i) set_text(elements, i, all[i]);
    } catch (const std::exception& exception) {
        duckdb_scalar_function_set_error(info, exception.what());
    }
}

void run_rows(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    constexpr std::size_t width = Registry::kRowFields;
    try {
        const Registry::TextList all = collect_lists(info, input, output, width);
        duckdb_vector row_vector = duckdb_list_vector_get_child(output);
        ResultColumn<std::int64_t> places(duckdb_struct_vector_get_child(row_vector, 0));
        const auto* const entries = static_cast<const duckdb_list_entry*>(duckdb_vector_get_data(output));
        for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); ++row) {
            for (idx_t i = 0; i < entries[row].length; ++i) places.set(entries[row].offset + i, static_cast<std::int64_t>(i));
        }
        for (std::size_t field = 0; field < width; ++field) {
            ResultColumn<std::string> column(duckdb_struct_vector_get_child(row_vector, field + 1));
            for (idx_t i = 0; i < all.size() / width; ++i) set_text(column, i, all[i * width + field]);
        }
    } catch (const std::exception& exception) {
        duckdb_scalar_function_set_error(info, exception.what());
    }
}

}  // namespace

void Registry::add_parameter(duckdb_scalar_function scalar, duckdb_type type) {
    const LogicalType logical(duckdb_create_logical_type(type));
    duckdb_scalar_function_add_parameter(scalar, logical.get());
}

void Registry::finish(duckdb_scalar_function scalar, const char* name, duckdb_type result, void* function,
                      duckdb_scalar_function_t body) {
    LogicalType type(duckdb_create_logical_type(result));
    if (result == DUCKDB_TYPE_LIST) {
        const LogicalType element(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
        type.reset(duckdb_create_list_type(element.get()));
    }
    finish(scalar, name, type.get(), function, body);
}

void Registry::finish(duckdb_scalar_function scalar, const char* name, duckdb_logical_type result, void* function,
                      duckdb_scalar_function_t body) {
    duckdb_scalar_function_set_name(scalar, name);
    duckdb_scalar_function_set_return_type(scalar, result);
    duckdb_scalar_function_set_extra_info(scalar, function, nullptr);
    duckdb_scalar_function_set_function(scalar, body);
    if (duckdb_register_scalar_function(connection_, scalar) != DuckDBSuccess && refused_.empty()) refused_ = name;
}

template <class Result>
void Registry::add_any_variadic(const char* name, bool (*function)(Result&, Texts)) {
    const ScalarFunction scalar(duckdb_create_scalar_function());
    const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
    duckdb_scalar_function_set_varargs(scalar.get(), text.get());
    duckdb_scalar_function_set_special_handling(scalar.get());
    finish(scalar.get(), name, duckdb_type_of<Result>(), reinterpret_cast<void*>(function), &run_variadic<Result>);
}

void Registry::add_variadic(const char* name, bool (*function)(std::string&, Texts)) { add_any_variadic(name, function); }
void Registry::add_variadic(const char* name, bool (*function)(std::int64_t&, Texts)) { add_any_variadic(name, function); }

void Registry::add_list(const char* name, bool (*function)(TextList&, std::string_view, std::string_view)) {
    const ScalarFunction scalar(duckdb_create_scalar_function());
    add_parameter(scalar.get(), DUCKDB_TYPE_VARCHAR);
    add_parameter(scalar.get(), DUCKDB_TYPE_VARCHAR);
    finish(scalar.get(), name, DUCKDB_TYPE_LIST, reinterpret_cast<void*>(function), &run_list);
}

void Registry::add_rows(const char* name, const std::array<const char*, kRowFields>& fields,
                        bool (*function)(TextList&, std::string_view, std::string_view)) {
    const ScalarFunction scalar(duckdb_create_scalar_function());
    add_parameter(scalar.get(), DUCKDB_TYPE_VARCHAR);
    add_parameter(scalar.get(), DUCKDB_TYPE_VARCHAR);
    const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
    const LogicalType number(duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
    std::vector<duckdb_logical_type> types{number.get()};
    std::vector<const char*> names{"place"};
    for (const char* field : fields) {
        types.push_back(text.get());
        names.push_back(field);
    }
    const LogicalType row(duckdb_create_struct_type(types.data(), names.data(), names.size()));
    const LogicalType list(duckdb_create_list_type(row.get()));
    finish(scalar.get(), name, list.get(), reinterpret_cast<void*>(function), &run_rows);
}

}  // namespace infra::duckdb::functions
