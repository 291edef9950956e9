#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/opal/jmespath/lexer.hpp"
#include "domain/opal/jmespath/value.hpp"

namespace domain::opal::jmespath {

struct Builtin;

/// A part of an expression; what its children are depends on its kind.
struct Node {
    enum class Kind {
        kCurrent,           ///< the value itself
        kField,             ///< `name`
        kIndex,             ///< `[first]`
        kSlice,             ///< `[first:last:step]`
        kChain,             ///< child 1 over the result of child 0: `a.b`, `a[0]`, `a | b`
        kProjection,        ///< child 1 over each element of child 0: `a[*].b`
        kValueProjection,   ///< child 1 over each member of child 0: `a.*.b`
        kFilterProjection,  ///< child 1 over the elements of child 0 for which child 2 is true: `a[?c].b`
        kFlatten,           ///< child 0 with its arrays opened: `a[]`
        kList,              ///< `[a, b]`
        kObject,            ///< `{key: a, key: b}`, keys in `names`
        kCompare,           ///< child 0 `compare` child 1
        kAnd, kOr, kNot,
        kLiteral,
        kCall,              ///< `name(a, b)`
        kExpression,        ///< `&a`, an argument of a call
    };
    Kind kind = Kind::kCurrent;
    std::vector<Node> children;
    std::string name;
    std::vector<std::string> names;
    Value literal;
    std::optional<std::int64_t> first, last, step;
    TokenKind compare = TokenKind::kEqual;
    const Builtin* function = nullptr;  ///< of kCall
};

}  // namespace domain::opal::jmespath
