#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/catalog/definition.hpp"
#include "domain/catalog/schema.hpp"

/// Typed datasets (spec: api §12, §13, "direct write"): what a datastream has received of one kind, with a column for each member.
///
/// Nothing is stored twice: the observations stand in the source dataset, taken apart into typed columns already, and a typed
/// dataset is a pipeline over it that belongs to the datastream (domain/query/direct_write.hpp). So it has also what arrived
/// before it was switched on.
namespace domain::admin::datastream {

/// What a typed dataset holds.
enum class Form : std::uint8_t { kLogs, kMetrics, kSpans, kSpanEvents, kSpanLinks, kSamples, kMetadata };
inline constexpr std::array all_forms{Form::kLogs,      Form::kMetrics, Form::kSpans,   Form::kSpanEvents,
                                      Form::kSpanLinks, Form::kSamples, Form::kMetadata};

/// How a form is stored: `otel_logs`.
std::string_view name(Form form);
std::optional<Form> form_from(std::string_view name);
/// The name of the typed dataset of a datastream: `web/OpenTelemetry Logs`.
std::string dataset_name(const std::string& datastream, Form form);

/// What is switched on and off as one.
enum class Switch : std::uint8_t { kOtelLogs, kOtelMetrics, kOtelTrace, kPrometheus };
inline constexpr std::array all_switches{Switch::kOtelLogs, Switch::kOtelMetrics, Switch::kOtelTrace, Switch::kPrometheus};

/// As clients call it: `otelLogs`.
std::string_view name(Switch which);
/// The forms that come and go with a switch.
std::span<const Form> forms_of(Switch which);

/// The typed datasets of a datastream. A switch is on when its forms are here.
using TypedDatasets = std::map<Form, base::DatasetId>;
bool is_on(const TypedDatasets& typed, Switch which);

/// The stored form, stable for equal maps: {"otel_logs":41000013}. from_json fails with kInternal on anything else.
std::string to_json(const TypedDatasets& typed);
base::Result<TypedDatasets> typed_datasets_from_json(const std::string& text);

/// A typed dataset that is to be made: no decision compiles OPAL, so whoever sends the command brings what it came to.
struct TypedDataset {
    Form form = Form::kLogs;
    base::DatasetId dataset;
    catalog::Definition definition;
    catalog::Schema schema;
    friend bool operator==(const TypedDataset&, const TypedDataset&) = default;
};

/// What a change switches.
struct DirectWrite {
    std::vector<TypedDataset> on;  ///< forms that the datastream has already keep the dataset that they have
    std::vector<Form> off;         ///< forms that it does not have stay away
    friend bool operator==(const DirectWrite&, const DirectWrite&) = default;
};

}  // namespace domain::admin::datastream
