#include "infra/duckdb/functions/time_zone.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

namespace infra::duckdb::functions {
namespace {

/// Big-endian numbers of a zoneinfo file; zero beyond its end.
class ZoneFile {
public:
    explicit ZoneFile(std::string bytes) : bytes_(std::move(bytes)) {}

    std::int64_t number(std::size_t at, std::size_t size) const {
        std::uint64_t value = at < bytes_.size() && (static_cast<unsigned char>(bytes_[at]) & 0x80U) != 0 ? ~0ULL : 0;
        for (std::size_t i = 0; i < size; ++i) value = value << 8U | byte(at + i);
        return static_cast<std::int64_t>(value);
    }
    std::size_t count(std::size_t at) const { return static_cast<std::size_t>(number(at, 4)) & 0xFFFFFU; }
    std::uint64_t byte(std::size_t at) const {
        return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0U;
    }
    /// The line that starts behind a line end at `at`.
    std::string_view line_after(std::size_t at) const {
        if (at >= bytes_.size() || bytes_[at] != '\n') return {};
        const std::string_view rest = std::string_view(bytes_).substr(at + 1);
        return rest.substr(0, rest.find('\n'));
    }
    bool is_zone() const { return bytes_.starts_with("TZif") && byte(4) >= '2'; }

private:
    std::string bytes_;
};

constexpr std::size_t kHeaderSize = 44;

/// The years of the epoch's nanoseconds in which a rule can hold.
constexpr int kRuleFirst = 1970;
constexpr int kRuleLast = 2262;

/// Counts of a header: isutc, isstd, leap, times, types, characters.
struct Header {
    std::size_t leaps, times, types, characters, flags;

    Header(const ZoneFile& file, std::size_t at)
        : leaps(file.count(at + 28)), times(file.count(at + 32)), types(file.count(at + 36)),
          characters(file.count(at + 40)), flags(file.count(at + 20) + file.count(at + 24)) {}

    std::size_t body_size(std::size_t time_size) const {
        return times * time_size + times + types * 6 + characters + leaps * (time_size + 4) + flags;
    }
};

bool is_zone_name(std::string_view name) {
    return !name.empty() && name.size() < 64 && name.front() != '/' && name.find("..") == std::string_view::npos &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_' ||
                      c == '-' || c == '+';
           });
}

}  // namespace

const TimeZone* TimeZone::find(std::string_view name) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const TimeZone>, std::less<>> zones;
    if (!is_zone_name(name)) return nullptr;
    const std::lock_guard lock(mutex);
    auto found = zones.find(name);
    if (found == zones.end()) {
        // Names can be computed per row; unknown ones must not fill the memory.
        auto zone = read(std::string(name));
        if (zone == nullptr) return nullptr;
        found = zones.emplace(std::string(name), std::move(zone)).first;
    }
    return found->second.get();
}

// The second block of the file, with 64-bit times; the first one is for readers of 1990.
std::unique_ptr<const TimeZone> TimeZone::read(const std::string& name) {
    if (name == "UTC") return std::make_unique<TimeZone>();
    std::ifstream stream("/usr/share/zoneinfo/" + name, std::ios::binary);
    const ZoneFile file(std::string(std::istreambuf_iterator<char>(stream), {}));
    if (!stream || !file.is_zone()) return nullptr;
    const std::size_t second = kHeaderSize + Header(file, 0).body_size(4);
    const Header header(file, second);
    const std::size_t times = second + kHeaderSize;
    const std::size_t indexes = times + header.times * 8;
    const std::size_t types = indexes + header.times;
    auto zone = std::make_unique<TimeZone>();
    zone->first_offset_ = file.number(types, 4);
    for (std::size_t i = 0; i < header.times; ++i) {
        const auto type = static_cast<std::size_t>(file.byte(indexes + i));
        zone->changes_.push_back({file.number(times + i * 8, 8), file.number(types + type * 6, 4)});
    }
    const auto rule = ZoneRule::read(file.line_after(times + header.body_size(8)));
    for (int year = kRuleFirst; rule && year <= kRuleLast; ++year) {
        for (const Change& change : rule->changes(year)) {
            if (zone->changes_.empty() || change.from > zone->changes_.back().from) zone->changes_.push_back(change);
        }
    }
    return zone;
}

std::int64_t TimeZone::offset_at(std::int64_t utc) const {
    const auto after = std::upper_bound(changes_.begin(), changes_.end(), utc,
                                        [](std::int64_t time, const Change& change) { return time < change.from; });
    return after == changes_.begin() ? first_offset_ : std::prev(after)->offset;
}

std::int64_t TimeZone::offset_at_local(std::int64_t local) const {
    const std::int64_t guess = offset_at(local - offset_at(local));
    const std::int64_t earlier = offset_at(local - guess - 86400);
    return offset_at(local - earlier) == earlier ? earlier : guess;
}

}  // namespace infra::duckdb::functions
