#include "infra/duckdb/functions/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/number_text.hpp"

namespace infra::duckdb::functions {
namespace {

constexpr std::int64_t kScaleMin = -10;  // as OpenTelemetry has it
constexpr std::int64_t kScaleMax = 20;
constexpr std::int64_t kIndexMax = std::int64_t{1} << 40U;
constexpr std::size_t kBucketsMax = 100'000;

/// The member under one of its two spellings.
std::optional<std::string_view> member(std::string_view json, std::string_view camel, std::string_view snake) {
    const auto found = json_member(json, camel);
    return found ? found : json_member(json, snake);
}

/// A number, also one in a JSON string, as OTLP writes 64-bit integers.
std::optional<double> number(std::optional<std::string_view> json) {
    std::string text;
    double value = 0;
    if (!json || !append_json_as_text(text, *json) || !read_float(value, text)) return std::nullopt;
    return value;
}

std::optional<std::vector<double>> numbers(std::optional<std::string_view> json) {
    const auto elements = json ? json_elements(*json) : std::nullopt;
    if (!elements || elements->size() > kBucketsMax) return std::nullopt;
    std::vector<double> values;
    for (const std::string_view element : *elements) {
        const auto value = number(element);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

std::string number_text(double value) {
    std::string text;
    append_float(text, value);
    return text;
}

std::string array_text(const std::vector<double>& values) {
    std::string text = "[";
    for (const double value : values) append_element(text, number_text(value));
    return text + "]";
}

bool are_counts(const std::vector<double>& counts) {
    return std::all_of(counts.begin(), counts.end(), [](double count) { return count >= 0; });
}

double total(const std::vector<Bucket>& buckets) {
    double sum = 0;
    for (const Bucket& bucket : buckets) sum += bucket.count;
    return sum;
}

bool grows_by_factors(const Bucket& bucket) { return bucket.is_exponential && bucket.low * bucket.high > 0; }

/// The number below which the share `part` of the bucket lies.
double inside(const Bucket& bucket, double part) {
    if (std::isinf(bucket.high)) return bucket.low;
    if (std::isinf(bucket.low)) return bucket.high;
    if (!grows_by_factors(bucket)) return bucket.low + (bucket.high - bucket.low) * part;
    return bucket.low * std::pow(bucket.high / bucket.low, part);
}

/// The share of the bucket's numbers up to `value`.
double share_up_to(const Bucket& bucket, double value) {
    if (value >= bucket.high) return 1;
    if (value <= bucket.low || std::isinf(bucket.low) || std::isinf(bucket.high)) return 0;
    if (!grows_by_factors(bucket)) return (value - bucket.low) / (bucket.high - bucket.low);
    return std::log(value / bucket.low) / std::log(bucket.high / bucket.low);
}

}  // namespace

HistogramTotals HistogramTotals::read(std::string_view json) {
    HistogramTotals totals;
    totals.count = number(json_member(json, "count")).value_or(0);
    totals.sum = number(json_member(json, "sum"));
    totals.min = number(json_member(json, "min"));
    totals.max = number(json_member(json, "max"));
    return totals;
}

void HistogramTotals::add(const HistogramTotals& other) {
    count += other.count;
    sum = sum && other.sum ? std::optional(*sum + *other.sum) : std::nullopt;
    min = min && other.min ? std::optional(std::min(*min, *other.min)) : std::nullopt;
    max = max && other.max ? std::optional(std::max(*max, *other.max)) : std::nullopt;
}

void HistogramTotals::write(std::string& object) const {
    append_member(object, "count", number_text(count));
    if (sum) append_member(object, "sum", number_text(*sum));
    if (min) append_member(object, "min", number_text(*min));
    if (max) append_member(object, "max", number_text(*max));
}

std::optional<double> quantile(const std::vector<Bucket>& buckets, double q) {
    const double wanted = std::clamp(q, 0.0, 1.0) * total(buckets);
    double before = 0;
    std::optional<double> last;
    for (const Bucket& bucket : buckets) {
        if (!(bucket.count > 0)) continue;
        if (wanted <= before + bucket.count) return inside(bucket, (wanted - before) / bucket.count);
        before += bucket.count;
        last = inside(bucket, 1);
    }
    return last;
}

std::optional<double> fraction(const std::vector<Bucket>& buckets, double low, double high) {
    const double all = total(buckets);
    if (!(all > 0)) return std::nullopt;
    double inside_count = 0;
    for (const Bucket& bucket : buckets) {
        inside_count += bucket.count * std::max(0.0, share_up_to(bucket, high) - share_up_to(bucket, low));
    }
    return inside_count / all;
}

std::optional<ExplicitHistogram> ExplicitHistogram::read(std::string_view json) {
    auto bounds = numbers(member(json, "explicitBounds", "explicit_bounds"));
    auto counts = numbers(member(json, "bucketCounts", "bucket_counts"));
    if (!bounds || !counts || counts->size() != bounds->size() + 1 || !are_counts(*counts) ||
        std::adjacent_find(bounds->begin(), bounds->end(), std::greater_equal<>()) != bounds->end()) {
        return std::nullopt;
    }
    ExplicitHistogram histogram;
    histogram.bounds_ = std::move(*bounds);
    histogram.counts_ = std::move(*counts);
    histogram.totals_ = HistogramTotals::read(json);
    return histogram;
}

void ExplicitHistogram::keep_bounds(const std::vector<double>& bounds) {
    std::vector<double> counts;
    double count = 0;
    std::vector<double> kept;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        count += counts_[i];
        const bool is_kept = i < bounds_.size() && std::binary_search(bounds.begin(), bounds.end(), bounds_[i]);
        if (!is_kept && i < bounds_.size()) continue;
        if (is_kept) kept.push_back(bounds_[i]);
        counts.push_back(count);
        count = 0;
    }
    bounds_ = std::move(kept);
    counts_ = std::move(counts);
}

void ExplicitHistogram::add(const ExplicitHistogram& other) {
    ExplicitHistogram same = other;
    keep_bounds(other.bounds_);
    same.keep_bounds(bounds_);
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += same.counts_[i];
    totals_.add(other.totals_);
}

void ExplicitHistogram::write(std::string& out) const {
    std::string object = "{";
    totals_.write(object);
    append_member(object, "explicitBounds", array_text(bounds_));
    append_member(object, "bucketCounts", array_text(counts_));
    out += object + "}";
}

std::vector<Bucket> ExplicitHistogram::buckets() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::vector<Bucket> buckets;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        Bucket bucket{-kInfinity, kInfinity, counts_[i], false};
        if (i < bounds_.size()) bucket.high = bounds_[i];
        else if (totals_.max) bucket.high = std::max(*totals_.max, i == 0 ? *totals_.max : bounds_.back());
        if (i > 0) bucket.low = bounds_[i - 1];
        else if (totals_.min) bucket.low = std::min(*totals_.min, bucket.high);
        else if (bucket.high > 0) bucket.low = 0;
        buckets.push_back(bucket);
    }
    return buckets;
}

bool ExponentialHistogram::read_counts(Counts& counts, std::string_view json) {
    const auto offset = number(json_member(json, "offset")).value_or(0);
    const auto values = numbers(member(json, "bucketCounts", "bucket_counts"));
    if (!values) return !member(json, "bucketCounts", "bucket_counts");
    if (!are_counts(*values) || !(std::fabs(offset) < static_cast<double>(kIndexMax))) return false;
    for (std::size_t i = 0; i < values->size(); ++i) {
        if ((*values)[i] > 0) counts[static_cast<std::int64_t>(offset) + static_cast<std::int64_t>(i)] = (*values)[i];
    }
    return true;
}

std::optional<ExponentialHistogram> ExponentialHistogram::read(std::string_view json) {
    const auto scale = number(json_member(json, "scale"));
    if (!scale || !(*scale >= kScaleMin && *scale <= kScaleMax)) return std::nullopt;
    ExponentialHistogram histogram;
    histogram.scale_ = static_cast<std::int64_t>(*scale);
    histogram.zero_count_ = number(member(json, "zeroCount", "zero_count")).value_or(0);
    histogram.zero_threshold_ = number(member(json, "zeroThreshold", "zero_threshold")).value_or(0);
    const auto positive = json_member(json, "positive");
    const auto negative = json_member(json, "negative");
    if ((positive && !read_counts(histogram.positive_, *positive)) ||
        (negative && !read_counts(histogram.negative_, *negative)) || !(histogram.zero_count_ >= 0)) {
        return std::nullopt;
    }
    histogram.totals_ = HistogramTotals::read(json);
    return histogram;
}

void ExponentialHistogram::reduce_to(std::int64_t scale) {
    if (scale >= scale_) return;
    const auto coarser = [&](const Counts& counts) {
        Counts merged;
        // A shift to the right rounds towards minus infinity, as it should here.
        for (const auto& [index, count] : counts) merged[index >> (scale_ - scale)] += count;
        return merged;
    };
    positive_ = coarser(positive_);
    negative_ = coarser(negative_);
    scale_ = scale;
}

void ExponentialHistogram::add(const ExponentialHistogram& other) {
    ExponentialHistogram same = other;
    reduce_to(other.scale_);
    same.reduce_to(scale_);
    for (const auto& [index, count] : same.positive_) positive_[index] += count;
    for (const auto& [index, count] : same.negative_) negative_[index] += count;
    zero_count_ += same.zero_count_;
    zero_threshold_ = std::max(zero_threshold_, same.zero_threshold_);
    totals_.add(other.totals_);
    // Far apart observations would make an array with a million zeros between them: a coarser scale holds them, too.
    const auto is_wide = [](const Counts& counts) {
        return !counts.empty() && counts.rbegin()->first - counts.begin()->first > static_cast<std::int64_t>(kBucketsMax);
    };
    while ((is_wide(positive_) || is_wide(negative_)) && scale_ > kScaleMin) reduce_to(scale_ - 1);
}

void ExponentialHistogram::write_counts(std::string& object, std::string_view key, const Counts& counts) {
    if (counts.empty()) return;
    std::vector<double> values;
    for (std::int64_t index = counts.begin()->first; index <= counts.rbegin()->first; ++index) {
        const auto found = counts.find(index);
        values.push_back(found == counts.end() ? 0 : found->second);
    }
    std::string side = "{";
    append_member(side, "offset", std::to_string(counts.begin()->first));
    append_member(side, "bucketCounts", array_text(values));
    append_member(object, key, side + "}");
}

void ExponentialHistogram::write(std::string& out) const {
    std::string object = "{";
    totals_.write(object);
    append_member(object, "scale", std::to_string(scale_));
    append_member(object, "zeroCount", number_text(zero_count_));
    append_member(object, "zeroThreshold", number_text(zero_threshold_));
    write_counts(object, "positive", positive_);
    write_counts(object, "negative", negative_);
    out += object + "}";
}

std::vector<Bucket> ExponentialHistogram::buckets() const {
    const auto bound = [this](std::int64_t index) { return std::exp2(std::ldexp(static_cast<double>(index), -static_cast<int>(scale_))); };
    std::vector<Bucket> buckets;
    for (auto entry = negative_.rbegin(); entry != negative_.rend(); ++entry) {
        buckets.push_back({-bound(entry->first + 1), -bound(entry->first), entry->second, true});
    }
    if (zero_count_ > 0) buckets.push_back({negative_.empty() ? 0 : -zero_threshold_, zero_threshold_, zero_count_, false});
    for (const auto& [index, count] : positive_) buckets.push_back({bound(index), bound(index + 1), count, true});
    for (Bucket& bucket : buckets) {
        if (totals_.min) bucket.low = std::min(std::max(bucket.low, *totals_.min), bucket.high);
        if (totals_.max) bucket.high = std::max(std::min(bucket.high, *totals_.max), bucket.low);
    }
    return buckets;
}

}  // namespace infra::duckdb::functions
