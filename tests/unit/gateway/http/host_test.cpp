#include <catch2/catch.hpp>

#include "gateway/http/host.hpp"

using gateway::http::resolve_host;

TEST_CASE("the labels of the host name the tenant and the surface") {
    struct Case {
        const char* header;
        const char* domain;
        const char* name;
        const char* tenant;
        bool collection;
    };
    const auto expected = GENERATE(values<Case>({
        {"122000000015.example.com", "example.com", "122000000015.example.com", "122000000015", false},
        {"122.collect.example.com:443", "example.com", "122.collect.example.com", "122", true},
        {"122.Collect.EU-1.Example.com.", "eu-1.example.com", "122.collect.eu-1.example.com", "122", true},
        {"collect.example.com", "example.com", "collect.example.com", "", true},
        {"collect.example.com", "collect.example.com", "collect.example.com", "", false},
        {"example.com", "example.com", "example.com", "", false},
        {"42.example.com", "42.example.com", "42.example.com", "", false},
        {"7.42.example.com", "42.example.com", "7.42.example.com", "7", false},
        {"console.example.com", "example.com", "console.example.com", "", false},
        {"12345.collect.localhost:8443", "localhost", "12345.collect.localhost", "12345", true},
        {"12345.localhost", "localhost", "12345.localhost", "12345", false},
        {"localhost:8080", "localhost", "localhost", "", false},
        {"127.0.0.1:8080", "localhost", "127.0.0.1", "", false},
        {"[::1]:8443", "localhost", "::1", "", false},
        {"::1", "localhost", "::1", "", false},
        {"122.proxy.internal", "example.com", "122.proxy.internal", "122", false},
        {"122", "localhost", "122", "", false},
        {"", "localhost", "", "", false},
        {"[", "localhost", "", "", false},
    }));
    const auto host = resolve_host(expected.header, expected.domain);
    CAPTURE(expected.header);
    CHECK(host.name == expected.name);
    CHECK((host.tenant ? host.tenant->value() : "") == expected.tenant);
    CHECK(host.collection == expected.collection);
}
