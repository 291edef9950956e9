"""Rate limits on running services: of a token, a datastream and a customer, in bytes and in observations; two gateways keep one limit
together; what is refused is told when to come again, and a retrying exporter gets everything through."""

import json
import subprocess
import threading
import time

import harness
from harness import BINARY, INGEST_TOKEN, TENANT, Client, check, request, wait_until


class Api:
    def __init__(self, base):
        self.client = Client(base).login()

    def call(self, method, path, body=None):
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        answer = request(self.client.base, method, path, json.dumps(body) if body is not None else None,
                         {"Authorization": f"Bearer {TENANT} {self.client.key}", "Content-Type": kind})
        check(answer.status in (200, 201, 204), f"{method} {path}: {answer.status} {answer.body!r}")
        return answer.json() if answer.body else None


def lines(count, size=100):
    return "".join(json.dumps({"n": i, "text": "x" * size}) + "\n" for i in range(count))


def refused(answer, words):
    check(answer.status == 429, f"not refused: {answer.status} {answer.body!r}")
    check(words in answer.json()["message"], f"the reason: {answer.body!r}")
    check(int(answer.headers["Retry-After"]) >= 1, "Retry-After")


def each_owner_has_its_limit():
    with harness.workspace() as directory, harness.service(directory) as service:
        api = Api(service.ready["http"])
        stream = api.call("POST", "/v1/datastreams", {"name": "limited", "rateLimitObservationsPerMinute": 60})
        token = api.call("POST", "/v1/ingest-tokens", {"name": "t", "datastreamIds": [stream["id"]], "rateLimitBytesPerMinute": 6000})
        check(token["rateLimitBytesPerMinute"] == 6000 and token["rateLimitObservationsPerMinute"] is None, f"token: {token}")

        def send(body, credential=token["credential"]):
            return api.client.ingest(body, token=credential)

        check(send(lines(10, 500)).status == 200, "within both")
        refused(send(lines(10, 500)), "the ingest token is over its rate limit in bytes per minute: 6000")
        api.call("PATCH", f"/v1/ingest-tokens/{token['id']}", {"rateLimitBytesPerMinute": None})
        check(send(lines(90, 1)).status == 200, "over the limit by one request is owed")
        refused(send("{}\n"), "the datastream is over its rate limit in observations per minute: 60")
        check(send("{}\n", INGEST_TOKEN).status == 200, "another datastream goes on")
        api.call("PATCH", f"/v1/datastreams/{stream['id']}", {"rateLimitObservationsPerMinute": None})
        check(send("{}\n").status == 200, "no limit any more")

        data = str(service.arguments[service.arguments.index("--data") + 1])
        done = subprocess.run([BINARY, "admin", "limit-tenant", "--data", data, "--bytes-per-minute", "3000"], capture_output=True, text=True)
        check(done.returncode == 0, f"limit-tenant: {done.stderr}")
        check(send(lines(20)).status == 200, "the customer's first minute")
        answer = wait_until(lambda: (a := send(lines(20))).status == 429 and a, 10, "the customer is limited")
        refused(answer, "the customer is over its rate limit in bytes per minute: 3000")
        refused(send(lines(20), INGEST_TOKEN), "the customer is over its rate limit")
        done = subprocess.run([BINARY, "admin", "limit-tenant", "--data", data, "--bytes-per-minute", "0"], capture_output=True, text=True)
        check(done.returncode == 0, f"limit-tenant: {done.stderr}")
        wait_until(lambda: send(lines(20)).status == 200, 10, "no limit of the customer")
        wrong = subprocess.run([BINARY, "admin", "limit-tenant", "--data", data], capture_output=True, text=True)
        check(wrong.returncode == 1 and "--bytes-per-minute or --observations-per-minute is missing" in wrong.stderr, f"wrong: {wrong.stderr}")


def two_gateways_keep_one_limit():
    """A minute's worth may come at once, then both together take what the limit says, each half of it."""
    per_second = 2_000
    with harness.cluster() as cluster:
        bases = [gateway.ready["http"] for gateway in cluster.gateways]
        token = Api(bases[0]).call("POST", "/v1/ingest-tokens", {"name": "t", "rateLimitBytesPerMinute": per_second * 60})
        body = lines(4)
        accepted, statuses = [0, 0], [[], []]
        ending = threading.Event()

        def sender(gateway):
            client = Client(bases[gateway])
            while not ending.is_set():
                answer = client.ingest(body, token=token["credential"])
                statuses[gateway].append(answer.status)
                if answer.status == 200:
                    accepted[gateway] += len(body)

        senders = [threading.Thread(target=sender, args=(i % 2,)) for i in range(4)]
        for each in senders:
            each.start()
        # Beyond what may come at once: most of what each of them is asked for is refused.
        wait_until(lambda: all(len(seen) > 20 and seen[-20:].count(429) >= 10 for seen in statuses), 120, "both gateways refuse")
        began, before = time.monotonic(), list(accepted)
        wait_until(lambda: time.monotonic() - began > 15, 20, "fifteen seconds")
        seconds = time.monotonic() - began
        rates = [(after - was) / seconds for after, was in zip(accepted, before)]
        ending.set()
        for each in senders:
            each.join()
        print(f"        {rates[0]:.0f} + {rates[1]:.0f} of {per_second} bytes/s")
        check(set(statuses[0] + statuses[1]) == {200, 429}, f"answers: {set(statuses[0] + statuses[1])}")
        check(0.7 * per_second < sum(rates) < 1.3 * per_second, f"together: {rates}")
        check(min(rates) > 0.25 * per_second, f"each its part: {rates}")


harness.run(each_owner_has_its_limit, two_gateways_keep_one_limit)
