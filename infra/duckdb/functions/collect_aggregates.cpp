#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/aggregate.hpp"
#include "infra/duckdb/functions/json_order.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Aggregates that collect values, which come as JSON text.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// One object with a member for each row, keys in order. A key that comes twice is an error.
class ObjectAggregate {
public:
    void add(std::string_view key, std::string_view json) { insert(std::string(key), std::string(json)); }
    void merge(const ObjectAggregate& other) {
        for (const auto& [key, json] : other.members_) insert(key, json);
    }
    bool finish(std::string& result) const {
        result = "{";
        for (const auto& [key, json] : members_) append_member(result, key, json);
        result += '}';
        return !members_.empty();
    }

private:
    void insert(std::string key, std::string json) {
        const auto [place, is_new] = members_.emplace(std::move(key), std::move(json));
        if (is_new) return;
        std::string quoted;
        json_text::append_quoted(quoted, place->first);
        throw std::invalid_argument("duplicate key " + quoted + " in object_agg");
    }

    std::map<std::string, std::string> members_;
};

/// The most frequent values with their counts, the more frequent and then the smaller first.
///
/// Counts are exact up to kValuesMax distinct values; beyond that the rarer half is forgotten, again and again, so that
/// memory stays bounded and the counts of the frequent values come out a little too small at worst.
class TopKAggregate {
public:
    void add(std::string_view json, std::int64_t count_max) {
        count_max_ = count_max;
        ++counts_[canonical_json(json)];
        forget_rare();
    }
    void merge(const TopKAggregate& other) {
        count_max_ = other.count_max_;
        for (const auto& [json, count] : other.counts_) counts_[json] += count;
        forget_rare();
    }
    bool finish(std::string& result) const {
        struct Entry {
            std::int64_t count;
            JsonPlace place;
            std::string_view json;
        };
        std::vector<Entry> entries;
        for (const auto& [json, count] : counts_) entries.push_back({count, JsonPlace(json), json});
        std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return a.count != b.count ? a.count > b.count : a.place < b.place;
        });
        if (static_cast<std::int64_t>(entries.size()) > count_max_) entries.erase(entries.begin() + count_max_, entries.end());
        result = "[";
        for (const Entry& entry : entries) {
            std::string pair = "[";
            append_element(pair, entry.json);
            append_element(pair, std::to_string(entry.count));
            append_element(result, pair += ']');
        }
        result += ']';
        return !counts_.empty();
    }

private:
    static constexpr std::size_t kValuesMax = 200'000;

    void forget_rare() {
        if (counts_.size() <= kValuesMax) return;
        std::vector<std::int64_t> counts;
        for (const auto& entry : counts_) counts.push_back(entry.second);
        const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
        std::nth_element(counts.begin(), middle, counts.end());
        const std::int64_t median = *middle;
        std::size_t kept = 0;
        std::erase_if(counts_, [&](const auto& entry) {
            return entry.second < median || (entry.second == median && ++kept > kValuesMax / 2);
        });
    }

    std::int64_t count_max_ = 0;
    std::unordered_map<std::string, std::int64_t> counts_;
};

/// Each element as often as in the array that has it most often, in the order of JsonPlace.
class ArrayUnionAggregate {
public:
    void add(std::string_view array) {
        const auto elements = json_elements(array);
        if (!elements) return;
        has_array_ = true;
        std::unordered_map<std::string, std::size_t> counts;
        for (const std::string_view element : *elements) ++counts[canonical_json(element)];
        raise(counts);
    }
    void merge(const ArrayUnionAggregate& other) {
        has_array_ = has_array_ || other.has_array_;
        raise(other.counts_);
    }
    bool finish(std::string& result) const {
        std::vector<std::pair<JsonPlace, std::string_view>> elements;
        for (const auto& [json, count] : counts_) {
            for (std::size_t i = 0; i < count; ++i) elements.emplace_back(JsonPlace(json), json);
        }
        std::sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        result = "[";
        for (const auto& [place, json] : elements) append_element(result, json);
        result += ']';
        return has_array_;
    }

private:
    void raise(const std::unordered_map<std::string, std::size_t>& counts) {
        for (const auto& [json, count] : counts) {
            std::size_t& known = counts_[json];
            known = std::max(known, count);
        }
    }

    std::unordered_map<std::string, std::size_t> counts_;
    bool has_array_ = false;
};

/// The sum of the rows' hashes: the same in any order, another one when a row is repeated.
class HashAggregate {
public:
    void add(std::int64_t hash) { sum_ += static_cast<std::uint64_t>(hash); }
    void merge(const HashAggregate& other) { sum_ += other.sum_; }
    bool finish(std::int64_t& result) const {
        result = static_cast<std::int64_t>(sum_);
        return true;
    }

private:
    std::uint64_t sum_ = 0;
};

}  // namespace

void register_collect_aggregates(AggregateRegistry& registry) {
    registry.add<ObjectAggregate, std::string, std::string_view, std::string_view>("opalite_object_agg");
    registry.add<TopKAggregate, std::string, std::string_view, std::int64_t>("opalite_topk_agg");
    registry.add<ArrayUnionAggregate, std::string, std::string_view>("opalite_array_union_agg");
    registry.add<HashAggregate, std::int64_t, std::int64_t>("opalite_hash_agg");
}

}  // namespace infra::duckdb::functions
