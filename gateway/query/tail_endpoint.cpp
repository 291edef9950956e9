// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "gateway/query/tail_endpoint.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/query/query_problem.hpp"
#include "gateway/query/tail_form.hpp"
#include "gateway/query/time_window.hpp"
#include "gateway/rest/body.hpp"
#include "domain/base/invalid_argument.hpp"

namespace gateway::query {

using domain::base::Error;
using domain::base::Result;
using domain::base::Task;
using domain::base::Timestamp;
using domain::base::invalid_argument;
using domain::query::Tail;
using domain::query::TailStep;
using Steady = std::chrono::steady_clock;

namespace {

/// Pieces of a response are at most about this large.
constexpr std::size_t kTailPieceBytes = std::size_t{256} * 1024;
/// The last word must be out before the route's deadline cuts the connection.
constexpr std::chrono::seconds kDeadlineMargin{5};

/// `2024-05-01T10:00:00Z`, or `15m`: so long ago.
Result<std::optional<Timestamp>> read_from(const http::Request& request, Timestamp now) {
    const auto text = request.parameter("from");
    if (!text) return std::optional<Timestamp>();
    std::optional<Timestamp> from = domain::base::from_rfc3339(*text);
    if (const auto interval = parse_interval(*text); interval && *interval <= TailEndpoint::from_max) from = now - *interval;
    if (!from) return invalid_argument("from is no RFC 3339 time and no duration of a day or less, such as 15m: " + std::string(*text));
    if (*from < now - TailEndpoint::from_max) return invalid_argument("from is more than a day ago: " + std::string(*text));
    return from;
}

Result<Steady::duration> read_duration(const http::Request& request) {
    const auto text = request.parameter("for");
    if (!text) return Steady::duration(TailEndpoint::duration_max);
    const auto interval = parse_interval(*text);
    if (!interval || *interval > TailEndpoint::duration_max) {
        return invalid_argument("for is no duration of an hour or less, such as 30s: " + std::string(*text));
    }
    return Steady::duration(*interval);
}

}  // namespace

/// What is sent, made as the client takes it.
class TailEndpoint::Body final : public http::BodyStream {
public:
    Body(TailEndpoint& endpoint, TailPlaces::Place place, std::unique_ptr<Tail> tail, TailForm form,
         auth::RequestCredentials credentials, Steady::time_point end)
        : endpoint_(endpoint), place_(std::move(place)), tail_(std::move(tail)), form_(std::move(form)),
          credentials_(std::move(credentials)), end_(end), check_at_(Steady::now() + check_interval) {
        form_.nothing(piece_);  // so that the client sees at once that it listens
    }

    Task<Result<std::optional<std::string>>> next() override {
        while (piece_.empty() && !ended_) {
            const std::uint64_t seen = endpoint_.landed_.generation();
            const auto now = Steady::now();
            if (endpoint_.stopping_ || now >= end_) break;
            if (now >= check_at_) co_await check();
            if (!ended_) co_await look();
            if (!piece_.empty()) break;
            if (Steady::now() >= keep_alive_at_) form_.nothing(piece_);
            else co_await wait(seen);
        }
        if (piece_.empty()) co_return std::optional<std::string>();
        keep_alive_at_ = Steady::now() + keep_alive_interval;
        std::optional<std::string> piece(std::exchange(piece_, std::string()));
        co_return piece;
    }

private:
    /// The key may have been revoked since, or a grant taken away.
    Task<void> check() {
        check_at_ = Steady::now() + check_interval;
        auto principal = co_await endpoint_.authenticator_.api(credentials_);
        if (!principal) {
            end(principal.error());
            co_return;
        }
        const auto may = co_await tail_->check(std::move(*principal));
        if (!may) end(may.error());
    }

    /// Takes what is there, up to a piece.
    Task<void> look() {
        while (piece_.size() < kTailPieceBytes) {
            auto step = co_await tail_->next();
            if (!step) {
                end(step.error());
                co_return;
            }
            if (step->skipped_rows > 0) {
                endpoint_.skipped_rows_.add(static_cast<double>(step->skipped_rows));
                form_.skipped(step->skipped_rows, piece_);
            }
            if (!step->rows) co_return;
            endpoint_.rows_.add(static_cast<double>(step->rows->rows()));
            form_.rows(*step->rows, piece_);
        }
    }

    Task<void> wait(std::uint64_t seen) {
        boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor);
        pause.expires_after(look_pause);
        co_await pause.async_wait(boost::asio::use_awaitable);
        const auto until = std::min({end_, check_at_, keep_alive_at_});
        (void)co_await endpoint_.landed_.wait(seen, until - Steady::now());
    }

    void end(const Error& why) {
        ended_ = true;
        form_.end(why, piece_);
    }

    TailEndpoint& endpoint_;
    TailPlaces::Place place_;
    std::unique_ptr<Tail> tail_;
    TailForm form_;
    auth::RequestCredentials credentials_;
    Steady::time_point end_;
    Steady::time_point check_at_;
    Steady::time_point keep_alive_at_{};
    std::string piece_;
    bool ended_ = false;
};

TailEndpoint::TailEndpoint(domain::catalog::Catalog& catalog, domain::catalog::SegmentFeed& feed,
                           domain::query::QueryStore& store, auth::Authenticator& authenticator,
                           const domain::base::Clock& clock, infra::telemetry::Metrics& metrics)
    : catalog_(catalog), feed_(feed), store_(store), authenticator_(authenticator), clock_(clock),
      rows_(metrics.counter("opalite_tail_rows_total", "Rows sent to clients that follow a dataset")),
      skipped_rows_(metrics.counter("opalite_tail_skipped_rows_total", "Rows that landed and that a slow client missed")) {}

void TailEndpoint::stop() {
    stopping_ = true;
    landed_.notify_all();
}

Task<Result<http::Response>> TailEndpoint::tail(http::RequestContext& context) {
    const http::Request& request = context.request();
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return id.error();
    const auto from = read_from(request, clock_.now());
    if (!from) co_return from.error();
    const auto duration = read_duration(request);
    if (!duration) co_return duration.error();
    auto place = places_.take(context.principal().tenant);
    if (!place) co_return place.error();

    domain::query::TailRequest wanted;
    wanted.tenant = context.principal().tenant;
    wanted.asker = context.principal();
    wanted.dataset = domain::base::DatasetId(id->value());
    wanted.pipeline = request.parameter("filter").value_or(std::string_view());
    wanted.from = *from;
    auto tail = co_await Tail::open(catalog_, feed_, store_, clock_, std::move(wanted));
    if (!tail) {
        if (has_details(tail.error())) co_return query_problem(tail.error());
        co_return Error(tail.error());
    }
    TailForm form(request.header("accept"), (*tail)->columns());
    const std::string content_type(form.content_type());
    const auto end = std::min(Steady::now() + *duration, context.deadline() - kDeadlineMargin);
    auto body = std::make_unique<Body>(*this, std::move(*place), std::move(*tail), std::move(form), context.credentials(), end);
    http::Response response(200, content_type, std::move(body));
    response.keep_identity();  // a compressor would hold rows back
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

}  // namespace gateway::query
