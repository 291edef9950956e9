#!/usr/bin/env python3
"""Fails on an include that crosses a wall: domain <- infra <- {gateway, consumers} <- infra/cli, third-party headers behind
their one module, `#pragma once` in every header, and a README in every module."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)

# Which of our folders a folder may include. The longest prefix of a file's path decides.
MAY_INCLUDE = {
    "domain/base": ["domain/base"],
    "domain/eventlog": ["domain/base", "domain/eventlog"],
    "domain/ingest": ["domain/base", "domain/eventlog", "domain/ingest"],
    "domain/identity": ["domain/base", "domain/identity"],
    "domain/catalog": ["domain/base", "domain/eventlog", "domain/catalog"],
    "domain/csv": ["domain/base", "domain/catalog", "domain/csv"],
    "domain/admin": ["domain/base", "domain/eventlog", "domain/ingest", "domain/identity", "domain/catalog", "domain/admin"],
    "domain/opal": ["domain/base", "domain/catalog", "domain/query", "domain/opal"],
    "domain/query": ["domain/base", "domain/identity", "domain/catalog", "domain/admin", "domain/opal", "domain/query"],
    "infra": ["domain", "infra"],
    "gateway": ["domain", "infra", "gateway"],
    "consumers": ["domain", "infra", "consumers"],
    "infra/cli": ["domain", "infra", "gateway", "consumers"],
    "tests": ["domain", "infra", "gateway", "consumers", "tests"],
}
# The rooms of the compiler, in order: nothing calls backwards.
ROOMS = ["source", "jmespath", "lex", "ast", "parse", "check", "plan", "sql", "compiler", "reference", "format"]

# Third-party headers and the only places that may know them.
WALLS = {
    "boost/beast": ["gateway/http", "tests"],
    "librdkafka/": ["infra/kafka", "tests"],
    "pqxx/": ["infra/postgres", "consumers/projections", "tests"],
    "duckdb.h": ["infra/duckdb", "tests"],
    "curl/": ["infra/cli", "tests"],
    "brotli/": ["gateway/http", "tests"],
    "snappy.h": ["gateway/http", "tests"],
    "pugixml.hpp": ["gateway/collect"],
    "opentelemetry/": ["gateway/collect/otlp", "tests"],
    "remote_write.pb.h": ["gateway/collect/prometheus", "tests"],
    "spdlog/": ["infra/telemetry"],
    "prometheus/": ["infra/telemetry"],
    "sodium.h": ["gateway/auth", "infra/cli", "domain/admin", "tests"],
}
PURE = ("boost/asio", "boost/beast", "pqxx", "duckdb", "librdkafka", "spdlog", "prometheus", "curl", "openssl")


def longest(path, table):
    found = [prefix for prefix in table if path.startswith(prefix + "/")]
    return max(found, key=len) if found else None


def faults_of(path, text):
    place = path.as_posix()
    if path.suffix == ".hpp" and "#pragma once" not in text:
        yield "no #pragma once"
    allowed = longest(place, MAY_INCLUDE)
    for included in INCLUDE.findall(text):
        top = included.split("/")[0]
        if top in ("domain", "infra", "gateway", "consumers", "tests") and allowed:
            if not any(included.startswith(prefix + "/") for prefix in MAY_INCLUDE[allowed]):
                yield f"may not include {included}"
            if included.startswith("infra/cli/") and not place.startswith(("infra/cli/", "tests/")):
                yield f"only infra/cli may include {included}"
        mine, other = (re.match(r"domain/opal/(\w+)/", name) for name in (place, included))
        if mine and other and ROOMS.index(other[1]) > ROOMS.index(mine[1]):
            yield f"the compiler's rooms go forward only: {included}"
        for header, places in WALLS.items():
            if included.startswith(header) and not place.startswith(tuple(places)):
                yield f"{included} is known in {', '.join(places)} only"
        if place.startswith("domain/") and included.startswith(PURE) and included != "boost/asio/awaitable.hpp":
            yield f"domain is pure: {included}"


def main():
    faults = []
    for top in ("domain", "infra", "gateway", "consumers", "tests"):
        for path in sorted((ROOT / top).rglob("*.[hc]pp")):
            if "node_modules" in path.parts:
                continue
            relative = path.relative_to(ROOT)
            faults += [f"{relative}: {fault}" for fault in faults_of(relative, path.read_text())]
        if top != "tests":
            for listing in (ROOT / top).rglob("CMakeLists.txt"):
                if "add_module(" in listing.read_text() and not (listing.parent / "README.md").exists():
                    faults.append(f"{listing.parent.relative_to(ROOT)}: a module without README.md")
    print("\n".join(faults) if faults else "every include keeps to its side of the walls")
    return 1 if faults else 0


sys.exit(main())
