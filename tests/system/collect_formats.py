"""Every wire format on a running service: payload in, export out, values equal; limits to the byte; a bomb of ten gigabytes."""

import base64
import csv
import gzip
import io
import json
import math
import pathlib
import random
import subprocess
import xml.sax.saxutils
import zlib

import harness
from harness import INGEST_TOKEN, check, request, wait_until
from wire_formats import any_value, msgpack, otlp, remote_write, snappy

MIB = 1024 * 1024
TOKEN = {"Authorization": f"Bearer {INGEST_TOKEN}"}


def post(service, path, body, content_type, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return request(service.ready["http"], "POST", path, body, {**TOKEN, "Content-Type": content_type, **named}, timeout=120)


def export(client, dataset, condition, count):
    """The rows that fulfil the condition, in their order, once there are `count` of them."""
    def rows():
        answer = client.query(f"filter {condition}", dataset, accept="application/x-ndjson")
        check(answer.status == 200, f"export: {answer.status} {answer.body[:300]!r}")
        found = [json.loads(line) for line in answer.body.splitlines()]
        return found if len(found) == count else None

    found = wait_until(rows, 20, f"{count} rows where {condition}") if count else []
    return sorted(found, key=lambda row: (row["BUNDLE_ID"], int(row["OBSERVATION_INDEX"])))


def formats_of_http_land_as_described(service, client, dataset):
    event = [[1694498816.5, {}], {"log": "x"}]
    cases = [
        ("application/msgpack", {}, msgpack([{"a": 1, "b": b"\x00\x01"}, {"c": None}]), [{"a": 1, "b": "AAE="}, {"c": None}]),
        ("application/x-msgpack", {}, msgpack({"a": [1.5, True]}) + msgpack("x"), [{"a": [1.5, True]}, {"text": "x"}]),
        ("application/msgpack", {"X_Observe_Decoder": "fluent"}, msgpack(event) + msgpack([5, {"log": "y"}]),
         [{"log": "x", "date": 1694498816.5}, {"log": "y", "date": 5}]),
        ("application/json", {"X_Observe_Decoder": "nested"}, b'{"host":"h","metrics":[{"a":1},{"b":2}]}',
         [{"a": 1, "host": "h"}, {"b": 2, "host": "h"}]),
        ("application/xml", {}, "<e x='1'><m>ü &amp; y</m><t>1</t><t>2</t></e>".encode(), [{"e": {"@x": "1", "m": "ü & y", "t": ["1", "2"]}}]),
        ("application/json", {"Content_Encoding": "deflate"}, zlib.compress(b'{"z":1}'), [{"z": 1}]),
        ("application/json", {"Content_Encoding": "br"}, brotli(b'{"br":1}'), [{"br": 1}]),
        ("application/json", {"Content_Encoding": "zstd"}, zstd(b'{"zstd":1}'), [{"zstd": 1}]),
    ]
    for i, (content_type, headers, body, expected) in enumerate(cases):
        answer = post(service, f"/v1/http/formats/{i}", body, content_type, **headers)
        check(answer.status == 200 and answer.json() == {"ok": True}, f"format {i}: {answer.status} {answer.body!r}")
        rows = export(client, dataset, f'string(EXTRA.path) = "/formats/{i}"', len(expected))
        check([row["FIELDS"] for row in rows] == expected, f"format {i}: {rows}")
    for path, body, content_type in [("/v1/http", b"<a>", "application/xml"), ("/v1/http", b"\xc1", "application/msgpack")]:
        answer = post(service, path, body, content_type)
        check(answer.status == 400 and answer.json()["message"].startswith("malformed"), f"{body!r}: {answer.status} {answer.body!r}")


def brotli(data):
    script = "process.stdout.write(require('zlib').brotliCompressSync(require('fs').readFileSync(0)))"
    return subprocess.run(["node", "-e", script], input=data, capture_output=True, check=True).stdout


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


LOGS = """resource_logs { resource { attributes { key: "service.name" value { string_value: "checkout" } } } scope_logs { scope { name: "lib" }
  log_records { time_unix_nano: 1700000000123456789 severity_number: SEVERITY_NUMBER_WARN body { string_value: "one" }
    trace_id: "\\001\\002\\253\\377\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000" attributes { key: "n" value { int_value: -9223372036854775808 } } }
  log_records { body { kvlist_value { values { key: "a" value { bytes_value: "\\000\\001" } } } } } } }"""
SPANS = """resource_spans { scope_spans { spans { name: "GET /" kind: SPAN_KIND_SERVER span_id: "01234567" start_time_unix_nano: 1 end_time_unix_nano: 2
  events { name: "e" time_unix_nano: 3 } status { code: STATUS_CODE_ERROR message: "no" } } } }"""
METRICS = """resource_metrics { scope_metrics { metrics { name: "requests" sum { is_monotonic: true aggregation_temporality: AGGREGATION_TEMPORALITY_CUMULATIVE
  data_points { as_int: 5 } data_points { as_double: nan } } }
  metrics { name: "h" histogram { data_points { count: 3 sum: 1.5 bucket_counts: [1, 2] explicit_bounds: [0.5] } } } } }"""


def otlp_lands_as_described(service, client, dataset):
    resource, scope = {"attributes": {"service.name": "checkout"}}, {"name": "lib"}
    logs = [{"logs": {"time_unix_nano": 1700000000123456789, "severity_number": 13, "body": "one", "attributes": {"n": -2**63},
                      "trace_id": "0102abff000000000000000000000000"}, "resource": resource, "scope": scope},
            {"logs": {"body": {"a": "AAE="}}, "resource": resource, "scope": scope}]
    spans = [{"spans": {"name": "GET /", "kind": 2, "span_id": "3031323334353637", "start_time_unix_nano": 1, "end_time_unix_nano": 2,
                        "events": [{"name": "e", "time_unix_nano": 3}], "status": {"code": 2, "message": "no"}}}]
    total = {"name": "requests", "type": "sum", "is_monotonic": True, "aggregation_temporality": 2}
    metrics = [{"metrics": {**total, "value": 5}}, {"metrics": {**total, "value": "NaN"}},
               {"metrics": {"name": "h", "type": "histogram", "count": 3, "sum": 1.5, "bucket_counts": [1, 2], "explicit_bounds": [0.5]}}]
    cases = [("logs", LOGS, "otellogs", logs), ("traces", SPANS, "oteltraces", spans), ("metrics", METRICS, "otelmetrics", metrics)]
    for signal, text, kind, expected in cases:
        body = otlp(signal, text)
        for base, coding, coded in [("v2", "gzip", gzip.compress(body)), ("v1", "zstd", zstd(body))]:
            answer = post(service, f"/{base}/otel/v1/{signal}?from={base}", coded, "application/x-protobuf", Content_Encoding=coding)
            check(answer.status == 200 and answer.body == b"", f"{signal}: {answer.status} {answer.body!r}")
            check(answer.headers["Content-Type"] == "application/x-protobuf", f"{signal}: {answer.headers}")
            rows = export(client, dataset, f'OBSERVATION_KIND = "{kind}" and string(EXTRA.from) = "{base}"', len(expected))
            check([row["FIELDS"] for row in rows] == expected, f"{signal}: {[row['FIELDS'] for row in rows]}")
    found = client.rows('filter OBSERVATION_KIND = "otellogs"\nmake_col service:string(FIELDS.resource.attributes."service.name"), '
                        "severity:int64(FIELDS.logs.severity_number)\nstatsby lines:count(), group_by(service, severity)", dataset)
    check(sorted((row["service"], row["severity"], row["lines"]) for row in found) == [("checkout", "", "2"), ("checkout", "13", "2")], f"a query: {found}")
    answer = post(service, "/v1/kubernetes/v1/entity", zstd(otlp("logs", LOGS)), "application/x-protobuf", Content_Encoding="zstd")
    check(answer.status == 200, f"entity: {answer.status} {answer.body!r}")
    check(len(export(client, dataset, 'OBSERVATION_KIND = "entity"', 2)) == 2, "entity events")
    answer = post(service, "/v2/otel/v1/logs", b"{", "application/json")
    check(answer.status == 400 and answer.json()["code"] == 3, f"malformed: {answer.status} {answer.body!r}")


def remote_write_lands_as_described(service, client, dataset):
    labels = 'labels { name: "__name__" value: "up" } labels { name: "job" value: "node" }'
    body = snappy(remote_write(f"""timeseries {{ {labels} samples {{ value: 1 timestamp: 1700000000000 }} samples {{ value: 0.25 timestamp: 1600000000000 }} }}
      timeseries {{ labels {{ name: "__name__" value: "down" }} samples {{ value: nan timestamp: 1 }} }}
      metadata {{ type: GAUGE metric_family_name: "up" help: "whether" }}"""))
    answer = post(service, "/v1/prometheus?clusterUid=c1", body, "application/x-protobuf", Content_Encoding="snappy",
                  X_Prometheus_Remote_Write_Version="0.1.0")
    check(answer.status in (200, 204) and answer.body == b"", f"{answer.status} {answer.body!r}")
    rows = export(client, dataset, 'OBSERVATION_KIND = "prometheus"', 4)
    up = {"__name__": "up", "job": "node", "clusterUid": "c1"}
    check([(row["EXTRA"], row["FIELDS"]) for row in rows] == [
        (up, {"value": 1.0, "timestamp": 1700000000000}), (up, {"value": 0.25, "timestamp": 1600000000000}),
        ({"__name__": "down", "clusterUid": "c1"}, {"value": "NaN", "timestamp": 1}),
        ({"__name__": "up", "clusterUid": "c1"}, {"metadata": {"type": "gauge", "help": "whether", "unit": ""}})], f"{rows}")
    total = client.rows('filter OBSERVATION_KIND = "prometheus" and string(EXTRA.job) = "node" | '
                        "statsby total:sum(float64(FIELDS.value)), n:count(), group_by(metric:string(EXTRA.__name__))", dataset)
    check([(row["metric"], float(row["total"]), row["n"]) for row in total] == [("up", 1.25, "2")], f"the labels in a query: {total}")
    answer = post(service, "/v1/prometheus", body, "application/x-protobuf;proto=io.prometheus.write.v2.Request", Content_Encoding="snappy")
    check(answer.status == 415, f"remote write 2.0: {answer.status}")


def other_forwarders_land_as_described(service, client, dataset):
    answer = post(service, "/v1/elastic/_bulk", b'{"index":{"_index":"logs"}}\n{"n":1}\n{"create":{"_id":"7"}}\n{"n":2}\n', "application/x-ndjson")
    check(answer.status == 200 and [item for entry in answer.json()["items"] for item in entry] == ["index", "create"], f"bulk: {answer.body!r}")
    rows = export(client, dataset, 'OBSERVATION_KIND = "elastic"', 2)
    check([(row["EXTRA"], row["FIELDS"]) for row in rows] == [({"_index": "logs"}, {"n": 1}), ({"_id": "7"}, {"n": 2})], f"bulk: {rows}")
    records = [{"data": base64.b64encode(data).decode()} for data in (b'{"n":3}', gzip.compress(b'{"n":4}{"n":5}'), b"text")]
    headers = {"Content-Type": "application/json", "X-Amz-Firehose-Access-Key": INGEST_TOKEN}
    answer = request(service.ready["http"], "POST", "/v1/kinesis", json.dumps({"requestId": "r1", "records": records}), headers)
    check(answer.status == 200 and answer.json()["requestId"] == "r1", f"kinesis: {answer.status} {answer.body!r}")
    rows = export(client, dataset, 'OBSERVATION_KIND = "kinesis"', 4)
    check([row["FIELDS"] for row in rows] == [{"n": 3}, {"n": 4}, {"n": 5}, {"text": "text"}], f"kinesis: {rows}")


def odd_value(source, depth=0):
    texts = ["", "plain", 'quote"back\\slash', "line\nfeed\t\u0001", "ä😀", "x" * 300]
    numbers = [0, 1, -1, 2**63 - 1, -2**63, 2**53 + 1, 0.0, 1.5, -1e308, 5e-324, 0.1, 1e21, math.nan, math.inf, -math.inf]
    choice = source.randrange(7 if depth < 6 else 4)
    if choice < 2:
        return source.choice(texts)
    if choice == 2:
        return source.choice(numbers)
    if choice == 3:
        return source.choice([None, True, False])
    if choice == 4:
        return [odd_value(source, depth + 1) for _ in range(source.randrange(4))]
    return {f"k{source.randrange(5)}{source.choice(['', '.', 'ü'])}": odd_value(source, depth + 1) for _ in range(source.randrange(4))}


def as_stored(value):
    """JSON has no word for three numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list):
        return [as_stored(v) for v in value]
    return {k: as_stored(v) for k, v in value.items()} if isinstance(value, dict) else value


def a_thousand_odd_values_survive(service, client, dataset):
    source = random.Random(42)
    values = [{"n": i, "v": odd_value(source)} for i in range(1000)]
    stored = [as_stored(value) for value in values]
    records = [{"attributes": [{"key": "n", "value": any_value(v["n"])}, {"key": "v", "value": any_value(v["v"])}]} for v in values]
    requests = [
        ("/v1/http/odd/ndjson", "\n".join(map(json.dumps, stored)).encode(), "application/x-ndjson", 'string(EXTRA.path) = "/odd/ndjson"',
         lambda fields: fields),
        ("/v1/http/odd/msgpack", msgpack(values), "application/msgpack", 'string(EXTRA.path) = "/odd/msgpack"', lambda fields: fields),
        ("/v2/otel/v1/logs?odd=1", json.dumps({"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}).encode(), "application/json",
         'string(EXTRA.odd) = "1"', lambda fields: fields["logs"]["attributes"]),
    ]
    for path, body, content_type, condition, pick in requests:
        answer = post(service, path, body, content_type)
        check(answer.status == 200, f"{path}: {answer.status} {answer.body!r}")
        found = [pick(row["FIELDS"]) for row in export(client, dataset, condition, len(values))]
        wrong = [(f, s) for f, s in zip(found, stored) if f != s]
        check(not wrong, f"{path}: {len(wrong)} values differ, for instance {wrong[:1]}")


def proto_text(text):
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"'


def a_thousand_odd_texts_and_numbers_survive(service, client, dataset):
    source = random.Random(7)
    alphabet = ["a", '"', ",", "\n", "\r\n", "\\", "ä", "😀", " ", "=", "<", "&", "]]>", "'"]
    texts = ["x" + "".join(source.choices(alphabet, k=source.randrange(1, 9))) + "x" for _ in range(1000)]
    numbers = [source.choice([0.0, 1.0, -1e308, 5e-324, 0.1, 1e21, math.inf, -math.inf, source.random(), float(source.randrange(2**53))]) for _ in texts]

    table = io.StringIO()
    csv.writer(table).writerows([["i", "text"], *([i, text] for i, text in enumerate(texts))])
    answer = post(service, "/v1/http/odd/csv", table.getvalue().encode(), "text/csv")
    check(answer.status == 200, f"CSV: {answer.status} {answer.body!r}")
    found = [row["FIELDS"] for row in export(client, dataset, 'string(EXTRA.path) = "/odd/csv"', 1000)]
    check(found == [{"i": str(i), "text": text} for i, text in enumerate(texts)], "CSV")

    # XML knows one kind of line end.
    elements = "".join(f"<t>{xml.sax.saxutils.escape(text)}</t>" for text in texts)
    answer = post(service, "/v1/http/odd/xml", f"<all>{elements}</all>".encode(), "application/xml")
    check(answer.status == 200, f"XML: {answer.status} {answer.body!r}")
    found = export(client, dataset, 'string(EXTRA.path) = "/odd/xml"', 1)[0]["FIELDS"]
    check(found == {"all": {"t": [text.replace("\r\n", "\n") for text in texts]}}, "XML")

    series = "".join(f'timeseries {{ labels {{ name: "__name__" value: "odd" }} labels {{ name: "text" value: {proto_text(text)} }} '
                     f"samples {{ value: {number!r} timestamp: {i - 500} }} }}\n" for i, (text, number) in enumerate(zip(texts, numbers)))
    answer = post(service, "/v1/prometheus", snappy(remote_write(series)), "application/x-protobuf", Content_Encoding="snappy")
    check(answer.status == 200, f"remote write: {answer.status} {answer.body!r}")
    rows = export(client, dataset, 'string(EXTRA.__name__) = "odd"', 1000)
    wrong = [(row["EXTRA"], row["FIELDS"], i) for i, row in enumerate(rows) if row["EXTRA"] != {"__name__": "odd", "text": texts[i]} or
             row["FIELDS"] != {"value": as_stored(numbers[i]), "timestamp": i - 500}]
    check(not wrong, f"remote write: {len(wrong)} samples differ, for instance {wrong[:1]}")


def limits_hold_to_the_byte(service, client, dataset):
    def observation(size):
        return b'{"a":"' + b"x" * (size - 8) + b'"}'

    def body(size):
        line = observation(MIB - 1) + b"\n"
        return line * (size // MIB - 1) + observation(MIB + size % MIB)

    def lines(size):
        line = b'{"a":1}\n'
        return line * (size // len(line)) + b" " * (size % len(line))

    cases = [
        ("observation", observation(4 * MIB), {}, 200), ("observation and one", observation(4 * MIB + 1), {}, 413),
        ("body", body(10 * MIB), {}, 200), ("body and one", body(10 * MIB + 1), {}, 413),
        ("decoded", gzip.compress(lines(50 * MIB), 1), {"Content_Encoding": "gzip"}, 200),
        ("decoded and one", gzip.compress(lines(50 * MIB + 1), 1), {"Content_Encoding": "gzip"}, 413),
        ("compressed observation", gzip.compress(observation(4 * MIB)), {"Content_Encoding": "gzip"}, 200),
        ("compressed observation and one", gzip.compress(observation(4 * MIB + 1)), {"Content_Encoding": "gzip"}, 413),
        ("bulk", b'{"index":{}}\n' + observation(4 * MIB - 13), {}, 200), ("bulk and one", b'{"index":{}}\n' + observation(4 * MIB - 12), {}, 413),
    ]
    for name, data, headers, status in cases:
        path = "/v1/elastic/_bulk" if name.startswith("bulk") else "/v1/http/limits"
        answer = post(service, path, data, "application/x-ndjson", **headers)
        check(answer.status == status, f"{name}, {len(data)} bytes: {answer.status} {answer.body[:200]!r}")


def memory_kib(service, name):
    for line in pathlib.Path(f"/proc/{service.process.pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def a_bomb_is_harmless():
    """Ten megabytes that are ten gigabytes and more: members of a hundred megabytes of blanks, one after the other."""
    bombs = {}
    for coding, compress in (("gzip", lambda data: gzip.compress(data, 9)), ("zstd", zstd)):
        member = compress(b" " * (100 * MIB))
        bombs[coding] = member * (10 * MIB // len(member))
        check(9 * MIB < len(bombs[coding]) <= 10 * MIB, f"the bomb has {len(bombs[coding])} bytes")
    with harness.workspace() as directory, harness.service(directory) as service:
        # Whatever grows with first use has grown: one body of every size on the way, landed and queried.
        for size in (1, 4, 10):
            post(service, "/v1/http/warm", b" " * (size * MIB - 2) + b"{}", "application/json")
        client = harness.Client(service.ready["http"]).login()
        export(client, service.ready["datasetId"], 'string(EXTRA.path) = "/warm"', 3)
        targets = [("/v1/http", "application/json", "gzip"), ("/v1/http", "application/json", "zstd"),
                   ("/v2/otel/v1/logs", "application/x-protobuf", "gzip"), ("/v1/prometheus", "application/x-protobuf", "gzip")]
        for path, content_type, coding in targets:
            pathlib.Path(f"/proc/{service.process.pid}/clear_refs").write_text("5")  # the peak begins anew
            memory, cpu = memory_kib(service, "VmRSS:"), service.cpu_seconds()
            answer = post(service, path, bombs[coding], content_type, Content_Encoding=coding)
            check(answer.status == 413, f"{path}: {answer.status} {answer.body!r}")
            grown, spent = memory_kib(service, "VmHWM:") - memory, service.cpu_seconds() - cpu
            print(f"        {path} in {coding}: {grown / 1024:.0f} MiB, {spent:.2f} CPU-seconds")
            check(grown <= 64 * 1024, f"{path}: {grown} KiB more")
            check(spent <= 1, f"{path}: {spent} CPU-seconds")


def every_format():
    scenarios = (formats_of_http_land_as_described, otlp_lands_as_described, remote_write_lands_as_described,
                 other_forwarders_land_as_described, a_thousand_odd_values_survive,
                 a_thousand_odd_texts_and_numbers_survive, limits_hold_to_the_byte)
    with harness.workspace() as directory, harness.service(directory) as service:
        client = harness.Client(service.ready["http"]).login()
        for scenario in scenarios:
            scenario(service, client, service.ready["datasetId"])
            print(f"        {scenario.__name__}", flush=True)


harness.run(every_format, a_bomb_is_harmless)
