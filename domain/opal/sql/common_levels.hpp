#pragma once

#include <map>
#include <string>
#include <vector>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::sql {

/// The common table expressions of a statement. A level that says the same as an earlier one is not added again: what a
/// script uses twice is computed once. Its columns are then presented under the names of the earlier level's.
class CommonLevels {
public:
    /// Adds a level and returns its name. `own` are the columns that this level gives a name to, in an order that follows
    /// from the text; their names may differ in texts that say the same.
    std::string add(const std::string& select, const std::vector<check::ColumnId>& own, bool is_scan);

    /// Adds a level that is read more than once by one reader.
    std::string add_shared(const std::string& select);

    /// The name under which a column stands in the levels.
    check::ColumnId present(check::ColumnId column) const;
    /// From here on the column has its own name again.
    void restore(check::ColumnId column) { presented_.erase(column); }

    /// `WITH …`; `body` is the statement that reads the levels. Levels that are read twice are materialized, except scans:
    /// reading files again costs less than keeping their rows. All others are not, so that filters and column lists reach
    /// the scans.
    std::string text(const std::string& body) const;

private:
    struct Level {
        std::string select;
        std::vector<check::ColumnId> own;
        bool is_scan = false;
        bool is_shared = false;
    };

    std::string push(Level level);

    std::vector<Level> levels_;
    std::map<std::string, std::size_t> by_text_;  // own names replaced by their places
    std::map<check::ColumnId, check::ColumnId> presented_;
};

}  // namespace domain::opal::sql
