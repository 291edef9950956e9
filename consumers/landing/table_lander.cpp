// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/table_lander.hpp"


#include "consumers/landing/durable_file.hpp"
#include "consumers/landing/log.hpp"
#include "consumers/landing/table_segment.hpp"
#include "domain/admin/upload.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace fs = std::filesystem;
namespace table = domain::admin::reference_table;
using domain::catalog::Segment;
using infra::duckdb::parquet::FileWriter;

namespace {

/// The columns that a command gives the file.
domain::csv::TableForm form_of(const domain::catalog::Schema& schema, const table::Content& content) {
    domain::csv::TableForm form;
    for (const domain::catalog::Column& column : schema.columns) form.columns.push_back({column.name, column.type});
    form.has_header = content.has_header;
    return form;
}

}  // namespace

/// One file to be landed.
struct TableLander::Job {
    Job() = default;
    base::TenantId tenant;
    base::DatasetId dataset;
    table::Content content;
    domain::csv::TableForm form;
    std::string file;
};

TableLander::TableLander(fs::path segment_directory, std::string process, TableLanderPorts ports)
    : directory_(std::move(segment_directory)), process_(std::move(process)), ports_(ports) {}

base::Task<base::Result<std::optional<Segment>>> TableLander::land(domain::admin::CommandEnvelope envelope,
                                                                   domain::eventlog::PartitionId partition) {
    auto job = std::make_shared<Job>();
    job->tenant = envelope.tenant;
    if (const auto* create = std::get_if<table::CreateReferenceTable>(&envelope.command)) {
        job->dataset = create->dataset;
        job->content = create->content;
        job->form = form_of(create->schema, create->content);
    } else if (const auto* update = std::get_if<table::UpdateReferenceTable>(&envelope.command);
               update != nullptr && update->replacement && update->replacement->content) {
        job->dataset = update->replacement->dataset;
        job->content = *update->replacement->content;
        job->form = form_of(update->replacement->schema, job->content);
    } else {
        co_return std::optional<Segment>();
    }
    auto file = co_await domain::admin::read_upload(ports_.log, job->tenant, partition, job->content.upload,
                                                    job->content.chunks, job->content.bytes);
    if (!file) co_return file.error();
    job->file = std::move(*file);
    auto work = [this, job] { return write(*job); };
    co_return co_await ports_.pool.run(std::move(work));
}

base::Result<std::optional<Segment>> TableLander::write(const Job& job) {
    Segment segment;
    segment.id = base::SegmentId(job.content.upload);
    segment.tenant = job.tenant;
    segment.dataset = job.dataset;
    const fs::path folder = fs::path(job.tenant.value()) / std::to_string(job.dataset.value());
    const std::string name = job.content.upload + "~" + process_ + "-" + std::to_string(++attempts_);
    segment.file = (folder / (name + ".parquet")).string();
    if (auto made = make_folder(directory_, folder); !made) return made.error();
    const fs::path temporary = directory_ / folder / (name + ".tmp");
    {
        // The writer deletes a file that was not finished.
        auto file = FileWriter::create(temporary);
        if (!file) return file.error();
        TableSegment rows(job.form, job.content.upload);
        if (auto written = rows.write(job.file, **file, segment); !written) return written.error();
    }
    if (segment.rows == 0) return std::optional<Segment>();
    if (auto published = publish_file(temporary, directory_ / segment.file); !published) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        fs::remove(directory_ / segment.file, ignored);
        return published.error();
    }
    return std::optional<Segment>(std::move(segment));
}

base::Task<void> TableLander::discard_unused(std::vector<Segment> segments) {
    std::vector<std::string> files;
    for (const Segment& segment : segments) files.push_back(segment.file);
    const auto unknown = co_await ports_.store.unknown_files(std::move(files));
    if (!unknown) {
        log().warn("unused segments of tables stay for now", {{"reason", unknown.error().message()}});
        co_return;
    }
    auto work = [this, names = *unknown] {
        std::error_code ignored;
        for (const std::string& name : names) {
            fs::remove(directory_ / name, ignored);
            // The folder of a table that was refused; one that holds files stays.
            fs::remove((directory_ / name).parent_path(), ignored);
        }
    };
    co_await ports_.pool.run(std::move(work));
}

}  // namespace consumers::landing
