#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace infra::duckdb::functions {

/// A sketch of many numbers that knows their quantiles about: the merging t-digest of T. Dunning and O. Ertl, "Computing
/// extremely accurate quantiles using t-digests" (2019), with scale function k1.
///
/// Few numbers are kept as they are; the smallest and the largest always are. As JSON: `{"type":"tdigest","version":1,
/// "state":[mean, weight, mean, weight, …]}`, means ascending.
class TDigest {
public:
    /// Numbers that are not finite are left out.
    void add(double value) { add(value, 1); }
    void merge(const TDigest& other);

    bool is_empty() const { return centroids_.empty() && buffer_.empty(); }

    /// The value below which the share `q` (0 to 1) lies, interpolated between centroids; nothing when it is empty.
    std::optional<double> quantile(double q) const;

    /// The share of numbers up to `value`; nothing when it is empty.
    std::optional<double> share_up_to(double value) const;

    void write(std::string& out) const;
    /// Nothing when the JSON has not exactly the keys above or the state is none.
    static std::optional<TDigest> read(std::string_view json);

private:
    struct Centroid {
        double mean = 0;
        double weight = 0;
    };
    void add(double value, double weight);
    void compress() const;

    // What was added since the last compression waits in the buffer; reading compresses, too.
    mutable std::vector<Centroid> centroids_;  // by mean
    mutable std::vector<Centroid> buffer_;
};

}  // namespace infra::duckdb::functions
