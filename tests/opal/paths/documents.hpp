#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tests::opal {

/// A JSON value as its author thinks of it, and as text.
struct Value {
    enum class Kind { kNull, kBool, kInt, kFloat, kOther, kString, kArray, kObject };  ///< kOther: digits that no type holds
    Kind kind = Kind::kNull;
    std::string text;  ///< of a string: what it says, without quotes; of all others: JSON
    std::vector<std::pair<std::string, Value>> members;  ///< of an object, in order; a later one of the same key wins
    std::vector<Value> elements;                         ///< of an array
};

/// JSON text, repeated keys included.
std::string json_of(const Value& value);
/// The last member of that name; null when there is none, or the value is no object.
const Value* member(const Value& value, const std::string& key);
/// A path below FIELDS; a key, or an element when the key is empty.
struct Step {
    std::string key;
    std::size_t index = 0;
};
/// Where a path leads; null when it leads nowhere.
const Value* find(const Value& document, const std::vector<Step>& path);

/// What OPAL's casts make of a value; nothing for null.
std::optional<std::string> as_string(const Value* value);
std::optional<std::int64_t> as_int64(const Value* value);
std::optional<double> as_float64(const Value* value);
std::optional<bool> as_bool(const Value* value);

/// Documents of a dataset whose habits change: which types a path has, and how often, differs between batches.
class Documents {
public:
    explicit Documents(unsigned seed) : random_(seed) {}

    /// From now on paths have other types.
    void change_habits();
    /// A document whose member `id` is this number.
    Value next(std::int64_t id);
    std::vector<Step> path();
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    Value scalar(unsigned habit);

private:
    Value value(unsigned depth, unsigned place);
    Value object(unsigned depth, unsigned place);

    std::mt19937 random_;
    std::vector<unsigned> habits_;
};

}  // namespace tests::opal
