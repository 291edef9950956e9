#include "gateway/graphql/plan.hpp"

#include <algorithm>

#include "gateway/graphql/parser.hpp"

namespace gateway::graphql {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using ParsedJson = nlohmann::json;

namespace {

/// Ends the planning; caught in make_plan() below.
struct Refusal {
    std::string message;
};

[[noreturn]] void refuse(std::string message) { throw Refusal{std::move(message)}; }

template <class Named>
const Named* find_named(const std::vector<Named>& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Named& each) { return each.name == name; });
    return found == list.end() ? nullptr : &*found;
}

const Operation& choose(const Document& document, const std::string& wanted) {
    if (wanted.empty()) {
        if (document.operations.size() > 1) refuse("operationName must say which of the operations is meant");
        return document.operations.front();
    }
    const Operation* found = find_named(document.operations, wanted);
    if (found == nullptr) refuse("unknown operation: " + wanted);
    return *found;
}

/// Values with the variables of an operation.
class Values {
public:
    Values(const Operation& operation, const ParsedJson& given) {
        if (!given.is_null() && !given.is_object()) refuse("variables must be an object");
        for (const Variable& variable : operation.variables) {
            if (variables_.contains(variable.name)) refuse("a variable is declared twice: " + variable.name);
            ParsedJson value = variable.usual ? evaluate(*variable.usual) : ParsedJson();
            if (given.contains(variable.name)) value = given[variable.name];
            if (variable.is_required && value.is_null()) refuse("a variable must have a value: " + variable.name);
            variables_[variable.name] = std::move(value);
        }
    }

    ParsedJson evaluate(const Value& value) const {
        switch (value.kind) {
            case Value::Kind::kVariable: return variable(value.text);
            case Value::Kind::kNumber: return number(value.text);
            case Value::Kind::kString:
            case Value::Kind::kEnum: return value.text;
            case Value::Kind::kBoolean: return value.text == "true";
            case Value::Kind::kNull: break;
            case Value::Kind::kList: return list(value);
            case Value::Kind::kObject: return object(value);
        }
        return nullptr;
    }

private:
    static ParsedJson number(const std::string& text) {
        ParsedJson value = ParsedJson::parse(text, nullptr, false);
        if (value.is_discarded()) refuse("a number is too large: " + text);
        return value;
    }
    ParsedJson variable(const std::string& name) const {
        const auto found = variables_.find(name);
        if (found == variables_.end()) refuse("a variable is not declared: " + name);
        return found->second;
    }
    ParsedJson list(const Value& value) const {
        ParsedJson made = ParsedJson::array();
        for (const Value& item : value.items) made.push_back(evaluate(item));
        return made;
    }
    ParsedJson object(const Value& value) const {
        ParsedJson made = ParsedJson::object();
        for (std::size_t i = 0; i < value.items.size(); ++i) made[value.names[i]] = evaluate(value.items[i]);
        return made;
    }

    std::map<std::string, ParsedJson> variables_;
};

class Planner {
public:
    Planner(const Document& document, const Values& values, const Schema& schema)
        : document_(document), values_(values), schema_(schema) {}

    void add(std::vector<PlannedField>& fields, const std::vector<Selection>& selections, const std::string& type) {
        if (++depth_ > 2 * depth_max) refuse("nested too deeply, fragments opened");
        for (const Selection& selection : selections) {
            if (!is_wanted(selection)) continue;
            switch (selection.kind) {
                case Selection::Kind::kField: add_field(fields, selection, type); break;
                case Selection::Kind::kInline: add_part(fields, selection.selections, selection.type, type); break;
                case Selection::Kind::kSpread: add_fragment(fields, selection.name, type); break;
            }
        }
        --depth_;
    }

private:
    bool is_wanted(const Selection& selection) const {
        bool wanted = true;
        for (const Directive& directive : selection.directives) {
            const bool skips = directive.name == "skip";
            if (!skips && directive.name != "include") refuse("unknown directive: @" + directive.name);
            const bool has_one = directive.arguments.size() == 1 && directive.arguments.front().first == "if";
            const ParsedJson condition = has_one ? values_.evaluate(directive.arguments.front().second) : ParsedJson();
            if (!condition.is_boolean()) refuse("@" + directive.name + " needs the argument if, true or false");
            wanted = wanted && condition.get<bool>() != skips;
        }
        return wanted;
    }

    void add_part(std::vector<PlannedField>& fields, const std::vector<Selection>& selections, const std::string& condition,
                  const std::string& type) {
        if (!condition.empty() && condition != type) {
            refuse(schema_.contains(condition) ? "a fragment on " + condition + " does not fit into " + type
                                               : "unknown type: " + condition);
        }
        add(fields, selections, type);
    }

    void add_fragment(std::vector<PlannedField>& fields, const std::string& name, const std::string& type) {
        const Fragment* fragment = find_named(document_.fragments, name);
        if (fragment == nullptr) refuse("unknown fragment: " + name);
        if (!open_.insert(name).second) refuse("a fragment contains itself: " + name);
        add_part(fields, fragment->selections, fragment->type, type);
        open_.erase(name);
    }

    void add_field(std::vector<PlannedField>& fields, const Selection& selection, const std::string& type) {
        if (++count_ > fields_max) refuse("too many fields, the limit is " + std::to_string(fields_max));
        PlannedField made;
        made.key = selection.key;
        made.name = selection.name;
        if (selection.name != "__typename") {
            const auto& known = schema_.at(type);
            const auto found = known.find(selection.name);
            if (found == known.end()) refuse("unknown field of " + type + ": " + selection.name);
            made.spec = &found->second;
        }
        read_arguments(made, selection, type);
        const bool is_object = made.spec != nullptr && !made.spec->type.empty();
        if (is_object && selection.selections.empty()) refuse("a field needs a selection: " + selection.name);
        if (!is_object && !selection.selections.empty()) refuse("a field has no fields to select: " + selection.name);
        PlannedField& kept = merge(fields, std::move(made));
        if (is_object) add(kept.selection, selection.selections, kept.spec->type);
    }

    void read_arguments(PlannedField& field, const Selection& selection, const std::string& type) const {
        static const std::vector<ArgumentSpec> kNone;
        const auto& specs = field.spec == nullptr ? kNone : field.spec->arguments;
        const std::string where = type + "." + selection.name;
        for (const auto& [name, value] : selection.arguments) {
            if (find_named(specs, name) == nullptr) refuse("unknown argument of " + where + ": " + name);
            if (!field.arguments.emplace(name, values_.evaluate(value)).second) refuse("an argument stands twice: " + name);
        }
        std::erase_if(field.arguments, [](const auto& argument) { return argument.second.is_null(); });
        for (const ArgumentSpec& spec : specs) {
            const auto given = field.arguments.find(spec.name);
            if (given == field.arguments.end()) {
                if (spec.is_required) refuse("an argument of " + where + " is missing: " + spec.name);
            } else if (given->second.is_object() || (given->second.is_array() && spec.match != Match::kContains)) {
                refuse("an argument of " + where + " must be one value: " + spec.name);
            }
        }
    }

    /// The field with that key, which is a new one, or the same as was asked for already.
    static PlannedField& merge(std::vector<PlannedField>& fields, PlannedField made) {
        for (PlannedField& each : fields) {
            if (each.key != made.key) continue;
            if (each.name != made.name || each.arguments != made.arguments) refuse("two fields have the same key: " + made.key);
            return each;
        }
        fields.push_back(std::move(made));
        return fields.back();
    }

    const Document& document_;
    const Values& values_;
    const Schema& schema_;
    std::set<std::string> open_;
    std::size_t depth_ = 0;
    std::size_t count_ = 0;
};

void collect_tables(const std::vector<PlannedField>& fields, std::set<std::string>& tables) {
    for (const PlannedField& field : fields) {
        if (field.spec != nullptr && !field.spec->table.empty()) tables.insert(field.spec->table);
        collect_tables(field.selection, tables);
    }
}

}  // namespace

std::set<std::string> Plan::tables() const {
    std::set<std::string> tables;
    collect_tables(fields, tables);
    return tables;
}

Result<Plan> make_plan(std::string_view text, const std::string& wanted, const ParsedJson& variables, const Schema& schema) {
    try {
        const auto document = parse(text);
        if (!document) return document.error();
        const Operation& operation = choose(*document, wanted);
        const Values values(operation, variables);
        Plan plan;
        plan.is_mutation = operation.is_mutation;
        const char* root = operation.is_mutation ? "Mutation" : "Query";
        if (!schema.contains(root)) refuse("there are no mutations");
        Planner(*document, values, schema).add(plan.fields, operation.selections, root);
        return plan;
    } catch (const Refusal& refusal) {
        return Error(ErrorCode::kInvalidArgument, refusal.message);
    }
}

}  // namespace gateway::graphql
