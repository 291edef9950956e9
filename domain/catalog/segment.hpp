#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"

/// The segment format, version 1: how observations stand in one Parquet file.
///
/// A segment holds rows of one dataset. Its columns are
///
///   ts BIGINT        BUNDLE_TIMESTAMP, nanoseconds          kind VARCHAR       OBSERVATION_KIND
///   bundle VARCHAR   BUNDLE_ID                              idx BIGINT         OBSERVATION_INDEX
///   datastream BIGINT DATASTREAM_ID                         token VARCHAR      DATASTREAM_TOKEN_ID
///   shape VARCHAR    skeleton of FIELDS                     rest VARCHAR       remainder of FIELDS, NULL when empty
///   extra_shape VARCHAR  skeleton of EXTRA                  extra_rest VARCHAR remainder of EXTRA, NULL when empty
///   c0, c1, …        one per PathColumn of the layout
///
/// A *path column* holds the values that FIELDS (or EXTRA) has at one path with one type. Paths are JSON Pointers
/// (RFC 6901) over object keys only: `/commit/collection`. Arrays are leaves: their JSON text is one value.
///
/// The *skeleton* is the object's text with every leaf replaced by one letter that says where the value is; it keeps the
/// order of the keys, has no white space, and is the same text for all objects of one shape:
///
///   value  := 's' | 'i' | 'd' | 'b' | 'a'   in the path column of this path with type string, int64, float64, bool, array
///           | 'n'                            JSON null, stored nowhere else
///           | 'r'                            the next element of the remainder
///           | object
///   object := '{' [ member { ',' member } ] '}'
///   member := JSON string ':' value
///           | '+'                            the next element of the remainder, which is an object with this one member
///
/// The *remainder* is a JSON array text with one element for each 'r' and '+', in order of the skeleton; elements are the
/// client's own bytes. What goes there: paths too rare for a column, integers outside int64, and objects with duplicate
/// keys (whole, as 'r', after the last value of each key has won). So {"a":1,"x7":true} with a rare key x7 has the
/// skeleton {"a":i,+} and the remainder [{"x7":true}]. Every FIELDS skeleton is an object, or 'r' for a whole object.
/// The key of a '+' is never one that, at its place, has path columns at or below it in files that are written from
/// observations; in a file that was merged from others it may be.
namespace domain::catalog {

/// What a path column can hold. The letter is the one in skeletons.
enum class LeafType : char { kString = 's', kInt64 = 'i', kFloat64 = 'd', kBool = 'b', kArray = 'a' };

/// Which object of the observation a path starts from.
enum class PathBase { kFields, kExtra };

struct PathColumn {
    PathBase base = PathBase::kFields;
    std::string path;  ///< JSON Pointer, never empty
    LeafType type = LeafType::kString;
    std::string column;  ///< name in the file: `c0`, `c1`, …
    /// What any row has at this path stands in the path's columns: nothing of it, and nothing that it is a part of, is in
    /// the remainder. Readers then need not look there. Always the same for all columns of a path.
    bool complete = false;
    friend auto operator<=>(const PathColumn&, const PathColumn&) = default;
};

/// Which columns of a segment answer which path. Equal layouts are shared by pointer.
struct SegmentLayout {
    std::vector<PathColumn> columns;  ///< ordered by base, path, type
    bool fields_rest = false;         ///< some row has a remainder of FIELDS
    bool extra_rest = false;
    friend auto operator<=>(const SegmentLayout&, const SegmentLayout&) = default;
};

/// JSON form of a layout, for the catalog row and the file's key-value metadata (`opalite.layout`); stable text.
std::string to_json(const SegmentLayout& layout);
/// Fails with kInvalidArgument on anything that to_json could not have written.
base::Result<SegmentLayout> layout_from_json(const std::string& text);

/// What the values at a path are in a segment: in each row an int64 from `min` to `max`, or nothing, or JSON null.
struct PathRange {
    PathBase base = PathBase::kFields;
    std::string path;  ///< as in PathColumn
    std::int64_t min = 0;
    std::int64_t max = 0;
    bool everywhere = false;  ///< no row has nothing or null there
    friend bool operator==(const PathRange&, const PathRange&) = default;
};

/// So many ranges are kept of a segment, those with the largest minima: times and numbers that count up, by which segments
/// differ, rather than codes and sizes, of which every segment has all.
inline constexpr std::size_t segment_ranges_max = 32;

/// One row of the catalog.
struct Segment {
    base::SegmentId id;
    base::TenantId tenant;
    base::DatasetId dataset;
    std::string file;            ///< path below the segment directory: `<tenant>/<dataset>/<id>.parquet`
    base::Timestamp time_min{};  ///< of the rows' ts, both inclusive
    base::Timestamp time_max{};
    std::int64_t rows = 0;
    std::int64_t bytes = 0;      ///< of the file
    std::int64_t raw_bytes = 0;  ///< of the observations as they were sent
    SegmentLayout layout;
    std::vector<PathRange> ranges;  ///< at most segment_ranges_max, in no particular order
};

/// Whether what rows have at the path stands in path columns alone, so that a range of the column's values is one of the path.
bool is_whole(const SegmentLayout& layout, PathBase base, const std::string& path);

/// What is true of all rows of these segments, `layout` being that of them together.
std::vector<PathRange> merged_ranges(std::span<const Segment> segments, const SegmentLayout& layout);

/// Leaves segment_ranges_max.
void keep_telling(std::vector<PathRange>& ranges);

/// JSON form of ranges for the catalog row.
std::string to_json(const std::vector<PathRange>& ranges);
/// Fails with kInvalidArgument on anything that to_json could not have written.
base::Result<std::vector<PathRange>> ranges_from_json(const std::string& text);

}  // namespace domain::catalog
