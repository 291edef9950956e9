#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/admin/dataset/dataset.hpp"
#include "domain/admin/outcome.hpp"

/// Tables that were uploaded as CSV. Each has a dataset of its own, `Reference Tables/<label>`, which holds its rows and lives
/// and dies with it; derived datasets name that dataset by id, so they follow when the table gets another label.
///
/// The file itself stands in the log in chunks before the command (domain/admin/upload.hpp); the command names them. Whoever
/// sends a command has read the file: the columns are in the command, and so a replay reads it the same way.
namespace domain::admin::reference_table {

/// A file in the log, and how it is read.
struct Content {
    std::string upload;                 ///< id of the upload
    std::vector<std::int64_t> chunks;   ///< offsets of its chunks, in the partition of the command, in order
    std::int64_t bytes = 0;
    std::string checksum;               ///< of the file: MD5 in lower-case hexadecimal digits
    std::int64_t rows = 0;              ///< without the header
    bool has_header = false;            ///< the first row is none of the table's
    friend bool operator==(const Content&, const Content&) = default;
};

// Commands

struct CreateReferenceTable {
    base::ObjectId table;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string label;
    std::string description;
    catalog::Schema schema;
    Content content;
    friend bool operator==(const CreateReferenceTable&, const CreateReferenceTable&) = default;
};

/// Other rows, or the same rows with another key or label field.
struct Replacement {
    base::DatasetId dataset;  ///< the table's
    catalog::Schema schema;
    std::optional<Content> content;              ///< none: the rows stay
    std::int64_t version = 0;                    ///< of the dataset, as it was seen
    std::vector<dataset::Revision> dependents;   ///< all that depend on the dataset, when the schema is another one
    friend bool operator==(const Replacement&, const Replacement&) = default;
};

/// What is absent stays.
struct UpdateReferenceTable {
    base::ObjectId table;
    std::optional<std::string> label;
    std::optional<std::string> description;
    std::optional<Replacement> replacement;
    friend bool operator==(const UpdateReferenceTable&, const UpdateReferenceTable&) = default;
};

struct DeleteReferenceTable {
    base::ObjectId table;
    bool force = false;  ///< also when other datasets read it, which then cannot be queried any more
    friend bool operator==(const DeleteReferenceTable&, const DeleteReferenceTable&) = default;
};

// Events

struct ReferenceTableCreated {
    base::TenantId tenant;
    CreateReferenceTable table;
    base::Timestamp at{};
    std::string by;
};
struct ReferenceTableUpdated {
    base::TenantId tenant;
    base::ObjectId table;
    std::optional<std::string> label;
    std::optional<std::string> description;
    std::optional<Content> content;
    base::Timestamp at{};
    std::string by;
};
struct ReferenceTableDeleted {
    base::TenantId tenant;
    base::ObjectId table;
};
/// What happens to the table and to its dataset, together or not at all.
using Events = std::vector<std::variant<ReferenceTableCreated, ReferenceTableUpdated, ReferenceTableDeleted,
                                        dataset::DatasetCreated, dataset::DatasetUpdated, dataset::DatasetRevised,
                                        dataset::DatasetDeleted>>;

// State

struct ReferenceTableState {
    bool exists = false;
    base::TenantId tenant;
    base::ObjectId id;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string label;
    std::string description;
    std::string checksum;
    std::int64_t bytes = 0;
    std::int64_t rows = 0;
    bool has_header = false;
    Stamp stamp;
};

/// What surrounds the table.
struct Surroundings {
    bool label_taken = false;          ///< the command's label
    dataset::DatasetState dataset;     ///< the table's
    dataset::Surroundings of_dataset;  ///< with the name that it is to have
};

ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableCreated& event);
ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableUpdated& event);
ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableDeleted& event);

/// The name of the dataset of a table: `Reference Tables/<label>`.
std::string dataset_name(std::string_view label);

/// True for a label that a table can have: one that makes a dataset's name, without a blank at its beginning.
bool is_label(std::string_view label);

/// Refuses with kNotFound (no such workspace), kConflict (id, label or the dataset's name taken), kInvalidArgument
/// (malformed label).
Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const CreateReferenceTable& command,
                        const Issued& issued);
/// Refuses with kNotFound, kInvalidArgument (malformed label), kConflict (label or the dataset's name taken; with another
/// schema: the dataset or a dependent is not as it was seen).
Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const UpdateReferenceTable& command,
                        const Issued& issued);
/// Refuses with kNotFound, kConflict (others read it, and the command does not force).
Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const DeleteReferenceTable& command,
                        const Issued& issued);

}  // namespace domain::admin::reference_table
