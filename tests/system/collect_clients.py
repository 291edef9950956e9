"""Real clients, unmodified: the OpenTelemetry SDKs for Python and JavaScript, and Prometheus with remote write across restarts of the
service."""

import contextlib
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import urllib.parse
import urllib.request
from pathlib import Path

import harness
from harness import INGEST_TOKEN, check, wait_until

HERE = Path(__file__).resolve().parent
DEPS = HERE.parents[1] / "build" / "deps"
SDK = DEPS / "opentelemetry" / "bin" / "python"
MODULES = DEPS / "opentelemetry-js" / "node_modules"
SPANS = 1500
SERIES = 50
SCRAPES = 30

if not SDK.exists():
    harness.skip("the OpenTelemetry SDK for Python is not installed (infra/setup/install test)")
if not MODULES.exists():
    harness.skip("the OpenTelemetry SDK for JavaScript is not installed (infra/setup/install test)")
if shutil.which("prometheus") is None:
    harness.skip("Prometheus is not installed (infra/setup/install test)")


def the_python_sdk_sends_everything():
    sdk_sends_everything(lambda *arguments: [SDK, HERE / "otel_client.py", *arguments])


def the_javascript_sdk_sends_everything_as_protobuf():
    sdk_sends_everything(lambda *arguments: ["node", HERE / "otel_client.mjs", *arguments, "proto"])


def the_javascript_sdk_sends_everything_as_json():
    sdk_sends_everything(lambda *arguments: ["node", HERE / "otel_client.mjs", *arguments, "http"])


def sdk_sends_everything(command):
    """`command` of an endpoint, a token and a count; all clients send the same."""
    with harness.workspace() as directory, harness.service(directory) as service:
        client = harness.Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        done = subprocess.run(command(service.ready["http"] + "/v2/otel", INGEST_TOKEN, str(SPANS)), capture_output=True, text=True,
                              timeout=120, check=False, env={**os.environ, "OPALITE_OTEL_MODULES": str(MODULES)})
        check(done.returncode == 0, f"the client: {done.stdout}{done.stderr}")

        def one_row(pipeline):
            rows = client.rows(pipeline, dataset)
            return rows[0] if rows else {}

        spans = 'filter OBSERVATION_KIND = "oteltraces" | make_col id:string(FIELDS.spans.span_id), n:int64(FIELDS.spans.attributes.number) | ' \
                "statsby rows:count(), ids:count_distinct_exact(id), total:sum(n), group_by()"
        wait_until(lambda: one_row(spans).get("rows") == str(SPANS), 20, f"{SPANS} spans")
        found = one_row(spans)
        check(found["ids"] == str(SPANS) and float(found["total"]) == SPANS * (SPANS - 1) / 2, f"spans: {found}")
        # Every log knows its span.
        joined = 'filter OBSERVATION_KIND = "otellogs" | make_col id:string(FIELDS.logs.span_id), text:string(FIELDS.logs.body) | ' \
                 "statsby rows:count(), ids:count_distinct_exact(id), texts:count_distinct_exact(text), group_by()"
        wait_until(lambda: one_row(joined).get("rows") == str(SPANS), 20, f"{SPANS} logs")
        check(one_row(joined)["ids"] == str(SPANS) and one_row(joined)["texts"] == str(SPANS), f"logs: {one_row(joined)}")
        wait_until(lambda: one_row('filter OBSERVATION_KIND = "otelmetrics" | statsby n:count(), group_by()').get("n", "0") != "0", 20, "metrics")
        answer = client.query('filter OBSERVATION_KIND = "otelmetrics"', dataset, accept="application/x-ndjson")
        points = [json.loads(line)["FIELDS"] for line in answer.body.splitlines()]
        items = {p["metrics"]["attributes"]["parity"]: p["metrics"]["value"] for p in points if p["metrics"]["name"] == "client.items"}
        check(items == {"even": SPANS // 2, "odd": SPANS // 2}, f"the counter: {items}")
        sizes = [p["metrics"] for p in points if p["metrics"]["name"] == "client.sizes"]
        # Cumulative: flushing and shutting down both send the state.
        check(sizes and all(size["count"] == SPANS == sum(size["bucket_counts"]) for size in sizes), f"the histogram: {sizes}")
        check(all(p["resource"]["attributes"]["odd"] == 'ü\n"x"' for p in points), "the resource")


class Target(http.server.BaseHTTPRequestHandler):
    """Counts its scrapes; after the last one there is nothing to scrape."""

    scrapes = 0

    def do_GET(self):  # the name that http.server wants
        Target.scrapes += 1
        text = ""
        if Target.scrapes <= SCRAPES:
            text = "# HELP test_scrapes How often.\n# TYPE test_scrapes counter\n"
            text += "".join(f'test_scrapes{{series="{i}"}} {Target.scrapes}\n' for i in range(SERIES))
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def target():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Prometheus:
    def __init__(self, directory, scraped_port, url):
        self.port = free_port()
        config = {
            "global": {"scrape_interval": "300ms", "scrape_timeout": "300ms"},
            "scrape_configs": [{"job_name": "test", "static_configs": [{"targets": [f"127.0.0.1:{scraped_port}"]}]}],
            "remote_write": [{
                "url": url + "/v1/prometheus?clusterUid=c1", "authorization": {"credentials": INGEST_TOKEN},
                "write_relabel_configs": [{"source_labels": ["__name__"], "regex": "test_.*", "action": "keep"}],
                "queue_config": {"batch_send_deadline": "100ms", "max_samples_per_send": 200}, "metadata_config": {"send_interval": "1s"}}],
        }
        (directory / "prometheus.yml").write_text(json.dumps(config))  # JSON is YAML
        self.log = directory / "prometheus.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={directory}/prometheus.yml", f"--storage.tsdb.path={directory}/tsdb",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def metric(self, name):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=5) as answer:
            found = re.search(rf"^prometheus_remote_storage_{name}{{[^}}]*}} (\S+)$", answer.read().decode(), re.MULTILINE)
            return float(found.group(1)) if found else 0.0
        return 0.0

    def ask(self, query):
        """One number from its own store."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?{urllib.parse.urlencode({'query': query})}"
        with urllib.request.urlopen(url, timeout=30) as answer:
            found = json.loads(answer.read())["data"]["result"]
        return float(found[0]["value"][1]) if found else 0.0

    def delivered(self):
        """Samples that were acknowledged, once none waits any more."""
        if self.metric("samples_pending") > 0:
            return None
        return int(self.metric("samples_total") - self.metric("samples_retried_total") - self.metric("samples_failed_total"))

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


@contextlib.contextmanager
def stopped_at_last(process):
    """A process that the test stops and starts itself."""
    try:
        yield process
    finally:
        if process.process is not None and process.process.poll() is None:
            process.stop()


def prometheus_loses_nothing_across_restarts():
    with harness.workspace() as directory, target() as scraped_port, contextlib.ExitStack() as stack:
        port = free_port()
        data = ["--data", str(directory / "data"), *harness.endpoints(http_port=port), *harness.BOOTSTRAP]
        service = stack.enter_context(stopped_at_last(harness.Process("serve", data, directory, "serve").start()))
        dataset = service.ready["datasetId"]
        prometheus = Prometheus(directory, scraped_port, service.ready["http"])
        try:
            for part in (1, 2):
                wait_until(lambda part=part: Target.scrapes >= part * SCRAPES // 3, 60, f"{part}/3 of the scrapes; {prometheus.log.read_text()[-500:]}")
                service.stop()
                service.start()
            wait_until(lambda: Target.scrapes > SCRAPES + 3, 60, "all scrapes")
            # What it knows itself, and a marker at least for the end of each series.
            samples = int(prometheus.ask("sum(count_over_time(test_scrapes[1h]))"))
            total = prometheus.ask("sum(sum_over_time(test_scrapes[1h]))")
            check(samples >= SERIES * SCRAPES / 2, f"most scrapes succeeded: {samples}")
            wait_until(lambda: (prometheus.delivered() or 0) >= samples + SERIES, 60, f"{samples} samples are sent")
            check(prometheus.metric("samples_failed_total") == 0, "no sample failed")
            delivered = prometheus.delivered()
            wait_until(lambda: prometheus.metric("metadata_total") > 0, 30, "metadata is sent")
        finally:
            prometheus.stop()
        client = harness.Client(service.ready["http"]).login()
        stored = 'filter OBSERVATION_KIND = "prometheus" and string(EXTRA.__name__) = "test_scrapes" and not is_null(int64(FIELDS.timestamp)) | ' \
                 "make_col key:concat_strings(string(EXTRA.series), \"/\", string(FIELDS.timestamp)), v:float64(FIELDS.value) | " \
                 "statsby rows:count(), keys:count_distinct_exact(key), values:count(v), total:sum(v), group_by()"
        wait_until(lambda: int(client.rows(stored, dataset)[0]["rows"]) >= delivered, 20, f"{delivered} samples are visible")
        found = client.rows(stored, dataset)[0]
        check(found["rows"] == found["keys"] == str(delivered), f"each of {delivered} once: {found}")
        check(int(found["values"]) == samples and float(found["total"]) == total, f"{samples} values, their sum is {total}: {found}")
        metadata = client.rows('filter OBSERVATION_KIND = "prometheus" and string(FIELDS.metadata.help) = "How often." | '
                               "make_col type:string(FIELDS.metadata.type), cluster:string(EXTRA.clusterUid) | "
                               "statsby n:count(), group_by(type, cluster)", dataset)
        check([(row["type"], row["cluster"]) for row in metadata] == [("counter", "c1")], f"metadata: {metadata}")


harness.run(the_python_sdk_sends_everything, the_javascript_sdk_sends_everything_as_protobuf, the_javascript_sdk_sends_everything_as_json,
            prometheus_loses_nothing_across_restarts)
