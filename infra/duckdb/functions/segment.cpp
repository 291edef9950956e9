#include "infra/duckdb/functions/segment.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/segment_program.hpp"
#include "infra/duckdb/handles.hpp"

namespace infra::duckdb::functions {
namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;

enum class Kind { kObject, kRest, kHas };

std::string_view view(const duckdb_string_t& text) {
    // duckdb_string_t_data wants a mutable pointer, but the layout is public.
    return {text.value.inlined.length <= 12 ? text.value.inlined.inlined : text.value.pointer.ptr,
            text.value.inlined.length};
}

/// What the binder learns once per call site, shared by all threads: the constants, and a program for each skeleton.
class CallSite {
public:
    CallSite(Kind kind, std::vector<std::string> path, std::vector<catalog::MappedColumn> columns)
        : kind_(kind), path_(std::move(path)), columns_(std::move(columns)) {}

    std::shared_ptr<const SegmentProgram> program(std::string_view skeleton) {
        std::string key(skeleton);
        {
            const std::shared_lock lock(mutex_);
            const auto found = programs_.find(key);
            if (found != programs_.end()) return found->second;
        }
        auto made = make(skeleton);
        const std::unique_lock lock(mutex_);
        // Shapes without end (keys that are ids, in a frequent object) must not fill the memory.
        if (programs_.size() >= kProgramsMax) programs_.clear();
        return programs_.emplace(std::move(key), std::move(made)).first->second;
    }

    std::size_t columns() const { return columns_.size(); }

private:
    static constexpr std::size_t kProgramsMax = 8192;

    std::shared_ptr<const SegmentProgram> make(std::string_view skeleton) const {
        switch (kind_) {
            case Kind::kObject: return SegmentProgram::for_object(skeleton, path_, columns_);
            case Kind::kRest: return SegmentProgram::for_rest(skeleton, path_);
            case Kind::kHas: break;
        }
        return SegmentProgram::for_has(skeleton, path_);
    }

    const Kind kind_;
    const std::vector<std::string> path_;
    const std::vector<catalog::MappedColumn> columns_;
    std::shared_mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const SegmentProgram>> programs_;
};

using SharedCallSite = std::shared_ptr<CallSite>;

/// One argument's values in the chunk at hand.
struct Argument {
    void* data = nullptr;
    std::uint64_t* validity = nullptr;

    explicit Argument(duckdb_vector vector)
        : data(duckdb_vector_get_data(vector)), validity(duckdb_vector_get_validity(vector)) {}
    bool is_null(std::size_t row) const { return validity != nullptr && ((validity[row / 64] >> (row % 64)) & 1U) == 0; }
    std::string_view text(std::size_t row) const { return view(static_cast<const duckdb_string_t*>(data)[row]); }
    template <class T>
    T value(std::size_t row) const {
        return static_cast<const T*>(data)[row];
    }
};

class ChunkRow final : public RowValues {
public:
    explicit ChunkRow(std::vector<Argument> columns) : columns_(std::move(columns)) {}
    void move_to(std::size_t row) { row_ = row; }

    void append(std::string& out, std::size_t column, catalog::LeafType type) const override {
        const Argument& argument = columns_[column];
        if (argument.is_null(row_)) {
            out.append("null");
            return;
        }
        switch (type) {
            case catalog::LeafType::kString: catalog::json_text::append_quoted(out, argument.text(row_)); break;
            case catalog::LeafType::kArray: out.append(argument.text(row_)); break;
            case catalog::LeafType::kFloat64: catalog::json_text::append_number(out, argument.value<double>(row_)); break;
            case catalog::LeafType::kBool: out.append(argument.value<bool>(row_) ? "true" : "false"); break;
            case catalog::LeafType::kInt64: {
                char digits[24];
                const auto end = std::to_chars(digits, digits + sizeof digits, argument.value<std::int64_t>(row_)).ptr;
                out.append(digits, static_cast<std::size_t>(end - digits));
                break;
            }
        }
    }

private:
    std::vector<Argument> columns_;
    std::size_t row_ = 0;
};

/// Rows of one chunk with the program of their skeleton. Neighbours often share it; equal skeletons of a chunk mostly share
/// their bytes, too, for they stand once in the file's dictionary.
class Rows {
public:
    Rows(CallSite& site, duckdb_data_chunk chunk, std::size_t shape_argument)
        : site_(site), shape_(duckdb_data_chunk_get_vector(chunk, shape_argument)),
          rest_(duckdb_data_chunk_get_vector(chunk, shape_argument + 1)) {}

    /// Null when the row has no skeleton.
    const SegmentProgram* program(std::size_t row) {
        if (shape_.is_null(row)) return nullptr;
        const std::string_view shape = shape_.text(row);
        Known& known = known_[(reinterpret_cast<std::uintptr_t>(shape.data()) >> 4) % known_.size()];
        if (known.program == nullptr || known.shape.data() != shape.data() || known.shape.size() != shape.size()) {
            // Short texts stand in the vector itself, each at a place of its own.
            if (last_ != nullptr && last_->shape == shape) return with_remainder(row, *last_->program);
            known = {shape, site_.program(shape)};
        }
        last_ = &known;
        return with_remainder(row, *known.program);
    }

    Remainder remainder;

private:
    struct Known {
        std::string_view shape;
        std::shared_ptr<const SegmentProgram> program;
    };

    const SegmentProgram* with_remainder(std::size_t row, const SegmentProgram& program) {
        remainder.reset(rest_.is_null(row) ? std::string_view() : rest_.text(row));
        return &program;
    }

    CallSite& site_;
    Argument shape_;
    Argument rest_;
    std::array<Known, 64> known_;  // by place in memory, which nothing moves while the chunk is read
    const Known* last_ = nullptr;
};

void set_null(duckdb_vector output, std::size_t row) {
    duckdb_vector_ensure_validity_writable(output);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(output), row);
}

CallSite& call_site(duckdb_function_info info) {
    return **static_cast<SharedCallSite*>(duckdb_scalar_function_get_bind_data(info));
}

void run_text(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output, std::size_t shape_argument,
              std::size_t first_column) {
    const std::size_t rows = duckdb_data_chunk_get_size(input);
    std::vector<Argument> columns;
    for (std::size_t i = first_column; i < duckdb_data_chunk_get_column_count(input); ++i) {
        columns.emplace_back(duckdb_data_chunk_get_vector(input, i));
    }
    ChunkRow values(std::move(columns));
    Rows chunk(call_site(info), input, shape_argument);
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        const SegmentProgram* program = chunk.program(row);
        if (program == nullptr) {
            set_null(output, row);
            continue;
        }
        if (!program->fault().empty()) {
            duckdb_scalar_function_set_error(info, program->fault().c_str());
            return;
        }
        text.clear();
        values.move_to(row);
        if (program->run(text, values, chunk.remainder)) {
            duckdb_vector_assign_string_element_len(output, row, text.data(), text.size());
        } else {
            set_null(output, row);
        }
    }
}

void run_object(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    run_text(info, input, output, 2, 4);
}

void run_rest(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    run_text(info, input, output, 1, 3);
}

void run_has(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const std::size_t rows = duckdb_data_chunk_get_size(input);
    auto* const results = static_cast<bool*>(duckdb_vector_get_data(output));
    const ChunkRow no_values({});
    Rows chunk(call_site(info), input, 1);
    std::string ignored;
    for (std::size_t row = 0; row < rows; ++row) {
        const SegmentProgram* program = chunk.program(row);
        if (program == nullptr) {
            set_null(output, row);
            continue;
        }
        ignored.clear();
        results[row] = program->run(ignored, no_values, chunk.remainder);
    }
}

/// The constant text of an argument; nothing when it is not constant or null.
std::optional<std::string> constant(duckdb_bind_info info, std::size_t index) {
    const Expression argument(duckdb_scalar_function_bind_get_argument(info, index));
    if (!argument || !duckdb_expression_is_foldable(argument.get())) return std::nullopt;
    duckdb_client_context raw_context = nullptr;
    duckdb_scalar_function_get_client_context(info, &raw_context);
    const ClientContext context(raw_context);
    duckdb_value raw_value = nullptr;
    const ErrorData error(duckdb_expression_fold(context.get(), argument.get(), &raw_value));
    const Value value(raw_value);
    if (duckdb_error_data_has_error(error.get()) || !value || duckdb_is_null_value(value.get())) return std::nullopt;
    const Text text(duckdb_get_varchar(value.get()));
    return std::string(text.get());
}

void set_call_site(duckdb_bind_info info, SharedCallSite site) {
    duckdb_scalar_function_set_bind_data(info, new SharedCallSite(std::move(site)),
                                         [](void* data) { delete static_cast<SharedCallSite*>(data); });
    duckdb_scalar_function_set_bind_data_copy(
        info, [](void* data) -> void* { return new SharedCallSite(*static_cast<SharedCallSite*>(data)); });
}

void bind_path(duckdb_bind_info info, Kind kind) {
    const auto path = constant(info, 0);
    if (!path) return duckdb_scalar_function_bind_set_error(info, "the path must be a constant");
    set_call_site(info, std::make_shared<CallSite>(kind, catalog::pointer_tokens(*path),
                                                   std::vector<catalog::MappedColumn>()));
}

bool has_physical_type(duckdb_type type, catalog::LeafType leaf) {
    if (type == DUCKDB_TYPE_SQLNULL) return true;  // a bare NULL: its vector has no value to read
    switch (leaf) {
        case catalog::LeafType::kString: case catalog::LeafType::kArray: return type == DUCKDB_TYPE_VARCHAR;
        case catalog::LeafType::kInt64: return type == DUCKDB_TYPE_BIGINT;
        case catalog::LeafType::kFloat64: return type == DUCKDB_TYPE_DOUBLE;
        case catalog::LeafType::kBool: return type == DUCKDB_TYPE_BOOLEAN;
    }
    return false;
}

void bind_object(duckdb_bind_info info) {
    const auto prefix = constant(info, 0);
    const auto map = constant(info, 1);
    if (!prefix || !map) return duckdb_scalar_function_bind_set_error(info, "prefix and map must be constants");
    auto columns = catalog::parse_column_map(*map);
    const std::size_t arguments = duckdb_scalar_function_bind_get_argument_count(info);
    if (!columns || columns->size() + 4 != arguments) {
        return duckdb_scalar_function_bind_set_error(info, "the map must have one line for each column");
    }
    for (std::size_t i = 0; i < columns->size(); ++i) {
        const Expression argument(duckdb_scalar_function_bind_get_argument(info, i + 4));
        const LogicalType type(duckdb_expression_return_type(argument.get()));
        if (!has_physical_type(duckdb_get_type_id(type.get()), (*columns)[i].type)) {
            const std::string message = "a column's type does not fit its leaf letter: " + (*columns)[i].path;
            return duckdb_scalar_function_bind_set_error(info, message.c_str());
        }
    }
    set_call_site(info, std::make_shared<CallSite>(Kind::kObject, catalog::pointer_tokens(*prefix), std::move(*columns)));
}

base::Result<void> register_one(duckdb_connection connection, const char* name, std::size_t texts, duckdb_type result,
                                duckdb_scalar_function_bind_t bind, duckdb_scalar_function_t run, bool varargs) {
    const ScalarFunction function(duckdb_create_scalar_function());
    const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
    const LogicalType any(duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    const LogicalType result_type(duckdb_create_logical_type(result));
    duckdb_scalar_function_set_name(function.get(), name);
    for (std::size_t i = 0; i < texts; ++i) duckdb_scalar_function_add_parameter(function.get(), text.get());
    if (varargs) duckdb_scalar_function_set_varargs(function.get(), any.get());
    duckdb_scalar_function_set_return_type(function.get(), result_type.get());
    duckdb_scalar_function_set_special_handling(function.get());
    duckdb_scalar_function_set_bind(function.get(), bind);
    duckdb_scalar_function_set_function(function.get(), run);
    if (duckdb_register_scalar_function(connection, function.get()) == DuckDBSuccess) return {};
    return base::Error(base::ErrorCode::kInternal, std::string("function not registered: ") + name);
}

}  // namespace

base::Result<void> register_segment_functions(duckdb_connection connection) {
    auto done = register_one(connection, "opalite_object", 4, DUCKDB_TYPE_VARCHAR, bind_object, run_object, true);
    const auto bind_rest = [](duckdb_bind_info info) { bind_path(info, Kind::kRest); };
    const auto bind_has = [](duckdb_bind_info info) { bind_path(info, Kind::kHas); };
    if (done) done = register_one(connection, "opalite_rest", 3, DUCKDB_TYPE_VARCHAR, bind_rest, run_rest, false);
    if (done) done = register_one(connection, "opalite_has", 3, DUCKDB_TYPE_BOOLEAN, bind_has, run_has, false);
    return done;
}

}  // namespace infra::duckdb::functions
