// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "domain/query/tail.hpp"

#include <utility>

#include "domain/opal/plan/expression.hpp"

namespace domain::query {
namespace {

namespace compiler = opal::compiler;
namespace plan = opal::plan;

// Rows may carry any time; those without `from` are chosen by when they land.
constexpr base::Timestamp kBeginning{std::chrono::sys_days(std::chrono::year(1700) / 1 / 1)};
constexpr base::Timestamp kEnd{std::chrono::sys_days(std::chrono::year(2250) / 1 / 1)};
/// One statement reads about so many rows at the most, or one segment.
constexpr std::int64_t kRowsTogether = 100'000;

base::Error refused(const std::string& what) {
    return base::Error(base::ErrorCode::kInvalidArgument, "a tail looks at one row at a time, the pipeline or the dataset needs " + what);
}

/// Why a node needs more than the row that it looks at.
struct NeedOfMore {
    std::optional<base::Error> operator()(const plan::Scan& scan) const {
        if (scan.bound) return refused("a limit");
        if (!scan.window) return refused("a reference table: " + scan.name);
        return std::nullopt;
    }
    std::optional<base::Error> operator()(const plan::Filter&) const { return std::nullopt; }
    std::optional<base::Error> operator()(const plan::Project&) const { return std::nullopt; }
    std::optional<base::Error> operator()(const plan::Unnest&) const { return std::nullopt; }
    std::optional<base::Error> operator()(const plan::Union&) const { return std::nullopt; }
    std::optional<base::Error> operator()(const plan::Join&) const { return refused("a join"); }
    std::optional<base::Error> operator()(const plan::Sort&) const { return refused("an order"); }
    std::optional<base::Error> operator()(const plan::Limit&) const { return refused("a limit"); }
    template <class Other>
    std::optional<base::Error> operator()(const Other&) const { return refused("an aggregate"); }
};

std::optional<base::Error> need_of_more(const plan::Node& node) {
    if (auto need = std::visit(NeedOfMore{}, node.op)) return need;
    if (plan::has_window(node)) return refused("a window function");
    for (const plan::NodePtr& input : node.inputs) {
        if (auto need = need_of_more(*input)) return need;
    }
    return std::nullopt;
}

}  // namespace

QueryRequest Tail::question() const {
    QueryRequest question;
    question.tenant = request_.tenant;
    question.asker = request_.asker;
    question.window = {request_.from.value_or(kBeginning), kEnd};
    Stage stage;
    stage.id = "tail";
    stage.inputs.push_back({"_", request_.dataset});
    stage.pipeline = request_.pipeline;
    question.stages.push_back(std::move(stage));
    return question;
}

base::Task<QueryResult<std::unique_ptr<Tail>>> Tail::open(catalog::Catalog& catalog, catalog::SegmentFeed& feed, QueryStore& store,
                                                          const base::Clock& clock, TailRequest request) {
    std::unique_ptr<Tail> tail(new Tail(catalog, feed, store, clock));
    tail->request_ = std::move(request);
    tail->began_ = clock.now();
    const QueryRequest question = tail->question();
    base::Result<Expansion> expansion = co_await expand(catalog, question);
    if (!expansion) co_return expansion.error();
    tail->expansion_ = std::move(*expansion);
    QueryResult<compiler::Compilation> compilation = compile(tail->expansion_);
    if (!compilation) co_return compilation.error();
    tail->compilation_ = std::move(*compilation);
    if (auto need = need_of_more(*tail->compilation_.plan.root)) co_return *need;

    std::vector<catalog::SegmentQuery> queries = compiler::segment_queries(tail->compilation_, tail->expansion_.datasets);
    for (const catalog::SegmentQuery& query : queries) tail->scans_.push_back(query.dataset);
    if (!tail->request_.from) queries.clear();
    base::Result<catalog::FeedStart> start = co_await feed.begin(tail->request_.tenant, std::move(queries));
    if (!start) co_return start.error();
    tail->position_ = std::move(start->position);
    for (std::size_t scan = 0; scan < start->segments.size(); ++scan) {
        for (catalog::Segment& segment : start->segments[scan]) tail->waiting_.emplace_back(scan, std::move(segment));
    }
    co_return std::move(tail);
}

base::Task<base::Result<void>> Tail::check(identity::Principal asker) {
    request_.asker = std::move(asker);
    const QueryRequest again = question();
    const base::Result<Expansion> expansion = co_await expand(catalog_, again);
    if (!expansion) co_return expansion.error();
    co_return base::Result<void>();
}

/// Takes up what landed. Returns how many rows the reader came too late for.
base::Task<base::Result<std::int64_t>> Tail::look() {
    std::vector<base::DatasetId> datasets = scans_;
    base::Result<catalog::FeedStep> step =
        co_await feed_.next(request_.tenant, position_, std::move(datasets), tail_segments_behind_max);
    if (!step) co_return step.error();
    position_ = std::move(step->position);
    for (const catalog::Segment& segment : step->segments) {
        if (segment.time_max < began_ - tail_news_age_max) continue;
        for (std::size_t scan = 0; scan < scans_.size(); ++scan) {
            if (scans_[scan] == segment.dataset) waiting_.emplace_back(scan, segment);
        }
    }
    co_return step->skipped_rows + forget_oldest();
}

/// Keeps what waits within its bounds.
std::int64_t Tail::forget_oldest() {
    std::int64_t rows = 0;
    for (const Landed& landed : waiting_) rows += landed.segment.rows;
    std::int64_t forgotten = 0;
    // The newest one is always read, however many rows it has.
    while (waiting_.size() > 1 && rows > tail_rows_behind_max) {
        rows -= waiting_.front().segment.rows;
        forgotten += waiting_.front().segment.rows;
        waiting_.pop_front();
    }
    return forgotten;
}

/// Segments that follow each other and have one layout are read by one statement, which keeps their order.
base::Task<base::Result<void>> Tail::start_reading() {
    std::vector<std::vector<catalog::Segment>> segments(scans_.size());
    const std::size_t scan = waiting_.front().scan;
    std::vector<catalog::Segment>& group = segments[scan];
    std::int64_t row_count = 0;
    while (!waiting_.empty() && waiting_.front().scan == scan && row_count < kRowsTogether &&
           (group.empty() || group.front().layout == waiting_.front().segment.layout)) {
        row_count += waiting_.front().segment.rows;
        group.push_back(std::move(waiting_.front().segment));
        waiting_.pop_front();
    }
    opal::sql::Statement statement = compiler::emit(compilation_, segments);
    ExecutableQuery query;
    query.sql = std::move(statement.sql);
    query.parameters = std::move(statement.parameters);
    query.columns = columns();
    auto rows = co_await store_.run(std::move(query), clock_.now() + tail_statement_max);
    if (!rows) co_return rows.error();
    reading_ = std::move(*rows);
    co_return base::Result<void>();
}

base::Task<base::Result<TailStep>> Tail::next() {
    TailStep step;
    for (;;) {
        if (reading_) {
            auto batch = co_await reading_->next();
            if (!batch) co_return batch.error();
            if (*batch != nullptr) {
                step.rows = std::move(*batch);
                co_return std::move(step);
            }
            reading_.reset();
        }
        if (waiting_.empty()) {
            const base::Result<std::int64_t> skipped = co_await look();
            if (!skipped) co_return skipped.error();
            step.skipped_rows = *skipped;
            if (*skipped > 0 || waiting_.empty()) co_return std::move(step);
        }
        if (auto started = co_await start_reading(); !started) co_return started.error();
    }
}

}  // namespace domain::query
