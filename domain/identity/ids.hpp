#pragma once

#include <cstdint>

#include "domain/base/strong_id.hpp"

namespace domain::identity {

/// A group of users, unique in its tenant.
using GroupId = base::StrongId<struct GroupTag, std::int64_t>;
/// A grant, unique in its tenant.
using GrantId = base::StrongId<struct GrantTag, std::int64_t>;

}  // namespace domain::identity
