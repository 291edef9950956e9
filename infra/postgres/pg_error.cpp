#include "infra/postgres/pg_error.hpp"

#include <exception>
#include <string_view>

#include <pqxx/pqxx>

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;

/// The server's message without its DETAIL and HINT lines, which can hold values of rows.
std::string first_line(const char* what) {
    std::string_view text(what);
    text = text.substr(0, text.find('\n'));
    return std::string(text);
}

ErrorCode code_of_state(std::string_view state) {
    if (state == "57014") return ErrorCode::kDeadlineExceeded;  // statement_timeout
    const std::string_view group = state.substr(0, 2);
    // 08 connection, 40 rollback (deadlock, serialization), 53 resources, 55 not ready, 57 shutdown, 25 read only standby.
    for (const std::string_view transient : {"08", "40", "53", "55", "57", "25"}) {
        if (group == transient) return ErrorCode::kUnavailable;
    }
    return ErrorCode::kInternal;
}

}  // namespace

Error current_error(const std::string& doing) {
    const std::string prefix = "postgresql: " + doing + ": ";
    try {
        throw;
    } catch (const pqxx::in_doubt_error&) {
        return Error(ErrorCode::kUnavailable, prefix + "connection lost at commit, the outcome is unknown");
    } catch (const pqxx::broken_connection& error) {
        return Error(ErrorCode::kUnavailable, prefix + "no connection: " + first_line(error.what()));
    } catch (const pqxx::sql_error& error) {
        return Error(code_of_state(error.sqlstate()), prefix + first_line(error.what()));
    } catch (const pqxx::transaction_rollback& error) {
        return Error(ErrorCode::kUnavailable, prefix + first_line(error.what()));
    } catch (const pqxx::failure& error) {
        return Error(ErrorCode::kInternal, prefix + first_line(error.what()));
    } catch (const pqxx::pqxx_exception& error) {
        return Error(ErrorCode::kInternal, prefix + first_line(error.base().what()));
    }
}

bool is_broken_connection() {
    try {
        throw;
    } catch (const pqxx::broken_connection&) {
        return true;
    } catch (...) {
        return false;
    }
}

}  // namespace infra::postgres
