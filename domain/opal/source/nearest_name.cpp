#include "domain/opal/source/nearest_name.hpp"

#include <algorithm>
#include <array>

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

/// Optimal string alignment distance; both texts have at most kNameBytesMax bytes.
std::size_t distance(const std::string& a, const std::string& b) {
    using Row = std::array<std::size_t, kNameBytesMax + 1>;
    Row before_last{};
    Row last{};
    Row row{};
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last = last;
        last = row;
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
    if (name.empty() || name.size() > kNameBytesMax) return {};
    const std::string wanted = lower(name);
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > kNameBytesMax) continue;
        // The lengths alone may already differ too much.
        const std::size_t longer = std::max(candidate.size(), name.size());
        if (longer - std::min(candidate.size(), name.size()) >= best_distance) continue;
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
