"""Promises 1 and 2 on Kafka: two gateways and two consumer processes side by side, each killed in turn."""

import os
import random
import time

import harness
from harness import Client, CountWatcher, NumberedWriter, check

ROUNDS = 30

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE is not set")


def each_process_is_killed_in_turn():
    chance = random.Random(7)
    with harness.cluster() as cluster:
        dataset = cluster.gateways[0].ready["datasetId"]
        key = Client(cluster.gateways[0].ready["http"]).login().key

        def client(gateway):
            fresh = Client(gateway.ready["http"])
            fresh.key = key
            return fresh

        writers = [NumberedWriter(f"w{i}", lambda: [gateway.ready["http"] for gateway in cluster.gateways]) for i in range(3)]
        watcher = CountWatcher(lambda: [client(gateway) for gateway in cluster.gateways], dataset)
        for thread in (*writers, watcher):
            thread.start()
        processes = [*cluster.gateways, *cluster.consumers]
        for turn in range(ROUNDS):
            before = sum(len(writer.acknowledged) for writer in writers)
            harness.wait_until(lambda: sum(len(writer.acknowledged) for writer in writers) > before, 60, "a batch after a start")
            time.sleep(chance.uniform(0, 0.4))  # the random moment
            victim = processes[turn % len(processes)]
            victim.kill()
            victim.start()
        for writer in writers:
            writer.finish()
        acknowledged = [number for writer in writers for number in writer.acknowledged]
        harness.check_exactly_once(client(cluster.gateways[1]), dataset, acknowledged)
        watcher.finish()
        check(sum(writer.repeats for writer in writers) > 0, "no request was ever interrupted: the kills came at wrong moments")
        print(f"        {len(acknowledged)} numbers over {ROUNDS} kills, {watcher.queries} counts, "
              f"{sum(writer.repeats for writer in writers)} repeats")


harness.run(each_process_is_killed_in_turn)
