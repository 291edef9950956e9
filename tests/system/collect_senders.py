"""Real senders of lines, unmodified: syslog-ng over HTTP, fed by logger, across a restart of the service; curl with every way to send a
body that it has; the client libraries of Elasticsearch, which ask for the version before they send."""

import contextlib
import gzip
import json
import os
import shutil
import socket
import subprocess
from pathlib import Path

import harness
from harness import INGEST_TOKEN, check, wait_until

HERE = Path(__file__).resolve().parent
DEPS = HERE.parents[1] / "build" / "deps"
ROOT = DEPS / "syslog-ng" / "root" / "usr"
MODULES = DEPS / "elasticsearch-js" / "node_modules"
LINES = 2000

if not (ROOT / "sbin" / "syslog-ng").exists():
    harness.skip("syslog-ng is not there (infra/setup/install test)")
if not MODULES.exists():
    harness.skip("the client libraries of Elasticsearch are not installed (infra/setup/install test)")
for program in ("curl", "logger"):
    if shutil.which(program) is None:
        harness.skip(f"there is no {program}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class SyslogNg:
    """Takes lines over TCP and posts them as NDJSON."""

    def __init__(self, directory, url):
        self.port = free_port()
        self.directory = directory
        (directory / "syslog-ng.conf").write_text(f"""@version: 3.38
options {{ keep-hostname(yes); chain-hostnames(no); stats-freq(0); time-reopen(1); }};
source lines {{ network(ip("127.0.0.1") port({self.port}) transport("tcp") flags(syslog-protocol) max-connections(10)); }};
destination service {{
  http(url("{url}/v1/http/syslog?sender=syslog-ng") method("POST") user-agent("syslog-ng")
       headers("Authorization: Bearer {INGEST_TOKEN}", "Content-Type: application/x-ndjson")
       body("$(format-json --scope rfc5424)") delimiter("\\n") batch-lines(100) batch-timeout(100) workers(2) retries(1000) persist-name("s"));
}};
log {{ source(lines); destination(service); flags(flow-control); }};
""")
        self.log = directory / "syslog-ng.log"
        libraries = [ROOT / "lib" / "syslog-ng", *(ROOT / "lib").glob("*-linux-gnu"), *(ROOT.parent / "lib").glob("*-linux-gnu")]
        modules = next((ROOT / "lib" / "syslog-ng").glob("*/libhttp.so")).parent
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [ROOT / "sbin" / "syslog-ng", "-F", "-e", "--no-caps", "-f", directory / "syslog-ng.conf", "-R", directory / "syslog-ng.persist",
                 "-c", directory / "syslog-ng.ctl", "-p", directory / "syslog-ng.pid", f"--module-path={modules}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, libraries))})
        wait_until(self._listens, 20, f"syslog-ng listens: {self.log.read_text()}")

    def _listens(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def send(self, first, count):
        text = "".join(f'line {number} "ü" \\ <&>\n' for number in range(first, first + count))
        subprocess.run(["logger", "--server", "127.0.0.1", "--port", str(self.port), "--tcp", "--rfc5424=notq", "--tag", "test",
                        "--priority", "user.warning"], input=text.encode(), check=True, timeout=60)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def syslog_ng_loses_no_line_across_a_restart():
    with harness.workspace() as directory, contextlib.ExitStack() as stack:
        arguments = ["--data", str(directory / "data"), *harness.endpoints(http_port=free_port()), *harness.BOOTSTRAP]
        service = harness.Process("serve", arguments, directory, "serve").start()
        stack.callback(service.stop)
        syslog_ng = SyslogNg(directory, service.ready["http"])
        stack.callback(syslog_ng.stop)
        syslog_ng.send(0, LINES // 2)
        service.stop()
        syslog_ng.send(LINES // 2, LINES // 2)  # it keeps them until somebody answers
        service.start()
        client = harness.Client(service.ready["http"]).login()
        lines = 'filter string(EXTRA.path) = "/syslog" and string(EXTRA.sender) = "syslog-ng" | make_col line:string(FIELDS.MESSAGE), ' \
                "level:string(FIELDS.PRIORITY), tag:string(FIELDS.PROGRAM) | " \
                "statsby rows:count(), lines:count_distinct_exact(line), group_by(level, tag)"

        def found():
            rows = client.rows(lines, service.ready["datasetId"])
            return rows if sum(int(row["lines"]) for row in rows) >= LINES else None

        rows = wait_until(found, 60, f"{LINES} lines; {syslog_ng.log.read_text()[-1000:]}")
        check([(row["level"], row["tag"], row["lines"]) for row in rows] == [("warning", "test", str(LINES))], f"each line: {rows}")
        # A service that stops answers what it has taken, so nothing is sent twice.
        check(rows[0]["rows"] == str(LINES), f"lines that are there twice: {rows}")
        one = client.rows('filter string(FIELDS.MESSAGE) = "line 7 \\"ü\\" \\\\ <&>" | limit 1', service.ready["datasetId"])
        check(len(one) == 1, "the odd characters of a line")


def curl_sends_bodies_in_every_way():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = harness.Client(service.ready["http"]).login()
        bearer = ["-H", f"Authorization: Bearer {INGEST_TOKEN}"]
        ndjson = ["-H", "Content-Type: application/x-ndjson"]
        token_id, secret = INGEST_TOKEN.split(":")

        def lines(way, count):
            return "".join(json.dumps({"way": way, "n": n, "text": "ü" * 50}) + "\n" for n in range(count)).encode()

        answer = directory / "answer"

        def curl(way, count, *arguments, body=None):
            done = subprocess.run(["curl", "-sS", "--max-time", "60", "-o", answer, "-w", "%{http_code}", *arguments,
                                   f"{service.ready['http']}/v1/http/curl"], input=body or lines(way, count), capture_output=True, check=False)
            check(done.stdout == b"200", f"{way}: {done.stdout!r} {done.stderr!r} {answer.read_text()[:300] if answer.exists() else ''}")
            sent[way] = count

        sent = {}
        coded = ["-H", "Content-Encoding: gzip"]
        chunked = ["-H", "Transfer-Encoding: chunked"]
        curl("plain", 100, *bearer, *ndjson, "--data-binary", "@-")
        curl("password", 100, "-u", f"{token_id}:{secret}", *ndjson, "--data-binary", "@-")
        curl("gzip", 5000, *bearer, *ndjson, *coded, "--data-binary", "@-", body=gzip.compress(lines("gzip", 5000)))
        curl("chunked", 5000, *bearer, *ndjson, "-X", "POST", "-T", "-")
        curl("chunked gzip", 20_000, *bearer, *ndjson, *coded, *chunked, "--data-binary", "@-", body=gzip.compress(lines("chunked gzip", 20_000)))
        # More than a megabyte, so that curl asks first and waits for 100 Continue.
        curl("expect", 20_000, *bearer, *ndjson, "-H", "Expect: 100-continue", "--data-binary", "@-")
        curl("http 1.0", 100, "--http1.0", *bearer, *ndjson, "--data-binary", "@-")
        ways = 'filter string(EXTRA.path) = "/curl" | make_col way:string(FIELDS.way), n:int64(FIELDS.n) | ' \
               "statsby rows:count(), numbers:count_distinct_exact(n), group_by(way)"

        def arrived():
            return {row["way"]: (int(row["rows"]), int(row["numbers"])) for row in client.rows(ways, service.ready["datasetId"])}

        wanted = {way: (count, count) for way, count in sent.items()}
        wait_until(lambda: sum(rows for rows, _ in arrived().values()) >= sum(sent.values()), 30, f"all lines of {wanted}")
        check(arrived() == wanted, f"{arrived()}, wanted {wanted}")


def clients_of_elasticsearch_index_everything():
    with harness.workspace() as directory, harness.service(directory) as service:
        for library in ("elasticsearch7", "elasticsearch8"):
            done = subprocess.run(["node", HERE / "elastic_client.cjs", service.ready["http"] + "/v1/elastic", INGEST_TOKEN, str(LINES), library],
                                  capture_output=True, text=True, timeout=60, check=False,
                                  env={**os.environ, "OPALITE_ELASTIC_MODULES": str(MODULES)})
            check(done.returncode == 0, f"{library}: {done.stdout}{done.stderr}")
        client = harness.Client(service.ready["http"]).login()
        documents = 'filter OBSERVATION_KIND = "elastic" and string(FIELDS.text) = "ü\\n\\"x\\"" | ' \
                    "make_col index:string(EXTRA._index), n:int64(FIELDS.n) | " \
                    "statsby rows:count(), numbers:count_distinct_exact(n), total:sum(n), group_by(index) | sort asc(index)"

        def found():
            return client.rows(documents, service.ready["datasetId"])

        wait_until(lambda: sum(int(row["rows"]) for row in found()) >= 2 * LINES, 30, f"{2 * LINES} documents")
        check([(row["index"], row["rows"], row["numbers"], float(row["total"])) for row in found()] ==
              [(library, str(LINES), str(LINES), LINES * (LINES - 1) / 2) for library in ("elasticsearch7", "elasticsearch8")], f"{found()}")


harness.run(syslog_ng_loses_no_line_across_a_restart, curl_sends_bodies_in_every_way, clients_of_elasticsearch_index_everything)
