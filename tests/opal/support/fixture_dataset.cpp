#include "tests/opal/support/fixture_dataset.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "consumers/landing/segment_builder.hpp"
#include "infra/duckdb/parquet/file_writer.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;
using consumers::landing::SegmentBuilder;

/// One observation with its header: every line is a bundle of its own, so that times can differ.
struct Line {
    std::string text;
    domain::ingest::BundleHeader header;
};

std::vector<Line> read_lines(const std::filesystem::path& file, std::int64_t dataset) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("fixture not found: " + file.string());
    std::vector<Line> lines;
    std::string text;
    while (std::getline(stream, text)) {
        if (text.empty()) continue;
        const auto json = nlohmann::json::parse(text);
        const std::int64_t number = static_cast<std::int64_t>(lines.size());
        domain::ingest::BundleHeader header;
        header.tenant = base::TenantId("101");
        header.dataset = base::DatasetId(dataset);
        header.datastream = base::DatastreamId(7);
        header.token = base::IngestTokenId("ds1fixture");
        header.kind = "http";
        std::ostringstream bundle;
        bundle << "bundle-" << std::string(number < 10 ? "0" : "") << number;
        header.bundle = base::BundleId(bundle.str());
        header.received_at = base::from_nanoseconds(json.is_object() ? json.value("timestamp", number) : number);
        header.count = 1;
        header.extra = R"({"path":"/)" + file.stem().string() + R"("})";
        lines.push_back({text, header});
    }
    return lines;
}

/// `left=right`
std::pair<std::string, std::string> read_pair(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw std::runtime_error("expected a=b in a fixture's schema: " + word);
    return {word.substr(0, equals), word.substr(equals + 1)};
}

/// One line of a schema behind the kind; the forms are those of FixtureCatalog.
void read_line(const std::string& line, catalog::Schema& schema) {
    std::istringstream stream(line);
    std::string first;
    stream >> first;
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    if (first == "interface:") {
        catalog::Interface interface{words.at(0), {}};
        for (std::size_t i = 1; i < words.size(); ++i) {
            auto [role, column] = read_pair(words[i]);
            interface.roles.push_back({std::move(role), std::move(column)});
        }
        schema.interfaces.push_back(std::move(interface));
    } else if (first == "metric:") {
        catalog::Metric metric;
        metric.name = words.at(0);
        metric.type = words.at(1);
        schema.metrics.push_back(std::move(metric));
    } else if (first == "candidate_key:") {
        schema.candidate_keys.push_back(words);
    } else if (first == "link:") {
        catalog::Link link{words.at(0), words.at(1), {}};
        for (std::size_t i = 2; i < words.size(); ++i) {
            auto [source, target] = read_pair(words[i]);
            link.columns.push_back({std::move(source), std::move(target)});
        }
        schema.links.push_back(std::move(link));
    } else {
        schema.columns.push_back({first, type_named(words.at(0))});
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i] == "valid_from") schema.valid_from = first;
            if (words[i] == "valid_to") schema.valid_to = first;
            if (words[i] == "key") schema.primary_key.push_back(first);
            if (words[i] == "label") schema.label = first;
        }
    }
}

catalog::Schema read_schema(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) return catalog::observation_schema();
    catalog::Schema schema;
    std::string line;
    std::getline(stream, line);
    for (int i = 0; i <= static_cast<int>(catalog::DatasetKind::kTable); ++i) {
        if (catalog::name(static_cast<catalog::DatasetKind>(i)) == line) schema.kind = static_cast<catalog::DatasetKind>(i);
    }
    while (std::getline(stream, line)) {
        if (!line.empty()) read_line(line, schema);
    }
    return schema;
}

}  // namespace

catalog::Type type_named(const std::string& name) {
    for (int i = 0; i <= static_cast<int>(catalog::Type::kExponentialHistogram); ++i) {
        if (catalog::name(static_cast<catalog::Type>(i)) == name) return static_cast<catalog::Type>(i);
    }
    throw std::runtime_error("unknown type in a fixture's schema: " + name);
}

FixtureCatalog::FixtureCatalog(std::filesystem::path fixtures) : fixtures_(std::move(fixtures)) {
    std::string pattern = std::filesystem::temp_directory_path() / "opalite-opal-XXXXXX";
    root_ = ::mkdtemp(pattern.data());
    infra::duckdb::DuckDbQueryStoreConfig config;
    config.segment_directory = root_ / "segments";
    config.temp_directory = root_ / "tmp";
    config.memory_bytes_max = std::size_t{512} << 20;
    config.temp_bytes_max = std::size_t{64} << 20;
    store_ = std::move(infra::duckdb::DuckDbQueryStore::open(config).value());
}

FixtureCatalog::~FixtureCatalog() {
    store_.reset();
    std::filesystem::remove_all(root_);
}

base::Task<base::Result<catalog::Dataset>> FixtureCatalog::find(const base::TenantId& tenant, base::DatasetId id) {
    if (id.value() < 0 || id.value() >= static_cast<std::int64_t>(names_.size())) {
        co_return base::Error(base::ErrorCode::kNotFound, "dataset not found: " + std::to_string(id.value()));
    }
    catalog::Dataset dataset;
    dataset.id = id;
    dataset.tenant = tenant;
    dataset.workspace = "Default";
    dataset.name = names_[static_cast<std::size_t>(id.value())];
    dataset.schema = read_schema(fixtures_ / (dataset.name + ".schema"));
    co_return dataset;
}

base::Task<base::Result<catalog::Dataset>> FixtureCatalog::find_by_path(const base::TenantId& tenant,
                                                                        const std::string& path) {
    const std::string name = path.substr(path.find('.') + 1);
    if (!path.starts_with("Default.") || !std::filesystem::exists(fixtures_ / (name + ".ndjson"))) {
        co_return base::Error(base::ErrorCode::kNotFound, "dataset not found: " + path);
    }
    auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) found = names_.insert(names_.end(), name);
    const base::DatasetId id(found - names_.begin());
    co_return co_await find(tenant, id);
}

base::Task<base::Result<std::vector<std::vector<catalog::Segment>>>> FixtureCatalog::segments(
    const base::TenantId&, std::vector<catalog::SegmentQuery> queries) {
    std::vector<std::vector<catalog::Segment>> lists;
    for (const catalog::SegmentQuery& query : queries) {
        const std::int64_t dataset = query.dataset.value();
        auto& written = written_[{dataset, layout_}];
        if (written.empty()) written = write(dataset, names_.at(static_cast<std::size_t>(dataset)));
        auto& list = lists.emplace_back();
        std::copy_if(written.begin(), written.end(), std::back_inserter(list), [&](const catalog::Segment& segment) {
            return segment.time_max >= query.from && segment.time_min < query.to;
        });
    }
    co_return lists;
}

std::vector<catalog::Segment> FixtureCatalog::write(std::int64_t dataset, const std::string& name) {
    const std::vector<Line> lines = read_lines(fixtures_ / (name + ".ndjson"), dataset);
    SegmentBuilder::Limits limits;
    if (layout_ == Layout::kRemainderOnly) limits.paths = {.columns_max = 0, .keys_max = 0};
    const std::size_t rows_each = layout_ == Layout::kSegmentPerRow ? 1 : std::max<std::size_t>(1, lines.size());
    std::string flat_name = name;
    std::replace(flat_name.begin(), flat_name.end(), '/', '-');
    std::vector<catalog::Segment> segments;
    for (std::size_t begin = 0; begin < lines.size(); begin += rows_each) {
        std::vector<SegmentBuilder::Record> records;
        for (std::size_t i = begin; i < std::min(begin + rows_each, lines.size()); ++i) {
            records.push_back({&lines[i].header, lines[i].text});
        }
        catalog::Segment segment;
        segment.id = base::SegmentId(flat_name + "-" + std::to_string(static_cast<int>(layout_)) + "-" + std::to_string(begin));
        segment.tenant = lines.front().header.tenant;
        segment.dataset = base::DatasetId(dataset);
        segment.file = segment.id.value() + ".parquet";
        auto file = infra::duckdb::parquet::FileWriter::create(root_ / "segments" / segment.file).value();
        SegmentBuilder builder(limits);
        builder.begin(records);
        for (const auto& record : records) {
            if (builder.add(record, *file).value()) throw std::runtime_error("a fixture's line was rejected: " + name);
        }
        builder.finish(*file, segment).value();
        segments.push_back(std::move(segment));
    }
    return segments;
}

}  // namespace tests::opal
