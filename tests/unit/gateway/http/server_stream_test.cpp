#include <catch2/catch.hpp>

#include "gateway/http/problem.hpp"
#include "raw_client.hpp"
#include "test_handlers.hpp"
#include "test_server.hpp"

using namespace gateway::http;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using std::chrono::milliseconds;

namespace {

/// Gives `pieces` pieces, then ends, fails or waits.
class Pieces final : public BodyStream {
public:
    enum class End { kWell, kFails, kThrows, kWaits };
    Pieces(int pieces, std::size_t size, End end, Flag* gone = nullptr, std::atomic<int>* given = nullptr)
        : pieces_(pieces), size_(size), end_(end), gone_(gone), given_(given) {}
    ~Pieces() override {
        if (gone_ != nullptr) gone_->set();
    }

    Task<Result<std::optional<std::string>>> next() override {
        if (pieces_-- > 0) {
            if (given_ != nullptr) ++*given_;
            co_return std::optional<std::string>(std::string(size_, 'p'));
        }
        if (end_ == End::kFails) co_return Error(ErrorCode::kUnavailable, "store is gone");
        if (end_ == End::kThrows) throw std::runtime_error("bug");
        if (end_ == End::kWaits) co_await wait_for_ever();
        co_return std::optional<std::string>();
    }

private:
    int pieces_;
    std::size_t size_;
    End end_;
    Flag* gone_;
    std::atomic<int>* given_;
};

template <class... Arguments>
std::vector<Route> stream_route(Arguments... arguments) {
    auto handler = [arguments...](RequestContext&) -> Task<Result<Response>> {
        co_return Response(200, "text/csv", std::make_unique<Pieces>(arguments...));
    };
    std::vector<Route> routes;
    routes.push_back(public_route(Method::kGet, "/stream", std::move(handler)));
    return routes;
}

constexpr const char* kGet = "GET /stream HTTP/1.1\r\n\r\n";

}  // namespace

TEST_CASE("a streamed body arrives whole and the connection goes on") {
    TestServer server(stream_route(10, std::size_t{70'000}, Pieces::End::kWell));
    RawClient client(server.port());
    for (int i = 0; i < 3; ++i) {
        const RawResponse response = client.exchange(kGet);
        CHECK(response.complete);
        CHECK(response.header("transfer-encoding") == "chunked");
        CHECK(response.body.size() == 700'000);
    }
    const RawResponse head = client.exchange("HEAD /stream HTTP/1.1\r\n\r\n", true);
    CHECK(head.header("content-type") == "text/csv");
    CHECK(client.exchange("GET /stream HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n").header("content-encoding") == "gzip");
}

TEST_CASE("an empty stream is an empty body") {
    TestServer server(stream_route(0, std::size_t{0}, Pieces::End::kWell));
    RawClient client(server.port());
    const RawResponse response = client.exchange(kGet);
    CHECK(response.complete);
    CHECK(response.body.empty());
}

TEST_CASE("HTTP/1.0 gets a stream without chunks") {
    TestServer server(stream_route(2, std::size_t{1000}, Pieces::End::kWell));
    RawClient client(server.port());
    const RawResponse response = client.exchange("GET /stream HTTP/1.0\r\n\r\n");
    CHECK(response.header("transfer-encoding").empty());
    CHECK(response.body.size() == 2000);
}

TEST_CASE("a stream that fails half-way ends without the final chunk") {
    const auto end = GENERATE(Pieces::End::kFails, Pieces::End::kThrows);
    TestServer server(stream_route(3, std::size_t{1000}, end));
    RawClient client(server.port());
    const RawResponse response = client.exchange(kGet);
    CHECK(response.status == 200);
    CHECK(response.body.size() == 3000);
    CHECK_FALSE(response.complete);
    CHECK(client.at_end());
}

TEST_CASE("a stream over its deadline is cut") {
    auto routes = stream_route(3, std::size_t{1000}, Pieces::End::kWaits);
    routes[0].deadline = milliseconds(40);
    ServerLimits limits;
    limits.sweep_interval = milliseconds(5);
    TestServer server(std::move(routes), limits);
    RawClient client(server.port());
    CHECK_FALSE(client.exchange(kGet).complete);
}

TEST_CASE("a client that leaves ends the stream") {
    Flag gone;
    const auto end = GENERATE(Pieces::End::kWaits, Pieces::End::kWell);
    const int pieces = end == Pieces::End::kWaits ? 1 : 1'000'000;
    TestServer server(stream_route(pieces, std::size_t{10'000}, end, &gone));
    {
        RawClient client(server.port());
        client.send(kGet);
    }
    CHECK(gone.wait());
}

TEST_CASE("a client that does not read stops the stream, then loses it") {
    Flag gone;
    std::atomic<int> given{0};
    ServerLimits limits;
    limits.sweep_interval = milliseconds(5);
    limits.write_timeout = milliseconds(100);
    TestServer server(stream_route(1'000'000, std::size_t{100'000}, Pieces::End::kWell, &gone, &given), limits);
    RawClient client(server.port());
    client.send(kGet);
    CHECK(gone.wait());
    CHECK(given < 1000);  // what the sockets' buffers take, and no more
}
