#include "domain/opal/sql/path_binding.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "domain/catalog/skeleton.hpp"
#include "domain/opal/sql/dialect.hpp"

namespace domain::opal::sql {
namespace {

using catalog::LeafType;
using catalog::PathBase;
using catalog::PathColumn;
using plan::Wanted;

std::string call(std::string_view function, const std::string& argument) {
    return std::string(function) + "(" + argument + ")";
}

std::string cast(const std::string& value, std::string_view type) {
    return "CAST(" + value + " AS " + std::string(type) + ")";
}

/// What a segment has at and below one path.
class PathAnswer {
public:
    PathAnswer(const plan::PathDemand& demand, const catalog::SegmentLayout& layout)
        : pointer_(json_pointer(demand.keys)),
          is_fields_(demand.base == PathBase::kFields),
          has_rest_(is_fields_ ? layout.fields_rest : layout.extra_rest) {
        const std::string below = pointer_ + "/";
        for (const PathColumn& column : layout.columns) {
            if (column.base != demand.base) continue;
            if (column.path == pointer_) {
                exact_.emplace(column.type, "s." + column.column);
            } else if (column.path.starts_with(below)) {
                has_below_ = true;
            } else {
                continue;
            }
            columns_.push_back(column);
            is_complete_ = is_complete_ && column.complete;
        }
    }

    /// Whether the remainder of some row may hold what is wanted here.
    bool may_be_in_rest() const { return has_rest_ && (columns_.empty() || !is_complete_); }
    bool has_below() const { return has_below_; }

    /// The column with this type, or nothing.
    std::optional<std::string> exact(LeafType type) const {
        const auto found = exact_.find(type);
        return found == exact_.end() ? std::nullopt : std::optional(found->second);
    }

    /// JSON text of the value, from everything that the segment has for it.
    std::string object() const {
        std::string text = "opalite_object(" + quote_text(pointer_) + ", " +
                           quote_text(catalog::column_map(columns_)) + ", " + shape() + ", " + rest();
        for (const PathColumn& column : columns_) text += ", s." + column.column;
        return text + ")";
    }
    /// JSON text of what the remainder has at the path.
    std::string remainder() const {
        return "opalite_rest(" + quote_text(pointer_) + ", " + shape() + ", " + rest() + ")";
    }
    std::string exists() const {
        if (pointer_.empty()) return "true";
        // What stands in complete columns, or has done so as an object, shows in the skeleton.
        const bool shows = !exact_.empty() && is_complete_;
        return "opalite_has(" + quote_text(pointer_) + ", " + shape() + ", " + (shows ? kNoRest : rest()) + ")";
    }

private:
    static constexpr const char* kNoRest = "CAST(NULL AS VARCHAR)";

    std::string shape() const { return is_fields_ ? "s.shape" : "s.extra_shape"; }
    // A constant null instead of the column: it is then not read at all.
    std::string rest() const {
        if (!has_rest_) return kNoRest;
        return is_fields_ ? "s.rest" : "s.extra_rest";
    }

    std::string pointer_;
    bool is_fields_;
    bool has_rest_;
    bool has_below_ = false;
    bool is_complete_ = true;  // of all columns at or below the path
    std::map<LeafType, std::string> exact_;
    std::vector<PathColumn> columns_;
};

/// How a value of each leaf type becomes a wanted type; `of_json` reads the JSON text of a remainder.
struct Conversions {
    std::string_view null_type;
    std::string_view of_json;
    std::string (*of_leaf)(LeafType, const std::string&);  // empty: such values are null
    std::vector<LeafType> order;                           // the cheapest first
};

std::string leaf_to_string(LeafType type, const std::string& value) {
    switch (type) {
        case LeafType::kString:
        case LeafType::kArray: return value;
        case LeafType::kInt64:
        case LeafType::kBool: return cast(value, "VARCHAR");
        case LeafType::kFloat64: return call("opalite_float_text", value);
    }
    return {};
}

std::string leaf_to_int64(LeafType type, const std::string& value) {
    switch (type) {
        case LeafType::kInt64: return value;
        case LeafType::kFloat64: return "TRY_CAST(round(" + value + ") AS BIGINT)";
        case LeafType::kBool: return cast(value, "BIGINT");
        case LeafType::kString: return call("opalite_int64", value);
        case LeafType::kArray: return {};
    }
    return {};
}

std::string leaf_to_float64(LeafType type, const std::string& value) {
    switch (type) {
        case LeafType::kFloat64: return value;
        case LeafType::kInt64:
        case LeafType::kBool: return cast(value, "DOUBLE");
        case LeafType::kString: return call("opalite_float64", value);
        case LeafType::kArray: return {};
    }
    return {};
}

std::string leaf_to_bool(LeafType type, const std::string& value) {
    switch (type) {
        case LeafType::kBool: return value;
        case LeafType::kInt64:
        case LeafType::kFloat64: return "(" + value + " <> 0)";
        case LeafType::kString: return call("opalite_bool", value);
        case LeafType::kArray: return {};
    }
    return {};
}

std::string leaf_to_array(LeafType type, const std::string& value) {
    return type == LeafType::kArray ? value : std::string();
}

const Conversions& conversions(Wanted wanted) {
    using enum LeafType;
    static const Conversions string{"VARCHAR", "opalite_json_string", leaf_to_string, {kString, kInt64, kFloat64, kBool, kArray}};
    static const Conversions int64{"BIGINT", "opalite_json_int64", leaf_to_int64, {kInt64, kFloat64, kBool, kString}};
    static const Conversions float64{"DOUBLE", "opalite_json_float64", leaf_to_float64, {kFloat64, kInt64, kBool, kString}};
    static const Conversions boolean{"BOOLEAN", "opalite_json_bool", leaf_to_bool, {kBool, kInt64, kFloat64, kString}};
    static const Conversions array{"VARCHAR", "opalite_json_array", leaf_to_array, {kArray}};
    switch (wanted) {
        case Wanted::kInt64: return int64;
        case Wanted::kFloat64: return float64;
        case Wanted::kBool: return boolean;
        case Wanted::kArray: return array;
        default: return string;
    }
}

std::string convert(Wanted wanted, const PathAnswer& answer) {
    const Conversions& to = conversions(wanted);
    std::vector<std::string> candidates;
    for (const LeafType type : to.order) {
        if (const auto column = answer.exact(type)) candidates.push_back(to.of_leaf(type, *column));
    }
    // An object is a value only for string(): JSON text, of which parts may stand in columns, in the remainder, and, nulls and
    // empty objects, in the skeleton alone. An object of nothing else has no text: reading the skeleton for every text would
    // cost more than this odd case is worth.
    if (wanted == Wanted::kString && (answer.has_below() || answer.may_be_in_rest())) {
        candidates.push_back(call("opalite_value_text", answer.object()));
    } else if (answer.may_be_in_rest()) {
        candidates.push_back(call(to.of_json, answer.remainder()));
    }
    if (candidates.empty()) return cast("NULL", to.null_type);
    if (candidates.size() == 1) return candidates.front();
    std::string text = "coalesce(";
    for (std::size_t i = 0; i < candidates.size(); ++i) text += (i == 0 ? "" : ", ") + candidates[i];
    return text + ")";
}

struct SourceBinding {
    const catalog::SegmentLayout& layout;

    std::string operator()(plan::FixedColumn column) const {
        switch (column) {
            case plan::FixedColumn::kTimestamp: return "s.ts";
            case plan::FixedColumn::kKind: return "s.kind";
            case plan::FixedColumn::kBundle: return "s.bundle";
            case plan::FixedColumn::kIndex: return "s.idx";
            case plan::FixedColumn::kDatastream: return "s.datastream";
            case plan::FixedColumn::kToken: return "s.token";
        }
        return "s.ts";
    }
    std::string operator()(const plan::PathDemand& demand) const {
        const PathAnswer answer(demand, layout);
        switch (demand.wanted) {
            case Wanted::kExists: return answer.exists();
            case Wanted::kVariant: return answer.object();
            case Wanted::kObject:
                return demand.keys.empty() ? answer.object() : call("opalite_json_object", answer.object());
            case Wanted::kString:
                if (demand.keys.empty()) return answer.object();
                break;
            default: break;
        }
        return convert(demand.wanted, answer);
    }
};

}  // namespace

std::string json_pointer(const std::vector<std::string>& keys) {
    std::string pointer;
    for (const std::string& key : keys) catalog::append_pointer(pointer, key);
    return pointer;
}

std::string bind_source(const plan::ColumnSource& source, const catalog::SegmentLayout& layout) {
    return std::visit(SourceBinding{layout}, source);
}

std::string bind_column(const plan::ScanColumn& column, const catalog::SegmentLayout& layout) {
    std::string bound = bind_source(column.source, layout);
    const bool is_path = std::holds_alternative<plan::PathDemand>(column.source);
    if (is_path && column.type == check::Type::kIpv4) return "TRY_CAST(" + bound + " AS UINTEGER)";
    return bound;
}

}  // namespace domain::opal::sql
