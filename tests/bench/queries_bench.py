#!/usr/bin/env python3
"""The benchmark's queries through the HTTP export, beside DuckDB and ClickHouse over the same lines.

    tests/bench/run queries [--workload bluesky|access|k8s|otlp] [--count N] [--rounds N] [--only J1,J2] [--chart FILE.svg]

Every answer must be DuckDB's over the same lines; exit status 1 when one is not. One cold run, then rounds in which the systems
take turns; the table shows medians. CPU-seconds are those of the service's process and of the peers'. Peers that are not
installed are named and left out. Two threads for each system.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "system"))
import harness  # noqa: E402
import answers  # noqa: E402
import chart  # noqa: E402
import loader  # noqa: E402
from harness import Client  # noqa: E402
from oracle import ROOT, DuckDb  # noqa: E402
from table_client import Tables, columns  # noqa: E402

PEERS = ROOT / "build/deps/chdb/bin/python"


def service_cpu(process):
    """CPU-seconds of the service, to the microsecond while its threads live."""
    total = 0
    for task in pathlib.Path(f"/proc/{process.process.pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


class ClickHouse:
    """chdb in a process of its own, or nothing when it is not installed."""

    def __init__(self, directory):
        self.process = subprocess.Popen([PEERS, pathlib.Path(__file__).with_name("clickhouse_peer.py"), directory],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, sql):
        self.process.stdin.write(json.dumps({"sql": sql}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)


def settle(process, limit_s=600):
    """Waits until the service has nothing more to do: segments are written, and merged once nothing new came for a while."""
    def idle():
        before = service_cpu(process)
        time.sleep(12)  # as long as a look takes: longer than compaction waits for more
        return service_cpu(process) - before < 0.12
    harness.wait_until(idle, limit_s, "the service is idle")


class Bench:
    """One workload in the service and in the peers. `columns`: DuckDB gets a column for each path that a query reads, which is
    its best case; without, it keeps the documents as text, and reads nothing but what was sent."""

    def __init__(self, workload, count, directory, service, clickhouse=True, columns=True):
        self.workload, self.process, self.columns = workload, service, columns
        self.temporary = directory / "answer.csv"
        self.client = Client(service.ready["http"]).login()
        self.duckdb = DuckDb(directory / "duckdb.db")
        self.clickhouse = self._start_clickhouse(directory) if clickhouse else None
        begun, before = time.monotonic(), service_cpu(service)
        self.raw = loader.send(service.ready["http"], workload, loader.bodies(workload, count, directory / "lines.ndjson", self._keep))
        self.events = int(self.duckdb.ask(f"SELECT count(*) FROM {workload}")[0])
        self.dataset = service.ready["datasetId"]
        harness.wait_until(lambda: self.client.count(self.dataset, answers.WINDOW) >= self.events, 1800, f"{self.events} rows are visible")
        self.load_seconds, self.load_cpu = time.monotonic() - begun, service_cpu(service) - before
        if columns:  # where times are taken, merging must not be among them
            settle(service)
        self.service = answers.Service(self.client, self.dataset, self._reference_tables())

    def _start_clickhouse(self, directory):
        create = answers.text(self.workload, "clickhouse.sql")
        if create is None:
            return None
        if not PEERS.exists():
            print(f"skipped: ClickHouse, there is no chdb in {PEERS}")
            return None
        peer = ClickHouse(directory / "clickhouse")
        peer.ask(create)
        return peer

    def _keep(self, lines):
        """A part of the lines, which are gone afterwards."""
        answers.duckdb_load(self.duckdb, self.workload, lines, self.columns)
        if self.clickhouse:
            self.clickhouse.ask(f"INSERT INTO {self.workload} SELECT json FROM file('{lines}', 'JSONAsObject', 'json JSON')")

    def _reference_tables(self):
        """The tables that queries look up, in the service and in the peers; name to dataset id."""
        if self.workload == "bluesky":
            name, text = "collections", (answers.QUERIES / "collections.csv").read_text()
        elif self.workload == "k8s":
            pod = answers.place("pod", "", self.columns)
            pods = [row[0] for row in self.duckdb.rows(f"SELECT DISTINCT {pod} AS pod FROM k8s ORDER BY 1", self.temporary)[1:]]
            name, text = "pods", "pod\n" + "".join(f"{each}\n" for each in [*pods, "lost-1", "lost-2"])
        else:
            return {}
        file = self.temporary.with_name(f"{name}.csv")
        file.write_text(text)
        self.duckdb.ask(f"CREATE TABLE {name} AS SELECT * FROM read_csv('{file}', header = true, all_varchar = true)")
        if self.clickhouse:
            self.clickhouse.ask(f"CREATE TABLE {name} ENGINE = Memory AS SELECT * FROM file('{file}', 'CSVWithNames')")
        schema = columns(*((column, "string") for column in text.split("\n", 1)[0].split(",")))
        return {name: Tables(self.client).create(name, text, schema, primaryKey=[schema[0]["name"]])["datasetId"]}

    def close(self):
        self.duckdb.close()
        if self.clickhouse:
            self.clickhouse.close()

    def ours(self, name):
        before, begun = service_cpu(self.process), time.monotonic()
        body = self.service.ask(name)
        return time.monotonic() - begun, service_cpu(self.process) - before, body

    def theirs(self, name):
        seconds, cpu = self.duckdb.csv(answers.duckdb_sql(name, self.columns), self.temporary)
        return seconds, cpu, self.temporary.read_bytes()

    def clickhouses(self, name):
        answer = self.clickhouse.ask(answers.text(name, "clickhouse.sql"))
        return answer["seconds"], answer["cpu"], answer["csv"]

    def systems(self, name):
        found = {"Opalite": self.ours, "DuckDB": self.theirs}
        if self.clickhouse and answers.text(name, "clickhouse.sql"):
            found["ClickHouse"] = self.clickhouses
        return found

    def disagreements(self, chosen):
        """Queries whose answers are not DuckDB's: name and difference."""
        found = []
        for name in chosen:
            try:
                difference = answers.difference(self.ours(name)[2], self.theirs(name)[2])
            except (harness.Failure, RuntimeError) as failure:
                difference = str(failure)
            if difference:
                found.append((name, difference))
        return found


def compare(bench, name, rounds):
    """{system: (cold wall, median wall, median CPU)} and what disagrees with DuckDB."""
    systems = bench.systems(name)
    taken = {system: [] for system in systems}
    bodies = {}
    for turn in range(rounds + 1):
        for system, ask in systems.items():
            seconds, cpu, body = ask(name)
            taken[system].append((seconds, cpu))
            bodies[system] = body
    result = {system: (runs[0][0], statistics.median(run[0] for run in runs[1:]), statistics.median(run[1] for run in runs[1:]))
              for system, runs in taken.items()}
    wrong = {system: answers.difference(body, bodies["DuckDB"]) for system, body in bodies.items() if system != "DuckDB"}
    return result, {system: text for system, text in wrong.items() if text}


def report(rows, systems):
    print(f"{'query':<44}" + "".join(f"{system + ' cold':>18}{'hot':>9}{'cpu':>9}" for system in systems) + f"{'CPU ratios':>16}")
    for name, result in rows:
        line = f"{name + '  ' + answers.title(name):<44.44}"
        for system in systems:
            line += "".join(f"{value * 1000:>{width}.1f}" for value, width in zip(result[system], (18, 9, 9))) if system in result else " " * 36
        line += "".join(f"{result['Opalite'][2] / result[system][2]:>8.2f}" for system in systems[1:] if system in result)
        print(line)
    for system in systems[1:]:
        for what, column in (("hot times", 1), ("CPU times", 2)):
            ratios = [result["Opalite"][column] / result[system][column] for _, result in rows if system in result]
            if ratios:
                mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
                print(f"geometric mean of the {what}, Opalite to {system}: {mean:.2f} over {len(ratios)} queries")


def queries(options):
    wrong = 0
    with harness.workspace() as directory, harness.service(directory) as service:
        bench = Bench(options.workload, options.count, directory, service, clickhouse=not options.no_clickhouse)
        try:
            print(f"{options.workload}: {bench.events} events, {bench.raw / 1e6:.0f} MB; loaded and visible after {bench.load_seconds:.1f} s, "
                  f"{bench.load_cpu:.1f} CPU-seconds of the service")
            chosen = options.only.split(",") if options.only else answers.names(options.workload)
            rows = []
            for name in chosen:
                try:
                    result, different = compare(bench, name, options.rounds)
                except (harness.Failure, RuntimeError) as failure:
                    wrong += 1
                    print(f"FAILED {name}: {failure}", flush=True)
                    continue
                rows.append((name, result))
                for system, text in different.items():
                    wrong += 1
                    print(f"DIFFERENT {name}, {system} and DuckDB: {text}", flush=True)
                if options.explain:
                    print(bench.service.ask(name, explain=True).decode())
            systems = [system for system in ("Opalite", "DuckDB", "ClickHouse") if any(system in result for _, result in rows)]
            report(rows, systems)
            print(f"milliseconds; {len(chosen) - wrong} of {len(chosen)} answers agree with DuckDB over the same lines")
            if options.chart:
                bars = [(f"{name} {answers.title(name)}"[:34], {system: run[1] * 1000 for system, run in result.items()}) for name, result in rows]
                pathlib.Path(options.chart).write_text(chart.render(f"{options.workload}, {bench.events:,} events: hot runs, milliseconds", systems, bars))
        finally:
            bench.close()
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=["queries"])
    parser.add_argument("--workload", choices=list(answers.WORKLOADS), default="bluesky")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only")
    parser.add_argument("--chart")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--no-clickhouse", action="store_true")
    options = parser.parse_args()
    sys.exit(queries(options))


if __name__ == "__main__":
    main()
