#include "domain/opal/check/verbs/union.hpp"

#include <algorithm>

#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

std::string kind_text(DatasetKind kind) {
    const bool has_vowel = kind == DatasetKind::kEvent || kind == DatasetKind::kInterval;
    return (has_vowel ? "an " : "a ") + std::string(catalog::name(kind)) + " dataset";
}

/// Takes part in a union: a dataset and what messages call it.
struct Part {
    const DatasetState& state;
    std::string name;
    Span span;
};

class UnionChecker {
public:
    explicit UnionChecker(VerbContext& context) : context_(context) {}

    /// The rows of the other dataset around those here.
    void run_near(Import other, std::string name, Span span, Frame frame) {
        union_.others.push_back(std::move(other));
        union_.near = frame;
        names_.push_back("@" + name);
        spans_.push_back(span);
        if (!check_kinds()) return context_.give_up();
        unite();
    }

    void run() {
        for (const ast::Argument& argument : context_.statement.arguments) {
            const auto* reference = std::get_if<ast::DatasetReference>(&argument.value.node);
            if (argument.name || reference == nullptr || reference->column) {
                context_.error("wrong-arguments", argument.span(), "\"" + context_.verb() + "\" takes datasets: @name");
                is_ok_ = false;
                continue;
            }
            auto imported = context_.import(reference->dataset, argument.value.span);
            is_ok_ = is_ok_ && imported.has_value();
            if (!imported) continue;
            union_.others.push_back(std::move(*imported));
            names_.push_back("@" + reference->dataset);
            spans_.push_back(argument.value.span);
        }
        if (context_.statement.arguments.empty()) {
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"dataset\" has no matching argument");
            is_ok_ = false;
        }
        if (!is_ok_ || !check_kinds()) return context_.give_up();
        unite();
    }

private:
    bool check_kinds() {
        const DatasetState& state = context_.state;
        if (state.kind == DatasetKind::kResource && !state.is_open) {
            context_.reject_kind(DatasetKind::kResource, "use make_event or make_table first");
            return false;
        }
        bool is_ok = true;
        for (std::size_t i = 0; i < union_.others.size(); ++i) {
            const DatasetState& other = union_.others[i].state;
            if (other.kind == state.kind || state.is_open || other.is_open) continue;
            context_.error("wrong-kind", spans_[i],
                           "\"" + context_.verb() + "\" needs datasets of one kind: the input is " + kind_text(state.kind) +
                               ", " + names_[i] + " is " + kind_text(other.kind));
            is_ok = false;
        }
        return is_ok;
    }

    void unite() {
        const DatasetState before = context_.state;
        std::vector<const DatasetState*> parts{&before};
        for (const Import& other : union_.others) parts.push_back(&other.state);
        DatasetState& state = context_.state;
        state.columns.clear();
        state.valid_from.reset();
        state.valid_to.reset();
        union_.sources.resize(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (const Column& column : parts[i]->columns) add(state, *parts[i], column, i);
        }
        for (auto& sources : union_.sources) sources.resize(state.columns.size());
        if (!is_ok_) return context_.give_up();
        keep_roles(state, before);
        for (const DatasetState* part : parts) state.is_open = state.is_open || part->is_open;
        if (!context_.check_column_count(state.columns.size())) return context_.give_up();
        union_.columns = state.columns;
        context_.emit(std::move(union_));
    }

    /// Columns meet by name, times by their role.
    void add(DatasetState& state, const DatasetState& part, const Column& column, std::size_t input) {
        const auto place_of = [&](const std::optional<ColumnId>& id) {
            return std::find_if(state.columns.begin(), state.columns.end(), [&](const Column& c) { return c.id == id; });
        };
        auto place = state.columns.end();
        if (column.id == part.valid_from) place = place_of(state.valid_from);
        else if (column.id == part.valid_to) place = place_of(state.valid_to);
        else place = std::find_if(state.columns.begin(), state.columns.end(), [&](const Column& c) { return c.name == column.name; });
        const bool clashes_with_time = place != state.columns.end() && column.id != part.valid_from &&
                                       column.id != part.valid_to &&
                                       (place->id == state.valid_from || place->id == state.valid_to);
        if (clashes_with_time) {
            report(input, column, "is a time of the first dataset");
            return;
        }
        if (place == state.columns.end()) {
            Column made = column;
            made.id = context_.ids.next();
            if (column.id == part.valid_from) state.valid_from = made.id;
            if (column.id == part.valid_to) state.valid_to = made.id;
            state.columns.push_back(std::move(made));
            place = state.columns.end() - 1;
        } else if (place->type != column.type && !place->is_broken && !column.is_broken) {
            report(input, column, "is of type " + std::string(catalog::name(column.type)) + ", but of type " +
                                      std::string(catalog::name(place->type)) + " before");
            return;
        }
        auto& sources = union_.sources[input];
        sources.resize(state.columns.size());
        sources[static_cast<std::size_t>(place - state.columns.begin())] = column.id;
    }

    void report(std::size_t input, const Column& column, const std::string& problem) {
        context_.error("wrong-type", input == 0 ? context_.statement.verb.span : spans_[input - 1],
                       "\"" + context_.verb() + "\": column \"" + column.name + "\" of " +
                           (input == 0 ? std::string("the input") : names_[input - 1]) + " " + problem,
                       "rename it or convert it first");
        is_ok_ = false;
    }

    /// Keys that all parts share by name stay; so does an equal grid.
    void keep_roles(DatasetState& state, const DatasetState& before) {
        const auto renamed = [&](ColumnId id) -> std::optional<ColumnId> {
            for (std::size_t k = 0; k < union_.sources[0].size(); ++k) {
                if (union_.sources[0][k] == id) return state.columns[k].id;
            }
            return std::nullopt;
        };
        const auto key_names = [](const DatasetState& part) {
            std::vector<std::string> names;
            for (const ColumnId id : part.primary_key) names.push_back(part.find(id)->name);
            return names;
        };
        const auto rename_all = [&](std::vector<ColumnId>& ids) {
            for (ColumnId& id : ids) id = renamed(id).value_or(id);
        };
        const bool same_keys = std::all_of(union_.others.begin(), union_.others.end(), [&](const Import& other) {
            return key_names(other.state) == key_names(before);
        });
        const bool same_grid = std::all_of(union_.others.begin(), union_.others.end(), [&](const Import& other) {
            const auto& a = other.state.grid;
            const auto& b = before.grid;
            return a.has_value() == b.has_value() && (!a || (a->size_ns == b->size_ns && a->offset_ns == b->offset_ns));
        });
        if (!same_keys) state.primary_key.clear();
        if (!same_grid) state.grid.reset();
        rename_all(state.primary_key);
        rename_all(state.grouping);
        state.candidate_keys.clear();
        if (state.label) state.label = renamed(*state.label);
        for (Link& link : state.links) {
            for (Link::Pair& pair : link.columns) pair.source = renamed(pair.source).value_or(pair.source);
        }
        for (Interface& interface : state.interfaces) {
            for (Interface::Role& role : interface.roles) role.column = renamed(role.column).value_or(role.column);
        }
        state.order.clear();
        context_.forget_lost_roles();
    }

    VerbContext& context_;
    Union union_;
    std::vector<std::string> names_;
    std::vector<Span> spans_;
    bool is_ok_ = true;
};

/// `surrounding frame(…), @source, name:constant, …`.
class SurroundingChecker {
public:
    explicit SurroundingChecker(VerbContext& context) : context_(context) {}

    void run() {
        for (const DatasetKind kind : {DatasetKind::kInterval, DatasetKind::kResource, DatasetKind::kTable}) {
            if (context_.reject_kind(kind, "use \"make_event\" first")) return context_.give_up();
        }
        for (const ast::Argument& argument : context_.statement.arguments) sort(argument);
        require(frame_ != nullptr, "frame");
        require(source_ != nullptr, "source");
        std::optional<Frame> frame;
        if (frame_ != nullptr) {
            frame = check_frame(context_.expressions, context_.scope(), *frame_, context_.verb());
            is_ok_ = is_ok_ && frame.has_value();
        }
        auto imported = source_ == nullptr ? std::nullopt : context_.import(source_->dataset, source_span_);
        if (!is_ok_ || !imported) return context_.give_up();
        if (!marks_.bindings.empty()) context_.emit(std::move(marks_));
        UnionChecker(context_).run_near(std::move(*imported), source_->dataset, source_span_, *frame);
    }

private:
    void sort(const ast::Argument& argument) {
        const auto* reference = std::get_if<ast::DatasetReference>(&argument.value.node);
        const ast::Call* frame = argument.name ? nullptr : frame_call(argument.value);
        if (argument.name) {
            add_mark(argument);
        } else if (frame != nullptr && frame_ == nullptr) {
            frame_ = frame;
        } else if (reference != nullptr && !reference->column && source_ == nullptr) {
            source_ = reference;
            source_span_ = argument.value.span;
        } else {
            context_.error("wrong-arguments", argument.span(),
                           "\"" + context_.verb() + "\" takes one frame(...), one @dataset and columns: name:constant");
            is_ok_ = false;
        }
    }

    /// A column that tells the rows here from those around them.
    void add_mark(const ast::Argument& argument) {
        auto value = context_.expressions.check(argument.value, context_.scope());
        if (value && !std::holds_alternative<Literal>(value->node)) {
            context_.error("not-constant", argument.value.span, "\"" + context_.verb() + "\" column \"" + argument.name->text +
                                                                    "\" must be a constant");
            value.reset();
        }
        if (context_.state.find(argument.name->text) != nullptr) {
            context_.error("overwritten-column", argument.name->span,
                           "attempting to overwrite existing column \"" + argument.name->text + "\"", "give the new column another name");
            value.reset();
        }
        is_ok_ = is_ok_ && value.has_value();
        if (!value) return;
        const ColumnId id = context_.ids.next();
        context_.state.columns.push_back({.id = id, .name = argument.name->text, .type = value->type});
        marks_.bindings.push_back({id, std::move(*value)});
    }

    void require(bool is_there, std::string_view parameter) {
        if (is_there) return;
        context_.error("missing-argument", context_.statement.verb.span,
                       "\"" + context_.verb() + "\" parameter \"" + std::string(parameter) + "\" has no matching argument",
                       "write " + context_.verb() + " frame(back:2s, ahead:2s), @other");
        is_ok_ = false;
    }

    VerbContext& context_;
    const ast::Call* frame_ = nullptr;
    const ast::DatasetReference* source_ = nullptr;
    Span source_span_;
    MakeColumns marks_;
    bool is_ok_ = true;
};

}  // namespace

void check_surrounding(VerbContext& context) { SurroundingChecker(context).run(); }

void check_union(VerbContext& context) { UnionChecker(context).run(); }

}  // namespace domain::opal::check
