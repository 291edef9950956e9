#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// What the expressions of `align` select, and what they need of the rows before a bin. An expression over a selector is
/// null in the rows that it does not take, so the expressions of several metrics can share one pass over the rows.
struct MetricSelection {
    const Interface& roles;            ///< the interface `metric` of the dataset
    std::vector<Metric> metrics;       ///< what is known about them
    std::vector<Column> tags;          ///< a series is a set of tags
    Grid grid;
    std::optional<Frame> frame;

    std::vector<Expr> conditions;      ///< for each selector, the rows that it takes
    std::vector<Binding> previous;     ///< value and time of the point before, for counters
    std::vector<std::string> names;    ///< metrics that the present expression has selected
    std::string_view selector;         ///< function that it selects them by

    /// What is known about a metric; a gauge if nothing is.
    Metric find(std::string_view name) const {
        for (const Metric& metric : metrics) {
            if (metric.name == name) return metric;
        }
        Metric unknown;
        unknown.name = name;
        return unknown;
    }
};

}  // namespace domain::opal::check
