#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <tuple>
#include <utility>

#include <duckdb.h>

#include "infra/duckdb/functions/scalar.hpp"

/// Plain C++ classes as aggregate functions of DuckDB.
///
/// A state collects the rows of one group, or of a part of it:
///
///     struct State {
///         void add(Argument…);              one row; rows with a null argument are not added
///         void merge(const State& other);   the rows of another part; `other` stays as it is
///         bool finish(Result&) const;       the value; false: null. Also asked of a group without rows
///     };
///
/// Types are those of scalar functions (scalar.hpp). Parts of a group meet in any order, so the value must not depend on
/// it. States are used by one thread at a time; an exception becomes an error of the query.
///
/// Not for windows that are a whole partition by their words (`OVER (PARTITION BY …)`, `UNBOUNDED … UNBOUNDED`): there DuckDB
/// hands one state for all rows where its C API says one for each. A frame of many ROWS to both sides is the way around.
namespace infra::duckdb::functions {

/// The callbacks for one state class. DuckDB moves the memory of a state as bytes: it holds a pointer only, which is null
/// until the first row.
template <class State, class Result, class... Arguments>
class AggregateCallbacks {
public:
    static idx_t size(duckdb_function_info) { return sizeof(State*); }
    static void init(duckdb_function_info, duckdb_aggregate_state state) { slot(state) = nullptr; }

    static void destroy(duckdb_aggregate_state* states, idx_t count) {
        for (idx_t i = 0; i < count; ++i) {
            const std::unique_ptr<State> last(slot(states[i]));
            slot(states[i]) = nullptr;
        }
    }

    static void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
        guarded(info, [&] { update_indexed(input, states, std::index_sequence_for<Arguments...>{}); });
    }

    static void combine(duckdb_function_info info, duckdb_aggregate_state* sources, duckdb_aggregate_state* targets,
                        idx_t count) {
        guarded(info, [&] {
            for (idx_t i = 0; i < count; ++i) {
                if (slot(sources[i]) != nullptr) made(targets[i]).merge(*slot(sources[i]));
            }
        });
    }

    static void finalize(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector output, idx_t count,
                         idx_t offset) {
        guarded(info, [&] {
            ResultColumn<Result> results(output);
            const State empty{};
            for (idx_t i = 0; i < count; ++i) {
                Result result{};
                const State* const state = slot(states[i]);
                if ((state == nullptr ? empty : *state).finish(result)) results.set(offset + i, result);
                else results.set_null(offset + i);
            }
        });
    }

private:
    static State*& slot(duckdb_aggregate_state state) { return *reinterpret_cast<State**>(state); }

    static State& made(duckdb_aggregate_state state) {
        if (slot(state) == nullptr) slot(state) = std::make_unique<State>().release();
        return *slot(state);
    }

    template <std::size_t... i>
    static void update_indexed(duckdb_data_chunk input, duckdb_aggregate_state* states, std::index_sequence<i...>) {
        const std::tuple<ArgumentColumn<Arguments>...> arguments(
            ArgumentColumn<Arguments>(duckdb_data_chunk_get_vector(input, i))...);
        const idx_t rows = duckdb_data_chunk_get_size(input);
        for (idx_t row = 0; row < rows; ++row) {
            if ((std::get<i>(arguments).is_valid(row) && ...)) made(states[row]).add(std::get<i>(arguments).value(row)...);
        }
    }

    template <class Body>
    static void guarded(duckdb_function_info info, const Body& body) {
        try {
            body();
        } catch (const std::exception& exception) {
            duckdb_aggregate_function_set_error(info, exception.what());
        }
    }
};

/// Registers aggregates in the database of a connection.
class AggregateRegistry {
public:
    explicit AggregateRegistry(duckdb_connection connection) : connection_(connection) {}

    template <class State, class Result, class... Arguments>
    void add(const char* name) {
        using Callbacks = AggregateCallbacks<State, Result, Arguments...>;
        const AggregateFunction function(duckdb_create_aggregate_function());
        duckdb_aggregate_function_set_functions(function.get(), &Callbacks::size, &Callbacks::init, &Callbacks::update,
                                                &Callbacks::combine, &Callbacks::finalize);
        duckdb_aggregate_function_set_destructor(function.get(), &Callbacks::destroy);
        constexpr std::array kTypes{duckdb_type_of<Arguments>()...};
        finish(function.get(), name, duckdb_type_of<Result>(), kTypes);
    }

    /// The first function that DuckDB refused, or empty.
    const std::string& refused() const { return refused_; }

private:
    void finish(duckdb_aggregate_function function, const char* name, duckdb_type result,
                std::span<const duckdb_type> arguments);

    duckdb_connection connection_;
    std::string refused_;
};

}  // namespace infra::duckdb::functions
