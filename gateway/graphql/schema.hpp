#pragma once

#include <map>
#include <string>
#include <vector>

namespace gateway::graphql {

/// How an argument narrows down the records of a table.
enum class Match {
    kEqual,     ///< the member has this value; ids are numbers or texts alike
    kContains,  ///< the member, a text, has one of these texts in it, in any case
    kInput,     ///< not at all: it is told to who answers
};

struct ArgumentSpec {
    std::string name;
    std::string member;  ///< of the records
    bool is_required = false;
    Match match = Match::kEqual;
};

struct FieldSpec {
    std::string type = {};    ///< name of an object type; empty: a value, taken as it is
    bool is_list = false;     ///< of a table; a member is a list or not as it stands
    std::string table = {};   ///< where its records are; empty: in the member of that name, or see `is_self`
    std::vector<ArgumentSpec> arguments = {};
    std::string parent = {};  ///< with `member`: only records whose `member` equals the parent's `parent`
    std::string member = {};
    bool is_self = false;     ///< the record itself, under another type
};

/// Object types by name, their fields by name; `Query` and `Mutation` have the roots.
using Schema = std::map<std::string, std::map<std::string, FieldSpec>>;

}  // namespace gateway::graphql
