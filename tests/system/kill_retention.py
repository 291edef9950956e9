"""Promises 1 and 4 under retention: SIGKILL while segments expire and their files are deleted keeps what has not expired, exactly
once, and in the end the segment directory holds what the catalog names and nothing else."""

import os
import pathlib
import random
import subprocess
import time

import harness
from harness import Client, NumberedWriter, check, wait_until

ROUNDS = 5
BATCHES = 6
DAY = 86_400 * 10**9
HOUR_S = 3_600


class Store:
    """What the catalog and the segment directory say."""

    def __init__(self, url, directory):
        self.url, self.directory = url, pathlib.Path(directory)

    def ask(self, statement):
        done = subprocess.run(["psql", "-qXAt", self.url, "-c", "set opalite.tenant = '*'", "-c", statement], capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        return done.stdout.split()

    def segments(self, dataset):
        return int(self.ask(f"select count(*) from segments where dataset_id = {dataset}")[0])

    def named(self):
        return set(self.ask("select file from segments"))

    def retired(self):
        return set(self.ask("select file from retired_files"))

    def files(self):
        return {str(file.relative_to(self.directory)) for file in self.directory.rglob("*") if file.is_file()}

    def age(self, dataset):
        """Two days pass for the rows of a dataset."""
        self.ask(f"update segments set time_min = time_min - {2 * DAY}, time_max = time_max - {2 * DAY} where dataset_id = {dataset}")

    def age_retired(self):
        """An hour passes for replaced files: no query can read them any more."""
        self.ask(f"update retired_files set retired_at = retired_at - {HOUR_S * 10**9}")

    def age_files(self):
        """Two hours pass for what lies in the directory and is named nowhere."""
        then = time.time() - 2 * HOUR_S
        for name in self.files() - self.named():
            try:
                os.utime(self.directory / name, (then, then))
            except FileNotFoundError:
                pass  # deleted meanwhile


def stream(client, name):
    made = client.created("/v1/datastreams", {"name": name, "retentionDays": 1})
    token = client.created("/v1/ingest-tokens", {"name": name, "datastreamIds": [made["id"]]})["credential"]
    return made["datasetId"], token


def expiry_that_is_killed_takes_what_has_expired_and_nothing_else():
    chance = random.Random(11)
    with harness.workspace() as directory, harness.database() as url:
        data = directory / "data"
        store = Store(url, data / "segments")
        service = harness.Process("serve", ["--data", str(data), "--database", url, *harness.endpoints(), *harness.BOOTSTRAP], directory, "serve")
        service.start()
        dataset = service.ready["datasetId"]
        client = Client(service.ready["http"]).login()
        writer = NumberedWriter("w", lambda: [service.ready["http"]])
        writer.start()
        early, midway, orphans = 0, 0, 0
        for turn in range(ROUNDS):
            expiring, token = stream(client, f"expiring {turn}")
            for batch in range(BATCHES):
                check(client.ingest('{"n":1}\n' * 100, token=token).status == 200, "ingest")
                wait_until(lambda: client.count(expiring) >= 100 * (batch + 1), 30, "the batch is there")
            service.kill()
            store.age(expiring)
            expired = store.segments(expiring)
            service.spawn()  # the first look for expired segments comes when it is nearly ready
            if turn % 2:
                wait_until(lambda: store.segments(expiring) < expired, 60, "segments are expiring")
            else:
                time.sleep(chance.uniform(0, 0.15))  # the random moment
            service.kill()
            early += store.segments(expiring) > 0
            service.start()
            client.base = service.ready["http"]
            wait_until(lambda: store.segments(expiring) == 0, 30, "expired segments leave the catalog")

            service.kill()
            store.age_retired()
            gone = store.retired()
            service.start()
            if turn % 2:
                wait_until(lambda: not gone <= store.files(), 60, "replaced files are being deleted")
            service.kill()
            left = gone & store.files()
            midway += 0 < len(left) < len(gone)
            check(not gone & store.named(), "a deleted file is one that the catalog names")
            orphans += len(store.files() - store.named() - store.retired())
            store.age_files()
            service.start()
            client.base = service.ready["http"]
            wait_until(lambda: not gone & store.files(), 60, "replaced files are deleted")
        writer.finish()
        check(0 < early < ROUNDS, f"{early} of {ROUNDS} kills came before the segments had expired: all at the same moment")
        check(orphans > 0, "no kill left a file that nobody names: there was nothing to collect")
        harness.check_exactly_once(client, dataset, writer.acknowledged)
        service.stop()
        store.age_retired()
        store.age_files()
        service.start()
        client.base = service.ready["http"]
        wait_until(lambda: store.files() == store.named(), 60, "only what the catalog names is left")
        harness.check_exactly_once(client, dataset, writer.acknowledged)
        print(f"        {len(writer.acknowledged)} numbers kept over {3 * ROUNDS} kills, {early} of {ROUNDS} before the segments had expired, "
              f"{midway} amid deletions; {orphans} orphans were seen")
        service.stop()


harness.run(expiry_that_is_killed_takes_what_has_expired_and_nothing_else)
