"""Typed datasets: what arrives as OpenTelemetry and Prometheus becomes columns, with the times of the records."""

import calendar
import json
import time
from decimal import Decimal

import harness
import wire_formats
from harness import check, wait_until

SECOND = 1_000_000_000
HEX = {"traceId", "spanId", "parentSpanId"}
NUMBERS = {"intValue", "asInt", "count", "zeroCount", "bucketCounts"}  # 64-bit integers are texts in JSON
TRACE, SPAN, CHILD = "0af7651916cd43dd8448eb211c80319c", "00f067aa0ba902b7", "b7ad6b7169203331"
SWITCHES = ("otelLogs", "otelMetrics", "otelTrace", "prometheus")


def proto_text(message, indent=""):
    """The text form of protobuf for what OTLP's JSON says."""
    lines = []
    for key, value in message.items():
        name = "".join("_" + c.lower() if c.isupper() else c for c in key)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                lines.append(f"{indent}{name} {{\n{proto_text(each, indent + '  ')}{indent}}}\n")
            elif key in HEX:
                lines.append(f'{indent}{name}: "' + "".join(f"\\x{each[i:i + 2]}" for i in range(0, len(each), 2)) + '"\n')
            elif isinstance(each, bool):
                lines.append(f"{indent}{name}: {'true' if each else 'false'}\n")
            elif isinstance(each, str) and (key in NUMBERS or key.endswith("UnixNano")):
                lines.append(f"{indent}{name}: {each}\n")
            elif isinstance(each, str):
                lines.append(f"{indent}{name}: {json.dumps(each, ensure_ascii=False)}\n")
            else:
                lines.append(f"{indent}{name}: {each!r}\n")
    return "".join(lines)


def attributes(**values):
    made = []
    for key, value in values.items():
        kind = "boolValue" if isinstance(value, bool) else "intValue" if isinstance(value, int) else \
            "doubleValue" if isinstance(value, float) else "stringValue"
        made.append({"key": key.replace("__", "."), "value": {kind: str(value) if kind == "intValue" else value}})
    return made


def resource(service="shop"):
    return {"attributes": attributes(service__name=service, host__name="h1")}


SCOPE = {"name": "lib", "version": "1.2"}


class Site:
    """One service, where each scenario has datastreams of its own, with a token for each."""

    def __init__(self, service):
        self.client = harness.Client(service.ready["http"]).login()

    def api(self, method, path, body=None, status=200):
        answer = harness.request(self.client.base, method, path, None if body is None else json.dumps(body),
                                 {"Authorization": f"Bearer {harness.TENANT} {self.client.key}", "Content-Type": "application/json"})
        check(answer.status == status, f"{method} {path}: {answer.status} {answer.body!r}")
        return answer.json()

    def stream(self, name, on=SWITCHES):
        made = self.api("POST", "/v1/datastreams", {"name": name, "directWrite": {switch: True for switch in on}}, 201)
        token = self.api("POST", "/v1/ingest-tokens", {"name": name, "datastreamIds": [made["id"]]}, 201)
        made["credential"] = token["credential"]
        made["tokenId"] = token["id"]
        return made

    def send(self, stream, signal, message, form="json", path="/v2/otel/v1/"):
        body = json.dumps(message) if form == "json" else wire_formats.otlp(signal, proto_text(message))
        answer = self.client.ingest(body, "application/json" if form == "json" else "application/x-protobuf", path + signal,
                                    token=stream["credential"])
        check(answer.status == 200, f"{signal}: {answer.status} {answer.body!r}")

    def records(self, dataset, pipeline="", window="interval=1h"):
        answer = self.client.query(pipeline, dataset, window, accept="application/x-ndjson")
        check(answer.status == 200, f"query: {answer.status} {answer.body!r}")
        return [json.loads(line, parse_float=Decimal) for line in answer.body.splitlines()]

    def await_rows(self, dataset, count, window="interval=1h"):
        wait_until(lambda: self.client.count(dataset, window) >= count, 20, f"{count} rows of {dataset}")


def without(record, *names):
    return {key: value for key, value in record.items() if key not in names}


def nanoseconds(text):
    """Of a time as the export shows it."""
    head, _, fraction = text.rstrip("Z").partition(".")
    return calendar.timegm(time.strptime(head, "%Y-%m-%dT%H:%M:%S")) * SECOND + int((fraction + "0" * 9)[:9])


def the_time(value):
    return int(value) if str(value).lstrip("-").isdigit() else nanoseconds(value)


def both_forms(site, name, signal, message):
    """The message as JSON to one datastream and as protobuf to another."""
    streams = [site.stream(f"{name} {form}") for form in ("json", "protobuf")]
    for stream, form in zip(streams, ("json", "protobuf")):
        site.send(stream, signal, message, form)
    return streams


def same_rows(site, datasets, count, order):
    """The rows of both datasets are equal, but for what says where they came from; gives those of the first."""
    found = []
    for dataset in datasets:
        site.await_rows(dataset, count)
        rows = site.records(dataset)
        check(len(rows) == count, f"{count} rows: {rows}")
        for row in rows:
            check(set(row["meta"]) == {"datastream_token_id", "bundle_id", "observation_index", "bundle_timestamp"} | set(row["meta"]) & {"tags"},
                  f"meta: {row['meta']}")
        found.append(sorted(rows, key=order))
    check([without(row, "meta") for row in found[0]] == [without(row, "meta") for row in found[1]],
          f"JSON and protobuf give the same rows:\n{found[0]}\n{found[1]}")
    return found[0]


def log_records(now):
    return [
        {"timeUnixNano": str(now), "observedTimeUnixNano": str(now + 5), "severityNumber": 17, "severityText": "ERROR",
         "body": {"stringValue": "out of \"stock\" ü"}, "attributes": attributes(item="book", n=3, ratio=0.5, sold=True),
         "droppedAttributesCount": 2, "flags": 1, "traceId": TRACE, "spanId": SPAN, "eventName": "stock.out"},
        {"timeUnixNano": "0", "observedTimeUnixNano": str(now + 7), "body": {"intValue": "42"}},
        {"timeUnixNano": str(now + 9), "body": {"kvlistValue": {"values": attributes(a=1, b="x")}}},
        {"body": {"stringValue": "no time at all"}},
    ]


def logs_have_their_columns():
    now = time.time_ns() - 60 * SECOND
    message = {"resourceLogs": [{"resource": resource(), "scopeLogs": [{"scope": SCOPE, "logRecords": log_records(now)}]}]}
    streams = both_forms(SITE, "logs", "logs", message)
    datasets = [stream["directWrite"]["otelLogs"]["datasetId"] for stream in streams]
    for dataset in datasets:
        SITE.await_rows(dataset, 4)
    rows = [SITE.records(dataset) for dataset in datasets]
    # Where a record has no time it has that of its arrival, which is another one for each.
    untimed = [row for each in rows for row in each if row["body"] == "no time at all"]
    check(len(untimed) == 2 and all(the_time(row["timestamp"]) >= now + SECOND for row in untimed), f"arrival: {untimed}")
    timed = [sorted((without(row, "meta") for row in each if row["body"] != "no time at all"), key=lambda row: row["body"]) for each in rows]
    check(timed[0] == timed[1], f"JSON and protobuf: {timed}")
    by_body = {row["body"]: row for row in timed[0]}
    full = by_body['out of "stock" ü']
    check(the_time(full["timestamp"]) == now and the_time(full["observed_timestamp"]) == now + 5, f"times: {full}")
    expected = {"severity_number": 17, "severity_text": "ERROR", "service_name": "shop", "trace_id": TRACE, "span_id": SPAN, "flags": 1,
                "dropped_attributes_count": 2, "event_name": "stock.out",
                "attributes": {"item": "book", "n": 3, "ratio": Decimal("0.5"), "sold": True},
                "resource_attributes": {"service.name": "shop", "host.name": "h1"}, "instrumentation_scope": SCOPE}
    for name, value in expected.items():
        check(plain(full[name]) == value, f"{name}: {full[name]!r}")
    check(the_time(by_body["42"]["timestamp"]) == now + 7, f"the observed time: {by_body['42']}")
    check(plain(by_body["42"]["severity_number"]) == 0 and by_body["42"]["trace_id"] is None, f"what is not set: {by_body['42']}")
    check(json.loads(next(body for body in by_body if body.startswith("{"))) == {"a": 1, "b": "x"}, "an object as text")
    meta = rows[0][0]["meta"]
    check(plain(meta)["datastream_token_id"] == streams[0]["tokenId"], f"the token: {meta}")


def plain(value):
    """64-bit integers may be texts in NDJSON, objects perhaps, too."""
    if isinstance(value, str):
        if value.lstrip("-").isdigit():
            return int(value)
        if value.startswith("{"):
            return json.loads(value, parse_float=Decimal)
    return value


def metric_points(now):
    def number(at, value, **more):
        return {"attributes": attributes(route="/pay"), "startTimeUnixNano": str(now - 600 * SECOND), "timeUnixNano": str(at), **value, **more}

    return [
        {"name": "load", "unit": "1", "description": "how busy", "gauge": {"dataPoints": [number(now, {"asDouble": 1.5}, flags=0)]}},
        {"name": "requests", "unit": "{r}", "sum": {"aggregationTemporality": 2, "isMonotonic": True, "dataPoints": [
            number(now + i * 60 * SECOND, {"asInt": str(100 + 60 * i)}) for i in range(5)]}},
        {"name": "sizes", "unit": "By", "histogram": {"aggregationTemporality": 1, "dataPoints": [
            number(now, {"count": "6", "sum": 21.5, "min": 0.5, "max": 9.0, "bucketCounts": ["1", "2", "3"], "explicitBounds": [1.0, 5.0]})]}},
        {"name": "spread", "exponentialHistogram": {"aggregationTemporality": 2, "dataPoints": [
            number(now, {"count": "4", "sum": 10.0, "scale": 1, "zeroCount": "1", "zeroThreshold": 0.001,
                         "positive": {"offset": 2, "bucketCounts": ["1", "2"]}})]}},
        {"name": "old", "summary": {"dataPoints": [
            number(now, {"count": "9", "sum": 4.5, "quantileValues": [{"quantile": 0.5, "value": 0.25}, {"quantile": 1.0, "value": 2.0}]})]}},
    ]


def metrics_have_their_columns():
    now = (time.time_ns() // (60 * SECOND) - 20) * 60 * SECOND
    message = {"resourceMetrics": [{"resource": resource(), "scopeMetrics": [{"scope": SCOPE, "metrics": metric_points(now)}]}]}
    streams = both_forms(SITE, "metrics", "metrics", message)
    datasets = [stream["directWrite"]["otelMetrics"]["datasetId"] for stream in streams]
    rows = same_rows(SITE, datasets, 9, lambda row: (row["metric"], the_time(row["timestamp"])))
    by_name = {row["metric"]: row for row in rows}
    for row in rows:
        check(the_time(row["start_timestamp"]) == now - 600 * SECOND and plain(row["attributes"]) == {"route": "/pay"}, f"point: {row}")
        check(plain(row["resource_attributes"])["host.name"] == "h1" and plain(row["instrumentation_scope"]) == SCOPE, f"surroundings: {row}")
    load, requests, sizes = by_name["load"], by_name["requests"], by_name["sizes"]
    check((load["type"], load["unit"], load["description"], float(load["value"])) == ("gauge", "1", "how busy", 1.5), f"gauge: {load}")
    check(load["is_monotonic"] is None and load["aggregation_temporality"] is None and load["histogram"] is None, f"gauge: {load}")
    check(requests["type"] == "sum" and requests["is_monotonic"] is True and requests["aggregation_temporality"] == "CUMULATIVE",
          f"sum: {requests}")
    check(sizes["type"] == "histogram" and sizes["value"] is None and sizes["aggregation_temporality"] == "DELTA", f"histogram: {sizes}")
    check(plain(sizes["histogram"]) == {"count": 6, "sum": Decimal("21.5"), "min": Decimal("0.5"), "max": 9, "bucket_counts": [1, 2, 3],
                                        "explicit_bounds": [1, 5]}, f"histogram: {sizes['histogram']}")
    spread = plain(by_name["spread"]["exponential_histogram"])
    check(spread["scale"] == 1 and spread["zero_count"] == 1 and spread["positive"] == {"offset": 2, "bucket_counts": [1, 2]}, f"spread: {spread}")
    old = plain(by_name["old"]["summary"])
    check(old["count"] == 9 and [q["value"] for q in old["quantile_values"]] == [Decimal("0.25"), 2], f"summary: {old}")

    dataset = datasets[0]
    rates = SITE.client.rows('align 1m, r:rate(m("requests"))\naggregate r:sum(r), group_by(service_name)\nsort asc(valid_from)', dataset)
    check([float(row["r"]) for row in rates][1:] == [1.0] * 4, f"rates: {rates}")
    check({row["service_name"] for row in rates} == {"shop"}, f"grouped: {rates}")
    routes = SITE.client.rows('align options(bins:1), l:avg(m("load"))\naggregate l:avg(l), group_by(route:string(attributes.route))', dataset)
    check([(row["route"], float(row["l"])) for row in routes] == [("/pay", 1.5)], f"by a tag: {routes}")
    middle = SITE.client.rows('align options(bins:1), h:histogram_combine(m_histogram("sizes"))\n'
                              "aggregate h:histogram_combine(h), group_by()\nmake_col p:histogram_quantile(h, 0.5)", dataset)
    check(len(middle) == 1 and 1 <= float(middle[0]["p"]) <= 5, f"median of a histogram: {middle}")
    wide = SITE.client.rows('align options(bins:1), h:histogram_combine(m_exponential_histogram("spread"))\n'
                            "aggregate h:histogram_combine(h), group_by()\nmake_col p:histogram_quantile(h, 1.0)", dataset)
    check(len(wide) == 1 and float(wide[0]["p"]) > 2, f"largest of an exponential histogram: {wide}")


def trace_spans(now):
    return [
        {"traceId": TRACE, "spanId": SPAN, "parentSpanId": "", "traceState": "a=b", "flags": 257, "name": "GET /pay", "kind": 2,
         "startTimeUnixNano": str(now), "endTimeUnixNano": str(now + 3 * SECOND), "attributes": attributes(n=1),
         "droppedAttributesCount": 1, "droppedEventsCount": 2, "droppedLinksCount": 3, "status": {"code": 2, "message": "no money"},
         "events": [{"timeUnixNano": str(now + SECOND), "name": "asked", "attributes": attributes(bank="x"), "droppedAttributesCount": 4},
                    {"timeUnixNano": str(now + 2 * SECOND), "name": "refused"}],
         "links": [{"traceId": TRACE[::-1], "spanId": SPAN[::-1], "traceState": "c=d", "attributes": attributes(why="batch"),
                    "droppedAttributesCount": 5, "flags": 256}]},
        {"traceId": TRACE, "spanId": CHILD, "parentSpanId": SPAN, "name": "select", "kind": 3, "startTimeUnixNano": str(now + SECOND),
         "endTimeUnixNano": str(now + 2 * SECOND)},
        {"traceId": TRACE[::-1], "spanId": CHILD, "name": "odd", "kind": 1, "startTimeUnixNano": str(now), "endTimeUnixNano": str(now - SECOND),
         "status": {"code": 1}},
    ]


def spans_have_their_columns():
    now = (time.time_ns() // (60 * SECOND) - 10) * 60 * SECOND
    message = {"resourceSpans": [{"resource": resource("till"), "scopeSpans": [{"scope": SCOPE, "spans": trace_spans(now)}]}]}
    streams = both_forms(SITE, "traces", "traces", message)
    ids = [stream["directWrite"]["otelTrace"] for stream in streams]
    spans = same_rows(SITE, [each["spanDatasetId"] for each in ids], 3, lambda row: row["span_name"])
    pay, odd, select = spans
    expected = {"span_name": "GET /pay", "service_name": "till", "span_type": "SERVER", "kind": 2, "trace_id": TRACE, "span_id": SPAN,
                "parent_span_id": None, "trace_state": "a=b", "status_code": "ERROR", "status_message": "no money", "error": True,
                "attributes": {"n": 1}, "flags": 257, "dropped_attributes_count": 1, "dropped_events_count": 2, "dropped_links_count": 3,
                "instrumentation_scope": SCOPE, "duration": 3 * SECOND}
    for name, value in expected.items():
        found = pay[name] if name in ("trace_id", "span_id", "parent_span_id") else plain(pay[name])
        check(found == value, f"{name}: {pay[name]!r}")
    check((the_time(pay["start_time"]), the_time(pay["end_time"])) == (now, now + 3 * SECOND), f"times: {pay}")
    check(select["parent_span_id"] == SPAN and select["status_code"] == "UNSET" and select["error"] is False, f"child: {select}")
    check(odd["start_time"] == odd["end_time"] and plain(odd["duration"]) == 0 and odd["status_code"] == "OK", f"ends before it starts: {odd}")

    events = same_rows(SITE, [each["spanEventDatasetId"] for each in ids], 2, lambda row: row["event_name"])
    check([row["event_name"] for row in events] == ["asked", "refused"] and the_time(events[0]["timestamp"]) == now + SECOND, f"events: {events}")
    check(plain(events[0]["attributes"]) == {"bank": "x"} and plain(events[0]["dropped_attributes_count"]) == 4 and
          events[0]["span_id"] == SPAN and events[0]["service_name"] == "till", f"event: {events[0]}")
    links = same_rows(SITE, [each["spanLinkDatasetId"] for each in ids], 1, lambda row: row["span_id"])
    check((links[0]["linked_trace_id"], links[0]["linked_span_id"], links[0]["trace_state"]) == (TRACE[::-1], SPAN[::-1], "c=d") and
          the_time(links[0]["timestamp"]) == now and plain(links[0]["flags"]) == 256 and plain(links[0]["attributes"]) == {"why": "batch"},
          f"links: {links}")

    # Interval verbs: the child runs inside of its parent, and both are running at the same time.
    running = SITE.client.rows("timechart 1s, n:count(), group_by(service_name)\nfilter n > 0\nsort asc(_c_valid_from)", ids[0]["spanDatasetId"],
                               f"startTime={iso(now)}&endTime={iso(now + 10 * SECOND)}")
    check([int(row["n"]) for row in running][1:3] == [2, 1], f"spans running: {running}")
    source = {"datasetId": ids[0]["spanDatasetId"]}
    joined = {"query": {"stages": [{"stageID": "main", "input": [{"inputName": "_", **source}, {"inputName": "parents", **source}],
                                    "pipeline": "join on(parent_span_id = @parents.span_id and trace_id = @parents.trace_id), "
                                                "parent:@parents.span_name\npick_col start_time, end_time, span_name, parent"}]}}
    answer = harness.request(SITE.client.base, "POST", "/v1/meta/export/query?interval=1h", json.dumps(joined),
                             {"Authorization": f"Bearer {harness.TENANT} {SITE.client.key}", "Accept": "text/csv", "Content-Type": "application/json"})
    check(answer.status == 200, f"join: {answer.body!r}")
    check([(row["span_name"], row["parent"]) for row in answer.rows()] == [("select", "GET /pay")], f"join: {answer.rows()}")


def iso(at):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // SECOND)) + "Z"


def prometheus_has_its_columns():
    stream = SITE.stream("prom")
    now = (time.time_ns() // (60 * SECOND) - 10) * 60_000
    samples = "".join(f"samples {{ value: {100 + 60 * i} timestamp: {now + 60_000 * i} }}\n" for i in range(4))
    text = ('timeseries { labels { name: "__name__" value: "hits" } labels { name: "job" value: "web" } labels { name: "instance" value: "i1" }\n' +
            samples + "}\n" + 'metadata { type: COUNTER metric_family_name: "hits" help: "How often." unit: "1" }\n')
    answer = SITE.client.ingest(wire_formats.snappy(wire_formats.remote_write(text)), "application/x-protobuf", "/v1/prometheus?cluster=c1",
                                {"Content-Encoding": "snappy", "X-Prometheus-Remote-Write-Version": "0.1.0"}, token=stream["credential"])
    check(answer.status == 200, f"remote write: {answer.status} {answer.body!r}")
    ids = stream["directWrite"]["prometheus"]
    SITE.await_rows(ids["datasetId"], 4)
    rows = sorted(SITE.records(ids["datasetId"]), key=lambda row: the_time(row["timestamp"]))
    check(len(rows) == 4 and the_time(rows[0]["timestamp"]) == now * 1_000_000 and float(rows[1]["value"]) == 160, f"samples: {rows}")
    check(plain(rows[0]["labels"]) == {"job": "web", "instance": "i1", "cluster": "c1"} and rows[0]["metric"] == "hits", f"labels: {rows[0]}")
    rates = SITE.client.rows('align 1m, r:rate(m("hits"))\naggregate r:sum(r), group_by(job)\nsort asc(valid_from)', ids["datasetId"])
    check([float(row["r"]) for row in rates][1:] == [1.0] * 3 and rates[0]["job"] == "web", f"rates: {rates}")
    metadata = SITE.records(ids["metadataDatasetId"])
    check([(row["metric"], row["type"], row["unit"], row["help"]) for row in metadata] == [("hits", "counter", "1", "How often.")],
          f"metadata: {metadata}")


def a_window_is_one_of_the_records_time():
    """Early, late, and very late."""
    stream = SITE.stream("late", ["otelLogs", "otelTrace"])
    now = time.time_ns()
    times = [now - 400 * 86_400 * SECOND, now - 7200 * SECOND, now - 60 * SECOND, now + 7200 * SECOND]
    records = [{"timeUnixNano": str(at), "body": {"stringValue": f"at {i}"}} for i, at in enumerate(times)]
    # What no clock says: further than any time, and the end of it.
    records += [{"timeUnixNano": "18446744073709551615", "body": {"stringValue": "never"}},
                {"timeUnixNano": "9223372036854775807", "body": {"stringValue": "the end"}}]
    SITE.send(stream, "logs", {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]})
    SITE.send(stream, "traces", {"resourceSpans": [{"scopeSpans": [{"spans": [
        {"traceId": TRACE, "spanId": SPAN, "name": "long", "startTimeUnixNano": str(times[0]), "endTimeUnixNano": str(now)},
        {"traceId": TRACE, "spanId": CHILD, "name": "endless", "startTimeUnixNano": str(now), "endTimeUnixNano": "9223372036854775807"}]}]}]})
    logs, spans = stream["directWrite"]["otelLogs"]["datasetId"], stream["directWrite"]["otelTrace"]["spanDatasetId"]

    def bodies(window):
        return sorted(row["body"] for row in SITE.records(logs, "", window))

    wait_until(lambda: SITE.client.count(stream["datasetId"]) >= 8, 20, "all have arrived")
    check(bodies("interval=15m") == ["at 2", "never"], f"the last quarter of an hour: {bodies('interval=15m')}")
    for i, at in enumerate(times):
        window = f"startTime={iso(at - SECOND)}&endTime={iso(at + 2 * SECOND)}"
        check(f"at {i}" in bodies(window), f"around record {i}: {bodies(window)}")
    window = f"startTime={iso(times[0] + 86_400 * SECOND)}&endTime={iso(times[0] + 86_410 * SECOND)}"
    check([row["span_name"] for row in SITE.records(spans, "", window)] == ["long"], "a span of a year runs in its middle")
    check(SITE.client.rows("statsby n:count(), group_by()", spans, "interval=15m")[0]["n"] == "2", "both run now")


def segments_of_other_times_are_not_read():
    """What arrives in one go is a segment: of four, each with records of another hour, a window needs one."""
    stream = SITE.stream("hours", ["otelLogs"])
    now = time.time_ns()
    hours = [now - hour * 3600 * SECOND for hour in range(1, 5)]
    for count, hour in enumerate(hours, 1):
        records = [{"timeUnixNano": str(hour + i * SECOND), "body": {"stringValue": str(i)}} for i in range(60)]
        SITE.send(stream, "logs", {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]})
        wait_until(lambda: SITE.client.count(stream["datasetId"]) >= 60 * count, 20, "an hour has arrived")
    logs = stream["directWrite"]["otelLogs"]["datasetId"]
    window = f"startTime={iso(hours[2] - SECOND)}&endTime={iso(hours[2] + 30 * SECOND)}"
    check(len(SITE.records(logs, "", window)) == 30, "the rows of half a minute")
    stage = {"stageID": "main", "input": [{"inputName": "_", "datasetId": logs}], "pipeline": ""}
    answer = harness.request(SITE.client.base, "POST", f"/v1/meta/export/query?{window}", json.dumps({"query": {"stages": [stage]}, "explain": True}),
                             {"Authorization": f"Bearer {harness.TENANT} {SITE.client.key}", "Content-Type": "application/json", "Accept": "application/json"})
    check(answer.status == 200, f"explain: {answer.status} {answer.body!r}")
    segments = answer.json()["segments"][0]
    check((segments["read"], segments["prunedByValues"]) == (1, 3), f"segments: {segments}")


def switches_and_their_datasets():
    stream = SITE.stream("switched", ["otelLogs"])
    path = f"/v1/datastreams/{stream['id']}"
    check(stream["directWrite"]["otelMetrics"] is None and stream["directWrite"]["prometheus"] is None, f"off: {stream}")
    logs = stream["directWrite"]["otelLogs"]["datasetId"]
    record = SITE.api("GET", f"/v1/datasets/{logs}")
    check(record["label"] == "switched/OpenTelemetry Logs" and record["kind"] == "Event" and record["datastreamId"] == stream["id"] and
          not record["derived"] and record["interfaces"][0]["path"] == "log", f"the dataset: {record}")
    # What arrived before the switch is there, too.
    now = time.time_ns() - 60 * SECOND
    SITE.send(stream, "traces", {"resourceSpans": [{"scopeSpans": [{"spans": trace_spans(now)}]}]})
    wait_until(lambda: SITE.client.count(stream["datasetId"]) == 3, 20, "the spans have arrived")
    changed = SITE.api("PATCH", path, {"directWrite": {"otelTrace": True, "otelLogs": True}, "name": "renamed"})
    check(changed["directWrite"]["otelLogs"]["datasetId"] == logs, "on again keeps the dataset")
    spans = changed["directWrite"]["otelTrace"]["spanDatasetId"]
    check(SITE.client.count(spans) == 3, "spans from before")
    check(SITE.client.count("Default.renamed/OpenTelemetry Spans") == 3, "by its new name")
    check(SITE.api("GET", f"/v1/datasets/{logs}")["label"] == "renamed/OpenTelemetry Logs", "renamed with its datastream")

    SITE.api("PATCH", f"/v1/datasets/{spans}", {"label": "mine"}, 400)
    SITE.api("DELETE", f"/v1/datasets/{spans}", None, 400)
    slow = SITE.api("POST", "/v1/datasets", {"label": "Slow", "query": {"stages": [
        {"stageID": "a", "input": [{"inputName": "_", "datasetId": spans}], "pipeline": "filter duration > 2s"}]}}, 201)
    check(SITE.client.count(slow["id"]) == 1, "a derived dataset over a typed one")
    refusal = SITE.api("PATCH", path, {"directWrite": {"otelTrace": False}}, 409)
    check(refusal["message"] == "other datasets read renamed: Slow", f"refusal: {refusal}")
    SITE.api("PATCH", path, {"disabled": True})
    check("Slow" in SITE.api("DELETE", path + "?data=drop", None, 409)["message"], "nor with the datastream")
    SITE.api("DELETE", f"/v1/datasets/{slow['id']}")
    off = SITE.api("PATCH", path, {"directWrite": {"otelTrace": False}})
    check(off["directWrite"]["otelTrace"] is None and off["directWrite"]["otelLogs"], f"off: {off}")
    SITE.api("GET", f"/v1/datasets/{spans}", None, 404)
    check(SITE.client.count(stream["datasetId"]) == 3, "the observations stay")
    again = SITE.api("PATCH", path, {"directWrite": {"otelTrace": True}})["directWrite"]["otelTrace"]["spanDatasetId"]
    check(again != spans and SITE.client.count(again) == 3, "on again: a new dataset, the same spans")

    query = "query($id: ObjectId!) { datastream(id: $id) { name directWrite { otelLogs { datasetId } otelTrace { spanDatasetId } prometheus { datasetId } } } }"
    told = SITE.api("POST", "/v1/meta", {"query": query, "variables": {"id": stream["id"]}})["data"]["datastream"]
    check(told == {"name": "renamed", "directWrite": {"otelLogs": {"datasetId": logs}, "otelTrace": {"spanDatasetId": again}, "prometheus": None}},
          f"GraphQL: {told}")
    for bad in ({"otelLog": True}, {"otelLogs": 1}, []):
        SITE.api("PATCH", path, {"directWrite": bad}, 400)
    SITE.api("DELETE", path + "?data=drop")
    SITE.api("GET", f"/v1/datasets/{again}", None, 404)
    SITE.api("GET", f"/v1/datasets/{logs}", None, 404)


def grants_are_enough():
    """Who may view a typed dataset sees it, and not the observations behind it."""
    stream = SITE.stream("granted", ["otelLogs"])
    SITE.send(stream, "logs", {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": "seen"}}]}]}]})
    logs = stream["directWrite"]["otelLogs"]["datasetId"]
    SITE.await_rows(logs, 1)
    user = SITE.api("POST", "/v1/users", {"email": "viewer@example.com", "password": "another-password"}, 201)
    for grant in SITE.api("GET", "/v1/grants")["grants"]:
        if grant["subject"] == {"all": True}:
            SITE.api("DELETE", f"/v1/grants/{grant['id']}")
    viewer = harness.Client(SITE.client.base).login("viewer@example.com", "another-password")
    check(viewer.query("", logs).status == 404, "nothing granted, nothing there")
    SITE.api("POST", "/v1/grants", {"subject": {"userId": user["id"]}, "object": {"objectId": logs}, "role": "Viewer"}, 201)
    check([row["body"] for row in viewer.rows("", logs)] == ["seen"], "the typed dataset")
    check(viewer.query("", stream["datasetId"]).status == 404, "not the observations")
    SITE.api("POST", "/v1/grants", {"subject": {"userId": user["id"]}, "object": {"objectId": stream["id"]}, "role": "Viewer"}, 201)
    check(viewer.count(stream["datasetId"]) == 1, "all that is in the datastream")


def routed_by_direct_write():
    SITE.stream("Host Explorer/Prometheus", ["prometheus"])
    logs = SITE.stream("Host Explorer/OpenTelemetry Logs", ["otelLogs"])
    token = SITE.api("POST", "/v1/ingest-tokens", {"name": "any"}, 201)["credential"]
    message = {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": "routed"}}]}]}]}
    answer = SITE.client.ingest(json.dumps(message), "application/json", "/v2/otel/v1/logs", {"X-Observe-Target-Package": "Host Explorer"}, token)
    check(answer.status == 200, f"routed: {answer.body!r}")
    SITE.await_rows(logs["directWrite"]["otelLogs"]["datasetId"], 1)


with harness.workspace() as directory, harness.service(directory) as running:
    SITE = Site(running)
    try:
        harness.run(logs_have_their_columns, metrics_have_their_columns, spans_have_their_columns, prometheus_has_its_columns,
                    a_window_is_one_of_the_records_time, segments_of_other_times_are_not_read, switches_and_their_datasets,
                    routed_by_direct_write, grants_are_enough)
    finally:
        running.stop()
