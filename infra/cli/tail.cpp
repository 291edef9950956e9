// opalite tail: follows a dataset; rows as NDJSON, what is to be said about them on standard error.
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>

#include "infra/cli/ask.hpp"
#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {
namespace {

struct TailOptions {
    ClientOptions client;
    std::string dataset = "Default.Default";
    std::string from;
    std::string duration;
};

std::vector<OptionSpec> specs(TailOptions& options) {
    auto all = caller_option_specs(options.client);
    all.push_back({"dataset", "ID or PATH", "what is followed: dataset id, path or label; default Default.Default",
                   keep_text(options.dataset)});
    all.push_back({"from", "TIME", "begins with rows of that time, RFC 3339 or so long ago, such as 15m; default: with what lands from now on",
                   keep_text(options.from)});
    all.push_back({"for", "TIME", "ends after that time, such as 30s; default and at most 1h", keep_text(options.duration)});
    return all;
}

std::string path_of(const TailOptions& options, const std::string& dataset, const std::string& pipeline) {
    std::string path = "/v1/datasets/" + dataset + "/tail?filter=" + percent_encode(pipeline);
    if (!options.from.empty()) path += "&from=" + percent_encode(options.from);
    if (!options.duration.empty()) path += "&for=" + percent_encode(options.duration);
    return path;
}

/// Lines of a tail as they come, in pieces of any size.
class Lines {
public:
    void feed(std::string_view bytes) {
        for (const char c : bytes) {
            if (c != '\n') {
                line_ += c;
                continue;
            }
            take();
            line_.clear();
        }
        std::cout.flush();
    }
    /// Why the service has ended the tail.
    const std::optional<std::string>& fault() const { return fault_; }

private:
    void take() {
        static constexpr std::string_view kWord = "{\"@tail\":";
        if (line_.empty()) return;  // a sign of life
        if (!line_.starts_with(kWord)) {
            std::cout << line_ << '\n';
            return;
        }
        const auto json = nlohmann::json::parse(line_, nullptr, false);
        const auto word = json.is_object() ? json["@tail"] : nlohmann::json();
        if (word.contains("skipped")) std::cerr << "opalite: too slow, rows left unread: " << word["skipped"] << '\n';
        else fault_ = word.value("message", "the service has ended the tail");
    }

    std::string line_;
    std::optional<std::string> fault_;
};

ExitStatus run(const TailOptions& options, const std::string& pipeline) {
    const auto dataset = dataset_id(options.client, options.dataset);
    if (!dataset) return failure(dataset.error().message());
    HttpRequest request;
    request.url = options.client.url + path_of(options, *dataset, pipeline);
    request.headers = {"Accept: application/x-ndjson", caller_header(options.client)};
    HttpClient http(options.client.ca);
    Lines lines;
    const auto response = http.send(request, [&](std::string_view bytes) { lines.feed(bytes); });
    if (!response) return failure(response.error().message());
    if (response->status != 200) return failure(message_of(*response));
    if (lines.fault()) return failure(*lines.fault());
    return std::cout ? ExitStatus::kSuccess : failure("cannot write the rows");
}

}  // namespace

std::string help_tail() {
    TailOptions options;
    return "usage: opalite tail [OPTIONS] [PIPELINE]\n\nPrints rows of a dataset as they land, as NDJSON. The pipeline looks at one row at a "
           "time, for instance\n  opalite tail 'filter FIELDS.text ~ error'\n\n" + describe(specs(options));
}

ExitStatus run_tail(const Words& words) {
    TailOptions options;
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    if (parsed.positional.size() > 1) parsed.mistakes.push_back("more than one pipeline; put it in quotes");
    check_caller(options.client, parsed.mistakes);
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "tail");
    return run(options, parsed.positional.empty() ? std::string() : parsed.positional.front());
}

}  // namespace infra::cli
