// opalite reference-table: uploads CSV files as tables; replaces, lists, shows and deletes them.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include <nlohmann/json.hpp>

#include "infra/cli/actions.hpp"
#include "infra/cli/ask.hpp"
#include "infra/cli/pipeline_options.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Json = nlohmann::ordered_json;

constexpr const char* kPath = "/v1/referencetables";

struct TableOptions {
    ClientOptions client;
    std::optional<std::string> label;
    std::optional<std::string> description;
    std::optional<std::string> primary_key;  ///< names with commas between them
    std::optional<std::string> label_field;
    std::string schema;  ///< file
    bool force = false;
    std::vector<std::string> words;  ///< behind the action
};

std::vector<OptionSpec> specs(TableOptions& options) {
    auto all = caller_option_specs(options.client);
    all.push_back({"label", "NAME", "name of the table; its dataset is `Reference Tables/NAME`", keep_text(options.label)});
    all.push_back({"description", "TEXT", "what the table is", keep_text(options.description)});
    all.push_back({"primary-key", "COLUMN,…", "columns that name one row each; empty: none", keep_text(options.primary_key)});
    all.push_back({"label-field", "COLUMN", "column that shows what a row is; empty: none", keep_text(options.label_field)});
    all.push_back({"schema", "FILE", "JSON with the columns and their types: [{\"name\":\"port\",\"type\":\"int64\"}]", keep_text(options.schema)});
    all.push_back({"force", "", "deletes a table that other datasets read, too", keep_flag(options.force)});
    return all;
}

Result<std::string> file_text(const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    if (!stream) return Error(ErrorCode::kInvalidArgument, "cannot read " + name);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// A bar for a terminal: `sites.csv [#########           ]  45 % of 10240 KiB`.
void show_bar(const std::string& name, std::size_t sent, std::size_t total) {
    constexpr std::size_t kWidth = 20;
    const std::size_t done = sent * kWidth / total;
    const std::string percent = std::to_string(sent * 100 / total);
    std::cerr << '\r' << name << " [" << std::string(done, '#') << std::string(kWidth - done, ' ') << "] "
              << std::string(3 - std::min<std::size_t>(3, percent.size()), ' ') << percent << " % of " << (total + 1023) / 1024 << " KiB"
              << std::flush;
}

std::string part(const std::string& boundary, const std::string& disposition, const std::string& content) {
    return "--" + boundary + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + content + "\r\n";
}

Json metadata(const TableOptions& options) {
    Json json = Json::object();
    if (options.label) json["label"] = *options.label;
    if (options.description) json["description"] = *options.description;
    if (options.label_field) json["labelField"] = *options.label_field;
    if (!options.primary_key) return json;
    json["primaryKey"] = Json::array();
    for (std::size_t at = 0; at < options.primary_key->size();) {
        const std::size_t end = std::min(options.primary_key->find(',', at), options.primary_key->size());
        json["primaryKey"].push_back(options.primary_key->substr(at, end - at));
        at = end + 1;
    }
    return json;
}

/// Uploads the file and says what became of it.
Result<void> upload(const TableOptions& options, const std::string& method, const std::string& path, const std::string& file) {
    const auto csv = file_text(file);
    if (!csv) return csv.error();
    std::random_device device;
    std::string boundary = "opalite-";
    for (int i = 0; i < 32; ++i) boundary += "0123456789abcdef"[device() % 16];
    HttpRequest request;
    request.method = method;
    request.url = path;
    // Small parts first. `Expect` would cost a round trip.
    request.headers = {"Content-Type: multipart/form-data; boundary=" + boundary, "Expect:"};
    request.body = part(boundary, "name=\"metadata\"", metadata(options).dump());
    if (!options.schema.empty()) {
        const auto schema = file_text(options.schema);
        if (!schema) return schema.error();
        request.body += part(boundary, "name=\"schema\"; filename=\"schema.json\"", *schema);
    }
    request.body += part(boundary, "name=\"upload\"; filename=\"table.csv\"", *csv) + "--" + boundary + "--\r\n";
    if (shows_progress()) {
        request.progress = [&file](std::size_t sent, std::size_t total) { show_bar(file, sent, total); };
    }
    const bool shows_bar = request.progress != nullptr;
    const auto record = ask(options.client, std::move(request));
    if (shows_bar) std::cerr << '\n';
    if (!record) return record.error();
    std::cout << "reference table " << record->at("id").get<std::string>() << ' ' << record->at("label").get<std::string>()
              << ", dataset " << record->at("datasetId").get<std::string>() << ", checksum "
              << record->at("checksum").get<std::string>() << '\n';
    return {};
}

/// The id of the table that a word names: an id or a label.
Result<std::string> the_table(const TableOptions& options, const std::string& wanted) {
    if (is_dataset_id(wanted)) return wanted;
    const auto found = ask(options.client, "GET", std::string(kPath) + "?limit=10000&label=" + percent_encode(wanted));
    if (!found) return found.error();
    for (const Json& each : found->at("referenceTables")) {
        if (each.at("label") == wanted) return each.at("id").get<std::string>();
    }
    return Error(ErrorCode::kNotFound, "no such reference table: " + wanted);
}

Result<void> create(const TableOptions& options) {
    if (!options.label) return Error(ErrorCode::kInvalidArgument, "--label is missing");
    if (options.words.size() != 1) return Error(ErrorCode::kInvalidArgument, "give one CSV file");
    return upload(options, "POST", kPath, options.words.front());
}

Result<void> replace(const TableOptions& options) {
    if (options.words.size() != 2) return Error(ErrorCode::kInvalidArgument, "give a table, its id or label, and one CSV file");
    const auto id = the_table(options, options.words.front());
    if (!id) return id.error();
    return upload(options, "PUT", std::string(kPath) + "/" + *id, options.words.back());
}

Result<void> list(const TableOptions& options) {
    const std::string part_of_label = options.words.empty() ? std::string() : options.words.front();
    const auto found = ask(options.client, "GET", std::string(kPath) + "?limit=10000&label=" + percent_encode(part_of_label));
    if (!found) return found.error();
    for (const Json& each : found->at("referenceTables")) {
        std::cout << each.at("id").get<std::string>() << "  " << each.at("datasetId").get<std::string>() << "  "
                  << each.at("checksum").get<std::string>() << "  " << each.at("label").get<std::string>() << '\n';
    }
    return {};
}

Result<void> show(const TableOptions& options) {
    if (options.words.size() != 1) return Error(ErrorCode::kInvalidArgument, "give one table: its id or label");
    const auto id = the_table(options, options.words.front());
    if (!id) return id.error();
    auto record = ask(options.client, "GET", std::string(kPath) + "/" + *id);
    if (!record) return record.error();
    std::cout << record->dump(2) << '\n';
    return {};
}

Result<void> remove(const TableOptions& options) {
    if (options.words.size() != 1) return Error(ErrorCode::kInvalidArgument, "give one table: its id or label");
    const auto id = the_table(options, options.words.front());
    if (!id) return id.error();
    const auto removed = ask(options.client, "DELETE", std::string(kPath) + "/" + *id + (options.force ? "?force=true" : ""));
    if (!removed) return removed.error();
    std::cout << removed->at("message").get<std::string>() << '\n';
    return {};
}

constexpr Action<TableOptions> kTableActions[] = {
    {"create", "--label NAME [--primary-key COLUMN,…] FILE", create},
    {"replace", "TABLE FILE: other rows; what no option says stays", replace},
    {"list", "[PART of a label]: id, dataset, checksum, label", list},
    {"show", "TABLE, as JSON", show},
    {"delete", "TABLE, when no dataset reads it", remove},
};

}  // namespace

std::string help_reference_table() {
    TableOptions options;
    return "usage: opalite reference-table ACTION [OPTIONS]\n\n" + describe_actions<TableOptions>(kTableActions) +
           "\nA reference table is a CSV file of at most 10 MiB that queries can look up and join; it holds for all time.\n\n" +
           describe(specs(options));
}

ExitStatus run_reference_table(const Words& words) {
    return run_actions<TableOptions>("reference-table", kTableActions, specs, words);
}

}  // namespace infra::cli
