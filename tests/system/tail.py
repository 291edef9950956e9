"""GET /v1/datasets/{id}/tail: the rows of a dataset as they land, each once, for as long as one may see them."""

import http.client
import json
import socket
import subprocess
import threading
import time
import urllib.parse

import harness
from harness import TENANT, Client, check, request, wait_until


class Tail:
    """A client that follows a dataset on a thread of its own and keeps what it hears."""

    def __init__(self, client, dataset, accept="application/x-ndjson", **parameters):
        url = urllib.parse.urlsplit(client.base)
        self.connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        path = f"/v1/datasets/{dataset}/tail?{urllib.parse.urlencode(parameters)}"
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {client.tenant} {client.key}", "Accept": accept})
        self.answer = self.connection.getresponse()
        self.lines, self.ended, self.failure = [], False, None
        if self.answer.status != 200:
            self.body = self.answer.read()
            return
        self.first = self.answer.readline()  # it listens from here on
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            while line := self.answer.readline():
                self.lines.append((time.monotonic(), line))
            self.ended = True
        except (OSError, ValueError, AttributeError, http.client.HTTPException) as failure:
            self.failure = failure

    def objects(self):
        return [json.loads(line) for _, line in list(self.lines) if line.strip()]

    def rows(self):
        return [each for each in self.objects() if "@tail" not in each]

    def words(self):
        return [each["@tail"] for each in self.objects() if "@tail" in each]

    def wait_for(self, count, limit_s=10):
        wait_until(lambda: len(self.rows()) >= count, limit_s, f"{count} rows, there are {len(self.rows())}: {self.objects()[-3:]}")
        return self.rows()

    def leave(self):
        self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.connection.close()


def call(client, method, path, body=None, status=200):
    headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
    answer = request(client.base, method, path, None if body is None else json.dumps(body), headers)
    check(answer.status == status, f"{method} {path}: {answer.status} {answer.body!r}")
    return answer.json()


def ingest(client, *records):
    answer = client.ingest("\n".join(json.dumps(each) for each in records))
    check(answer.status == 200, f"ingest: {answer.status} {answer.body!r}")


def derived(client, dataset, label, pipeline):
    query = {"stages": [{"stageID": "a", "input": [{"inputName": "_", "datasetId": str(dataset)}], "pipeline": pipeline}]}
    return call(client, "POST", "/v1/datasets", {"label": label, "query": query}, 201)["id"]


def rows_come_within_a_second_and_in_order(client, dataset, _service):
    ingest(client, {"n": -1})  # before anyone listens
    wait_until(lambda: client.count(dataset) == 1, 10, "the first row")
    tail = Tail(client, dataset, filter="make_col n:int64(FIELDS.n) | pick_col BUNDLE_TIMESTAMP, n")
    check(tail.answer.headers["Content-Type"] == "application/x-ndjson" and tail.first == b"\n", f"a tail begins: {tail.first!r}")
    delays = []
    for n in range(20):
        ingest(client, {"n": 2 * n}, {"n": 2 * n + 1})
        acknowledged = time.monotonic()
        tail.wait_for(2 * n + 2)
        delays.append(tail.lines[-1][0] - acknowledged)
    check([int(row["n"]) for row in tail.rows()] == list(range(40)), f"each once, in order, none from before: {tail.rows()}")
    check(max(delays) < 1, f"within a second: {delays}")
    print(f"acknowledged to the client: median {sorted(delays)[10] * 1000:.0f} ms, at most {max(delays) * 1000:.0f} ms", flush=True)
    tail.leave()


def a_filter_and_derived_datasets(client, dataset, _service):
    errors = derived(client, dataset, "Errors", 'filter string(FIELDS.level) = "error" | make_col text:string(FIELDS.text)')
    plain = Tail(client, dataset, filter='filter string(FIELDS.level) = "info"')
    behind = Tail(client, errors, filter="pick_col BUNDLE_TIMESTAMP, text")
    events = Tail(client, errors, accept="text/event-stream", filter="pick_col BUNDLE_TIMESTAMP, text")
    check(events.answer.headers["Content-Type"] == "text/event-stream" and events.first == b":\n", f"{events.first!r}")
    for n in range(5):
        ingest(client, {"level": "error", "text": f"e{n}"}, {"level": "info", "text": f"i{n}"}, {"level": "debug"})
    # Requests that travel by different partitions of the log may land in another order.
    errors_sent = [f"e{n}" for n in range(5)]
    check(sorted(row["FIELDS"]["text"] for row in plain.wait_for(5)) == [f"i{n}" for n in range(5)], f"the filter: {plain.rows()}")
    check(sorted(row["text"] for row in behind.wait_for(5)) == errors_sent, f"the derived one: {behind.rows()}")
    heard = lambda: sorted(json.loads(line[6:])["text"] for _, line in list(events.lines) if line.startswith(b"data: "))
    wait_until(lambda: heard() == errors_sent, 10, f"the events: {events.lines}")
    since = Tail(client, errors, filter="pick_col BUNDLE_TIMESTAMP, text", **{"from": "10m"})
    check(sorted(row["text"] for row in since.wait_for(5)) == errors_sent, f"what was there before: {since.rows()}")
    ingest(client, {"level": "error", "text": "e5"})
    check([row["text"] for row in since.wait_for(6)][5:] == ["e5"], f"and what lands, once: {since.rows()}")
    for each in (plain, behind, events, since):
        each.leave()


def the_tool_prints_rows_as_they_land(client, dataset, _service):
    def tool(*words):
        return subprocess.Popen([harness.BINARY, "tail", "--url", client.base, "--tenant", client.tenant, "--access-key", client.key, *words],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ingest(client, {"tool": 0})
    process = tool("--from", "10m", "--for", "5m", "filter int64(FIELDS.tool) >= 0")
    try:
        check(json.loads(process.stdout.readline())["FIELDS"] == {"tool": 0}, "what was there before")
        ingest(client, {"tool": 1}, {"other": 2})
        check(json.loads(process.stdout.readline())["FIELDS"] == {"tool": 1}, "what lands")
    finally:
        process.kill()
        process.communicate()
    short = tool("--for", "1s", "--dataset", "Default")
    out, said = short.communicate(timeout=30)
    check(short.returncode == 0 and out == said == "", f"the end by --for: {short.returncode} {out!r} {said!r}")
    for words, reason in ((["--dataset", "Nowhere"], "no such dataset"), (["limit 3"], "a limit"), (["--colour"], "--colour")):
        refused = tool(*words)
        said = refused.communicate(timeout=30)[1]
        check(refused.returncode != 0 and reason in said, f"{words}: {refused.returncode} {said!r}")


def what_cannot_be_followed_is_refused(client, dataset, _service):
    counts = derived(client, dataset, "Counts", "statsby n:count(), group_by()")
    for target, parameters, reason in [
            (dataset, {"filter": "statsby n:count(), group_by()"}, "an aggregate"), (dataset, {"filter": "limit 3"}, "a limit"),
            (dataset, {"filter": "sort desc(BUNDLE_TIMESTAMP)"}, "an order"), (dataset, {"filter": "filter nothing = 1"}, "unknown"),
            (dataset, {"filter": "make_col r:window(row_number(), order_by(BUNDLE_TIMESTAMP))"}, "a window function"),
            (counts, {}, "an aggregate"), (dataset, {"from": "yesterday"}, "from is"), (dataset, {"from": "2d"}, "from is"),
            (dataset, {"from": "2001-01-01T00:00:00Z"}, "from is"), (dataset, {"for": "2h"}, "for is"), ("x", {}, "id")]:
        refused = Tail(client, target, **parameters)
        check(refused.answer.status == 400 and reason.encode() in refused.body, f"{target} {parameters}: {refused.answer.status} {refused.body!r}")
    check(Tail(client, 12345).answer.status == 404, "what does not exist")
    short = Tail(client, dataset, **{"for": "1s"})
    wait_until(lambda: short.ended, 5, "`for` ends the tail, completely")
    check(short.words() == [], f"without a word: {short.words()}")


def joins_and_reference_tables_are_refused(client, dataset, _service):
    form = "--part\r\nContent-Disposition: form-data; name=\"metadata\"\r\nContent-Type: application/json\r\n\r\n"
    form += json.dumps({"label": "Levels", "primaryKey": ["level"]}) + "\r\n--part\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"levels.csv\"\r\n"
    form += "Content-Type: text/csv\r\n\r\nlevel,weight\ninfo,1\n\r\n--part--\r\n"
    answer = request(client.base, "POST", "/v1/referencetables", form,
                     {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "multipart/form-data; boundary=part"})
    check(answer.status == 201, f"a reference table: {answer.status} {answer.body!r}")
    other = derived(client, dataset, "Others", "make_col n:string(FIELDS.n)")

    def joined(label, alias, target, pipeline):
        inputs = [{"inputName": "main", "datasetId": str(dataset)}, {"inputName": alias, "datasetId": str(target)}]
        query = {"stages": [{"stageID": "a", "input": inputs, "pipeline": pipeline}]}
        return call(client, "POST", "/v1/datasets", {"label": label, "query": query}, 201)["id"]

    weights = joined("Weights", "levels", answer.json()["datasetId"],
                     "make_col level:string(FIELDS.level)\nlookup on(level=@levels.level), weight:@levels.weight")
    pairs = joined("Pairs", "others", other, "make_col n:string(FIELDS.n)\njoin on(n=@others.n), m:@others.n")
    for target, reason in [(weights, b"a join"), (pairs, b"a join"), (answer.json()["datasetId"], b"reference table")]:
        refused = Tail(client, target)
        check(refused.answer.status == 400 and reason in refused.body, f"{reason}: {refused.answer.status} {refused.body!r}")


def silence_is_broken_by_a_sign_of_life(client, dataset, _service):
    lines, events = Tail(client, dataset), Tail(client, dataset, accept="text/event-stream")
    wait_until(lambda: lines.lines and any(line.startswith(b":") for _, line in list(events.lines)), 15, "signs of life")
    check(lines.lines[0][1] == b"\n" and lines.rows() == [], f"of lines: {lines.lines}")
    lines.leave()
    events.leave()


def too_many_are_refused(client, dataset, _service):
    tails = [Tail(client, dataset) for _ in range(16)]
    refused = Tail(client, dataset)
    check(refused.answer.status == 429 and b"too many tails" in refused.body, f"{refused.answer.status} {refused.body!r}")
    tails.pop().leave()
    wait_until(lambda: Tail(client, dataset, **{"for": "1s"}).answer.status == 200, 5, "a place is free again")
    for each in tails:
        each.leave()


def a_lost_right_ends_it(client, dataset, _service):
    made = call(client, "POST", "/v1/authtokens", {"name": "short"}, 201)
    held = Client(client.base)
    held.key = made["secret"]
    by_token = Tail(held, dataset)
    email, password = "reader@example.com", "long-enough-password"
    user = call(client, "POST", "/v1/users", {"email": email, "password": password}, 201)
    for grant in call(client, "GET", "/v1/grants")["grants"]:
        call(client, "DELETE", f"/v1/grants/{grant['id']}")
    reader = Client(client.base).login(email, password)
    check(Tail(reader, dataset).answer.status == 404, "nothing was granted")
    grant = call(client, "POST", "/v1/grants", {"subject": {"userId": user["id"]}, "object": {"objectId": str(dataset)}, "role": "Viewer"}, 201)
    by_grant = Tail(reader, dataset)
    ingest(client, {"n": 1})
    by_token.wait_for(1), by_grant.wait_for(1)
    call(client, "DELETE", f"/v1/authtokens/{made['id']}")
    call(client, "DELETE", f"/v1/grants/{grant['id']}")
    for tail, reason in ((by_token, "invalid access key"), (by_grant, "dataset not found")):
        wait_until(lambda tail=tail: tail.ended, 5, "the tail ends")
        words = tail.words()
        check(len(words) == 1 and words[0]["ok"] is False and words[0]["message"].startswith(reason), f"{reason}: {words}")


def a_slow_client_is_told_what_it_missed(client, dataset, service):
    url = urllib.parse.urlsplit(client.base)
    slow = socket.create_connection((url.hostname, url.port), timeout=30)
    filter_text = urllib.parse.quote("make_col text:string(FIELDS.text) | pick_col BUNDLE_TIMESTAMP, text")
    already = client.count(dataset)
    slow.sendall(f"GET /v1/datasets/{dataset}/tail?filter={filter_text}&for=25s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TENANT} {client.key}\r\n\r\n".encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += slow.recv(1)
    sent = 0
    before = service.resident_kib()
    for _ in range(40):  # more than sockets hold
        ingest(client, {"kind": "slow", "text": "x" * 1_000_000})
        sent += 1
    for _ in range(6):  # in segments of their own, together more than a tail keeps for later
        answer = client.ingest(b'{"n":1}\n' * 50_000)
        check(answer.status == 200, f"ingest: {answer.status}")
        sent += 50_000
        wait_until(lambda: client.count(dataset) == already + sent, 20, "all has landed")
    grown = service.resident_kib() - before
    body = bytearray()
    while part := slow.recv(1 << 20):
        body += part
        if body.endswith(b"0\r\n\r\n"):
            break
    answer = bytearray()
    while body:
        size, _, body = bytes(body).partition(b"\r\n")
        answer += body[:int(size, 16)]
        body = body[int(size, 16) + 2:]
    lines = [json.loads(line) for line in answer.splitlines() if line.strip()]
    rows = sum("@tail" not in line for line in lines)
    skipped = sum(line["@tail"].get("skipped", 0) for line in lines if "@tail" in line)
    check(skipped > 0 and rows + skipped == sent, f"{rows} rows and {skipped} skipped are not {sent}: {[line for line in lines if '@tail' in line]}")
    print(f"a client that did not read: {rows} rows, {skipped} skipped, memory grew by {grown} KiB", flush=True)
    check(grown < 512 * 1024, f"memory: {grown} KiB")


def another_tenant_and_the_end():
    other, password = "202020304050", "long-enough-password"
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = service.ready["datasetId"]
        for words in (["create-tenant", "--tenant", other],
                      ["create-user", "--tenant", other, "--email", "eve@example.com", "--password", password, "--administrator"]):
            done = subprocess.run([harness.BINARY, "admin", *words, "--data", str(directory / "data")], timeout=120, capture_output=True, check=False)
            check(done.returncode == 0, f"opalite admin {words}: {done.stderr!r}")
        eve = Client(client.base, other).login("eve@example.com", password)
        check(Tail(eve, dataset).answer.status == 404, "another tenant's dataset does not exist")
        tail = Tail(client, dataset)
        began = time.monotonic()
        service.stop()
        check(time.monotonic() - began < 10, "a tail does not hold up the end")
        wait_until(lambda: tail.ended, 5, "the tail ends completely")


def on_one_service(*tests):
    """They follow each other, because a start costs more than a test."""
    def together():
        with harness.workspace() as directory, harness.service(directory) as service:
            client = Client(service.ready["http"]).login()
            for test in tests:
                test(client, service.ready["datasetId"], service)
                print(f"passed  {test.__name__}", flush=True)
    together.__name__ = "rows_of_one_service"
    return together


harness.run(on_one_service(rows_come_within_a_second_and_in_order, a_filter_and_derived_datasets, the_tool_prints_rows_as_they_land,
                           what_cannot_be_followed_is_refused, joins_and_reference_tables_are_refused,
                           silence_is_broken_by_a_sign_of_life,
                           too_many_are_refused, a_lost_right_ends_it, a_slow_client_is_told_what_it_missed),
            another_tenant_and_the_end)
