#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// OpenTelemetry histograms, as JSON in the form of OTLP (`explicitBounds`, counts perhaps as texts; the names may also be
/// written with underscores). Counts are doubles, because rates of histograms have fractions.
namespace infra::duckdb::functions {

/// What both kinds of histograms carry beside their buckets; nothing where one of the added ones did not know it.
struct HistogramTotals {
    double count = 0;
    std::optional<double> sum;
    std::optional<double> min;
    std::optional<double> max;

    static HistogramTotals read(std::string_view json);
    void add(const HistogramTotals& other);
    void write(std::string& object) const;
};

/// Numbers in (low, high], about evenly; in proportion when `is_exponential`. Where one end is infinite they count as the other.
struct Bucket {
    double low = 0;
    double high = 0;
    double count = 0;
    bool is_exponential = false;
};

/// The quantile `q` (0 to 1) of numbers in these buckets, which are in order; nothing when they are empty.
std::optional<double> quantile(const std::vector<Bucket>& buckets, double q);
/// The share of the numbers in (low, high]; nothing when the buckets are empty.
std::optional<double> fraction(const std::vector<Bucket>& buckets, double low, double high);

/// A histogram with bounds of its own: bucket i holds numbers up to bound i, the last one those above all bounds.
class ExplicitHistogram {
public:
    static std::optional<ExplicitHistogram> read(std::string_view json);
    /// Adds another one. Where the bounds differ only those that both have stay, so that counts stay exact.
    void add(const ExplicitHistogram& other);
    void write(std::string& out) const;
    /// Open ends reach to the smallest and largest number where they are known; else positive numbers start at 0.
    std::vector<Bucket> buckets() const;

private:
    void keep_bounds(const std::vector<double>& bounds);

    std::vector<double> bounds_;
    std::vector<double> counts_;
    HistogramTotals totals_;
};

/// A histogram whose bucket i holds numbers in (base^i, base^(i+1)], base = 2^(2^-scale).
class ExponentialHistogram {
public:
    static std::optional<ExponentialHistogram> read(std::string_view json);
    /// Adds another one, at the coarser scale of the two.
    void add(const ExponentialHistogram& other);
    void write(std::string& out) const;
    std::vector<Bucket> buckets() const;

private:
    using Counts = std::map<std::int64_t, double>;
    static bool read_counts(Counts& counts, std::string_view json);
    static void write_counts(std::string& object, std::string_view key, const Counts& counts);
    void reduce_to(std::int64_t scale);

    std::int64_t scale_ = 0;
    double zero_count_ = 0;
    double zero_threshold_ = 0;
    Counts positive_;
    Counts negative_;
    HistogramTotals totals_;
};

}  // namespace infra::duckdb::functions
