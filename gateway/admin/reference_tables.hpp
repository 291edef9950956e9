#pragma once

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"
#include "domain/csv/table_review.hpp"
#include "domain/eventlog/event_log.hpp"
#include "gateway/admin/reference_table_request.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace gateway::admin {

/// Reference tables over HTTP, in two spellings of one API; both see the same tables.
///
///     GET    /v1/referencetables         label (a part of it, in any case), limit, offset → {totalCount, referenceTables}
///     POST   /v1/referencetables         a form (reference_table_request.hpp) → 201 and the record
///     GET    /v1/referencetables/{id}    the record (reference_table_json.hpp)
///     PATCH  /v1/referencetables/{id}    {label?, description?}
///     PUT    /v1/referencetables/{id}    a form; the rows are replaced, what metadata does not say stays
///     DELETE /v1/referencetables/{id}    {message}; force=true also when other datasets read it
///     GET, POST /v1/meta/reftable, GET, PUT, DELETE /v1/meta/reftable/{id}    the earlier API, whose list asks for `name`
///
/// A file is read here before anything is sent to the log: a mistake in it is 400 with the first mistakes. Then the file goes
/// to the log in chunks, and the command behind it. A file that the table has already is not sent again. A replacement without
/// a schema keeps the types of the columns when the file has the same columns. Callers need the right to edit the table, or to
/// make one in its workspace; what they may not see is not found.
/// If-Match and Idempotency-Key are those of gateway/rest. What is handed in must outlive it. Thread-safe.
class ReferenceTables {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    ReferenceTables(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus, domain::eventlog::EventWriter& log,
                    const domain::base::Clock& clock)
        : reader_(reader), log_(log), clock_(clock), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> replace(http::RequestContext& context);
    Answer<http::Response> patch(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);
    Answer<http::Response> preview_list(http::RequestContext& context);
    Answer<http::Response> preview_show(http::RequestContext& context);
    Answer<http::Response> preview_create(http::RequestContext& context);
    Answer<http::Response> preview_replace(http::RequestContext& context);
    Answer<http::Response> preview_remove(http::RequestContext& context);

private:
    struct File;
    struct Plan;
    using View = domain::admin::ReferenceTableView;
    using Views = std::vector<View>;
    using Dialect = TableDialect;

    Answer<http::Response> list_tables(http::RequestContext& context, Dialect dialect);
    Answer<http::Response> show_table(http::RequestContext& context, Dialect dialect);
    Answer<http::Response> create_table(http::RequestContext& context, Dialect dialect);
    Answer<http::Response> replace_table(http::RequestContext& context, Dialect dialect);
    Answer<http::Response> remove_table(http::RequestContext& context, Dialect dialect);

    Answer<View> find(const http::RequestContext& context);
    Answer<void> check_label(const http::RequestContext& context, const TableRequest& request, const View* self);
    Answer<std::optional<http::Response>> read_file(const TableRequest& request, const domain::csv::TableDraft& draft,
                                                    File& file);
    Answer<void> upload(const http::RequestContext& context, const TableRequest& request, File& file);
    Answer<Plan> plan_replacement(const http::RequestContext& context, const TableRequest& request, const View& view,
                                  File& file);
    Answer<std::optional<http::Response>> review_dependents(const http::RequestContext& context, const View& view,
                                                            domain::admin::reference_table::Replacement& replacement);
    Answer<std::optional<http::Response>> readers_of(const http::RequestContext& context, const View& view);
    Answer<Plan> plan_creation(const http::RequestContext& context, const TableRequest& request,
                               const domain::admin::WorkspaceView& workspace, const rest::NewIds& ids, File& file);
    Answer<http::Response> answer(const http::RequestContext& context, domain::base::ObjectId id, Dialect dialect,
                                  bool replayed = false);

    domain::admin::ControlReader& reader_;
    domain::eventlog::EventWriter& log_;
    const domain::base::Clock& clock_;
    rest::Commands commands_;
    infra::runtime::BlockingPool pool_{2};  // reads files
};

}  // namespace gateway::admin
