#include "domain/catalog/skeleton.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "domain/catalog/json_text.hpp"

namespace domain::catalog {
namespace {

/// Recursive descent over the grammar in segment.hpp.
class SkeletonParser {
public:
    explicit SkeletonParser(std::string_view text) : text_(text) {}

    std::optional<SkeletonNode> parse() {
        SkeletonNode root;
        if (!value(root, 0) || at_ != text_.size()) return std::nullopt;
        return root;
    }

private:
    static constexpr std::size_t kDepthMax = 1000;

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }

    bool value(SkeletonNode& node, std::size_t depth) {
        node.kind = peek();
        if (node.kind == '{') return depth < kDepthMax && object(node, depth);
        if (node.kind == '\0' || std::string_view("sidbanr").find(node.kind) == std::string_view::npos) return false;
        if (node.kind == 'r') node.element = elements_++;
        ++at_;
        return true;
    }

    bool object(SkeletonNode& node, std::size_t depth) {
        ++at_;
        if (take('}')) return true;
        do {
            SkeletonNode& child = node.members.emplace_back();
            if (take('+')) {
                child.kind = '+';
                child.element = elements_++;
            } else if (!member(child, depth)) {
                return false;
            }
        } while (take(','));
        return take('}');
    }

    bool member(SkeletonNode& child, std::size_t depth) {
        if (peek() != '"') return false;
        const std::size_t end = json_text::value_end(text_, at_);
        if (end == std::string_view::npos) return false;
        child.quoted_key = text_.substr(at_, end - at_);
        at_ = end;
        const std::string_view raw = std::string_view(child.quoted_key).substr(1, child.quoted_key.size() - 2);
        return json_text::append_unescaped(child.key, raw) && take(':') && value(child, depth + 1);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t elements_ = 0;
};

}  // namespace

std::optional<SkeletonNode> parse_skeleton(std::string_view text) { return SkeletonParser(text).parse(); }

std::vector<std::string> pointer_tokens(std::string_view pointer) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            tokens.emplace_back();
        } else if (tokens.empty()) {
            tokens.emplace_back(1, c);  // not a pointer: tolerated as one token
        } else if (c == '~' && i + 1 < pointer.size() && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
            tokens.back().push_back(pointer[++i] == '0' ? '~' : '/');
        } else {
            tokens.back().push_back(c);
        }
    }
    return tokens;
}

void append_pointer(std::string& pointer, std::string_view key) {
    pointer.push_back('/');
    for (const char c : key) {
        if (c == '~') {
            pointer.append("~0");
        } else if (c == '/') {
            pointer.append("~1");
        } else {
            pointer.push_back(c);
        }
    }
}

SkeletonPlace find(const SkeletonNode& root, std::span<const std::string> tokens) {
    SkeletonPlace place;
    const SkeletonNode* node = &root;
    for (std::size_t depth = 0; depth < tokens.size(); ++depth) {
        place.tail = tokens.subspan(depth);
        if (node->kind == 'r') place.candidates.push_back(node);
        if (node->kind != '{') return place;
        const SkeletonNode* next = nullptr;
        for (const SkeletonNode& member : node->members) {
            if (member.kind != '+' && member.key == tokens[depth]) next = &member;
        }
        if (next == nullptr) {
            for (const SkeletonNode& member : node->members) {
                if (member.kind == '+') place.candidates.push_back(&member);
            }
            return place;
        }
        node = next;
    }
    place.node = node;
    place.tail = {};
    return place;
}

std::optional<std::string_view> find_in_json(std::string_view json, std::span<const std::string> tokens) {
    std::string unescaped;
    for (const std::string& token : tokens) {
        json_text::Reader reader(json);
        std::optional<std::string_view> found;
        std::string_view key;
        std::string_view value;
        while (reader.next_member(key, value)) {
            if (key.find('\\') != std::string_view::npos) {
                unescaped.clear();
                if (!json_text::append_unescaped(unescaped, key)) continue;
                key = unescaped;
            }
            if (key == token) found = value;
        }
        if (!found) return std::nullopt;
        json = *found;
    }
    return json;
}

std::string column_name(const PathColumn& column) {
    static constexpr char kDigits[] = "0123456789abcdef";
    const std::string text = (column.base == PathBase::kFields ? "f" : "e") + column.path + ':' + static_cast<char>(column.type);
    // FNV-1a; the names are stored, so the function must never change.
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    std::string name = "c";
    for (int i = 0; i < 12; ++i, hash >>= 4) name.push_back(kDigits[hash & 15U]);
    return name;
}

std::string column_map(std::span<const PathColumn> columns) {
    std::string map;
    for (const PathColumn& column : columns) {
        for (const char c : column.path) {
            if (c == '\n') {
                map.append("~n");
            } else {
                map.push_back(c);
            }
        }
        map.append(1, ':').append(1, static_cast<char>(column.type)).append(1, '\n');
    }
    return map;
}

std::optional<std::vector<MappedColumn>> parse_column_map(std::string_view text) {
    std::vector<MappedColumn> columns;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.size() < 3 || line[line.size() - 2] != ':') return std::nullopt;
        if (std::string_view("sidba").find(line.back()) == std::string_view::npos) return std::nullopt;
        MappedColumn& column = columns.emplace_back();
        column.type = static_cast<LeafType>(line.back());
        const std::string_view path = line.substr(0, line.size() - 2);
        for (std::size_t i = 0; i < path.size(); ++i) {
            if (path[i] == '~' && i + 1 < path.size() && path[i + 1] == 'n') {
                column.path.push_back('\n');
                ++i;
            } else {
                column.path.push_back(path[i]);
            }
        }
    }
    return columns;
}

namespace {

/// Where parts of objects stand in the remainder: `values` are the pointers of 'r', `members` those of objects with a '+'.
struct RemainderPlaces {
    std::set<std::string> values;
    std::set<std::string> members;

    void add(const SkeletonNode& node, const std::string& pointer) {
        if (node.kind == 'r') values.insert(pointer);
        for (const SkeletonNode& member : node.members) {
            if (member.kind == '+') {
                members.insert(pointer);
                continue;
            }
            std::string below = pointer;
            append_pointer(below, member.key);
            add(member, below);
        }
    }
};

/// Whether `pointer` leads to the same place as `other`, or below it.
bool is_at_or_below(std::string_view pointer, std::string_view other) {
    return pointer.starts_with(other) && (pointer.size() == other.size() || pointer[other.size()] == '/');
}

}  // namespace

// A '+' above a column does not touch it: its key is another one.
void mark_complete(SegmentLayout& layout, PathBase base, std::span<const std::string_view> skeletons) {
    RemainderPlaces places;
    for (const std::string_view text : skeletons) {
        const auto skeleton = parse_skeleton(text);
        if (!skeleton) return;
        places.add(*skeleton, {});
    }
    for (PathColumn& column : layout.columns) {
        if (column.base != base) continue;
        const bool is_touched =
            std::any_of(places.values.begin(), places.values.end(), [&](const std::string& place) {
                return is_at_or_below(column.path, place) || is_at_or_below(place, column.path);
            }) ||
            std::any_of(places.members.begin(), places.members.end(),
                        [&](const std::string& place) { return is_at_or_below(place, column.path); });
        column.complete = !is_touched;
    }
}

}  // namespace domain::catalog
