#include "gateway/collect/nested_decoder.hpp"

#include <utility>

#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
namespace limits = domain::base::limits;

void append_field(std::string& object, std::string_view key, std::string_view value) {
    if (object.size() > 1) object += ',';
    write_string(object, key);
    object += ':';
    object += value;
}

}  // namespace

Result<bool> NestedDecoder::step() {
    if (!std::exchange(checked_, true)) {
        if (const auto fault = first_invalid_utf8(body_)) return malformed("JSON", body_, *fault, "invalid UTF-8");
    }
    for (std::size_t work = 0; work < kStepBytes && !payload_.failed();) {
        if (state_ == State::kTop && cursor_.at_end() && !cursor_.failed()) return true;
        switch (state_) {
            case State::kTop: work += begin_object(); break;
            case State::kMember: work += pass_member(); break;
            case State::kArray: work += pass_element(); break;
            case State::kUnroll: work += unroll_element(); break;
        }
        if (cursor_.failed()) return cursor_.error();
        if (failure_) return *failure_;
    }
    return payload_.failed();
}

std::size_t NestedDecoder::begin_object() {
    object_begin_ = cursor_.offset();
    cursor_.open('{');
    arrays_ = 0;
    siblings_.clear();
    sibling_bytes_ = 0;
    state_ = State::kMember;
    return 1;
}

std::size_t NestedDecoder::pass_member() {
    const std::size_t begin = cursor_.offset();
    if (!cursor_.next_key(key_)) return cursor_.failed() ? 1 : end_object();
    if (cursor_.peek() == '[') {
        ++arrays_;
        array_key_ = key_;
        array_begin_ = cursor_.offset();
        cursor_.open('[');
        state_ = State::kArray;
        return 1;
    }
    siblings_.push_back({key_, cursor_.skip(2)});
    const std::size_t size = cursor_.offset() - begin;
    sibling_bytes_ += size;
    if (sibling_bytes_ > limits::observation_bytes_max) failure_ = too_large();
    return size;
}

std::size_t NestedDecoder::pass_element() {
    const std::size_t begin = cursor_.offset();
    if (cursor_.next_element()) {
        cursor_.skip(3);
    } else if (!cursor_.failed()) {
        array_ = body_.substr(array_begin_, cursor_.offset() - array_begin_);
        state_ = State::kMember;
    }
    return 1 + cursor_.offset() - begin;
}

std::size_t NestedDecoder::end_object() {
    if (arrays_ != 1) {
        const std::string_view object = body_.substr(object_begin_, cursor_.offset() - object_begin_);
        write(object);
        state_ = State::kTop;
        return object.size();
    }
    elements_.emplace(array_);
    elements_->open('[');
    state_ = State::kUnroll;
    return 1;
}

/// The array was checked when it was passed; nothing fails here.
std::size_t NestedDecoder::unroll_element() {
    if (!elements_->next_element()) {
        state_ = State::kTop;
        return 1;
    }
    const bool object = elements_->peek() == '{';
    const std::string_view element = elements_->skip();
    own_keys_.clear();
    if (object) {
        if (siblings_.empty()) {
            write(element);
            return element.size();
        }
        JsonCursor members(element);
        members.open('{');
        for (; members.next_key(key_); members.skip()) own_keys_.insert(key_);
        json_.assign(element.substr(0, element.size() - 1));
        if (own_keys_.empty()) json_.assign("{");
    } else {
        json_.assign("{");
        append_field(json_, array_key_, element);
    }
    for (const Member& sibling : siblings_) {
        if (!own_keys_.contains(sibling.key)) append_field(json_, sibling.key, sibling.value);
    }
    json_ += '}';
    write(json_);
    return element.size() + json_.size();
}

void NestedDecoder::write(std::string_view json) {
    payload_.begin();
    payload_.append(json);
    payload_.end();
}

Error NestedDecoder::too_large() const {
    return Error(ErrorCode::kTooLarge, "observation " + std::to_string(payload_.count() + 1) + " is too large, the limit in bytes is " +
                                           std::to_string(limits::observation_bytes_max));
}

}  // namespace gateway::collect
