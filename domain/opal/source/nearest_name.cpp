#include "domain/opal/source/nearest_name.hpp"

#include <algorithm>
#include <vector>

namespace domain::opal::source {
namespace {

constexpr std::size_t kNameBytesMax = 64;  // longer names are not compared: the distance costs length squared

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

/// Optimal string alignment distance.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
    if (name.empty() || name.size() > kNameBytesMax) return {};
    const std::string wanted = lower(name);
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > kNameBytesMax) continue;
        const std::size_t difference = distance(wanted, lower(candidate));
        if (difference < best_distance && difference < candidate.size()) {
            best = candidate;
            best_distance = difference;
        }
    }
    if (!best.empty()) return best;
    for (const std::string_view candidate : candidates) {
        const std::string other = lower(candidate);
        const bool one_begins_the_other =
            std::min(other.size(), wanted.size()) >= 3 && (other.starts_with(wanted) || wanted.starts_with(other));
        if (one_begins_the_other && (best.empty() || candidate.size() > best.size())) best = candidate;
    }
    return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
    const std::string_view best = nearest_name(name, candidates);
    return best.empty() ? std::string() : "did you mean \"" + std::string(best) + "\"?";
}

}  // namespace domain::opal::source
