"""Every query of tests/bench/queries gives what DuckDB gives over the same lines: J1 to J12, A, K and O, on 20,000 events each."""

import pathlib
import sys

import harness
from harness import check

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "bench"))
import answers  # noqa: E402
from queries_bench import Bench  # noqa: E402


def agree(workload):
    with harness.workspace() as directory, harness.service(directory) as service:
        bench = Bench(workload, 20_000, directory, service, clickhouse=False, columns=False)
        try:
            check(bench.events >= 20_000, f"{bench.events} events")
            wrong = bench.disagreements(answers.names(workload))
            check(not wrong, f"{len(wrong)} answers differ: {wrong}")
            for name in answers.names(workload):
                check(answers.rows_of(bench.ours(name)[2])[1], f"{name} has rows")
        finally:
            bench.close()


def bluesky():
    agree("bluesky")


def access():
    agree("access")


def k8s():
    agree("k8s")


def otlp():
    agree("otlp")


harness.run(bluesky, access, k8s, otlp)
