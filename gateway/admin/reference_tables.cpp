// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "gateway/admin/reference_tables.hpp"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

#include "domain/admin/upload.hpp"
#include "domain/base/invalid_argument.hpp"
#include "domain/identity/access_policy.hpp"
#include "domain/query/dataset_review.hpp"
#include "gateway/admin/dataset_refusal.hpp"
#include "gateway/admin/md5.hpp"
#include "gateway/admin/reference_table_json.hpp"
#include "gateway/admin/workspace_choice.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/http/problem.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/record.hpp"

namespace gateway::admin {

using domain::admin::Command;
using domain::base::DatasetId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::base::invalid_argument;
using domain::identity::Action;
using domain::identity::ObjectKind;
using domain::identity::ObjectRef;
namespace table = domain::admin::reference_table;

/// A file of a request with what was found out about it.
struct ReferenceTables::File {
    File() = default;
    domain::csv::TableReview review;
    table::Content content;  ///< chunks once it is in the log
    bool is_uploaded = false;
};

/// A replacement that may be sent; or the refusal, when that is clear already.
struct ReferenceTables::Plan {
    Plan() = default;
    std::optional<http::Response> refusal;
    Command command;
    bool changes = true;  ///< the table is not as it is to be already
};

namespace {

constexpr std::size_t kPageUsual = 1000;
constexpr std::size_t kPageMax = 10'000;

using View = domain::admin::ReferenceTableView;

Error table_not_found(std::string_view id) { return Error(ErrorCode::kNotFound, "reference table not found: " + std::string(id)); }

/// The record with its ETag.
http::Response record_answer(int status, const View& view, const domain::base::TenantId& tenant, TableDialect dialect) {
    auto response = http::Response::json(status, rest::dump(table_json(view, tenant, dialect)));
    response.add_header("ETag", '"' + std::to_string(view.stamp.version) + '"');
    return response;
}

ObjectRef object_of(const View& view) {
    return {ObjectKind::kReferenceTable, view.id.value(), {view.workspace.value(), view.dataset.value(), view.folder.value_or(view.workspace).value()}};
}

std::uint64_t random_seed() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

Result<std::size_t> count_of(const http::Request& request, std::string_view name, std::size_t usual) {
    const auto text = request.parameter(name);
    if (!text) return usual;
    std::size_t value = 0;
    const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (failed != std::errc() || end != text->data() + text->size()) {
        return invalid_argument(std::string(name) + " must be a number that is not negative: " + std::string(*text));
    }
    return value;
}

domain::catalog::Schema schema_of(const domain::csv::TableForm& form, const domain::csv::TableDraft& draft) {
    domain::catalog::Schema schema;
    schema.kind = domain::catalog::DatasetKind::kTable;
    for (const auto& column : form.columns) schema.columns.push_back({column.name, column.type});
    schema.primary_key = draft.primary_key;
    schema.label = draft.label;
    return schema;
}

std::vector<domain::csv::TableColumn> columns_of(const domain::catalog::Schema& schema) {
    std::vector<domain::csv::TableColumn> columns;
    for (const auto& column : schema.columns) columns.push_back({column.name, column.type});
    return columns;
}

std::optional<std::string> unless_empty(std::optional<std::string> text) {
    if (text && text->empty()) text.reset();
    return text;
}

/// Whether a file has the columns of a table, by their names or, as the table itself, without any: then their types go on to
/// hold.
bool has_columns_of(const View& view, std::string_view file) {
    domain::csv::CsvReader reader(file);
    const auto more = reader.next();
    if (!more || !*more) return false;
    const auto as_before = domain::csv::table_form(reader.values(), columns_of(view.schema));
    if (!as_before || as_before->has_header) return as_before.has_value();
    const auto anew = domain::csv::table_form(reader.values(), std::nullopt);
    return anew && !anew->has_header && !view.has_header;
}

/// What a replacement is to be: what the request does not say is as the table has it.
domain::csv::TableDraft draft_of(const TableRequest& request, const View& view) {
    domain::csv::TableDraft draft;
    draft.schema = request.schema;
    if (!draft.schema && has_columns_of(view, request.upload->view())) draft.schema = columns_of(view.schema);
    draft.primary_key = request.primary_key.value_or(view.schema.primary_key);
    draft.label = request.label_field ? unless_empty(request.label_field) : view.schema.label;
    return draft;
}

}  // namespace

Task<Result<http::Response>> ReferenceTables::list(http::RequestContext& context) {
    return list_tables(context, Dialect::kGeneral);
}
Task<Result<http::Response>> ReferenceTables::show(http::RequestContext& context) {
    return show_table(context, Dialect::kGeneral);
}
Task<Result<http::Response>> ReferenceTables::create(http::RequestContext& context) {
    return create_table(context, Dialect::kGeneral);
}
Task<Result<http::Response>> ReferenceTables::replace(http::RequestContext& context) {
    return replace_table(context, Dialect::kGeneral);
}
Task<Result<http::Response>> ReferenceTables::remove(http::RequestContext& context) {
    return remove_table(context, Dialect::kGeneral);
}
Task<Result<http::Response>> ReferenceTables::preview_list(http::RequestContext& context) {
    return list_tables(context, Dialect::kPreview);
}
Task<Result<http::Response>> ReferenceTables::preview_show(http::RequestContext& context) {
    return show_table(context, Dialect::kPreview);
}
Task<Result<http::Response>> ReferenceTables::preview_create(http::RequestContext& context) {
    return create_table(context, Dialect::kPreview);
}
Task<Result<http::Response>> ReferenceTables::preview_replace(http::RequestContext& context) {
    return replace_table(context, Dialect::kPreview);
}
Task<Result<http::Response>> ReferenceTables::preview_remove(http::RequestContext& context) {
    auto removed = co_await remove_table(context, Dialect::kPreview);
    if (!removed) co_return preview_delete_problem(http::problem(removed.error()));
    if (removed->status() >= 300) co_return preview_delete_problem(std::move(*removed));
    co_return removed;
}

Task<Result<http::Response>> ReferenceTables::list_tables(http::RequestContext& context, Dialect dialect) {
    const auto& request = context.request();
    const auto offset = count_of(request, "offset", 0);
    if (!offset) co_return offset.error();
    const auto limit = count_of(request, "limit", kPageUsual);
    if (!limit) co_return limit.error();
    const auto& principal = context.principal();
    auto all = co_await reader_.reference_tables(principal.tenant);
    if (!all) co_return all.error();
    const std::string part = lower_case(request.parameter(dialect == Dialect::kGeneral ? "label" : "name").value_or(""));
    std::erase_if(*all, [&](const View& view) {
        return lower_case(view.label).find(part) == std::string::npos || !may(principal, Action::kList, object_of(view));
    });
    const std::size_t total = all->size();
    const std::size_t first = std::min(*offset, total);
    const std::size_t length = std::min({*limit, kPageMax, total - first});
    const auto begin = all->begin() + static_cast<std::ptrdiff_t>(first);
    const Views page(begin, begin + static_cast<std::ptrdiff_t>(length));
    co_return http::Response::json(200, rest::dump(table_list_json(page, total, principal.tenant, dialect)));
}

Task<Result<http::Response>> ReferenceTables::show_table(http::RequestContext& context, Dialect dialect) {
    const auto view = co_await find(context);
    if (!view) co_return view.error();
    const auto id = context.path_parameter("id");
    const auto allowed = demand(context.principal(), Action::kView, object_of(*view), "reference table", id);
    if (!allowed) co_return allowed.error();
    co_return record_answer(200, *view, context.principal().tenant, dialect);
}

Task<Result<http::Response>> ReferenceTables::create_table(http::RequestContext& context, Dialect dialect) {
    const auto request = read_table_form(context.request(), dialect);
    if (!request) co_return request.error();
    const char* label_name = dialect == Dialect::kGeneral ? "label" : "name";
    if (!request->label || request->label->empty()) co_return invalid_argument(std::string(label_name) + " is missing");
    if (!request->upload) co_return invalid_argument("upload is missing");
    const auto workspace = co_await choose_workspace(reader_, context.principal().tenant, request->workspace);
    if (!workspace) co_return workspace.error();
    const ObjectRef place{ObjectKind::kReferenceTable, 0, {workspace->id.value()}};
    const auto allowed = demand(context.principal(), Action::kEdit, place, "workspace", std::to_string(workspace->id.value()));
    if (!allowed) co_return allowed.error();

    File file;
    for (int number = 1;; ++number) {
        const auto attempt = commands_.attempt(context, number);
        if (!attempt) co_return attempt.error();
        auto known = co_await commands_.recall(context, *attempt);
        if (!known) co_return known.error();
        const ObjectId id = attempt->ids.object(0);
        if (!*known) {
            auto plan = co_await plan_creation(context, *request, *workspace, attempt->ids, file);
            if (!plan) co_return plan.error();
            if (plan->refusal) co_return std::move(*plan->refusal);
            auto outcome = co_await commands_.send(context, *attempt, std::move(plan->command));
            if (!outcome) co_return outcome.error();
            *known = std::move(*outcome);
        }
        if ((*known)->accepted) co_return co_await answer(context, id, dialect, attempt->was_earlier(**known));
        if (!(*known)->id_taken || number == rest::Commands::attempts_max) co_return Error((*known)->code, (*known)->message);
    }
}

Task<Result<ReferenceTables::Plan>> ReferenceTables::plan_creation(const http::RequestContext& context,
                                                                   const TableRequest& request,
                                                                   const domain::admin::WorkspaceView& workspace,
                                                                   const rest::NewIds& ids, File& file) {
    Plan plan;
    const auto named = co_await check_label(context, request, nullptr);
    if (!named) co_return named.error();
    const domain::csv::TableDraft draft{request.schema, request.primary_key.value_or(std::vector<std::string>()),
                                        unless_empty(request.label_field)};
    auto refusal = co_await read_file(request, draft, file);
    if (!refusal) co_return refusal.error();
    plan.refusal = std::move(*refusal);
    if (plan.refusal) co_return plan;
    const auto uploaded = co_await upload(context, request, file);
    if (!uploaded) co_return uploaded.error();
    table::CreateReferenceTable create{ids.object(0),
                                       DatasetId(ids.object(1).value()),
                                       workspace.id,
                                       *request.label,
                                       request.description.value_or(std::string()),
                                       schema_of(file.review.form, draft),
                                       file.content};
    plan.command = std::move(create);
    co_return plan;
}

Task<Result<http::Response>> ReferenceTables::replace_table(http::RequestContext& context, Dialect dialect) {
    const auto request = read_table_form(context.request(), dialect);
    if (!request) co_return request.error();
    if (!request->upload) co_return invalid_argument("upload is missing");
    File file;
    for (int number = 1;; ++number) {
        const auto view = co_await find(context);
        if (!view) co_return view.error();
        const auto id = context.path_parameter("id");
        const auto allowed = demand(context.principal(), Action::kEdit, object_of(*view), "reference table", id);
        if (!allowed) co_return allowed.error();
        const auto named = co_await check_label(context, *request, &*view);
        if (!named) co_return named.error();
        auto plan = co_await plan_replacement(context, *request, *view, file);
        if (!plan) co_return plan.error();
        if (plan->refusal) co_return std::move(*plan->refusal);
        if (!plan->changes) co_return co_await answer(context, view->id, dialect);
        const auto changed = co_await commands_.change(context, std::move(plan->command));
        if (changed) co_return co_await answer(context, view->id, dialect);
        const bool may_plan_anew = changed.error().code() == ErrorCode::kConflict && number < rest::Commands::attempts_max;
        if (!may_plan_anew) co_return changed.error();
    }
}

Task<Result<http::Response>> ReferenceTables::patch(http::RequestContext& context) {
    const auto request = read_table_patch(context.request());
    if (!request) co_return request.error();
    const auto view = co_await find(context);
    if (!view) co_return view.error();
    const auto path_id = context.path_parameter("id");
    const auto allowed = demand(context.principal(), Action::kEdit, object_of(*view), "reference table", path_id);
    if (!allowed) co_return allowed.error();
    const auto named = co_await check_label(context, *request, &*view);
    if (!named) co_return named.error();
    table::UpdateReferenceTable update{view->id, request->label, request->description, std::nullopt};
    if (!update.label && !update.description) co_return co_await answer(context, view->id, Dialect::kGeneral);
    Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return co_await answer(context, view->id, Dialect::kGeneral);
}

Task<Result<http::Response>> ReferenceTables::remove_table(http::RequestContext& context, Dialect dialect) {
    const auto view = co_await find(context);
    if (!view) co_return view.error();
    const auto id = context.path_parameter("id");
    const auto allowed = demand(context.principal(), Action::kEdit, object_of(*view), "reference table", id);
    if (!allowed) co_return allowed.error();
    const auto force = context.request().parameter("force");
    if (force && *force != "true" && *force != "false") co_return invalid_argument("force must be true or false: " + std::string(*force));
    if (force != "true") {
        auto used = co_await readers_of(context, *view);
        if (!used) co_return used.error();
        if (*used) co_return std::move(**used);
    }
    Command command(table::DeleteReferenceTable{view->id, force == "true"});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return http::Response::json(200, rest::dump(table_deleted_json(view->id, dialect)));
}

Task<Result<View>> ReferenceTables::find(const http::RequestContext& context) {
    const std::string shown(context.path_parameter("id"));
    const auto id = rest::path_id(shown);
    if (!id) co_return id.error();
    auto all = co_await reader_.reference_tables(context.principal().tenant);
    if (!all) co_return all.error();
    for (View& view : *all) {
        if (view.id.value() != id->value()) continue;
        if (!may(context.principal(), Action::kList, object_of(view))) break;
        co_return std::move(view);
    }
    co_return table_not_found(shown);
}

/// The first fault of a new label, as the log's decision would find it: before a file is sent for nothing.
Task<Result<void>> ReferenceTables::check_label(const http::RequestContext& context, const TableRequest& request,
                                                const View* self) {
    if (!request.label) co_return Result<void>();
    const std::string& label = *request.label;
    if (label.empty()) co_return invalid_argument("the label is empty");
    if (!table::is_label(label)) {
        co_return invalid_argument("the label is no name for a table, it has a control character, a quote, a colon, a blank at an end or more "
                                   "than 238 bytes: " + label);
    }
    const auto all = co_await reader_.reference_tables(context.principal().tenant);
    if (!all) co_return all.error();
    for (const View& view : *all) {
        if (view.label != label || (self != nullptr && view.id == self->id)) continue;
        co_return Error(ErrorCode::kConflict, "reference table label is taken: " + label);
    }
    co_return Result<void>();
}

/// Reads the file of a request; gives the refusal when it has mistakes.
Task<Result<std::optional<http::Response>>> ReferenceTables::read_file(const TableRequest& request,
                                                                       const domain::csv::TableDraft& draft, File& file) {
    struct Read {
        Read() = default;
        std::variant<domain::csv::TableReview, std::vector<domain::csv::Mistake>> review;
        std::string checksum;
    };
    auto work = [bytes = *request.upload, draft, seed = random_seed()] {
        Read read;
        read.review = domain::csv::review(bytes.view(), draft, seed);
        read.checksum = md5_hex(bytes.view());
        return read;
    };
    Read read = co_await pool_.run(std::move(work));
    if (const auto* mistakes = std::get_if<std::vector<domain::csv::Mistake>>(&read.review)) {
        co_return std::optional<http::Response>(mistakes_problem(*mistakes));
    }
    file.review = std::move(std::get<domain::csv::TableReview>(read.review));
    file.content.bytes = static_cast<std::int64_t>(request.upload->size());
    file.content.checksum = std::move(read.checksum);
    file.content.rows = file.review.rows;
    file.content.has_header = file.review.form.has_header;
    co_return std::optional<http::Response>();
}

/// Sends the file to the log, once.
Task<Result<void>> ReferenceTables::upload(const http::RequestContext& context, const TableRequest& request, File& file) {
    if (file.is_uploaded) co_return Result<void>();
    file.content.upload = auth::random_command_id().value();
    auto chunks = co_await domain::admin::append_upload(log_, context.principal().tenant, file.content.upload,
                                                        clock_.now(), *request.upload);
    if (!chunks) co_return chunks.error();
    file.content.chunks = std::move(*chunks);
    file.is_uploaded = true;
    co_return Result<void>();
}

Task<Result<ReferenceTables::Plan>> ReferenceTables::plan_replacement(const http::RequestContext& context,
                                                                      const TableRequest& request, const View& view,
                                                                      File& file) {
    Plan plan;
    const domain::csv::TableDraft draft = draft_of(request, view);
    auto refusal = co_await read_file(request, draft, file);
    if (!refusal) co_return refusal.error();
    if (*refusal) {
        plan.refusal = std::move(*refusal);
        co_return plan;
    }
    table::UpdateReferenceTable update{view.id, request.label, request.description, std::nullopt};
    table::Replacement replacement{view.dataset, schema_of(file.review.form, draft), std::nullopt, view.dataset_version, {}};
    const bool same_rows = file.content.checksum == view.checksum && file.content.has_header == view.has_header &&
                           columns_of(replacement.schema) == columns_of(view.schema);
    const bool same_schema = replacement.schema == view.schema;
    plan.changes = !same_rows || !same_schema || (request.label && *request.label != view.label) ||
                   (request.description && *request.description != view.description);
    if (!same_schema) {
        auto broken = co_await review_dependents(context, view, replacement);
        if (!broken) co_return broken.error();
        plan.refusal = std::move(*broken);
        if (plan.refusal) co_return plan;
    }
    if (!same_rows) {
        const auto uploaded = co_await upload(context, request, file);
        if (!uploaded) co_return uploaded.error();
        replacement.content = file.content;
    }
    if (!same_rows || !same_schema) update.replacement = std::move(replacement);
    plan.command = std::move(update);
    co_return plan;
}

/// Looks at what depends on a table that is to have another schema; gives the refusal when something would break.
Task<Result<std::optional<http::Response>>> ReferenceTables::review_dependents(const http::RequestContext& context,
                                                                               const View& view,
                                                                               table::Replacement& replacement) {
    const auto all = co_await reader_.datasets(context.principal().tenant);
    if (!all) co_return all.error();
    std::vector<domain::catalog::Dataset> datasets;
    for (const auto& each : *all) {
        datasets.push_back(each.dataset);
        if (each.dataset.id == view.dataset) replacement.version = each.dataset.version;
    }
    auto reviewed = co_await domain::query::review_schema(datasets, context.principal().tenant, view.dataset, replacement.schema);
    if (!reviewed) co_return std::optional<http::Response>(dataset_refusal(told_to(context.principal(), *all, reviewed.error())));
    for (auto& dependent : *reviewed) replacement.dependents.push_back({dependent.seen, std::move(dependent.schema)});
    co_return std::optional<http::Response>();
}

/// The refusal to delete a table that other datasets read, with their list.
Task<Result<std::optional<http::Response>>> ReferenceTables::readers_of(const http::RequestContext& context, const View& view) {
    const auto all = co_await reader_.datasets(context.principal().tenant);
    if (!all) co_return all.error();
    co_return refusal_by_readers(context.principal(), *all, view.dataset, table::dataset_name(view.label), "it reads the table");
}

/// The record as it is after an accepted change.
Task<Result<http::Response>> ReferenceTables::answer(const http::RequestContext& context, ObjectId id, Dialect dialect,
                                                     bool replayed) {
    const auto& tenant = context.principal().tenant;
    const auto all = co_await reader_.reference_tables(tenant);
    if (!all) co_return all.error();
    for (const View& view : *all) {
        if (view.id != id) continue;
        auto response = record_answer(context.request().method() == http::Method::kPost ? 201 : 200, view, tenant, dialect);
        if (replayed) response.add_header("Idempotency-Replayed", "true");
        co_return response;
    }
    co_return table_not_found(std::to_string(id.value()));
}

}  // namespace gateway::admin
