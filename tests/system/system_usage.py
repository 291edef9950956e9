"""The dataset System: what was sent, by minute, datastream, token and endpoint, exactly; through crashes and a rebuild."""

import json
import os
import subprocess
import time

import harness
from harness import Client, check, request, wait_until

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE is not set")

SYSTEM = "Default.System"
QUESTION = ('filter string(EXTRA.schema) = "ingest_usage" | statsby n:sum(int64(FIELDS.num_observations)), bytes:sum(int64(FIELDS.uncompressed_bytes)), '
            'group_by(datastream:string(FIELDS.datastream_id), token:string(FIELDS.datastream_token_id), path:string(FIELDS.normalized_path))')
LOGS = json.dumps({"resourceLogs": [{"scopeLogs": [{"logRecords": [{"timeUnixNano": "1", "body": {"stringValue": "a"}},
                                                                   {"timeUnixNano": "2", "body": {"stringValue": "b"}}]}]}]})


def call(client, method, path, body=None, status=200):
    headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
    answer = request(client.base, method, path, None if body is None else json.dumps(body), headers)
    check(answer.status == status, f"{method} {path}: {answer.status} {answer.body!r}")
    return answer.json() if answer.body else None


class Sender:
    """Sends through several tokens and endpoints, again until it is acknowledged, and keeps count."""

    def __init__(self, client, streams):
        self.client, self.streams, self.sent, self.requests = client, streams, {}, 0

    def round(self):
        for datastream, token in self.streams:
            for path, counted_as in (("/v1/http", "/v1/http"), ("/v1/http/a/free/end?tag=x", "/v1/http"), ("/v1/observations/b", "/v1/observations")):
                lines = [json.dumps({"n": i, "text": "\u00e9" * (i % 7)}, ensure_ascii=False) for i in range(10 + self.requests % 5)]
                self._send(path, "\n".join(lines), "application/x-ndjson", datastream, token, counted_as, len(lines))
            self._send("/v2/otel/v1/logs", LOGS, "application/json", datastream, token, "/v2/otel/v1/logs", 2)

    def _send(self, path, body, content_type, datastream, token, counted_as, observations):
        self.requests += 1
        headers = {"Idempotency-Key": f"request {self.requests}"}
        wait_until(lambda: self._is_taken(path, body, content_type, headers, token), 60, "the request is acknowledged")
        key = (datastream, token.split(":")[0], counted_as)
        before = self.sent.get(key, (0, 0))
        self.sent[key] = (before[0] + observations, before[1] + len(body.encode()))

    def _is_taken(self, path, body, content_type, headers, token):
        try:
            return self.client.ingest(body.encode(), content_type, path, headers, token).status == 200
        except OSError:
            return False


def told(client, window="interval=1h"):
    return {(row["datastream"], row["token"], row["path"]): (int(row["n"]), int(row["bytes"])) for row in client.rows(QUESTION, SYSTEM, window)}


def check_told(client, sent, when):
    counts = lambda usage: {key: value[0] for key, value in usage.items()}
    wait_until(lambda: counts(told(client)) == counts(sent), 150, f"the sums {when}: sent {sent}, told {told(client)}")
    for key, (observations, size) in told(client).items():
        if not key[2].startswith("/v1/"):
            continue  # is kept in another form than it was sent in
        check(size == sent[key][1], f"bytes {when} of {key}: {observations} observations in {size} bytes, sent were {sent[key][1]}")


def sums_are_what_was_sent():
    with harness.workspace() as directory, harness.database() as url:
        arguments = ["--data", str(directory / "data"), "--database", url, *harness.endpoints(), *harness.BOOTSTRAP]
        service = harness.Process("serve", arguments, directory, "serve").start()
        client = Client(service.ready["http"]).login()

        def restart():
            service.kill()
            client.base = service.start().ready["http"]

        other = call(client, "POST", "/v1/datastreams", {"name": "Other"}, 201)["id"]
        streams = [(service.ready["datastreamId"], harness.INGEST_TOKEN)]
        for name in ("one", "two"):
            token = call(client, "POST", "/v1/ingest-tokens", {"name": name, "datastreamIds": [other]}, 201)
            streams.append((other, f"{token['id']}:{token['secret']}"))
        sender = Sender(client, streams)
        for again in range(4):
            sender.round()
            if again % 2 == 1:
                restart()  # what was sent last has perhaps not landed
        last_sent = time.time()
        # The consumers are also killed where they turn minutes that are over into rows.
        ends = (last_sent // 60 + 1) * 60
        while time.time() < ends + 12:
            time.sleep(0.7 if time.time() > ends + 2 else 0.2)
            if time.time() > ends + 2:
                restart()
        check_told(client, sender.sent, "through crashes")
        rows = client.rows("pick_col BUNDLE_TIMESTAMP, BUNDLE_ID, OBSERVATION_INDEX, OBSERVATION_KIND", SYSTEM)
        check(all(int(row["BUNDLE_TIMESTAMP"]) % 60_000_000_000 == 0 for row in rows), f"rows stand at the beginning of their minute: {rows[0]}")
        check(len({(row["BUNDLE_ID"], row["OBSERVATION_INDEX"]) for row in rows}) == len(rows), "each row has a name of its own")
        check({row["OBSERVATION_KIND"] for row in rows} == {"system"}, f"{rows[0]}")
        sender.round()  # perhaps in a minute that has been told
        check_told(client, sender.sent, "with what came later")
        check(call(client, "DELETE", "/v1/datasets/40000002", status=400) is not None, "the dataset stays")
        service.stop()

        done = subprocess.run([harness.BINARY, "rebuild", "--data", str(directory / "data"), "--database", url], capture_output=True,
                              text=True, timeout=300, check=False)
        check(done.returncode == 0, f"rebuild: {done.stdout}{done.stderr}")
        client.base = service.start().ready["http"]
        check_told(client, sender.sent, "after a rebuild")
        service.stop()


harness.run(sums_are_what_was_sent)
