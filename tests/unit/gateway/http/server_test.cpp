#include <catch2/catch.hpp>

#include "raw_client.hpp"
#include "test_handlers.hpp"
#include "test_server.hpp"

using namespace gateway::http;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

namespace {

std::vector<Route> one(Route route) {
    std::vector<Route> routes;
    routes.push_back(std::move(route));
    return routes;
}

std::vector<Route> echo_routes() { return one(public_route(Method::kPost, "/echo", echo)); }

std::string post(std::string_view body, std::string_view headers = "") {
    return "POST /echo HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace

TEST_CASE("a connection serves one request after the other") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    for (const std::size_t size : {0UL, 1UL, 500UL, 40'000UL, 1'000'000UL}) {
        const std::string body(size, 'x');
        const RawResponse response = client.exchange(post(body));
        CHECK(response.status == 200);
        CHECK(response.body == body);
        CHECK(response.header("content-type") == "text/plain");
        CHECK(response.header("x-request-id").size() == 16);
        CHECK_FALSE(response.header("date").empty());
    }
    CHECK(server.pool().bytes_in_use() == 0);
}

TEST_CASE("pipelined requests are answered in order") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    std::string requests;
    for (int i = 0; i < 50; ++i) {
        if (i % 3 == 0) {
            requests += "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n" + std::to_string(10 + i) + "\r\n0\r\n\r\n";
        } else {
            requests += post(std::to_string(10 + i));
        }
    }
    client.send(requests);
    for (int i = 0; i < 50; ++i) CHECK(client.receive().body == std::to_string(10 + i));
}

TEST_CASE("a request may come byte by byte") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    const std::string request = post("body") + "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
    for (const char c : request) client.send(std::string_view(&c, 1));
    CHECK(client.receive().body == "body");
    CHECK(client.receive().body == "x");
}

TEST_CASE("a large chunked body goes round") {
    Route route = public_route(Method::kPost, "/echo", echo);
    route.body_bytes_max = 8 * 1024 * 1024;
    TestServer server(one(std::move(route)));
    RawClient client(server.port());
    std::string body;
    std::string chunks;
    for (std::size_t i = 0; body.size() < 5'000'000; ++i) {
        const std::string chunk(1 + i * 977 % 90'000, static_cast<char>('a' + i % 26));
        char size[16];
        std::snprintf(size, sizeof(size), "%zx\r\n", chunk.size());
        chunks += size + chunk + "\r\n";
        body += chunk;
    }
    client.send("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n" + post("next"));
    CHECK(client.receive().body == body);
    CHECK(client.receive().body == "next");
}

TEST_CASE("100-continue is answered before the body") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    CHECK(client.exchange("POST /echo HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n").status == 100);
    CHECK(client.exchange("body").body == "body");
    client.send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nsent");
    CHECK(client.receive().body == "sent");
    const RawResponse refused = client.exchange("POST /echo HTTP/1.1\r\nContent-Length: 4\r\nExpect: tea\r\n\r\nbody");
    CHECK(refused.status == 417);
}

TEST_CASE("a refused expectation never sees 100") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    const RawResponse response =
        client.exchange("POST /none HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    CHECK(response.status == 404);
    CHECK(response.header("connection") == "close");
    CHECK(client.at_end());
}

TEST_CASE("an unwanted short body does not cost the connection") {
    TestServer server(echo_routes());
    RawClient client(server.port());
    const RawResponse response = client.exchange("POST /none HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody" + post("next"));
    CHECK(response.status == 404);
    CHECK(client.receive().body == "next");
}

TEST_CASE("HEAD has the head of GET, 405 names the methods") {
    auto get = [](RequestContext&) -> Task<Result<Response>> { co_return Response(200, "text/plain", "hello"); };
    TestServer server(one(public_route(Method::kGet, "/a", get)));
    RawClient client(server.port());
    const RawResponse head = client.exchange("HEAD /a HTTP/1.1\r\n\r\n", true);
    CHECK(head.status == 200);
    CHECK(head.header("content-length") == "5");
    const RawResponse wrong = client.exchange("DELETE /a HTTP/1.1\r\n\r\n");
    CHECK(wrong.status == 405);
    CHECK(wrong.header("allow") == "GET, HEAD");
    CHECK(client.exchange("BREW /a HTTP/1.1\r\n\r\n").status == 405);
    CHECK(client.exchange("GET /b HTTP/1.1\r\n\r\n").body == R"({"ok":false,"message":"no such path: /b"})");
    CHECK(client.exchange("GET /a HTTP/1.1\r\n\r\n").body == "hello");
}

TEST_CASE("HTTP/1.0 and Connection: close end the connection") {
    TestServer server(echo_routes());
    const auto* request = GENERATE("POST /echo HTTP/1.0\r\nContent-Length: 1\r\n\r\na",
                                   "POST /echo HTTP/1.1\r\nConnection: close\r\nContent-Length: 1\r\n\r\na");
    RawClient client(server.port());
    const RawResponse response = client.exchange(request);
    CHECK(response.body == "a");
    CHECK(response.header("connection") == "close");
    CHECK(client.at_end());
}

TEST_CASE("a coded body is decoded, large answers are coded on demand") {
    auto large = [](RequestContext& context) -> Task<Result<Response>> {
        co_return Response(200, "text/plain", std::string(100'000, context.request().body().front()));
    };
    TestServer server(one(public_route(Method::kPost, "/echo", large)));
    RawClient client(server.port());
    const RawResponse plain = client.exchange(post("a"));
    CHECK(plain.body.size() == 100'000);
    const RawResponse coded = client.exchange(post("a", "Accept-Encoding: gzip\r\n"));
    CHECK(coded.header("content-encoding") == "gzip");
    CHECK(coded.body.size() < 1000);
    CHECK(client.exchange(post("a", "Content-Encoding: gzip\r\n")).status == 400);
    CHECK(client.exchange(post("a", "Content-Encoding: compress\r\n")).status == 415);
}

TEST_CASE("errors and exceptions of handlers become problems") {
    std::vector<Route> routes;
    routes.push_back(public_route(Method::kGet, "/conflict", [](RequestContext&) -> Task<Result<Response>> {
        co_return Error(ErrorCode::kConflict, "label is taken: a\"b");
    }));
    routes.push_back(public_route(Method::kGet, "/throws", [](RequestContext&) -> Task<Result<Response>> {
        throw std::runtime_error("secret detail");
        co_return Response(200);
    }));
    routes.push_back(public_route(Method::kGet, "/empty", [](RequestContext&) -> Task<Result<Response>> {
        co_return Response(204);
    }));
    TestServer server(std::move(routes));
    RawClient client(server.port());
    const RawResponse conflict = client.exchange("GET /conflict HTTP/1.1\r\n\r\n");
    CHECK(conflict.status == 409);
    CHECK(conflict.body == R"({"ok":false,"message":"label is taken: a\"b"})");
    const RawResponse thrown = client.exchange("GET /throws HTTP/1.1\r\nX-Request-Id: mine-1\r\n\r\n");
    CHECK(thrown.status == 500);
    CHECK(thrown.body == R"({"ok":false,"message":"internal error"})");
    CHECK(thrown.header("x-request-id") == "mine-1");
    const RawResponse empty = client.exchange("GET /empty HTTP/1.1\r\n\r\n");
    CHECK(empty.status == 204);
    CHECK(empty.header("content-length").empty());
    CHECK(server.metrics().find("opalite_http_requests_total{method=\"GET\",route=\"/conflict\",status=\"409\"} 1") !=
          std::string::npos);
}

TEST_CASE("draining finishes what runs and closes the rest") {
    Flag entered;
    Flag go_on;
    auto slow = [&](RequestContext&) -> Task<Result<Response>> {
        entered.set();
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
        timer.expires_after(std::chrono::milliseconds(200));
        co_await timer.async_wait(boost::asio::use_awaitable);
        co_return Response(200, "text/plain", "done");
    };
    TestServer server(one(public_route(Method::kGet, "/slow", slow)));
    RawClient idle(server.port());
    RawClient busy(server.port());
    CHECK(idle.exchange("GET /none HTTP/1.1\r\n\r\n").status == 404);
    busy.send("GET /slow HTTP/1.1\r\n\r\n");
    REQUIRE(entered.wait());
    server.server().drain(std::chrono::seconds(10));
    CHECK(server.server().connections() == 0);
    const RawResponse response = busy.receive();
    CHECK(response.body == "done");
    CHECK(response.header("connection") == "close");
    CHECK(idle.at_end());
    CHECK_THROWS(RawClient(server.port()));
}

TEST_CASE("draining cancels what takes too long") {
    Flag entered;
    Flag left;
    auto endless = [&](RequestContext&) -> Task<Result<Response>> {
        const SetOnExit guard(left);
        entered.set();
        co_await wait_for_ever();
        co_return Response(200);
    };
    TestServer server(one(public_route(Method::kGet, "/endless", endless)));
    RawClient client(server.port());
    client.send("GET /endless HTTP/1.1\r\n\r\n");
    REQUIRE(entered.wait());
    server.server().drain(std::chrono::milliseconds(20));
    CHECK(left.wait());
    CHECK(client.receive().status == 503);
}
