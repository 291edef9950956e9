#pragma once

#include <string_view>

#include <re2/re2.h>

namespace infra::duckdb::functions {

/// The compiled pattern, from this thread's cache; nullptr when it does not compile (the compiler has tried it before, so
/// only patterns that are computed per row can fail). Valid until the thread asks for another pattern.
const re2::RE2* compiled(std::string_view pattern);

}  // namespace infra::duckdb::functions
