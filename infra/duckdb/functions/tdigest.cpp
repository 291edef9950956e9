#include "infra/duckdb/functions/tdigest.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/number_text.hpp"

namespace infra::duckdb::functions {
namespace {

/// About how many centroids a digest has at most; half of it for sure.
constexpr double kCompression = 200;
constexpr std::size_t kBufferMax = 1000;

/// The share of the numbers up to which a centroid that starts at share `q` may reach: one step of k1.
double centroid_end(double q) {
    const double k = kCompression / (2 * std::numbers::pi) * std::asin(2 * q - 1) + 1;
    return k >= kCompression / 4 ? 1.0 : (std::sin(k * 2 * std::numbers::pi / kCompression) + 1) / 2;
}

}  // namespace

void TDigest::add(double value, double weight) {
    if (!std::isfinite(value)) return;
    buffer_.push_back({value, weight});
    if (buffer_.size() >= kBufferMax) compress();
}

void TDigest::merge(const TDigest& other) {
    for (const Centroid& centroid : other.centroids_) add(centroid.mean, centroid.weight);
    for (const Centroid& centroid : other.buffer_) add(centroid.mean, centroid.weight);
}

void TDigest::compress() const {
    if (buffer_.empty()) return;
    std::vector<Centroid> all = std::move(buffer_);
    buffer_.clear();
    all.insert(all.end(), centroids_.begin(), centroids_.end());
    std::sort(all.begin(), all.end(), [](const Centroid& a, const Centroid& b) {
        return a.mean != b.mean ? a.mean < b.mean : a.weight < b.weight;
    });
    double total = 0;
    for (const Centroid& centroid : all) total += centroid.weight;
    centroids_.assign(1, all.front());
    double before = 0;  // the weight in front of the centroid that grows
    double end = total * centroid_end(0);
    for (std::size_t i = 1; i < all.size(); ++i) {
        Centroid& last = centroids_.back();
        // The first and the last one stay alone: they are the extremes.
        const bool grows = centroids_.size() > 1 && i + 1 < all.size() && before + last.weight + all[i].weight <= end;
        if (grows) {
            last.weight += all[i].weight;
            last.mean += (all[i].mean - last.mean) * all[i].weight / last.weight;
            continue;
        }
        before += last.weight;
        end = total * centroid_end(before / total);
        centroids_.push_back(all[i]);
    }
}

// A centroid's mean stands at the middle of its weight; between two middles values grow evenly.
std::optional<double> TDigest::quantile(double q) const {
    compress();
    if (centroids_.empty()) return std::nullopt;
    double total = 0;
    for (const Centroid& centroid : centroids_) total += centroid.weight;
    const double wanted = std::clamp(q, 0.0, 1.0) * total;
    double middle = centroids_.front().weight / 2;
    if (wanted <= middle) return centroids_.front().mean;
    for (std::size_t i = 1; i < centroids_.size(); ++i) {
        const double step = (centroids_[i - 1].weight + centroids_[i].weight) / 2;
        if (wanted <= middle + step) {
            const double share = (wanted - middle) / step;
            return centroids_[i - 1].mean * (1 - share) + centroids_[i].mean * share;
        }
        middle += step;
    }
    return centroids_.back().mean;
}

std::optional<double> TDigest::share_up_to(double value) const {
    compress();
    if (centroids_.empty()) return std::nullopt;
    if (value >= centroids_.back().mean) return 1.0;
    if (value <= centroids_.front().mean) return 0.0;
    double total = 0;
    for (const Centroid& centroid : centroids_) total += centroid.weight;
    double middle = centroids_.front().weight / 2;
    for (std::size_t i = 1; i < centroids_.size(); ++i) {
        const double step = (centroids_[i - 1].weight + centroids_[i].weight) / 2;
        const double width = centroids_[i].mean - centroids_[i - 1].mean;
        if (value < centroids_[i].mean) return (middle + step * (value - centroids_[i - 1].mean) / width) / total;
        middle += step;
    }
    return 1.0;
}

void TDigest::write(std::string& out) const {
    compress();
    out += R"({"type":"tdigest","version":1,"state":[)";
    bool is_first = true;
    for (const Centroid& centroid : centroids_) {
        if (!is_first) out += ',';
        is_first = false;
        append_float(out, centroid.mean);
        out += ',';
        append_float(out, centroid.weight);
    }
    out += "]}";
}

std::optional<TDigest> TDigest::read(std::string_view json) {
    const auto members = json_members(json);
    if (!members || members->size() != 3) return std::nullopt;
    const auto type = json_member(json, "type");
    const auto version = json_member(json, "version");
    const auto state = json_member(json, "state");
    const auto numbers = state ? json_elements(*state) : std::nullopt;
    if (!type || *type != "\"tdigest\"" || !version || canonical_json(*version) != "1" || !numbers ||
        numbers->size() % 2 != 0) {
        return std::nullopt;
    }
    TDigest digest;
    for (std::size_t i = 0; i < numbers->size(); i += 2) {
        Centroid centroid;
        if (!read_float(centroid.mean, (*numbers)[i]) || !read_float(centroid.weight, (*numbers)[i + 1]) ||
            !(centroid.weight > 0) || !std::isfinite(centroid.weight)) {
            return std::nullopt;
        }
        digest.centroids_.push_back(centroid);
    }
    std::sort(digest.centroids_.begin(), digest.centroids_.end(),
              [](const Centroid& a, const Centroid& b) { return a.mean < b.mean; });
    return digest;
}

}  // namespace infra::duckdb::functions
