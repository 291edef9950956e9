#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "domain/base/time.hpp"

namespace domain::admin {

/// Who made a thing and who changed it last, when, and how often it changed: the same for everything that can be administered.
/// Persons are actors of commands, `user:12`; nobody for what came with something else.
struct Stamp {
    Stamp() = default;
    /// Of a thing that is made now.
    Stamp(base::Timestamp at, std::string by)
        : created_at(at), created_by(std::move(by)), updated_at(at), updated_by(created_by), version(1) {}

    /// The thing changes now.
    void change(base::Timestamp at, std::string by) {
        updated_at = at;
        updated_by = std::move(by);
        ++version;
    }

    base::Timestamp created_at{};
    std::string created_by;
    base::Timestamp updated_at{};
    std::string updated_by;
    std::int64_t version = 0;  ///< 1 when it was made, one more with every event about it: its ETag, what If-Match names

    friend bool operator==(const Stamp&, const Stamp&) = default;
};

}  // namespace domain::admin
