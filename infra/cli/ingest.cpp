// opalite ingest: sends files or standard input to the collection endpoint, in batches that are repeated until acknowledged.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <thread>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {
namespace {

constexpr std::size_t kBatchBytes = std::size_t{4} * 1024 * 1024;
constexpr int kAttemptsMax = 8;

struct IngestOptions {
    ClientOptions client;
    std::string path;
    std::string type;  ///< media type; empty: from the file's name
};

std::vector<OptionSpec> specs(IngestOptions& options) {
    auto all = client_option_specs(options.client);
    all.push_back({"ingest-token", "ID:SECRET", "the datastream's ingest token; required", [&options](const std::string& value) {
                       options.client.ingest_token = domain::base::Secret(value);
                       return std::string();
                   }});
    all.push_back({"path", "PATH", "below /v1/http, becomes EXTRA.path; may end in ?name=value tags", [&options](const std::string& value) {
                       options.path = value;
                       return std::string();
                   }});
    all.push_back({"type", "TYPE", "json, ndjson, csv or text; default: from the file's name, text for others",
                   [&options](const std::string& value) -> std::string {
                       static const std::vector<std::pair<std::string, std::string>> kTypes = {
                           {"json", "application/json"}, {"ndjson", "application/x-ndjson"}, {"csv", "text/csv"}, {"text", "text/plain"}};
                       for (const auto& [name, media_type] : kTypes) {
                           if (name == value) {
                               options.type = media_type;
                               return {};
                           }
                       }
                       return "expected json, ndjson, csv or text, got: " + value;
                   }});
    return all;
}

std::string media_type_of(const std::string& file) {
    if (file.ends_with(".json")) return "application/json";
    if (file.ends_with(".ndjson") || file.ends_with(".jsonl")) return "application/x-ndjson";
    if (file.ends_with(".csv")) return "text/csv";
    return "text/plain";
}

/// Cuts an input into bodies at line ends. CSV keeps its header on every body and is cut only where no quote is open; JSON
/// is one body.
class Batches {
public:
    Batches(std::string_view input, std::string_view media_type)
        : rest_(input), csv_(media_type == "text/csv"), whole_(media_type == "application/json") {
        if (csv_) header_ = rest_.substr(0, end_of_record(rest_, 0));
        rest_.remove_prefix(header_.size());
    }

    bool next(std::string& body) {
        if (rest_.empty()) return false;
        std::size_t end = 0;
        if (whole_) end = rest_.size();
        while (end < rest_.size() && end < kBatchBytes) end = end_of_record(rest_, end);
        body = std::string(header_) + std::string(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return true;
    }

private:
    std::size_t end_of_record(std::string_view text, std::size_t begin) const {
        bool quoted = false;
        for (std::size_t i = begin; i < text.size(); ++i) {
            if (csv_ && text[i] == '"') quoted = !quoted;
            if (text[i] == '\n' && !quoted) return i + 1;
        }
        return text.size();
    }

    std::string_view rest_;
    std::string_view header_;
    bool csv_;
    bool whole_;
};

std::string random_key() {
    std::random_device device;
    std::string key = "ingest-";
    for (int i = 0; i < 32; ++i) key += "0123456789abcdef"[device() % 16];
    return key;
}

/// Repeats the request while the service is busy or gone; the Idempotency-Key makes a repeat land once.
domain::base::Result<void> send_until_acknowledged(HttpClient& http, HttpRequest request) {
    using domain::base::Error;
    using domain::base::ErrorCode;
    request.headers.push_back("Idempotency-Key: " + random_key());
    std::string reason;
    for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
        const auto response = http.send(request);
        long wait_s = 1L << std::min(attempt, 4);
        if (response) {
            if (response->status == 200) return {};
            reason = message_of(*response);
            if (response->status != 429 && response->status < 500) break;
            wait_s = std::max(wait_s, response->retry_after_s);
        } else {
            reason = response.error().message();
        }
        if (attempt + 1 < kAttemptsMax) std::this_thread::sleep_for(std::chrono::seconds(wait_s));
    }
    return Error(ErrorCode::kUnavailable, reason);
}

void show_progress(const std::string& name, std::size_t sent, std::size_t total) {
    if (!shows_progress()) return;
    std::cerr << '\r' << name << ": " << sent * 100 / std::max<std::size_t>(total, 1) << " % of " << total / 1024 << " KiB"
              << (sent >= total ? "\n" : "") << std::flush;
}

domain::base::Result<void> ingest_input(HttpClient& http, const IngestOptions& options, const std::string& name,
                                        const std::string& input) {
    const std::string type = options.type.empty() ? media_type_of(name) : options.type;
    const std::string path = options.path.empty() || options.path.starts_with('/') ? options.path : "/" + options.path;
    const HttpRequest request{"POST",
                              options.client.url + "/v1/http" + path,
                              {"Content-Type: " + type, "Authorization: Bearer " + options.client.ingest_token.reveal()},
                              ""};
    Batches batches(input, type);
    std::size_t sent = 0;
    HttpRequest next = request;
    while (batches.next(next.body)) {
        const auto done = send_until_acknowledged(http, next);
        if (!done) return done.error();
        sent += next.body.size();
        show_progress(name, std::min(sent, input.size()), input.size());
    }
    return {};
}

}  // namespace

std::string help_ingest() {
    IngestOptions options;
    return "usage: opalite ingest --ingest-token ID:SECRET [OPTIONS] [FILE…]\n\nSends files (or standard input) and returns "
           "when all of it is durable. Text and NDJSON are one observation\na line, CSV one a record, JSON one an object or "
           "array element.\n\n" + describe(specs(options));
}

ExitStatus run_ingest(const Words& words) {
    IngestOptions options;
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    if (options.client.ingest_token.empty()) parsed.mistakes.push_back("--ingest-token is missing");
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "ingest");
    if (parsed.positional.empty()) parsed.positional.push_back("-");

    HttpClient http(options.client.ca);
    for (const std::string& file : parsed.positional) {
        std::ifstream stream;
        if (file != "-") stream.open(file, std::ios::binary);
        std::istream& source = file == "-" ? std::cin : stream;
        if (!source) return failure("cannot read " + file);
        const std::string input{std::istreambuf_iterator<char>(source), std::istreambuf_iterator<char>()};
        const auto done = ingest_input(http, options, file, input);
        if (!done) return failure(file + ": " + done.error().message());
    }
    return ExitStatus::kSuccess;
}

}  // namespace infra::cli
