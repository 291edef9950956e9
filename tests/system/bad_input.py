"""Bad input gets a clear error that says what and where; afterwards the service is as healthy and as small as before."""

import base64
import gzip
import json

import harness
from harness import INGEST_TOKEN, TENANT, Client, check, request, wait_until

MIB = 1024 * 1024
TOKEN_ID, TOKEN_SECRET = INGEST_TOKEN.split(":")


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def stage(pipeline="", **fields):
    return {"query": {"stages": [{"input": [{"inputName": "_", "datasetId": "DATASET"}], "stageID": "a", "pipeline": pipeline, **fields}]}}


def nested(depth):
    return "[" * depth + "]" * depth


# name, method, path, headers, body, status, part of the message
COLLECT = [
    ("no credentials", "POST", "/v1/http", {}, "{}", 401, ""),
    ("empty bearer", "POST", "/v1/http", {"Authorization": "Bearer "}, "{}", 401, ""),
    ("unknown scheme", "POST", "/v1/http", {"Authorization": "Digest x"}, "{}", 401, ""),
    ("bearer with a wrong secret", "POST", "/v1/http", {"Authorization": f"Bearer {TOKEN_ID}:wrong"}, "{}", 401, ""),
    ("bearer with an unknown id", "POST", "/v1/http", {"Authorization": f"Bearer ds1Unknown:{TOKEN_SECRET}"}, "{}", 401, ""),
    ("basic with a wrong secret", "POST", "/v1/http", basic(TOKEN_ID, "wrong"), "{}", 401, ""),
    ("basic that is no base64", "POST", "/v1/http", {"Authorization": "Basic %%%"}, "{}", 401, ""),
    ("legacy bearer of another tenant", "POST", "/v1/http", {"Authorization": f"Bearer 999 {INGEST_TOKEN}"}, "{}", 401, ""),
    ("legacy basic of another tenant", "POST", "/v1/http", basic("999", INGEST_TOKEN), "{}", 401, ""),
    ("service_token with a wrong secret", "POST", f"/v1/http?service_token={TOKEN_ID}:wrong", {}, "{}", 401, ""),
    ("API key as ingest token", "POST", "/v1/http", {"Authorization": f"Bearer {TENANT} KEY"}, "{}", 401, ""),
    ("GET", "GET", "/v1/http", "token", None, 405, ""),
    ("unknown media type", "POST", "/v1/http", {"Content-Type": "image/png"}, "x", 415, "image/png"),
    ("unknown encoding", "POST", "/v1/http", {"Content-Encoding": "lzma"}, "{}", 415, "lzma"),
    ("corrupt gzip", "POST", "/v1/http", {"Content-Encoding": "gzip"}, b"\x1f\x8b\x08nonsense", 400, "gzip"),
    ("corrupt zstd", "POST", "/v1/http", {"Content-Encoding": "zstd"}, b"nonsense", 400, "zstd"),
    ("unclosed object", "POST", "/v1/http", {}, '{"a":1', 400, ""),
    ("trailing comma", "POST", "/v1/http", {}, '{"a":1,}', 400, ""),
    ("bad literal", "POST", "/v1/http", {}, '{"a":nul}', 400, ""),
    ("bad number", "POST", "/v1/http", {}, '{"a":01}', 400, ""),
    ("bad escape", "POST", "/v1/http", {}, '{"a":"\\x"}', 400, ""),
    ("invalid UTF-8", "POST", "/v1/http", {}, b'{"a":"\xff"}', 400, "UTF-8"),
    ("unclosed array", "POST", "/v1/http", {}, '[{"a":1},', 400, ""),
    ("too deep", "POST", "/v1/http", {}, '{"a":' + nested(200) + "}", 400, "100"),
    ("bad line in NDJSON", "POST", "/v1/http", {"Content-Type": "application/x-ndjson"}, '{"a":1}\n{"a":\n{"a":2}\n', 400, "2"),
    ("ragged CSV", "POST", "/v1/http", {"Content-Type": "text/csv"}, "a,b\n1,2\n1,2,3\n", 400, "3"),
    ("open quote in CSV", "POST", "/v1/http", {"Content-Type": "text/csv"}, 'a,b\n1,"2\n', 400, "quote"),
    ("text that is no UTF-8", "POST", "/v1/http", {"Content-Type": "text/plain"}, b"a\xff\n", 400, "UTF-8"),
    ("body over 10 MiB", "POST", "/v1/http", {"Content-Type": "text/plain"}, b"x" * 999 + b"\n", 413, ""),
    ("over 50 MiB uncompressed", "POST", "/v1/http", {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, "BOMB", 413, ""),
    ("observation over 4 MiB", "POST", "/v1/http", {}, '{"a":"' + "x" * (4 * MIB) + '"}', 413, ""),
    ("unknown decoder", "POST", "/v1/http", {"X-Observe-Decoder": "nonsense"}, "{}", 400, "nonsense"),
]

API = [
    ("unknown path", "GET", "/v1/nothing", None, None, 404, ""),
    ("wrong method", "DELETE", "/v1/health", None, None, 405, ""),
    ("login without fields", "POST", "/v1/login", None, "{}", 400, "user_email"),
    ("login that is no JSON", "POST", "/v1/login", None, "user=x", 400, ""),
    ("login with a wrong password", "POST", "/v1/login", None,
     json.dumps({"user_email": harness.EMAIL, "user_password": "wrong"}), 401, ""),
    ("login of nobody", "POST", "/v1/login", None, json.dumps({"user_email": "nobody@x", "user_password": "wrong"}), 401, ""),
    ("query without credentials", "POST", "/v1/meta/export/query", None, json.dumps(stage()), 401, ""),
    ("query with an ingest token", "POST", "/v1/meta/export/query", {"Authorization": f"Bearer {INGEST_TOKEN}"}, json.dumps(stage()), 401, ""),
    ("query with a wrong key", "POST", "/v1/meta/export/query", {"Authorization": f"Bearer {TENANT} wrong"}, json.dumps(stage()), 401, ""),
    ("query of another tenant", "POST", "/v1/meta/export/query", {"Authorization": "Bearer 999 KEY"}, json.dumps(stage()), 401, ""),
    ("query that is no JSON", "POST", "/v1/meta/export/query", "key", "{", 400, "byte 2"),
    ("query without stages", "POST", "/v1/meta/export/query", "key", "{}", 400, "query"),
    ("query body over 1 MiB", "POST", "/v1/meta/export/query", "key", json.dumps(stage("x" * (2 * MIB))), 413, ""),
    ("three time parameters", "POST", "/v1/meta/export/query?interval=1h&startTime=2024-01-01T00:00:00Z&endTime=2024-01-02T00:00:00Z",
     "key", json.dumps(stage()), 400, "at most two"),
    ("interval zero", "POST", "/v1/meta/export/query?interval=0s", "key", json.dumps(stage()), 400, "interval"),
    ("start that is no time", "POST", "/v1/meta/export/query?startTime=yesterday", "key", json.dumps(stage()), 400, "startTime"),
    ("end before start", "POST", "/v1/meta/export/query?startTime=2024-01-02T00:00:00Z&endTime=2024-01-01T00:00:00Z", "key",
     json.dumps(stage()), 400, "empty"),
    ("dataset id that is no number", "POST", "/v1/meta/export/query", "key",
     json.dumps({"query": {"stages": [{"input": [{"datasetId": "abc"}]}]}}), 400, "ObjectId"),
    ("unknown dataset", "POST", "/v1/meta/export/query", "key",
     json.dumps({"query": {"stages": [{"input": [{"datasetId": "1"}]}]}}), 404, ""),
    ("unknown dataset path", "POST", "/v1/meta/export/query", "key",
     json.dumps({"query": {"stages": [{"input": [{"datasetPath": "Default.Nothing"}]}]}}), 404, ""),
    ("unknown output stage", "POST", "/v1/meta/export/query", "key",
     json.dumps({"query": {**stage()["query"], "outputStage": "z"}}), 400, "z"),
    ("unknown verb", "POST", "/v1/meta/export/query", "key", json.dumps(stage("filtr x = 1")), 400, 'unknown verb "filtr"'),
    ("unknown column", "POST", "/v1/meta/export/query", "key", json.dumps(stage("filter severty = 1")), 400,
     'the field "severty" does not exist among fields [BUNDLE_TIMESTAMP'),
    ("unknown function", "POST", "/v1/meta/export/query", "key", json.dumps(stage("make_col a:lowr(\"x\")")), 400, 'unknown function "lowr"'),
    ("wrong argument type", "POST", "/v1/meta/export/query", "key", json.dumps(stage("make_col a:lower(OBSERVATION_INDEX)")), 400,
     "must be of type string"),
    ("aggregate outside an aggregation", "POST", "/v1/meta/export/query", "key", json.dumps(stage("make_col a:sum(OBSERVATION_INDEX)")), 400,
     "is not accepted in the current context"),
    ("broken expression", "POST", "/v1/meta/export/query", "key", json.dumps(stage("filter (a = ")), 400, ""),
    ("expression too deep", "POST", "/v1/meta/export/query", "key", json.dumps(stage("filter " + "(" * 5000 + "true" + ")" * 5000)), 400, ""),
]


def send(service, case, key):
    name, method, path, headers, body, _, _ = case
    all_headers = dict(headers) if isinstance(headers, dict) else {}
    if headers == "key":
        all_headers["Authorization"] = f"Bearer {TENANT} {key}"
    all_headers = {field: value.replace("KEY", key) for field, value in all_headers.items()}
    if path.startswith("/v1/http") and "Authorization" not in all_headers and "service_token" not in path and name != "no credentials":
        all_headers["Authorization"] = f"Bearer {INGEST_TOKEN}"
    if name == "body over 10 MiB":
        body = body * (11 * 1024)
    if body == "BOMB":
        body = gzip.compress(b"0123456789abcde\n" * (4 * MIB), 9)
    if isinstance(body, str):
        body = body.replace("DATASET", str(service.ready["datasetId"])).encode()
    return request(service.ready["http"], method, path, body, all_headers)


def check_answer(case, answer):
    name, _, _, _, _, status, part = case
    check(answer.status == status, f"{name}: status {answer.status}, expected {status}: {answer.body[:300]!r}")
    check(answer.headers["Content-Type"] == "application/json", f"{name}: content type {answer.headers['Content-Type']}")
    check(answer.body.startswith(b'{"ok":false,"message":"') and b"\n" not in answer.body, f"{name}: shape of {answer.body[:300]!r}")
    message = answer.json()["message"]
    check(message and part in message, f"{name}: {part!r} is not in {message!r}")
    check(TOKEN_SECRET not in message, f"{name}: the answer shows a secret")


def malformed_requests_are_refused_and_leave_nothing_behind():
    cases = COLLECT + API
    check(len(cases) >= 40, "the table became short")
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        for case in cases:  # once to warm up every path
            check_answer(case, send(service, case, client.key))
        before = service.resident_kib()
        for _ in range(3):
            for case in cases:
                check_answer(case, send(service, case, client.key))
        after = service.resident_kib()
        check(after < before + 64 * 1024, f"resident memory grew from {before} to {after} KiB")
        check(request(service.ready["http"], "GET", "/v1/health").status == 200, "health")
        check(client.count(dataset) == 0, "a refused request stored something")
        check(client.ingest('{"fine":true}').status == 200, "ingest after bad input")
        wait_until(lambda: client.count(dataset) == 1, 10, "the good observation is visible")
        print(f"        {len(cases)} malformed requests, resident {before} KiB before and {after} KiB after")


harness.run(malformed_requests_are_refused_and_leave_nothing_behind)
