#include "consumers/landing/document_shredder.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "domain/base/limits.hpp"
#include "domain/catalog/json_text.hpp"

namespace consumers::landing {

namespace json_text = domain::catalog::json_text;

namespace {

/// Beyond this many rare keys in one document, their repetition is looked up and no longer searched for.
constexpr std::size_t kRareKeysSearched = 16;

bool has_space(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return Cursor::is_space(c); });
}

/// Collects where objects begin that repeat a key themselves; not what lies within them or within arrays.
void find_duplicates(std::string_view object, const char* text, std::size_t depth, std::vector<std::uint32_t>& places) {
    if (depth > domain::base::limits::json_depth_max) return;
    if (json_text::has_duplicate_keys(object)) {
        places.push_back(static_cast<std::uint32_t>(object.data() - text));
        return;
    }
    json_text::Reader reader(object);
    std::string_view key;
    std::string_view value;
    while (reader.next_member(key, value)) {
        if (value.starts_with('{')) find_duplicates(value, text, depth + 1, places);
    }
}

}  // namespace

bool DocumentShredder::shred(Cursor& cursor, std::size_t row) {
    row_ = row;
    tokens_.clear();
    rest_.clear();
    rare_keys_.clear();
    many_rare_keys_.clear();
    if (cursor.peek() != '{') return false;
    const Cursor start = cursor;
    const Outcome outcome = object(tree_.root(), cursor, 0);
    if (outcome == Outcome::kDone) {
        if (!rest_.empty()) rest_.push_back(']');
        return true;
    }
    undo();
    if (outcome == Outcome::kMalformed) return false;
    cursor = start;
    return shred_without_duplicates(cursor, row);
}

bool DocumentShredder::shred_without_duplicates(Cursor& cursor, std::size_t row) {
    if (!duplicates_.empty()) return false;
    Cursor behind = cursor;
    std::string_view document;
    if (!behind.skip(document)) return false;
    find_duplicates(document, cursor.text, 0, duplicates_);
    bool done = false;
    if (!duplicates_.empty() && duplicates_.front() == cursor.offset()) {
        done = to_rest(tree_.root(), cursor) == Outcome::kDone;
        rest_.push_back(']');
    } else if (!duplicates_.empty()) {
        done = shred(cursor, row);
    }
    duplicates_.clear();
    return done;
}

void DocumentShredder::undo() {
    for (const ShapeToken token : tokens_) {
        PathNode& node = tree_.nodes()[token_node(token)];
        switch (token_kind(token)) {
            case TokenKind::kString: node.strings->pop(row_); break;
            case TokenKind::kInt64: node.integers->pop(row_); break;
            case TokenKind::kFloat64: node.doubles->pop(row_); break;
            case TokenKind::kBool: node.bools->pop(row_); break;
            case TokenKind::kArray: node.arrays->pop(row_); break;
            default: break;
        }
    }
    tokens_.clear();
    rest_.clear();
}

void DocumentShredder::repeat(std::size_t row, std::size_t count) {
    for (const ShapeToken token : tokens_) {
        PathNode& node = tree_.nodes()[token_node(token)];
        switch (token_kind(token)) {
            case TokenKind::kString: node.strings->repeat(row + 1, count); break;
            case TokenKind::kInt64: node.integers->repeat(row + 1, count); break;
            case TokenKind::kFloat64: node.doubles->repeat(row + 1, count); break;
            case TokenKind::kBool: node.bools->repeat(row + 1, count); break;
            case TokenKind::kArray: node.arrays->repeat(row + 1, count); break;
            default: break;
        }
    }
}

DocumentShredder::Outcome DocumentShredder::object(PathNode& node, Cursor& cursor, std::size_t depth) {
    const std::uint64_t serial = ++objects_;
    note(node, TokenKind::kOpen);
    ++cursor.at;
    PathNode** hint = &node.first_member;
    if (cursor.peek() == '}') {
        ++cursor.at;
        note(node, TokenKind::kClose);
        return Outcome::kDone;
    }
    for (;;) {
        std::string_view key;
        if (!cursor.string(key)) return Outcome::kMalformed;
        PathNode* child = match(node, *hint, key);
        Outcome outcome = Outcome::kDone;
        if (child != nullptr) {
            if (child->last_object == serial) return Outcome::kDuplicate;
            child->last_object = serial;
            hint = &child->next_member;
            ++cursor.at;
            if (cursor.peek() != ':') return Outcome::kMalformed;
            ++cursor.at;
            outcome = value(*child, cursor, depth + 1);
        } else {
            outcome = rare_member(node, key, cursor, serial);
        }
        if (outcome != Outcome::kDone) return outcome;
        const char next = cursor.peek();
        if (next == '\0') return Outcome::kMalformed;
        ++cursor.at;
        if (next == '}') break;
        if (next != ',') return Outcome::kMalformed;
    }
    note(node, TokenKind::kClose);
    return Outcome::kDone;
}

PathNode* DocumentShredder::match(PathNode& parent, PathNode*& hint, std::string_view raw_key) {
    if (hint != nullptr && hint->parent == &parent && !hint->has_escapes && hint->key == raw_key) return hint;
    PathNode* found = tree_.find(parent, raw_key);
    if (found == nullptr || !found->known) return nullptr;
    hint = found;
    return found;
}

DocumentShredder::Outcome DocumentShredder::rare_member(PathNode& node, std::string_view key, Cursor& cursor,
                                                        std::uint64_t serial) {
    if (is_repeated_rare_key(key, serial)) return Outcome::kDuplicate;
    ++cursor.at;
    if (cursor.peek() != ':') return Outcome::kMalformed;
    ++cursor.at;
    std::string_view text;
    if (!skip(cursor, text)) return Outcome::kMalformed;
    note(node, TokenKind::kRare);
    rest_.append(rest_.empty() ? "[{\"" : ",{\"").append(key).append("\":").append(text).push_back('}');
    return Outcome::kDone;
}

/// Moves over one value and gives the text that is kept of it: the client's bytes, unless an object in it repeats a key.
bool DocumentShredder::skip(Cursor& cursor, std::string_view& text) {
    const std::uint32_t* const first = cursor.at;
    if (!cursor.skip(text)) return false;
    if (text.front() != '{' && text.front() != '[') return true;
    if (!repeated_keys_.in(cursor.text, first, cursor.at)) return true;
    deduplicated_.clear();
    json_text::append_without_duplicates(deduplicated_, text);
    text = deduplicated_;
    return true;
}

bool DocumentShredder::is_repeated_rare_key(std::string_view raw_key, std::uint64_t serial) {
    std::string key;
    if (!json_text::append_unescaped(key, raw_key)) key.append("\xFF").append(raw_key);
    if (rare_keys_.size() < kRareKeysSearched) {
        for (const RareKey& seen : rare_keys_) {
            if (seen.serial == serial && seen.key == key) return true;
        }
        rare_keys_.push_back({serial, std::move(key)});
        return false;
    }
    const auto with_serial = [](std::uint64_t number, const std::string& text) {
        std::string joined(reinterpret_cast<const char*>(&number), sizeof number);
        return joined.append(text);
    };
    if (many_rare_keys_.empty()) {
        for (const RareKey& seen : rare_keys_) many_rare_keys_.insert(with_serial(seen.serial, seen.key));
    }
    return !many_rare_keys_.insert(with_serial(serial, key)).second;
}

DocumentShredder::Outcome DocumentShredder::value(PathNode& node, Cursor& cursor, std::size_t depth) {
    if (cursor.done()) return Outcome::kMalformed;
    switch (cursor.peek()) {
        case '"': return string(node, cursor);
        case '[': return array(node, cursor);
        case '{': {
            const bool is_empty = cursor.at + 1 != cursor.end && cursor.text[cursor.at[1]] == '}';
            const bool has_duplicates = !duplicates_.empty() && std::find(duplicates_.begin(), duplicates_.end(),
                                                                          cursor.offset()) != duplicates_.end();
            if ((!node.known_below && !is_empty) || has_duplicates || depth > domain::base::limits::json_depth_max) {
                return to_rest(node, cursor);
            }
            return object(node, cursor, depth);
        }
        case 't':
        case 'f': {
            const std::string_view text = cursor.scalar();
            if (text != "true" && text != "false") return Outcome::kMalformed;
            if (node.bools == nullptr) return to_rest(node, cursor);
            node.bools->append(row_, text.size() == 4);
            note(node, TokenKind::kBool);
            ++cursor.at;
            return Outcome::kDone;
        }
        case 'n':
            if (cursor.scalar() != "null") return Outcome::kMalformed;
            note(node, TokenKind::kNull);
            ++cursor.at;
            return Outcome::kDone;
        default: return number(node, cursor);
    }
}

DocumentShredder::Outcome DocumentShredder::string(PathNode& node, Cursor& cursor) {
    std::string_view raw;
    if (!cursor.string(raw)) return Outcome::kMalformed;
    if (node.strings == nullptr) return to_rest(node, cursor);
    if (std::memchr(raw.data(), '\\', raw.size()) != nullptr) [[unlikely]] {
        unescaped_.clear();
        // Half a surrogate pair has no UTF-8 and stays as the client wrote it.
        if (!json_text::append_unescaped(unescaped_, raw)) return to_rest(node, cursor);
        raw = unescaped_;
    }
    node.strings->append(row_, raw);
    note(node, TokenKind::kString);
    ++cursor.at;
    return Outcome::kDone;
}

DocumentShredder::Outcome DocumentShredder::number(PathNode& node, Cursor& cursor) {
    const std::string_view text = cursor.scalar();
    const char first = text.front() == '-' && text.size() > 1 ? text[1] : text.front();
    if (first < '0' || first > '9') return Outcome::kMalformed;
    const char* const last = text.data() + text.size();
    std::int64_t integer = 0;
    const auto whole = std::from_chars(text.data(), last, integer);
    if (whole.ptr == last) {
        if (whole.ec != std::errc() || node.integers == nullptr) return to_rest(node, cursor);
        node.integers->append(row_, integer);
        note(node, TokenKind::kInt64);
        ++cursor.at;
        return Outcome::kDone;
    }
    double real = 0;
    const auto fraction = std::from_chars(text.data(), last, real);
    if (fraction.ptr != last || fraction.ec == std::errc::invalid_argument) return Outcome::kMalformed;
    // Too large or too small for a double: the digits stay as they are.
    if (fraction.ec != std::errc() || node.doubles == nullptr) return to_rest(node, cursor);
    node.doubles->append(row_, real);
    note(node, TokenKind::kFloat64);
    ++cursor.at;
    return Outcome::kDone;
}

DocumentShredder::Outcome DocumentShredder::array(PathNode& node, Cursor& cursor) {
    if (node.arrays == nullptr) return to_rest(node, cursor);
    std::string_view text;
    if (!skip(cursor, text)) return Outcome::kMalformed;
    if (has_space(text)) {
        unescaped_.clear();
        json_text::append_minified(unescaped_, text);
        text = unescaped_;
    }
    node.arrays->append(row_, text);
    note(node, TokenKind::kArray);
    return Outcome::kDone;
}

DocumentShredder::Outcome DocumentShredder::to_rest(PathNode& node, Cursor& cursor) {
    std::string_view text;
    if (!skip(cursor, text)) return Outcome::kMalformed;
    rest_.push_back(rest_.empty() ? '[' : ',');
    rest_.append(text);
    note(node, TokenKind::kRest);
    return Outcome::kDone;
}

}  // namespace consumers::landing
