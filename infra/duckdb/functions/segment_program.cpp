#include "infra/duckdb/functions/segment_program.hpp"

#include <optional>
#include <unordered_map>

#include "domain/catalog/json_text.hpp"

namespace infra::duckdb::functions {

namespace catalog = domain::catalog;
using catalog::SkeletonNode;

void Remainder::reset(std::string_view rest) {
    rest_ = rest;
    split_ = false;
}

std::string_view Remainder::element(std::size_t index) {
    if (!split_) {
        split_ = true;
        elements_.clear();
        catalog::json_text::Reader reader(rest_);
        std::string_view element;
        while (reader.next_element(element)) elements_.push_back(element);
    }
    return index < elements_.size() ? elements_[index] : std::string_view();
}

/// Turns the skeleton below one node into steps.
class SegmentProgram::Compiler {
public:
    Compiler(SegmentProgram& program, std::span<const catalog::MappedColumn> columns) : program_(program) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns_.emplace(key(columns[i].path, static_cast<char>(columns[i].type)), i);
        }
    }

    void whole(const SkeletonNode& node, std::string pointer) {
        pointer_ = std::move(pointer);
        value(node);
        finish();
    }

    /// Only the members that stand in the remainder; false when there are none.
    bool rest_only(const SkeletonNode& node) {
        const bool any = rest_value(node);
        finish();
        return any;
    }

private:
    static std::string key(const std::string& path, char letter) { return path + ':' + letter; }

    void finish() {
        if (!text_.empty()) program_.steps_.emplace_back().text = std::move(text_);
    }

    Step& step(Source source) {
        Step& next = program_.steps_.emplace_back();
        next.text = std::move(text_);
        next.source = source;
        text_.clear();
        return next;
    }

    void element(const SkeletonNode& node) {
        step(node.kind == '+' ? Source::kMember : Source::kElement).index = node.element;
        program_.needs_remainder_ = true;
    }

    void value(const SkeletonNode& node) {
        switch (node.kind) {
            case '{': return object(node);
            case 'n': text_.append("null"); return;
            case 'r': case '+': return element(node);
            default: break;
        }
        const auto column = columns_.find(key(pointer_, node.kind));
        if (column == columns_.end()) {
            program_.fault_ = "the column map has no " + key(pointer_, node.kind);
            return;
        }
        Step& next = step(Source::kColumn);
        next.type = static_cast<catalog::LeafType>(node.kind);
        next.index = column->second;
    }

    void object(const SkeletonNode& node) {
        text_.push_back('{');
        for (const SkeletonNode& member : node.members) {
            if (&member != node.members.data()) text_.push_back(',');
            const std::size_t length = pointer_.size();
            if (member.kind != '+') {
                text_.append(member.quoted_key).push_back(':');
                catalog::append_pointer(pointer_, member.key);
            }
            value(member);
            pointer_.resize(length);
        }
        text_.push_back('}');
    }

    bool rest_value(const SkeletonNode& node) {
        if (node.kind == 'r' || node.kind == '+') {
            element(node);
            return true;
        }
        if (node.kind != '{') return false;
        bool any = false;
        for (const SkeletonNode& member : node.members) {
            if (!has_rest(member)) continue;
            text_.push_back(any ? ',' : '{');
            any = true;
            if (member.kind != '+') text_.append(member.quoted_key).push_back(':');
            rest_value(member);
        }
        if (any) text_.push_back('}');
        return any;
    }

    static bool has_rest(const SkeletonNode& node) {
        if (node.kind == 'r' || node.kind == '+') return true;
        for (const SkeletonNode& member : node.members) {
            if (has_rest(member)) return true;
        }
        return false;
    }

    SegmentProgram& program_;
    std::unordered_map<std::string, std::size_t> columns_;
    std::string pointer_;
    std::string text_;
};

namespace {

std::string to_pointer(std::span<const std::string> path) {
    std::string pointer;
    for (const std::string& token : path) catalog::append_pointer(pointer, token);
    return pointer;
}

/// A node without its members: enough to find its element.
SkeletonNode without_members(const SkeletonNode& node) {
    SkeletonNode copy;
    copy.kind = node.kind;
    copy.element = node.element;
    return copy;
}

}  // namespace

std::shared_ptr<const SegmentProgram> SegmentProgram::for_object(std::string_view skeleton,
                                                                 std::span<const std::string> path,
                                                                 std::span<const catalog::MappedColumn> columns) {
    auto program = for_has(skeleton, path);
    if (!program->present_) return program;
    auto full = std::make_shared<SegmentProgram>(*program);
    const auto root = catalog::parse_skeleton(skeleton);
    full->steps_.clear();
    Compiler(*full, columns).whole(*catalog::find(*root, path).node, to_pointer(path));
    return full;
}

std::shared_ptr<const SegmentProgram> SegmentProgram::for_rest(std::string_view skeleton,
                                                               std::span<const std::string> path) {
    auto program = for_has(skeleton, path);
    if (!program->present_) return program;
    auto rest = std::make_shared<SegmentProgram>(*program);
    const auto root = catalog::parse_skeleton(skeleton);
    rest->present_ = Compiler(*rest, {}).rest_only(*catalog::find(*root, path).node);
    return rest;
}

std::shared_ptr<const SegmentProgram> SegmentProgram::for_has(std::string_view skeleton,
                                                              std::span<const std::string> path) {
    auto program = std::make_shared<SegmentProgram>();
    const auto root = catalog::parse_skeleton(skeleton);
    if (!root) {
        program->fault_ = "malformed skeleton";
        return program;
    }
    const catalog::SkeletonPlace place = catalog::find(*root, path);
    program->present_ = place.node != nullptr;
    for (const SkeletonNode* node : place.candidates) program->candidates_.push_back(without_members(*node));
    program->needs_remainder_ = !program->candidates_.empty();
    program->tail_.assign(place.tail.begin(), place.tail.end());
    return program;
}

bool SegmentProgram::run(std::string& out, const RowValues& values, Remainder& remainder) const {
    if (!present_) return search(out, remainder);
    for (const Step& step : steps_) {
        out.append(step.text);
        switch (step.source) {
            case Source::kNone: break;
            case Source::kColumn: values.append(out, step.index, step.type); break;
            case Source::kElement: out.append(remainder.element(step.index)); break;
            case Source::kMember: {
                // `{"key":value}` without its braces.
                std::string_view member = catalog::json_text::trimmed(remainder.element(step.index));
                if (member.size() >= 2) out.append(catalog::json_text::trimmed(member.substr(1, member.size() - 2)));
                break;
            }
        }
    }
    return true;
}

bool SegmentProgram::search(std::string& out, Remainder& remainder) const {
    for (const SkeletonNode& candidate : candidates_) {
        const auto found = catalog::find_in_json(remainder.element(candidate.element), tail_);
        if (!found) continue;
        out.append(*found);
        return true;
    }
    return false;
}

}  // namespace infra::duckdb::functions
