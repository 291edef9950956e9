#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "gateway/collect/decoder.hpp"
#include "gateway/collect/json_cursor.hpp"

namespace gateway::collect {

/// JSON objects that wrap a batch, as Telegraf's: `{"metrics":[{…},{…}],"host":"a"}`. Where exactly one member is an array, each of
/// its elements is one observation, and the other members are copied to each, unless the element has one of that name. An element
/// that is no object becomes the member itself: `{"metrics":1,"host":"a"}`. An object with no array or several is one observation as
/// it stands. Texts may follow one another.
///
/// Refuses what is no JSON object, with the place, and the limits of json_scanner.hpp.
class NestedDecoder final : public Decoder {
public:
    NestedDecoder(std::string_view body, PayloadBuilder& payload) : body_(body), payload_(payload), cursor_(body) {}
    domain::base::Result<bool> step() override;

private:
    enum class State { kTop, kMember, kArray, kUnroll };

    struct Member {
        std::string key;
        std::string_view value;
    };

    std::size_t begin_object();
    std::size_t pass_member();
    std::size_t pass_element();
    std::size_t end_object();
    std::size_t unroll_element();
    void write(std::string_view json);
    domain::base::Error too_large() const;

    std::string_view body_;
    PayloadBuilder& payload_;
    JsonCursor cursor_;
    bool checked_ = false;
    State state_ = State::kTop;
    std::optional<domain::base::Error> failure_;

    std::size_t object_begin_ = 0;
    std::size_t arrays_ = 0;
    std::string array_key_;
    std::size_t array_begin_ = 0;
    std::string_view array_;
    std::vector<Member> siblings_;
    std::size_t sibling_bytes_ = 0;
    std::optional<JsonCursor> elements_;
    std::string key_;
    std::string json_;
    std::unordered_set<std::string> own_keys_;
};

}  // namespace gateway::collect
