"""Promise 4 and 1 under compaction: SIGKILL while segments are being merged, and right after, loses no row and repeats none."""

import json
import random
import time

import harness
from harness import Client, check, wait_until

KILLS = 6
BATCHES = 36  # a few more than the compactor waits for
ROWS = 50


class Stream:
    """A datastream of its own: after a crash the group of segments that was being merged is left alone for some minutes."""

    def __init__(self, client, name):
        stream = client.created("/v1/datastreams", {"name": name})
        self.dataset = stream["datasetId"]
        self.token = client.created("/v1/ingest-tokens", {"name": name, "datastreamIds": [stream["id"]]})["credential"]
        self.acknowledged = []


def merges_that_are_killed_lose_nothing():
    chance = random.Random(7)
    with harness.workspace() as directory:
        data = directory / "data"
        service = harness.Process("serve", ["--data", str(data), *harness.endpoints(), *harness.BOOTSTRAP], directory, "serve")
        service.start()
        client = Client(service.ready["http"]).login()
        streams, killed_in_merge = [], 0
        for turn in range(KILLS):
            stream = Stream(client, f"stream {turn}")
            streams.append(stream)
            merged = lambda: list(data.glob(f"segments/*/{stream.dataset}/m*~*"))
            for batch in range(BATCHES):
                numbers = [f"{turn}-{batch}-{i}" for i in range(ROWS)]
                body = "".join(json.dumps({"n": number, "text": "x" * 2000}) + "\n" for number in numbers)
                check(client.ingest(body, token=stream.token).status == 200, "ingest")
                stream.acknowledged.extend(numbers)
                wait_until(lambda: client.count(stream.dataset) >= len(stream.acknowledged), 30, "the batch is a segment of its own")
            # The name of a merged file, the temporary one first, appears when a merge begins to write.
            begun = wait_until(merged, 60, "a merge begins")
            if turn % 2:
                time.sleep(chance.uniform(0, 0.1))  # the random moment
            killed_in_merge += any(file.name.endswith(".tmp") for file in begun)
            service.kill()
            service.start()
            client.base = service.ready["http"]
            for each in streams:
                harness.check_exactly_once(client, each.dataset, each.acknowledged)
        check(killed_in_merge > 0, "no merge was interrupted: the kills came at wrong moments")
        print(f"        {KILLS * BATCHES * ROWS} rows, {killed_in_merge} of {KILLS} kills while a merged file was being written")
        service.stop()


harness.run(merges_that_are_killed_lose_nothing)
