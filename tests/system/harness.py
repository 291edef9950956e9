"""Starts real processes of the service, talks to them over HTTP, kills and restarts them.

Everything waits for conditions with a deadline; nothing sleeps for a fixed time and hopes. Only processes that were started
here are ended, by their id.
"""

import contextlib
import csv
import http.client
import io
import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

BINARY = os.environ.get("OPALITE_TEST_BINARY", "build/release/bin/opalite")
TENANT = "101020304050"
EMAIL = "admin@localhost"
PASSWORD = "correct-horse-battery"
INGEST_TOKEN = "ds1SystemTestToken01:abcdefghijklmnopqrstuvwxyz012345"
START_LIMIT_S = 60


class Failure(Exception):
    """A promise that did not hold."""


def check(condition, message):
    if not condition:
        raise Failure(message)


def wait_until(condition, limit_s, what):
    """Polls until condition() is true and returns its value."""
    deadline = time.monotonic() + limit_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"not within {limit_s} s: {what}")
        time.sleep(0.01)


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def rows(self):
        """The rows of a CSV answer as dictionaries; a null is an empty text."""
        return list(csv.DictReader(io.StringIO(self.body.decode())))


def request(base, method, path, body=None, headers=None, timeout=60, context=None):
    """One request on a connection of its own. Raises OSError or HTTPException when no complete answer came."""
    url = urllib.parse.urlsplit(base)
    if url.scheme == "https":
        connection = http.client.HTTPSConnection(url.hostname, url.port, timeout=timeout, context=context)
    else:
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=timeout)
    try:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return Response(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


class Process:
    """One process of the service: `opalite serve`, `gateway` or `consumers`."""

    def __init__(self, command, arguments, directory, name):
        self.command, self.arguments, self.name = command, arguments, name
        self.directory = pathlib.Path(directory)
        self.ready_file = self.directory / f"{name}.ready"
        self.log = self.directory / f"{name}.log"
        self.process = None
        self.ready = {}

    def spawn(self):
        """Starts it and waits for nothing."""
        self.ready_file.unlink(missing_ok=True)
        command = [BINARY, self.command, *self.arguments, "--ready-file", str(self.ready_file)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def start(self):
        self.spawn()
        try:
            self.ready = wait_until(self._read_ready, START_LIMIT_S, f"{self.name} is ready")
        except Failure as failure:
            raise Failure(f"{failure}; its log:\n{self.tail()}") from None
        return self

    def _read_ready(self):
        if self.process.poll() is not None:
            raise Failure(f"{self.name} ended with {self.process.returncode}:\n{self.tail()}")
        with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
            return json.loads(self.ready_file.read_text())
        return None

    def tail(self):
        with contextlib.suppress(FileNotFoundError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-30:])
        return ""

    def kill(self):
        """SIGKILL: as a crash."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, limit_s=30):
        """SIGTERM; the exit status must be 0."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failure(f"{self.name} did not stop within {limit_s} s:\n{self.tail()}") from None
        check(status == 0, f"{self.name} stopped with status {status}:\n{self.tail()}")

    def resident_kib(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client:
    """Speaks to one gateway as the tests' tenant."""

    def __init__(self, base, tenant=TENANT):
        self.base, self.tenant, self.key = base, tenant, None

    def login(self, email=EMAIL, password=PASSWORD):
        body = json.dumps({"user_email": email, "user_password": password, "tokenName": "system test"})
        answer = request(self.base, "POST", "/v1/login", body, {"Authorization": f"Bearer {self.tenant}"})
        check(answer.status == 200, f"login: {answer.status} {answer.body!r}")
        self.key = answer.json()["access_key"]
        return self

    def ingest(self, body, content_type="application/x-ndjson", path="/v1/http", headers=None, token=INGEST_TOKEN, timeout=60):
        all_headers = {"Authorization": f"Bearer {token}", "Content-Type": content_type, **(headers or {})}
        return request(self.base, "POST", path, body, all_headers, timeout)

    def created(self, path, body):
        """What a POST of JSON made; it must answer 201."""
        headers = {"Authorization": f"Bearer {self.tenant} {self.key}", "Content-Type": "application/json"}
        answer = request(self.base, "POST", path, json.dumps(body), headers)
        check(answer.status == 201, f"{path}: {answer.status} {answer.body!r}")
        return answer.json()

    def query(self, pipeline, dataset, window="interval=1h", accept="text/csv", timeout=120, headers=None):
        source = {"datasetId": str(dataset)} if str(dataset).isdigit() else {"datasetPath": dataset}
        stage = {"input": [{"inputName": "_", **source}], "stageID": "main", "pipeline": pipeline}
        return request(self.base, "POST", f"/v1/meta/export/query?{window}", json.dumps({"query": {"stages": [stage]}}),
                       {"Authorization": f"Bearer {self.tenant} {self.key}", "Accept": accept,
                        "Content-Type": "application/json", **(headers or {})}, timeout)

    def rows(self, pipeline, dataset, window="interval=1h"):
        answer = self.query(pipeline, dataset, window)
        check(answer.status == 200, f"query: {answer.status} {answer.body!r}")
        return answer.rows()

    def count(self, dataset, window="interval=1h"):
        return int(self.rows("statsby n:count(), group_by()", dataset, window)[0]["n"])


BOOTSTRAP = ["--bootstrap-tenant", TENANT, "--bootstrap-email", EMAIL, "--bootstrap-password", PASSWORD,
             "--bootstrap-ingest-token", INGEST_TOKEN]


# Tests ask more than people do.
os.environ.setdefault("OPALITE_API_RATES", "off")


def endpoints(http_port=0, https_port=0):
    return ["--listen", f"127.0.0.1:{https_port}", "--listen-http", f"127.0.0.1:{http_port}"]


@contextlib.contextmanager
def workspace():
    """A directory that is gone at the end; other users may enter, since a private PostgreSQL runs as one."""
    directory = tempfile.mkdtemp(prefix="opalite-system.")
    os.chmod(directory, 0o755)
    try:
        yield pathlib.Path(directory)
    finally:
        stop_private_postgres(directory)
        shutil.rmtree(directory, ignore_errors=True)


def postmaster_pid(data):
    """The process id of the private PostgreSQL below a data directory, or nothing."""
    for file in pathlib.Path(data).rglob("postmaster.pid"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(file.read_text().splitlines()[0])
    return None


def kill_private_postgres(data):
    """SIGKILL to the postmaster; its children notice and end."""
    pid = postmaster_pid(data)
    if pid is None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def stop_private_postgres(directory):
    """Ends a private PostgreSQL that a killed service left behind."""
    pid = postmaster_pid(directory)
    if pid is None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGQUIT)
        for _ in range(500):
            os.kill(pid, 0)
            time.sleep(0.01)


@contextlib.contextmanager
def service(directory, *arguments):
    """`opalite serve` on free ports with known credentials; stopped at the end."""
    data = pathlib.Path(directory) / "data"
    process = Process("serve", ["--data", str(data), *endpoints(), *BOOTSTRAP, *arguments], directory, "serve").start()
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()


class Cluster:
    """Two gateways and two consumer processes on one Kafka broker, one PostgreSQL database and one segment directory."""

    def __init__(self, directory, broker, database):
        common = ["--log", f"kafka://{broker}", "--database", database, "--segments", str(directory / "segments")]
        self.arguments = common
        self.consumers = [Process("consumers", [*common, "--data", str(directory / f"consumers-{i}")], directory, f"consumers-{i}")
                          for i in range(2)]
        self.gateways = [Process("gateway", [*common, "--data", str(directory / f"gateway-{i}"), *endpoints(), *BOOTSTRAP],
                                 directory, f"gateway-{i}") for i in range(2)]

    def start(self):
        for process in (*self.consumers, *self.gateways):
            process.start()

    def stop(self):
        for process in (*self.gateways, *self.consumers):
            process.stop()


@contextlib.contextmanager
def kafka_broker(directory):
    """A broker of its own: a real one in KRaft mode."""
    script = str(pathlib.Path(__file__).parents[2] / "infra" / "setup" / "kafka" / "broker")
    subprocess.run([script, "start", str(directory)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield (pathlib.Path(directory) / "bootstrap").read_text().strip()
    finally:
        subprocess.run([script, "stop", str(directory)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def database():
    """An empty database on the tests' PostgreSQL server."""
    server = os.environ["OPALITE_TEST_DATABASE"]
    name = f"system_{os.getpid()}_{time.monotonic_ns()}"
    subprocess.run(["psql", "-qX", server, "-c", f"CREATE DATABASE {name}"], check=True)
    url = urllib.parse.urlsplit(server)
    try:
        yield f"{url.scheme}://{url.netloc}/{name}?{url.query}"
    finally:
        subprocess.run(["psql", "-qX", server, "-c", f"DROP DATABASE {name} WITH (FORCE)"], check=True)


@contextlib.contextmanager
def cluster():
    with workspace() as directory, kafka_broker(directory / "kafka") as broker, database() as url:
        running = Cluster(directory, broker, url)
        try:
            running.start()
            yield running
        finally:
            running.stop()


def tls_context(data):
    return ssl.create_default_context(cafile=str(pathlib.Path(data) / "tls" / "ca.pem"))


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def run(*scenarios):
    """Runs the scenarios of a file in order; exit status 1 when one fails, with the reason."""
    failed = 0
    for scenario in scenarios:
        started = time.monotonic()
        try:
            scenario()
            print(f"ok      {scenario.__name__} ({time.monotonic() - started:.1f} s)", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAILED  {scenario.__name__}: {failure}", flush=True)
    print(f"{len(scenarios) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


class NumberedWriter(threading.Thread):
    """Posts batches of numbered observations until stopped; repeats a batch, with the same Idempotency-Key, until it is
    acknowledged, so at the end every number that was begun is acknowledged."""

    BATCH = 20

    def __init__(self, writer, bases):
        super().__init__(daemon=True)
        self.writer, self.bases = writer, bases  # bases(): addresses of gateways that may be up
        self.acknowledged = []
        self.repeats = 0
        self._ending = threading.Event()

    def run(self):
        batch = 0
        while not self._ending.is_set():
            numbers = [f"{self.writer}-{batch * self.BATCH + i}" for i in range(self.BATCH)]
            body = "".join(json.dumps({"n": number, "writer": self.writer}) + "\n" for number in numbers)
            self._send(body, f"{self.writer}/{batch}")
            self.acknowledged.extend(numbers)
            batch += 1

    def _send(self, body, key):
        attempt = 0
        while True:
            bases = self.bases()
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = Client(bases[attempt % len(bases)]).ingest(body, headers={"Idempotency-Key": key}, timeout=15)
                if answer.status == 200:
                    return
                check(answer.status in (429, 500, 503), f"ingest: {answer.status} {answer.body!r}")
            attempt += 1
            self.repeats += 1
            time.sleep(0.02)

    def finish(self, limit_s=60):
        self._ending.set()
        self.join(limit_s)
        check(not self.is_alive(), f"writer {self.writer} could not get its last batch acknowledged")


class CountWatcher(threading.Thread):
    """Counts all rows again and again; the count must never fall."""

    def __init__(self, clients, dataset):
        super().__init__(daemon=True)
        self.clients, self.dataset = clients, dataset
        self.highest, self.queries, self.fault = 0, 0, None
        self._ending = threading.Event()

    def run(self):
        turn = 0
        while not self._ending.is_set() and self.fault is None:
            clients = self.clients()
            turn += 1
            try:
                answer = clients[turn % len(clients)].query("statsby n:count(), group_by()", self.dataset, timeout=15)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if answer.status != 200:
                if answer.status not in (401, 429, 500, 503, 504):
                    self.fault = f"query: {answer.status} {answer.body!r}"
                time.sleep(0.02)
                continue
            count = int(answer.rows()[0]["n"])
            self.queries += 1
            if count < self.highest:
                self.fault = f"the count fell from {self.highest} to {count}"
            self.highest = max(self.highest, count)

    def finish(self):
        self._ending.set()
        self.join(60)
        check(self.fault is None, self.fault)
        check(self.queries > 0, "no query succeeded while the service was killed")


def check_exactly_once(client, dataset, acknowledged, window="interval=1h"):
    """Every acknowledged number is in the dataset exactly once, and nothing else is there."""
    wait_until(lambda: client.count(dataset, window) >= len(acknowledged), 60, f"{len(acknowledged)} rows are visible")
    rows = client.rows("pick_col BUNDLE_TIMESTAMP, n:string(FIELDS.n)", dataset, window)
    seen = {}
    for row in rows:
        seen[row["n"]] = seen.get(row["n"], 0) + 1
    missing = [number for number in acknowledged if number not in seen]
    repeated = [number for number, times in seen.items() if times > 1]
    foreign = set(seen) - set(acknowledged)
    check(not missing, f"{len(missing)} acknowledged observations are lost, for instance {missing[:3]}")
    check(not repeated, f"{len(repeated)} observations are there twice, for instance {repeated[:3]}")
    check(not foreign, f"{len(foreign)} observations were never sent, for instance {list(foreign)[:3]}")
