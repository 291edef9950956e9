#include <catch2/catch.hpp>

#include "raw_client.hpp"
#include "test_handlers.hpp"
#include "test_server.hpp"

using namespace gateway::http;
using domain::base::Result;
using domain::base::Task;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kBodyMax = 100'000;

std::vector<Route> echo_route() {
    Route route = public_route(Method::kPost, "/echo", echo);
    route.body_bytes_max = kBodyMax;
    std::vector<Route> routes;
    routes.push_back(std::move(route));
    return routes;
}

/// Impatient, and exact about it.
ServerLimits impatient() {
    ServerLimits limits;
    limits.sweep_interval = milliseconds(5);
    limits.idle_timeout = limits.header_timeout = limits.read_timeout = limits.write_timeout = milliseconds(60);
    return limits;
}

}  // namespace

TEST_CASE("a body at the limit passes, one byte more does not") {
    TestServer server(echo_route());
    const auto sized = [](std::size_t size) {
        return "POST /echo HTTP/1.1\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" + std::string(size, 'x');
    };
    const auto chunked = [](std::size_t size) {
        char head[100];
        std::snprintf(head, sizeof(head), "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n%zx\r\n", size);
        return head + std::string(size, 'x') + "\r\n0\r\n\r\n";
    };
    CHECK(RawClient(server.port()).exchange(sized(kBodyMax)).body.size() == kBodyMax);
    CHECK(RawClient(server.port()).exchange(chunked(kBodyMax)).body.size() == kBodyMax);
    for (const std::string& request : {sized(kBodyMax + 1), chunked(kBodyMax + 1)}) {
        RawClient client(server.port());
        const RawResponse response = client.exchange(request);
        CHECK(response.status == 413);
        CHECK(response.header("connection") == "close");
        CHECK(response.body == R"({"ok":false,"message":"body is too large, the limit in bytes is 100000"})");
    }
}

TEST_CASE("413 comes before the body, and reaches a client that goes on sending") {
    TestServer server(echo_route());
    RawClient client(server.port());
    client.send("POST /echo HTTP/1.1\r\nContent-Length: 50000000\r\n\r\n");
    const std::string block(1'000'000, 'x');
    for (int i = 0; i < 20; ++i) client.send(block);
    CHECK(client.receive().status == 413);

    RawClient endless(server.port());
    endless.send("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 20; ++i) endless.send("f4240\r\n" + block + "\r\n");
    CHECK(endless.receive().status == 413);
    CHECK(server.pool().bytes_in_use() == 0);
}

TEST_CASE("too much head is refused") {
    ServerLimits limits;
    limits.header_bytes_max = 8192;
    TestServer server(echo_route(), limits);
    RawClient headers(server.port());
    headers.send("GET / HTTP/1.1\r\n");
    for (int i = 0; i < 1000; ++i) headers.send("X-Header: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n");
    CHECK(headers.receive().status == 431);
    RawClient target(server.port());
    CHECK(target.exchange("GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\n\r\n").status == 431);
}

TEST_CASE("what is not HTTP is refused") {
    TestServer server(echo_route());
    const auto* request = GENERATE("nonsense\r\n\r\n", "GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
                                   "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                                   "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                                   "GET /%zz HTTP/1.1\r\n\r\n");
    CAPTURE(request);
    RawClient client(server.port());
    const RawResponse response = client.exchange(request);
    CHECK(response.status == 400);
    CHECK(response.body.starts_with(R"({"ok":false,"message":")"));
}

TEST_CASE("a silent client is dropped in every phase") {
    TestServer server(echo_route(), impatient());
    const auto* sent = GENERATE("", "POST /echo HT");
    RawClient client(server.port());
    client.send(sent);
    CHECK(client.at_end());
}

TEST_CASE("a client that falls silent in its body is told so, then dropped") {
    TestServer server(echo_route(), impatient());
    const auto* sent = GENERATE("POST /echo HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc",
                                "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab");
    RawClient client(server.port());
    const RawResponse response = client.exchange(sent);
    CHECK(response.status == 408);
    CHECK(response.body == R"({"ok":false,"message":"the body took too long to arrive"})");
    CHECK(client.at_end());
}

TEST_CASE("a slow body is dropped even when it never stops") {
    ServerLimits limits = impatient();
    limits.read_timeout = milliseconds(10'000);
    limits.body_timeout = milliseconds(80);
    TestServer server(echo_route(), limits);
    RawClient client(server.port());
    client.send("POST /echo HTTP/1.1\r\nContent-Length: 90000\r\n\r\n");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (client.send("x") && std::chrono::steady_clock::now() < end) {
    }
    CHECK(std::chrono::steady_clock::now() < end);
}

TEST_CASE("a handler is cancelled when its client leaves") {
    Flag entered;
    Flag left;
    auto endless = [&](RequestContext&) -> Task<Result<Response>> {
        const SetOnExit guard(left);
        entered.set();
        co_await wait_for_ever();
        co_return Response(200);
    };
    std::vector<Route> routes;
    routes.push_back(public_route(Method::kGet, "/endless", endless));
    TestServer server(std::move(routes));
    const bool reset = GENERATE(false, true);
    auto client = std::make_unique<RawClient>(server.port());
    client->send("GET /endless HTTP/1.1\r\n\r\n");
    REQUIRE(entered.wait());
    if (reset) client->abort();
    client.reset();
    CHECK(left.wait());
}

TEST_CASE("a handler that is too slow is cancelled and the connection lives on") {
    auto endless = [](RequestContext&) -> Task<Result<Response>> {
        co_await wait_for_ever();
        co_return Response(200);
    };
    Route route = public_route(Method::kGet, "/endless", endless);
    route.deadline = milliseconds(30);
    std::vector<Route> routes = echo_route();
    routes.push_back(std::move(route));
    ServerLimits limits;
    limits.sweep_interval = milliseconds(5);
    TestServer server(std::move(routes), limits);
    RawClient client(server.port());
    CHECK(client.exchange("GET /endless HTTP/1.1\r\n\r\n").status == 504);
    CHECK(client.exchange("POST /echo HTTP/1.1\r\nContent-Length: 2\r\n\r\nab").body == "ab");
    CHECK(client.exchange("GET /endless HTTP/1.1\r\n\r\n").status == 504);
}

TEST_CASE("connections over the bound are refused") {
    ServerLimits limits;
    limits.connections_max = 2;
    TestServer server(echo_route(), limits);
    const std::string request = "POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\na";
    RawClient first(server.port());
    auto second = std::make_unique<RawClient>(server.port());
    CHECK(first.exchange(request).status == 200);
    CHECK(second->exchange(request).status == 200);
    RawClient third(server.port());
    const RawResponse refused = third.receive();
    CHECK(refused.status == 503);
    CHECK(refused.complete);
    CHECK(refused.body == R"({"ok":false,"message":"too many connections, retry"})");
    CHECK(first.exchange(request).status == 200);
}
