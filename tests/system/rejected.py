"""What consumers cannot store: it stops nothing, the dataset System/Rejected shows it with its reason and its bytes, and once the cause is
gone it is put in again and lands once."""

import json
import os
import pathlib
import subprocess
import urllib.parse

import harness
from harness import Client, check, request, wait_until

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE is not set")

REJECTED = "Default.System/Rejected"
KAFKA_LIBS = pathlib.Path(__file__).parents[2] / "build" / "deps" / "kafka" / "libs"
QUESTION = ("make_col reason:string(FIELDS.reason), bytes:string(FIELDS.bytes), encoding:string(FIELDS.encoding), size:int64(FIELDS.size), "
            "index:int64(FIELDS.index), offset:int64(FIELDS.offset), source_token:string(FIELDS.source.datastream_token_id), "
            "source_datastream:string(FIELDS.source.datastream_id), path:string(FIELDS.source.path), kind:string(FIELDS.source.kind)")


def psql(url, statement):
    done = subprocess.run(["psql", "-qXAt", url, "-c", f"set opalite.tenant = '*'; {statement}"], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"psql: {done.stderr}")
    return done.stdout.strip()


def append(broker, headers, value):
    """Appends one record with the console producer of Kafka."""
    line = ",".join(f"{name}={text}" for name, text in headers.items()).encode() + b"\t" + value + b"\n"
    command = ["java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{KAFKA_LIBS}/*", "kafka.tools.ConsoleProducer",
               "--bootstrap-server", broker, "--topic", "opalite.observations", "--property", "parse.headers=true",
               "--property", "headers.key.separator=="]
    done = subprocess.run(command, input=line, capture_output=True, timeout=120, check=False)
    check(done.returncode == 0 and b"ERROR" not in done.stderr, f"producer: {done.stdout!r} {done.stderr!r}")


def bundle(ready, bundle_id, **changes):
    headers = {"ce_id": f"{bundle_id}/0", "ce_type": "observation.bundle.v1", "ce_source": "/opalite/gateway", "ce_specversion": "1.0",
               "ce_time": "2026-01-01T00:00:00Z", "content-type": "application/x-ndjson", "ce_tenant": harness.TENANT,
               "ce_datastream": ready["datastreamId"], "ce_dataset": ready["datasetId"], "ce_token": "ds1test", "ce_kind": "http",
               "ce_bundle": bundle_id, "ce_firstindex": "0", "ce_count": "2", "ce_extra": "{}", "ce_path": "/v1/http", **changes}
    return {name: text for name, text in headers.items() if text is not None}


class Service:
    """`opalite serve` on a broker."""

    def __init__(self, directory, broker, url):
        self.shared = ["--data", str(directory / "data"), "--database", url, "--log", f"kafka://{broker}"]
        self.process = harness.Process("serve", [*self.shared, *harness.endpoints(), *harness.BOOTSTRAP], directory, "serve").start()
        self.ready = self.process.ready
        self.client = Client(self.ready["http"]).login()
        self.numbers = 0

    def rejected(self, expected):
        """The rows, of which there must be so many."""
        wait_until(lambda: len(self.client.rows(QUESTION, REJECTED)) >= expected, 30, f"{expected} rejected records")
        rows = self.client.rows(QUESTION, REJECTED)
        check(len(rows) == expected, f"rejected records, expected {expected}: {rows}")
        return rows

    def goes_on(self):
        """What is sent now lands."""
        self.numbers += 1
        check(self.client.ingest(json.dumps({"alive": self.numbers})).status == 200, "ingest")
        alive = f"filter int64(FIELDS.alive) = {self.numbers} | statsby n:count(), group_by()"
        wait_until(lambda: self.client.rows(alive, self.ready["datasetId"])[0]["n"] == "1", 30, "what is sent afterwards lands")

    def replay(self, *choice):
        done = subprocess.run([harness.BINARY, "admin", "replay-rejected", *self.shared, *choice], capture_output=True, text=True, timeout=120, check=False)
        check(done.returncode == 0, f"replay: {done.stdout}{done.stderr}")
        return done.stdout.strip()


def rejected_records_are_shown_and_replayed():
    with harness.workspace() as directory, harness.kafka_broker(directory / "kafka") as broker, harness.database() as url:
        service = Service(directory, broker, url)
        client, ready = service.client, service.ready
        service.goes_on()

        append(broker, bundle(ready, "corrupt"), b'{"good":1} {"bad":')
        row = service.rejected(1)[0]
        check(row["reason"].startswith("observation 1: ") and row["bytes"] == '{"bad":' and row["encoding"] == "text" and row["size"] == "7", f"{row}")
        check(row["index"] == "1" and row["source_token"] == "ds1test" and row["source_datastream"] == ready["datastreamId"] and row["path"] == "/v1/http", f"{row}")
        good = lambda: int(client.rows("filter int64(FIELDS.good) = 1 | statsby n:count(), group_by()", ready["datasetId"], "startTime=2025-12-31T00:00:00Z&endTime=2026-01-02T00:00:00Z")[0]["n"])
        wait_until(lambda: good() == 1, 30, "what stands before the fault lands")
        service.goes_on()

        append(broker, bundle(ready, "newer", ce_type="observation.bundle.v99"), b'{"n":1}')
        append(broker, bundle(ready, "garbage"), b"nonsense")
        append(broker, bundle(ready, "headless", ce_datastream=None, ce_kind=None), b"{}")
        append(broker, {"some": "header"}, b"belongs to nobody")
        rows = {each["reason"]: each for each in service.rejected(4)}
        check("not an observation bundle: observation.bundle.v99" in rows and "bundle attribute is missing or malformed: datastream" in rows, f"{rows}")
        check([each["reason"] for each in rows.values() if each["bytes"] == "nonsense"] == ["observation 0: observation is no JSON object"], f"{rows}")
        service.goes_on()
        check(psql(url, "select count(*) from rejected_records where tenant = ''") == "1", "what names no tenant is kept, too")

        # As after PostgreSQL was restored to a time at which the dataset was not there.
        dataset = ready["datasetId"]
        psql(url, f"create table kept as select * from datasets where id = {dataset}; delete from datasets where id = {dataset}")
        for n in range(20):
            check(client.ingest(json.dumps({"lost": n}), headers={"Idempotency-Key": f"k{n % 15}"}).status == 200, "ingest")
        service.rejected(4 + 15)
        check(service.replay("--dataset", dataset) == "put in again 19, of these rejected once more 19", "the causes are still there")
        service.rejected(4 + 15)
        psql(url, "insert into datasets select * from kept; drop table kept")
        lost = lambda: sorted(int(each["lost"]) for each in client.rows("make_col lost:int64(FIELDS.lost) | filter lost >= 0 | pick_col BUNDLE_TIMESTAMP, lost", dataset))
        check(not lost(), f"nothing has landed yet: {lost()}")
        check(service.replay("--since", "1h", "--dataset", "41") == "put in again 0, of these rejected once more 0", "of another dataset")
        check(service.replay("--since", "2100-01-01T00:00:00Z") == "put in again 0, of these rejected once more 0", "of another time")
        check(service.replay("--dataset", dataset) == "put in again 19, of these rejected once more 4", "15 land, four stay as they are")
        check(lost() == list(range(15)), f"each once: {lost()}")
        check(service.replay() == "put in again 5, of these rejected once more 5", "what has landed is not put in again")
        check(lost() == list(range(15)) and good() == 1, f"and nothing lands twice: {lost()}")
        # The same by hand, past the command: what was put in again once is no news.
        headers = bundle(ready, "again", ce_replayof=psql(url, "select name from rejected_records where tenant <> '' limit 1").replace("/1", "/9"))
        append(broker, headers, b'{"lost":99}')
        service.goes_on()
        check(99 not in lost(), "only what waits lands")
        service.rejected(4 + 15)
        made = request(client.base, "POST", "/v1/users", json.dumps({"email": "u@example.com", "label": "u", "password": "correct horse"}),
                       {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"})
        check(made.status == 201, f"user: {made.status} {made.body!r}")
        user = Client(client.base).login("u@example.com", "correct horse")
        check(user.query("", REJECTED).status == 404 and user.query("", "Default.System").status == 200, "for administrators only")
        listed = request(user.base, "GET", "/v1/datasets?" + urllib.parse.urlencode({"limit": 100}), None, {"Authorization": f"Bearer {user.tenant} {user.key}"})
        check(b"System/Rejected" not in listed.body and b'"System"' in listed.body, f"{listed.body!r}")
        service.process.stop()


harness.run(rejected_records_are_shown_and_replayed)
