#include "gateway/collect/json_scanner.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "gateway/collect/json_string.hpp"
#include "gateway/collect/structural_index.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
namespace limits = domain::base::limits;

/// One string must fit; twice that is beyond any observation.
constexpr std::size_t kWindowBytesMax = 2 * limits::observation_bytes_max;

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

constexpr std::array<bool, 256> make_token_ends() {
    std::array<bool, 256> table{};
    for (const char c : {' ', '\t', '\n', '\r', ',', ':', '[', ']', '{', '}'}) table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr std::array<bool, 256> kTokenEnds = make_token_ends();

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Result<bool> JsonScanner::step() {
    if (!std::exchange(started_, true)) {
        if (text().starts_with(kUtf8Mark)) std::memset(body_, ' ', kUtf8Mark.size());
    }
    if (offset_ == size_) {
        if (state_ == State::kTop) return true;
        return unexpected(size_);
    }
    std::string_view window = text().substr(offset_, window_);
    bool cut_off = offset_ + window.size() < size_;
    if (cut_off) {
        // Strings hold no line feeds, so after one a new window can begin.
        const auto line_end = window.rfind('\n');
        if (line_end != std::string_view::npos) {
            window = window.substr(0, line_end + 1);
            cut_off = false;
        }
    }
    StructuralIndex& index = StructuralIndex::local();
    const auto outcome = cut_off ? index.index_cut_off(window) : index.index(window);
    if (outcome == StructuralIndex::Outcome::kFault) return fault_in_text(window, cut_off);
    if (index.consumed() == 0) {
        window_ *= 2;
        if (window_ > kWindowBytesMax) return too_large();
        return false;
    }
    const auto walked = walk(index.begin(), index.size());
    if (!walked) return walked.error();
    const auto escapes = check_escapes(offset_, offset_ + index.consumed());
    if (!escapes) return escapes.error();
    offset_ += index.consumed();
    window_ = window_bytes_;
    if (payload_.failed()) return true;  // finish() of the payload tells
    if (depth_ > 0 && offset_ - element_ > limits::observation_bytes_max) return too_large();
    if (offset_ < size_) return false;
    return step();
}

/// Goes through the tokens. Each label is a place in the grammar; a jump is cheaper than a state that is stored and looked
/// up for every token, and the state is stored only where the index ends.
Result<void> JsonScanner::walk(const std::uint32_t* indexes, std::size_t count) {
    const std::uint32_t* next = indexes;
    const std::uint32_t* const end = indexes + count;
    const char* const base = body_ + offset_;
    State state = state_;
    std::size_t depth = depth_;
    std::size_t at = 0;

    // Takes the next token, or leaves when there is none.
    const auto take = [&](State here) {
        if (next == end) [[unlikely]] {
            state_ = here;
            depth_ = depth;
            return false;
        }
        at = static_cast<std::size_t>(*next++);
        return true;
    };
    const auto refuse = [&](State here) {
        state_ = here;
        depth_ = depth;
        return unexpected(offset_ + at);
    };

    switch (state) {
        case State::kTop: goto top;
        case State::kFirstElement: goto first_element;
        case State::kElement: goto element;
        case State::kAfterElement: goto after_element;
        case State::kValue: goto value;
        case State::kFirstValue: goto first_value;
        case State::kFirstKey: goto first_key;
        case State::kKey: goto key;
        case State::kColon: goto colon;
        case State::kAfterValue: goto after_value;
    }

top:
    if (!take(State::kTop)) return {};
    if (base[at] == '[') {
        body_[offset_ + at] = ' ';
        in_array_ = true;
        goto first_element;
    }
    goto begin_element;

first_element:
    if (!take(State::kFirstElement)) return {};
    if (base[at] == ']') goto end_array;
    goto begin_element;

element:
    if (!take(State::kElement)) return {};
begin_element:
    element_ = offset_ + at;
    if (base[at] == '{') {
        containers_[++depth] = '{';
        goto first_key;
    }
    state = in_array_ ? State::kElement : State::kTop;
    goto scalar_or_array;

after_element:
    if (!take(State::kAfterElement)) return {};
    if (base[at] == ',') {
        body_[offset_ + at] = ' ';
        goto element;
    }
    if (base[at] != ']') return refuse(State::kAfterElement);
end_array:
    body_[offset_ + at] = ' ';
    in_array_ = false;
    goto top;

first_value:
    if (!take(State::kFirstValue)) return {};
    if (base[at] == ']') goto end_container;
    goto begin_value;

value:
    if (!take(State::kValue)) return {};
begin_value:
    if (base[at] == '{') {
        if (depth == limits::json_depth_max) return this->at(offset_ + at, "nested too deeply, the limit is 100");
        containers_[++depth] = '{';
        goto first_key;
    }
    state = State::kValue;
scalar_or_array:
    switch (base[at]) {
        case '"': break;
        case '[':
            if (depth == limits::json_depth_max) return this->at(offset_ + at, "nested too deeply, the limit is 100");
            containers_[++depth] = '[';
            goto first_value;
        case 't':
            if (!is_literal(offset_ + at, "true")) return refuse(state);
            break;
        case 'f':
            if (!is_literal(offset_ + at, "false")) return refuse(state);
            break;
        case 'n':
            if (!is_literal(offset_ + at, "null")) return refuse(state);
            break;
        case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            if (number_end(offset_ + at) == 0) return this->at(offset_ + at, "malformed number");
            break;
        default: return refuse(state);
    }
    if (depth > 0) goto after_value;
    emit_other(offset_ + at);
    goto element_done;

first_key:
    if (!take(State::kFirstKey)) return {};
    if (base[at] == '}') goto end_container;
    if (base[at] != '"') return refuse(State::kFirstKey);
    goto colon;

key:
    if (!take(State::kKey)) return {};
    if (base[at] != '"') return refuse(State::kKey);
colon:
    if (!take(State::kColon)) return {};
    if (base[at] != ':') return refuse(State::kColon);
    goto value;

after_value:
    if (!take(State::kAfterValue)) return {};
    if (containers_[depth] == '{') {
        if (base[at] == ',') goto key;
        if (base[at] != '}') return refuse(State::kAfterValue);
    } else {
        if (base[at] == ',') goto value;
        if (base[at] != ']') return refuse(State::kAfterValue);
    }
end_container:
    if (--depth > 0) goto after_value;
    if (body_[element_] == '{') {
        const auto emitted = emit_object(offset_ + at + 1);
        if (!emitted) return emitted;
    } else {
        emit_other(offset_ + at);
    }
element_done:
    if (in_array_) goto after_element;
    goto top;
}

Result<void> JsonScanner::emit_object(std::size_t end) {
    if (end - element_ > limits::observation_bytes_max) return too_large();
    payload_.keep(element_, end);
    return {};
}

/// Wraps the element whose last token begins at `at`.
void JsonScanner::emit_other(std::size_t at) {
    const std::string_view rest = text().substr(element_);
    payload_.begin();
    payload_.append(R"({"text":")");
    if (rest.front() == '"') {
        payload_.append(rest.substr(1, json_string_length(rest) - 2));  // escaped already
    } else if (rest.front() == '[') {
        payload_.append_escaped(text().substr(element_, at + 1 - element_));
    } else {
        const auto end = std::find_if(rest.begin(), rest.end(), [](char c) { return kTokenEnds[static_cast<unsigned char>(c)]; });
        payload_.append({rest.begin(), end});
    }
    payload_.append(R"("})");
    payload_.end();
}

Result<void> JsonScanner::check_escapes(std::size_t begin, std::size_t end) const {
    const char* from = body_ + begin;
    const char* const stop = body_ + end;
    while ((from = static_cast<const char*>(std::memchr(from, '\\', static_cast<std::size_t>(stop - from)))) != nullptr) {
        const EscapeCheck check = check_escape({from, static_cast<std::size_t>(body_ + size_ - from)});
        if (check.fault != nullptr) return at(static_cast<std::size_t>(from - body_), check.fault);
        from += check.length;
        if (from >= stop) break;
    }
    return {};
}

bool JsonScanner::ends_token(std::size_t at) const {
    return at == size_ || kTokenEnds[static_cast<unsigned char>(body_[at])];
}

bool JsonScanner::is_literal(std::size_t at, std::string_view literal) const {
    return text().substr(at, literal.size()) == literal && ends_token(at + literal.size());
}

/// One past a number's last digit; 0 when it is none.
std::size_t JsonScanner::number_end(std::size_t at) const {
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < size_ && is_decimal(body_[at])) ++at;
        return at - begin;
    };
    if (body_[at] == '-') ++at;
    const bool leading_zero = at < size_ && body_[at] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (leading_zero && whole > 1)) return 0;
    if (at < size_ && body_[at] == '.') {
        ++at;
        if (digits() == 0) return 0;
    }
    if (at < size_ && (body_[at] | 0x20) == 'e') {
        ++at;
        if (at < size_ && (body_[at] == '+' || body_[at] == '-')) ++at;
        if (digits() == 0) return 0;
    }
    return ends_token(at) ? at : 0;
}

Error JsonScanner::at(std::size_t offset, std::string_view what) const {
    return malformed("JSON", text(), offset, what);
}

Error JsonScanner::too_large() const {
    return Error(ErrorCode::kTooLarge, "observation at byte " + std::to_string(element_ + 1) +
                                           " is too large, the limit in bytes is " +
                                           std::to_string(limits::observation_bytes_max));
}

Error JsonScanner::unexpected(std::size_t offset) const {
    const char* expected = "a value";
    switch (state_) {
        case State::kTop:
        case State::kElement:
        case State::kValue: break;
        case State::kFirstElement:
        case State::kFirstValue: expected = "a value or \"]\""; break;
        case State::kAfterElement: expected = "\",\" or \"]\""; break;
        case State::kFirstKey: expected = "a key or \"}\""; break;
        case State::kKey: expected = "a key"; break;
        case State::kColon: expected = "\":\""; break;
        case State::kAfterValue: expected = containers_[depth_] == '{' ? "\",\" or \"}\"" : "\",\" or \"]\""; break;
    }
    return at(offset, "expected " + std::string(expected) + ", found " + describe_character(text(), offset));
}

Error JsonScanner::fault_in_text(std::string_view window, bool cut_off) const {
    StringFault in_string = find_string_fault(window);
    // A window that is cut off may end inside a string.
    if (cut_off && in_string.unclosed) in_string.what = nullptr;
    const auto utf8 = first_invalid_utf8(window);
    if (utf8 && (in_string.what == nullptr || *utf8 < in_string.offset)) return at(offset_ + *utf8, "invalid UTF-8");
    return at(offset_ + in_string.offset, in_string.what != nullptr ? in_string.what : "not a JSON text");
}

}  // namespace gateway::collect
