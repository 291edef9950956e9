// opalite query: runs one pipeline; a table on a terminal, CSV in a pipe. opalite explain: tells how it would be run.
#include <iostream>

#include <unistd.h>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"
#include "infra/cli/pipeline_options.hpp"
#include "infra/cli/table_printer.hpp"

namespace infra::cli {
namespace {

struct QueryOptions {
    ClientOptions client;
    PipelineOptions pipeline;
    std::string interval;
    std::string start;
    std::string end;
    std::string format;  ///< table, csv or ndjson, of an explanation text or json; empty: by the output
    bool explain = false;
};

std::vector<OptionSpec> specs(QueryOptions& options) {
    auto all = caller_option_specs(options.client);
    const auto set_format = [&options](const std::string& value) -> std::string {
        if (options.explain && value != "text" && value != "json") return "expected text or json, got: " + value;
        if (!options.explain && value != "table" && value != "csv" && value != "ndjson") return "expected table, csv or ndjson, got: " + value;
        options.format = value;
        return {};
    };
    for (OptionSpec& spec : pipeline_option_specs(options.pipeline)) all.push_back(std::move(spec));
    all.push_back({"interval", "TIME", "length of the window, such as 15m or 1d; default 1h", keep_text(options.interval)});
    all.push_back({"start", "TIME", "start of the window, RFC 3339", keep_text(options.start)});
    all.push_back({"end", "TIME", "end of the window, RFC 3339; default now", keep_text(options.end)});
    all.push_back({"format", "FORMAT",
                   options.explain ? "text or json; default text"
                                   : "table, csv or ndjson; default: table on a terminal, csv in a pipe",
                   set_format});
    return all;
}

std::string url_of(const QueryOptions& options) {
    std::string url = options.client.url + "/v1/meta/export/query";
    char separator = '?';
    const auto add = [&](const char* name, const std::string& value) {
        if (value.empty()) return;
        url += separator + std::string(name) + "=" + percent_encode(value);
        separator = '&';
    };
    add("interval", options.interval);
    add("startTime", options.start);
    add("endTime", options.end);
    return url;
}

std::string body_of(const QueryOptions& options, const std::string& pipeline) {
    return "{\"query\":" + query_json(options.pipeline, pipeline) + (options.explain ? ",\"explain\":true}" : "}");
}

ExitStatus run(const QueryOptions& options, const std::string& pipeline) {
    const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    const std::string usual = options.explain ? "text" : terminal ? "table" : "csv";
    const std::string format = options.format.empty() ? usual : options.format;
    const std::string accept = options.explain     ? (format == "json" ? "application/json" : "text/plain")
                               : format == "ndjson" ? "application/x-ndjson"
                               : format == "table" ? "text/csv; times=rfc3339"
                                                   : "text/csv";
    HttpClient http(options.client.ca);
    TablePrinter table(std::cout);
    const auto sink = [&](std::string_view bytes) {
        if (format == "table") table.feed(bytes);
        else std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    const auto response = http.send({"POST",
                                     url_of(options),
                                     {"Content-Type: application/json", "Accept: " + accept,
                                      caller_header(options.client)},
                                     body_of(options, pipeline)},
                                    sink);
    if (!response) return failure(response.error().message());
    if (response->status != 200) return failure(message_of(*response));
    if (format == "table") table.finish();
    std::cout.flush();
    return std::cout ? ExitStatus::kSuccess : failure("cannot write the result");
}

ExitStatus run_words(const Words& words, QueryOptions options, const std::string& command) {
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    const auto pipeline = read_pipeline(options.pipeline, parsed.positional);
    if (!pipeline) parsed.mistakes.push_back(pipeline.error().message());
    check_caller(options.client, parsed.mistakes);
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, command);
    return run(options, *pipeline);
}

}  // namespace

std::string help_query() {
    QueryOptions options;
    return "usage: opalite query [OPTIONS] PIPELINE\n\nRuns an OPAL pipeline, for instance\n  opalite query --interval 1d "
           "'filter FIELDS.text ~ error | statsby n:count()'\n\n" + describe(specs(options));
}

ExitStatus run_query(const Words& words) { return run_words(words, QueryOptions(), "query"); }

std::string help_explain() {
    QueryOptions options;
    options.explain = true;
    return "usage: opalite explain [OPTIONS] PIPELINE\n\nTells how a pipeline would be run, without running it: what it means "
           "(typed AST), the plan, the SQL of the query store, and which segments are read and pruned.\n\n" +
           describe(specs(options));
}

ExitStatus run_explain(const Words& words) {
    QueryOptions options;
    options.explain = true;
    return run_words(words, std::move(options), "explain");
}

}  // namespace infra::cli
