"""Promise 1 on the embedded log: SIGKILL at random moments loses nothing that was acknowledged and repeats nothing."""

import random
import time

import harness
from harness import Client, CountWatcher, NumberedWriter, check

ROUNDS = 30


def thirty_kills_of_the_whole_service():
    chance = random.Random(20240501)
    with harness.workspace() as directory:
        data = directory / "data"
        service = harness.Process("serve", ["--data", str(data), *harness.endpoints(), *harness.BOOTSTRAP], directory, "serve")
        service.start()
        dataset = service.ready["datasetId"]
        key = Client(service.ready["http"]).login().key

        def client():
            fresh = Client(service.ready["http"])
            fresh.key = key
            return fresh

        writers = [NumberedWriter(f"w{i}", lambda: [service.ready["http"]]) for i in range(3)]
        watcher = CountWatcher(lambda: [client()], dataset)
        for thread in (*writers, watcher):
            thread.start()
        for turn in range(ROUNDS):
            before = sum(len(writer.acknowledged) for writer in writers)
            harness.wait_until(lambda: sum(len(writer.acknowledged) for writer in writers) > before, 60, "a batch after a start")
            time.sleep(chance.uniform(0, 0.6))  # the random moment
            service.kill()
            if turn % 3 == 2:
                harness.kill_private_postgres(data)
            service.start()
        for writer in writers:
            writer.finish()
        acknowledged = [number for writer in writers for number in writer.acknowledged]
        harness.check_exactly_once(client(), dataset, acknowledged)
        watcher.finish()
        check(sum(writer.repeats for writer in writers) > 0, "no request was ever interrupted: the kills came at wrong moments")
        print(f"        {len(acknowledged)} numbers over {ROUNDS} kills, {watcher.queries} counts, "
              f"{sum(writer.repeats for writer in writers)} repeats")
        service.stop()


harness.run(thirty_kills_of_the_whole_service)
