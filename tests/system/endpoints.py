"""The HTTP contract on a running service: formats, encodings, credentials in every form, tags, cancelled queries."""

import base64
import gzip
import http.client
import json
import socket
import subprocess
import threading
import time
import urllib.parse

import harness
from harness import INGEST_TOKEN, TENANT, Client, check, request, wait_until

TOKEN_ID, TOKEN_SECRET = INGEST_TOKEN.split(":")


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def every_form_of_credentials_is_accepted(service, client, dataset):
    base = service.ready["http"]
    forms = [({"Authorization": f"Bearer {INGEST_TOKEN}"}, ""), ({"Authorization": basic(TOKEN_ID, TOKEN_SECRET)}, ""),
             ({}, f"?service_token={urllib.parse.quote(INGEST_TOKEN)}"), ({"Authorization": f"Bearer {TENANT} {INGEST_TOKEN}"}, ""),
             ({"Authorization": basic(TENANT, INGEST_TOKEN)}, "")]
    for i, (headers, parameters) in enumerate(forms):
        answer = request(base, "POST", f"/v1/http/forms{parameters}", json.dumps({"form": i}), headers)
        check(answer.status == 200 and answer.json() == {"ok": True}, f"form {i}: {answer.status} {answer.body!r}")
        collect = {**headers, "Host": f"{TENANT}.collect.localhost"}
        check(request(base, "GET", f"/{parameters}", None, collect).json()["ok"] is True, f"GET / with form {i}")
    host = {"Host": f"{TENANT}.collect.localhost"}
    check(request(base, "GET", "/v1/unknown", None, host).status == 401, "an unknown path without credentials is 401")
    check(request(base, "GET", "/v1/unknown", None, {**host, **forms[0][0]}).status == 404, "an unknown path with credentials is 404")

    def rows():
        found = client.rows('filter string(EXTRA.path) = "/forms" | make_col f:int64(FIELDS.form) | sort asc(f) | '
                            "pick_col BUNDLE_TIMESTAMP, f, DATASTREAM_TOKEN_ID, EXTRA", dataset)
        return found if len(found) == len(forms) else None

    for row in wait_until(rows, 10, "the five forms are visible"):
        check(row["DATASTREAM_TOKEN_ID"] == TOKEN_ID, f"token id {row}")
        check(json.loads(row["EXTRA"]) == {"path": "/forms"}, f"service_token became a tag: {row}")


def every_format_lands_as_described(service, client, dataset):
    cases = [
        ("application/json", b'{"a":1}', [{"a": 1}]),
        ("application/json; charset=utf-8", b'[{"a":1},{"a":"x"}]', [{"a": 1}, {"a": "x"}]),
        ("application/json", b'{"a":1} {"a":2}\n{"a":3}', [{"a": 1}, {"a": 2}, {"a": 3}]),
        (None, b'{"deep":{"b":[1,2,{"c":null}]},"s":"\\u00fc\\n"}', [{"deep": {"b": [1, 2, {"c": None}]}, "s": "ü\n"}]),
        ("application/x-ndjson", b'{"a":1}\n\n{"a":9007199254740993}\n', [{"a": 1}, {"a": 9007199254740993}]),
        ("text/csv", b'name,n\r\n"a ""b""",1\r\n,2\r\n', [{"name": 'a "b"', "n": "1"}, {"n": "2"}]),
        ("text/plain", "ein\nzwei ü".encode(), [{"text": "ein"}, {"text": "zwei ü"}]),
        ("application/json", b"", []), ("application/json", b"[]", []), ("application/json", b'"scalar"', [{"text": "scalar"}]),
    ]
    for i, (content_type, body, _) in enumerate(cases):
        headers = {"Authorization": f"Bearer {INGEST_TOKEN}", **({"Content-Type": content_type} if content_type else {})}
        answer = request(service.ready["http"], "POST", f"/v1/http/format/{i}?env=test&env=prod&x=a%20b", body, headers)
        check(answer.status == 200, f"format {i}: {answer.status} {answer.body!r}")
    expected_rows = sum(len(expected) for _, _, expected in cases)

    def all_rows():
        answer = client.query('filter starts_with(string(EXTRA.path), "/format/")', dataset, accept="application/x-ndjson")
        found = [json.loads(line) for line in answer.body.splitlines()]
        return found if len(found) == expected_rows else None

    by_path = {}
    for row in wait_until(all_rows, 10, f"{expected_rows} rows are visible"):
        check(row["OBSERVATION_KIND"] == "http", f"kind: {row}")
        check(row["EXTRA"]["env"] == "prod" and row["EXTRA"]["x"] == "a b", f"tags: {row['EXTRA']}")
        by_path.setdefault(row["EXTRA"]["path"], []).append((int(row["OBSERVATION_INDEX"]), row["FIELDS"]))
    for i, (_, body, expected) in enumerate(cases):
        found = [fields for _, fields in sorted(by_path.get(f"/format/{i}", []), key=lambda pair: pair[0])]
        check(found == expected, f"format {i} {body!r}: {found}")


def bodies_may_be_compressed_chunked_and_announced(service, client, dataset):
    token = {"Authorization": f"Bearer {INGEST_TOKEN}"}
    lines = b'{"kind":"coded"}\n' * 100
    zstd = subprocess.run(["zstd", "-qc"], input=lines, capture_output=True, check=True).stdout
    for encoding, body in (("gzip", gzip.compress(lines)), ("zstd", zstd), ("identity", lines)):
        answer = client.ingest(body, headers={"Content-Encoding": encoding})
        check(answer.status == 200, f"{encoding}: {answer.status} {answer.body!r}")
    url = urllib.parse.urlsplit(service.ready["http"])
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    pieces = (lines[i:i + 37] for i in range(0, len(lines), 37))
    connection.request("POST", "/v1/http", body=pieces, headers={**token, "Content-Type": "application/x-ndjson"}, encode_chunked=True)
    check(connection.getresponse().status == 200, "chunked body")
    connection.close()
    with socket.create_connection((url.hostname, url.port), 30) as plain:
        plain.sendall(b"POST /v1/http HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + INGEST_TOKEN.encode() +
                      b"\r\nContent-Type: application/x-ndjson\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(lines))
        check(plain.recv(1024).startswith(b"HTTP/1.1 100"), "100-continue")
        plain.sendall(lines)
        check(plain.recv(1024).startswith(b"HTTP/1.1 200"), "answer after 100-continue")
    wait_until(lambda: len(client.rows('filter string(FIELDS.kind) = "coded"', dataset)) == 500, 10, "500 rows are visible")


def a_query_ends_when_its_client_leaves(service, client, dataset):
    body = b"".join(b'{"big":%d,"pad":"%s"}\n' % (i, b"x" * 200) for i in range(30_000))
    for _ in range(5):
        check(client.ingest(body).status == 200, "ingest")
    wait_until(lambda: int(client.rows("filter not is_null(int64(FIELDS.big)) | statsby n:count(), group_by()", dataset)[0]["n"]) == 150_000, 60,
               "150,000 rows are visible")
    url = urllib.parse.urlsplit(service.ready["http"])
    stage = {"input": [{"inputName": "_", "datasetId": dataset}], "stageID": "m", "pipeline": ""}
    text = json.dumps({"query": {"stages": [stage]}}).encode()
    head = (f"POST /v1/meta/export/query?interval=1h HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TENANT} {client.key}\r\n"
            f"Content-Length: {len(text)}\r\n\r\n").encode()
    resident = service.resident_kib()
    for _ in range(20):  # more than may run at once: each must free its place
        with socket.create_connection((url.hostname, url.port), 30) as connection:
            connection.sendall(head + text)
            check(connection.recv(64).startswith(b"HTTP/1.1 200"), "a streamed answer begins")
    started = time.monotonic()
    rows = client.query("", dataset, accept="application/x-ndjson").body.count(b"\n")
    check(rows >= 150_000, f"rows of a complete answer: {rows}")
    check(time.monotonic() - started < 60, "a query waited for the abandoned ones")
    grown = service.resident_kib() - resident
    check(grown < 512 * 1024, f"resident memory grew by {grown} KiB")


def an_acknowledged_observation_is_visible_soon(service, client, dataset):
    delays = []
    for i in range(30):
        check(client.ingest(json.dumps({"probe": i})).status == 200, "ingest")
        acknowledged = time.monotonic()
        wait_until(lambda: client.rows(f"filter int64(FIELDS.probe) = {i}", dataset), 10, f"probe {i} is visible")
        delays.append(time.monotonic() - acknowledged)
    delays.sort()
    print(f"        visible after {delays[15] * 1000:.0f} ms (p50), {delays[-1] * 1000:.0f} ms (longest of 30)")


def many_clients_at_once(service, client, dataset):
    statuses = []

    def work(worker):
        for i in range(25):
            statuses.append(client.ingest(json.dumps({"worker": worker, "i": i})).status)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(statuses == [200] * 400, "a request of many was refused")
    wait_until(lambda: len(client.rows("filter not is_null(int64(FIELDS.worker))", dataset)) == 400, 10, "400 rows are visible")


def metrics_are_shown(service, *_):
    answer = request(service.ready["http"], "GET", "/metrics")
    check(answer.status == 200 and b"opalite_" in answer.body, f"metrics: {answer.status}")
    check(TOKEN_SECRET.encode() not in answer.body, "metrics show a secret")


def the_language_reference_is_served(service, client, _):
    base = service.ready["http"]
    check(request(base, "GET", "/v1/opal/reference").status == 401, "the reference needs credentials")
    answer = request(base, "GET", "/v1/opal/reference", None, {"Authorization": f"Bearer {client.tenant} {client.key}"})
    check(answer.status == 200, f"reference: {answer.status} {answer.body!r}")
    verbs = {verb["name"]: verb for verb in answer.json()["verbs"]}
    check(verbs["filter"]["inputKinds"] == ["Event", "Interval", "Resource", "Table"], f"filter: {verbs['filter']}")
    check(any(f["name"] == "strlen" for f in answer.json()["functions"]), "strlen is not in the reference")


def the_contract():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        for part in (every_form_of_credentials_is_accepted, every_format_lands_as_described,
                     bodies_may_be_compressed_chunked_and_announced, many_clients_at_once,
                     an_acknowledged_observation_is_visible_soon, a_query_ends_when_its_client_leaves, metrics_are_shown,
                     the_language_reference_is_served):
            try:
                part(service, client, service.ready["datasetId"])
            except harness.Failure as failure:
                raise harness.Failure(f"{part.__name__}: {failure}\n{service.tail()}") from None
            print(f"        {part.__name__}")


def secrets_stay_out_of_logs_and_files():
    with harness.workspace() as directory:
        with harness.service(directory) as service:
            client = Client(service.ready["http"]).login()
            client.ingest('{"a":1}')
            key = client.key
        found = []
        for file in directory.rglob("*"):
            if file.is_file() and file.name != "serve.log":
                content = file.read_bytes()
                found += [str(file) for secret in (harness.PASSWORD, TOKEN_SECRET, key) if secret.encode() in content]
        check(not found, f"a secret is stored in {found}")
        check(harness.PASSWORD not in (directory / "serve.log").read_text(), "a given password is printed")


harness.run(the_contract, secrets_stay_out_of_logs_and_files)
