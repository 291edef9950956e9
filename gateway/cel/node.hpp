#pragma once

#include <string>
#include <vector>

#include "gateway/cel/cel.hpp"

namespace gateway::cel {

/// One node of an expression.
struct Node {
    enum class Kind {
        kLiteral,      ///< value
        kName,         ///< name
        kMember,       ///< operand 0 . name
        kIndex,        ///< operand 0 [ operand 1 ]
        kCall,         ///< name(operands)
        kMethod,       ///< operand 0 . name(operands behind it)
        kList,         ///< [operands]
        kOperator,     ///< name: || && == != < <= > >= in + - ! negate
        kConditional,  ///< operand 0 ? operand 1 : operand 2
    };
    Kind kind = Kind::kLiteral;
    std::string name;
    Value value;
    std::vector<Node> operands;
};

}  // namespace gateway::cel
