#include "gateway/query/query_endpoint.hpp"

#include <optional>
#include <utility>

#include "gateway/query/accept.hpp"
#include "gateway/query/explanation_json.hpp"
#include "gateway/query/export_request.hpp"
#include "gateway/query/query_problem.hpp"
#include "gateway/query/time_window.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::query {
namespace {

using domain::base::Result;
using domain::base::Task;
using domain::query::RowStream;

/// Pieces of a response are about this large: big enough to make the cost of a write small.
constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;

std::optional<std::string> to_text(std::optional<std::string_view> value) {
    if (!value) return std::nullopt;
    return std::string(*value);
}

WindowParameters window_parameters(const http::Request& request) {
    return {to_text(request.parameter("interval")), to_text(request.parameter("startTime")),
            to_text(request.parameter("endTime"))};
}

/// Encodes rows while they are sent.
class EncodedRows final : public http::BodyStream {
public:
    EncodedRows(std::unique_ptr<RowStream> rows, std::unique_ptr<ResultEncoder> encoder, std::string first,
                infra::telemetry::Counter& row_counter, infra::telemetry::Counter& byte_counter)
        : rows_(std::move(rows)), encoder_(std::move(encoder)), piece_(std::move(first)), row_counter_(row_counter),
          byte_counter_(byte_counter) {}

    Task<Result<std::optional<std::string>>> next() override {
        while (!ended_ && piece_.size() < kPieceBytes) {
            auto batch = co_await rows_->next();
            if (!batch) co_return batch.error();
            if (*batch == nullptr) {
                ended_ = true;
                break;
            }
            row_counter_.add(static_cast<double>((*batch)->rows()));
            encoder_->encode(**batch, piece_);
        }
        if (piece_.empty()) co_return std::optional<std::string>();
        byte_counter_.add(static_cast<double>(piece_.size()));
        std::optional<std::string> piece(std::exchange(piece_, std::string()));
        piece_.reserve(kPieceBytes + kPieceBytes / 4);
        co_return piece;
    }

private:
    std::unique_ptr<RowStream> rows_;
    std::unique_ptr<ResultEncoder> encoder_;
    std::string piece_;
    bool ended_ = false;
    infra::telemetry::Counter& row_counter_;
    infra::telemetry::Counter& byte_counter_;
};

/// With the details that programs can take apart, where there are some.
Result<http::Response> refuse(const domain::query::QueryError& error) {
    if (has_details(error)) return query_problem(error);
    return domain::base::Error(error);
}

}  // namespace

QueryEndpoint::QueryEndpoint(domain::query::QueryEngine& engine, const domain::base::Clock& clock,
                             infra::telemetry::Metrics& metrics)
    : engine_(engine),
      clock_(clock),
      rows_(metrics.counter("opalite_query_rows_total", "Rows sent to clients")),
      bytes_(metrics.counter("opalite_query_bytes_total", "Bytes of results sent to clients, before compression")) {}

Task<Result<http::Response>> QueryEndpoint::export_query(http::RequestContext& context) {
    const http::Request& request = context.request();
    auto window = resolve_window(window_parameters(request), clock_.now());
    if (!window) co_return window.error();
    auto parsed = parse_export_request(request.body());
    if (!parsed) co_return parsed.error();
    domain::query::QueryRequest question = std::move(parsed->question);
    question.tenant = context.principal().tenant;
    question.asker = context.principal();
    question.window = *window;
    if (parsed->explain) co_return co_await explain(std::move(question), request);

    const auto left = context.deadline() - std::chrono::steady_clock::now();
    const auto deadline = clock_.now() + std::chrono::duration_cast<std::chrono::nanoseconds>(left);
    auto rows = co_await engine_.run(std::move(question), deadline);
    if (!rows) co_return refuse(rows.error());

    auto encoder = make_encoder(request.header("accept"), (*rows)->columns());
    std::string first;
    encoder->begin(first);
    // The first batch comes before the status, so that a query that fails early is answered with its error.
    auto batch = co_await (*rows)->next();
    if (!batch) co_return batch.error();
    const std::string content_type(encoder->content_type());
    if (*batch == nullptr) co_return http::Response(200, content_type, std::move(first));
    rows_.add(static_cast<double>((*batch)->rows()));
    encoder->encode(**batch, first);
    batch->reset();
    auto body = std::make_unique<EncodedRows>(std::move(*rows), std::move(encoder), std::move(first), rows_, bytes_);
    co_return http::Response(200, content_type, std::move(body));
}

Task<Result<http::Response>> QueryEndpoint::explain(domain::query::QueryRequest question, const http::Request& request) {
    const auto explanation = co_await engine_.explanation(std::move(question));
    if (!explanation) co_return refuse(explanation.error());
    if (wants_json(request.header("accept"))) co_return http::Response::json(200, explanation_json(*explanation));
    co_return http::Response(200, "text/plain; charset=utf-8", domain::query::to_text(*explanation));
}

}  // namespace gateway::query
