"""Drop filters: what they let through is not stored, in exactly the share that was asked for, and every dropped observation is counted."""

import json
import os
import subprocess
import threading
import time
import http.client
import urllib.parse

import harness
from harness import Client, check, request, wait_until

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE is not set")

FILTERS = "/v1/ingest/filters"
SYSTEM = "Default.System"


def call(client, method, path, body=None, status=200):
    headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
    answer = request(client.base, method, path, None if body is None else json.dumps(body), headers)
    check(answer.status == status, f"{method} {path}: {answer.status} {answer.body!r}, expected {status}")
    return answer.json() if answer.body else None


class World:
    def __init__(self, directory, url):
        self.arguments = ["--data", str(directory / "data"), "--database", url, *harness.endpoints(), *harness.BOOTSTRAP]
        self.process = harness.Process("serve", self.arguments, directory, "serve").start()
        self.client = Client(self.process.ready["http"]).login()
        self.dataset, self.stream = self.process.ready["datasetId"], self.process.ready["datastreamId"]
        self.marks = 0

    def make(self, pipeline, status=201, **more):
        return call(self.client, "POST", FILTERS, {"label": "f", "sourceDataset": {"id": self.dataset}, "pipeline": pipeline, **more}, status)

    def send(self, records, path="/v1/http"):
        answer = self.client.ingest("\n".join(json.dumps(each) for each in records), path=path)
        check(answer.status == 200, f"ingest: {answer.status} {answer.body!r}")

    def settled(self):
        """Everything that was sent has landed, or was dropped: partitions land together or in turn, so a mark for each may be needed."""
        for _ in range(24):
            self.marks += 1
            self.send([{"mark": self.marks}])
        wait_until(lambda: self.numbers("mark")[-1:] == [self.marks] and len(self.numbers("mark")) == self.marks, 30, "the marks have landed")

    def numbers(self, name, window="interval=1h"):
        rows = self.client.rows(f"make_col x:int64(FIELDS.{name}) | filter not is_null(x) | pick_col BUNDLE_TIMESTAMP, x", self.dataset, window)
        return sorted(int(row["x"]) for row in rows)

    def stats(self, made):
        return call(self.client, "GET", f"{FILTERS}/{made['id']}")["stats"]

    def remove(self, *filters):
        for each in filters:
            call(self.client, "DELETE", f"{FILTERS}/{each['id']}")


def forms_and_mistakes(here):
    client = here.client
    made = here.make('filter string(FIELDS.level) = "debug"', description="noise", dropRate=0.125, enabled=False)
    check(made["dropRate"] == 0.125 and made["enabled"] is False and made["sourceDataset"]["id"] == here.dataset and made["datastreamId"] == here.stream, f"{made}")
    check(made["stats"] == {"droppedObservations": 0, "droppedBytes": 0, "failedObservations": 0, "lastFailure": None, "lastDrop": None}, f"{made}")
    listed = call(client, "GET", FILTERS)
    check([each["id"] for each in listed["ingestFilters"]] == [made["id"]] and listed["meta"]["totalCount"] == 1, f"{listed}")
    for asked, kept in ((1e-9, 0.000001), (0.9999999, 0.999999)):
        call(client, "PATCH", f"{FILTERS}/{made['id']}", {"dropRate": asked})
        check(call(client, "GET", f"{FILTERS}/{made['id']}")["dropRate"] == kept, f"{asked} is neither none nor all")
    changed = call(client, "PATCH", f"{FILTERS}/{made['id']}", {"enabled": True, "dropRate": 1, "label": "g"})
    check(changed["enabled"] and changed["dropRate"] == 1 and changed["label"] == "g" and changed["description"] == "noise" and changed["version"] == 4, f"{changed}")
    broken = here.make('filter string(FIELDS.level) = \n  debugg', 400)
    check(broken["diagnostics"][0]["line"] == 2 and broken["diagnostics"][0]["column"] == 3, f"the place of the mistake: {broken}")
    for pipeline, words in (("limit 3", "no verb but `filter`"), ("filter true | make_col a:1", "no verb but `filter`"), ("  ", "needs a `filter`"),
                            ("statsby count(), group_by()", "no verb but `filter`"), ("filter BUNDLE_TIMESTAMP < now()", "the present time"),
                            ("filter BUNDLE_TIMESTAMP < query_end_time() - 1h", "the present time"), ("filter uniform(0, 1) = 1", "chance"),
                            ("filter window(row_number(), group_by(BUNDLE_ID)) = 1", "window functions")):
        refused = here.make(pipeline, 400)
        check(words in refused["message"], f"{pipeline}: {refused}")
    for wrong in ({"dropRate": 1.5}, {"dropRate": "all"}, {"dropRate": None}, {"pipelin": "x"}, {"datastreamId": here.stream}, {"sourceDataset": "x"}, {"pipeline": "x" * 5000}, {"label": ""}):
        body = {"label": "f", "sourceDataset": {"id": here.dataset}, "pipeline": "filter false", **wrong}
        call(client, "POST", FILTERS, body, 400)
    call(client, "POST", FILTERS, {"label": "f", "datastreamId": "41", "pipeline": "filter false"}, 404)
    call(client, "POST", FILTERS, {"label": "f", "sourceDataset": {"id": "40000002"}, "pipeline": "filter false"}, 404)
    call(client, "PATCH", f"{FILTERS}/{made['id']}", {"pipeline": "limit 1"}, 400)
    here.remove(made)
    call(client, "GET", f"{FILTERS}/{made['id']}", status=404)
    many = [here.make("filter false") for _ in range(16)]
    check("too many filters" in here.make("filter false", 429)["message"], "bounded for a datastream")
    here.remove(*many)
    other = call(client, "POST", "/v1/datastreams", {"name": "Short", "disabled": True}, 201)["id"]
    gone = call(client, "POST", FILTERS, {"label": "f", "datastreamId": other, "pipeline": "filter false"}, 201)
    call(client, "DELETE", f"/v1/datastreams/{other}")
    call(client, "GET", f"{FILTERS}/{gone['id']}", status=404)


def what_matches_is_dropped_and_counted(here):
    here.send([{"a": n} for n in range(10)])  # before there is a filter
    here.settled()
    odd = here.make("filter mod(int64(FIELDS.a), 2) = 1 and OBSERVATION_KIND = \"http\"")
    by_tag = here.make('filter string(EXTRA.source) = "noisy"')
    lines = [{"a": n, "text": "x" * n} for n in range(100, 200)]
    here.send(lines)
    here.send([{"a": 1000 + 2 * n} for n in range(5)], "/v1/http?source=noisy")
    here.send([{"a": 2001}], "/v1/http?source=noisy")  # both: the first one counts it
    here.send([{"b": n} for n in range(7)])  # null is not true
    here.settled()
    check(here.numbers("a") == [*range(10), *range(100, 200, 2)], f"what is kept: {here.numbers('a')}")
    check(len(here.numbers("b")) == 7, "what the filter says nothing about is kept")
    stats = here.stats(odd)
    size = sum(len(json.dumps(each)) + 1 for each in lines if each["a"] % 2 == 1) - 1 + len('{"a": 2001}')
    check(stats["droppedObservations"] == 51 and stats["droppedBytes"] == size and stats["lastDrop"], f"{stats}, {size} bytes")
    check(here.stats(by_tag)["droppedObservations"] == 5, f"{here.stats(by_tag)}")
    indexes = here.client.rows("make_col a:int64(FIELDS.a) | filter a >= 100 and a < 200 | make_col same:OBSERVATION_INDEX = a - 100 | statsby n:count(), group_by(same)", here.dataset)
    check([(row["same"], row["n"]) for row in indexes] == [("true", "50")], f"observations keep their index: {indexes}")
    kept = call(here.client, "GET", f"/v1/datastreams/{here.stream}")["stats"]["totalObservations"]
    check(kept == here.client.count(here.dataset), f"the datastream's statistics are of what was kept: {kept}")
    call(here.client, "PATCH", f"{FILTERS}/{odd['id']}", {"enabled": False})
    here.remove(by_tag)
    here.send([{"a": 3001}])
    here.settled()
    check(here.numbers("a")[-1] == 3001, "a disabled filter drops nothing")
    check(here.stats(odd)["droppedObservations"] == 51, "and keeps its figures")
    here.remove(odd)


def a_share_is_dropped(here):
    half = here.make("filter int64(FIELDS.share) >= 0", dropRate=0.5)
    nobody = here.make("filter true", dropRate=0)
    for batch in range(4):
        here.send([{"share": batch * 1000 + n} for n in range(1000)])
        if batch == 2:  # a flush that a crash cut off is done once more, and says the same
            here.process.kill()
            here.client.base = here.process.start().ready["http"]
    here.settled()
    kept = len(here.numbers("share"))
    check(1850 <= kept <= 2150, f"about half of 4000: {kept}")
    check(here.stats(half)["droppedObservations"] == 4000 - kept, f"{here.stats(half)}")
    check(here.stats(nobody)["droppedObservations"] == 0, "a share of nothing")
    here.remove(nobody)
    return half


def tails_see_only_what_is_kept(here):
    noise = here.make("filter bool(FIELDS.noise)")
    url = urllib.parse.urlsplit(here.client.base)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    path = f"/v1/datasets/{here.dataset}/tail?" + urllib.parse.urlencode({"filter": "filter not is_null(FIELDS.tail)"})
    connection.request("GET", path, headers={"Authorization": f"Bearer {here.client.tenant} {here.client.key}", "Accept": "application/x-ndjson"})
    answer = connection.getresponse()
    check(answer.status == 200 and answer.readline(), "a tail begins")
    here.send([{"tail": n, "noise": n % 2 == 0} for n in range(9)] + [{"tail": 99}])
    seen = []
    while 99 not in seen:
        line = answer.readline().strip()
        if line:
            seen.append(json.loads(line)["FIELDS"]["tail"])
    check(seen == [1, 3, 5, 7, 99], f"{seen}")
    connection.close()
    here.remove(noise)


def a_filter_that_fails_keeps_everything(here):
    bad = here.make("filter int64(FIELDS.factor) * int64(FIELDS.factor) >= 0")
    factors = [*range(20), 1 << 40]  # the last one's square is no int64
    here.send([{"factor": n} for n in factors])
    here.settled()
    kept = here.numbers("factor")
    check(kept == factors, f"nothing is lost by accident: {kept}, {here.stats(bad)}")
    stats = here.stats(bad)
    check(stats["droppedObservations"] == 0 and stats["failedObservations"] >= len(factors) and stats["lastFailure"] == "a value that it computes is out of range",
          f"and it is told: {stats}")
    here.remove(bad)


def filters_drop_what_they_should():
    with harness.workspace() as directory, harness.database() as url:
        here = World(directory, url)
        for part in (forms_and_mistakes, what_matches_is_dropped_and_counted, tails_see_only_what_is_kept, a_filter_that_fails_keeps_everything):
            began = time.monotonic()
            part(here)
            print(f"        {part.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
        half = a_share_is_dropped(here)
        kept = here.numbers("share")
        dropped = here.stats(half)["droppedObservations"]
        told = lambda: sum(int(row["n"]) for row in here.client.rows(
            'filter string(EXTRA.schema) = "ingest_filtered" | make_col id:string(FIELDS.filter_id), n:int64(FIELDS.num_observations) | pick_col BUNDLE_TIMESTAMP, id, n '
            f'| filter id = "{half["id"]}"', SYSTEM))
        wait_until(lambda: told() == dropped, 120, f"the dataset System tells it: {dropped} dropped")
        here.process.stop()
        done = subprocess.run([harness.BINARY, "rebuild", "--projection", "segments", "--data", str(directory / "data"), "--database", url],
                              capture_output=True, text=True, timeout=300, check=False)
        check(done.returncode == 0, f"rebuild: {done.stdout}{done.stderr}")
        here.client.base = here.process.start().ready["http"]
        check(here.numbers("share") == kept, "a rebuild drops the same ones")
        check(here.stats(half)["droppedObservations"] == dropped, f"and counts the same: {here.stats(half)}")
        here.process.stop()


harness.run(filters_drop_what_they_should)
