#include "domain/admin/datastream/direct_write.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace domain::admin::datastream {
namespace {

struct FormNames {
    Form form;
    std::string_view stored;
    std::string_view title;
};
constexpr std::array kForms{
    FormNames{Form::kLogs, "otel_logs", "OpenTelemetry Logs"},
    FormNames{Form::kMetrics, "otel_metrics", "OpenTelemetry Metrics"},
    FormNames{Form::kSpans, "otel_spans", "OpenTelemetry Spans"},
    FormNames{Form::kSpanEvents, "otel_span_events", "OpenTelemetry Span Events"},
    FormNames{Form::kSpanLinks, "otel_span_links", "OpenTelemetry Span Links"},
    FormNames{Form::kSamples, "prometheus", "Prometheus"},
    FormNames{Form::kMetadata, "prometheus_metadata", "Prometheus Metadata"},
};
static_assert(kForms.size() == all_forms.size());

constexpr std::array kLogs{Form::kLogs};
constexpr std::array kMetrics{Form::kMetrics};
constexpr std::array kTrace{Form::kSpans, Form::kSpanEvents, Form::kSpanLinks};
constexpr std::array kPrometheus{Form::kSamples, Form::kMetadata};

const FormNames& names_of(Form form) { return kForms[static_cast<std::size_t>(form)]; }

base::Error malformed(const std::string& text) {
    return base::Error(base::ErrorCode::kInternal, "malformed typed datasets: " + text);
}

}  // namespace

std::string_view name(Form form) { return names_of(form).stored; }

std::optional<Form> form_from(std::string_view name) {
    for (const FormNames& each : kForms) {
        if (each.stored == name) return each.form;
    }
    return std::nullopt;
}

std::string dataset_name(const std::string& datastream, Form form) { return datastream + '/' + std::string(names_of(form).title); }

std::string_view name(Switch which) {
    switch (which) {
        case Switch::kOtelLogs: return "otelLogs";
        case Switch::kOtelMetrics: return "otelMetrics";
        case Switch::kOtelTrace: return "otelTrace";
        case Switch::kPrometheus: break;
    }
    return "prometheus";
}

std::span<const Form> forms_of(Switch which) {
    switch (which) {
        case Switch::kOtelLogs: return kLogs;
        case Switch::kOtelMetrics: return kMetrics;
        case Switch::kOtelTrace: return kTrace;
        case Switch::kPrometheus: break;
    }
    return kPrometheus;
}

bool is_on(const TypedDatasets& typed, Switch which) {
    const auto forms = forms_of(which);
    return std::all_of(forms.begin(), forms.end(), [&](Form form) { return typed.contains(form); });
}

std::string to_json(const TypedDatasets& typed) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [form, dataset] : typed) json[std::string(name(form))] = dataset.value();
    return json.dump();
}

base::Result<TypedDatasets> typed_datasets_from_json(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return malformed(text);
    TypedDatasets typed;
    for (const auto& [key, value] : json.items()) {
        const auto form = form_from(key);
        if (!form || !value.is_number_integer()) return malformed(text);
        typed.emplace(*form, base::DatasetId(value.get<std::int64_t>()));
    }
    return typed;
}

}  // namespace domain::admin::datastream
