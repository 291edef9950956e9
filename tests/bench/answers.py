"""The queries of tests/bench/queries, asked of the service and of peers, and their answers in one form.

NAME.opal is a pipeline; `//@ stage X` begins a further stage, later ones read it as @X. NAME.duckdb.sql is its twin, in which
{a.b} stands for the text at a path of the document and {a.b:BIGINT} for a typed value. NAME.clickhouse.sql is ClickHouse's.
"""

import csv
import datetime
import hashlib
import io
import json
import pathlib
import re

import harness

QUERIES = pathlib.Path(__file__).parent / "queries"
WORKLOADS = {"bluesky": "J", "access": "A", "k8s": "K", "otlp": "O"}
PLACE = re.compile(r"\{([^{}:]+)(?::([A-Z]+))?\}")
TIME = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00)?$")
NUMBER = re.compile(r"^-?\d+(\.\d+)?([eE][-+]?\d+)?$")
# From the first generated event until after the arrival of the last; in two minutes less than a million bins.
WINDOW = "startTime=2024-11-18T00:00:00Z&endTime=2028-08-01T00:00:00Z"


def names(workload):
    """Of a workload's queries, in the order of their numbers."""
    found = [file.stem for file in QUERIES.glob(f"{WORKLOADS[workload]}*.opal")]
    return sorted(found, key=lambda name: int(name[1:]))


def title(name):
    return text(name, "opal").splitlines()[0].removeprefix("//").strip()


def text(name, kind):
    file = QUERIES / f"{name}.{kind}"
    return file.read_text(encoding="utf-8") if file.exists() else None


def stages(name, dataset, tables):
    """The stages of an export request. `tables`: name to dataset id, of everything a pipeline may name beside its input."""
    made, lines = [], {"main": []}
    current = "main"
    for line in text(name, "opal").splitlines():
        if line.startswith("//@ stage "):
            current = line.split()[2]
            lines.setdefault(current, [])
        elif not line.startswith("//"):
            lines[current].append(line)
    order = [stage for stage in lines if stage != "main"] + ["main"]
    for stage in order:
        pipeline = "\n".join(lines[stage])
        inputs = [{"inputName": "_", "datasetId": str(dataset)}]
        for other in sorted(set(re.findall(r"@(\w+)", pipeline))):
            source = {"stageId": other} if other in lines else {"datasetId": str(tables[other])}
            inputs.append({"inputName": other, **source})
        made.append({"stageID": stage, "input": inputs, "pipeline": pipeline})
    return made


class Service:
    """Asks the service by its export API."""

    def __init__(self, client, dataset, tables):
        self.client, self.dataset, self.tables = client, dataset, tables

    def ask(self, name, explain=False):
        body = {"query": {"stages": stages(name, self.dataset, self.tables)}}
        if explain:
            body["explain"] = True
        answer = harness.request(
            self.client.base, "POST", f"/v1/meta/export/query?{WINDOW}", json.dumps(body),
            {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Accept": "text/csv", "Content-Type": "application/json"}, 600)
        harness.check(answer.status == 200, f"{name}: {answer.status} {answer.body.decode()}")
        return answer.body


def places(workload):
    """Every (path, type) that the queries of a workload use."""
    found = set()
    for name in names(workload):
        found.update(PLACE.findall(text(name, "duckdb.sql")))
    return sorted(found)


def extracted(path, kind):
    value = f"json_extract(d, '$.{path}')" if kind == "JSON" else f"json_extract_string(d, '$.{path}')"
    return value if kind in ("", "JSON") else f"CAST({value} AS {kind})"


def place(path, kind, columns):
    """SQL for a place. `columns`: the table has a column for each place, instead of documents as text."""
    return f'"{path}:{kind}"' if columns else extracted(path, kind)


def duckdb_sql(name, columns):
    return PLACE.sub(lambda match: place(match.group(1), match.group(2) or "", columns), text(name, "duckdb.sql")).strip()


def duckdb_load(database, workload, file, columns):
    """Makes the workload's table out of lines of JSON: documents as text, or a column for each place that a query reads."""
    lines = f"SELECT json AS d FROM read_ndjson_objects('{file}')"
    prepared = text(workload, "duckdb.sql")
    source = f"WITH lines AS ({lines}) {prepared}" if prepared else lines
    chosen = ", ".join(f"{extracted(path, kind)} AS {place(path, kind, True)}" for path, kind in places(workload)) if columns else "d"
    exists = database.ask(f"SELECT count(*) FROM duckdb_tables() WHERE table_name = '{workload}'")[0] != "0"
    database.ask(f"{f'INSERT INTO {workload}' if exists else f'CREATE TABLE {workload} AS'} SELECT {chosen} FROM ({source})")


def canonical(cell):
    """Numbers, times and nulls of all systems in one form."""
    if cell is None or cell in ("", "\\N"):
        return ""
    if NUMBER.match(cell):
        return repr(int(cell)) if cell.lstrip("-").isdigit() else f"{float(cell):.10g}"
    if TIME.match(cell):
        whole, _, fraction = cell.rstrip("Z").removesuffix("+00").replace("T", " ").partition(".")
        seconds = datetime.datetime.fromisoformat(whole).replace(tzinfo=datetime.timezone.utc).timestamp()
        return str(int(seconds) * 1_000_000_000 + int(fraction.ljust(9, "0")))  # as the service writes times: nanoseconds
    return cell


def rows_of(body):
    """Header and rows of a CSV answer; numbers that are whole look alike whatever their type."""
    table = list(csv.reader(io.StringIO(body.decode() if isinstance(body, bytes) else body, newline="")))
    made = [tuple(canonical(cell) for cell in row) for row in table[1:]]
    return table[0] if table else [], made


def digest(body):
    """Equal for equal answers, whatever the order of rows."""
    header, rows = rows_of(body)
    return hashlib.sha256(repr((header, sorted(rows))).encode()).hexdigest()[:16]


def difference(ours, theirs):
    """What is different between two CSV answers, in a line; nothing when they agree."""
    if digest(ours) == digest(theirs):
        return None
    (head, mine), (other, peer) = rows_of(ours), rows_of(theirs)
    if head != other:
        return f"columns {head} and {other}"
    only, absent = sorted(set(mine) - set(peer)), sorted(set(peer) - set(mine))
    return f"{len(mine)} and {len(peer)} rows; only ours {only[:2]}, only theirs {absent[:2]}"
