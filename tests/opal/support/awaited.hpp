#pragma once

#include <string_view>

namespace tests::opal {

/// Whether a golden file (by its path below tests/opal) asks for a verb or function that this version has not got. The list
/// is in awaited.cpp; an entry goes when what it waits for is there.
bool is_awaited(std::string_view file);

}  // namespace tests::opal
