"""The README's tour: real logs go in as text and CSV, questions are answered over HTTP, on the embedded log and on Kafka."""

import collections
import csv
import os
import pathlib
import re
import subprocess

import harness
from harness import Client, check, wait_until

LOGS = pathlib.Path(__file__).parents[2] / ".." / "shared" / "data" / "loghub"
FILES = {"OpenSSH_2k.log": ("text/plain", "/ssh"), "Apache_2k.log": ("text/plain", "/apache"),
         "Zookeeper_2k.log": ("text/plain", "/zookeeper"), "HDFS_2k.csv": ("text/csv", "/csv/HDFS_2k.csv"),
         "OpenStack_2k.csv": ("text/csv", "/csv/OpenStack_2k.csv")}

if not LOGS.is_dir():
    harness.skip(f"{LOGS} is not there")


def failed_logins():
    counts = collections.Counter()
    for line in (LOGS / "OpenSSH_2k.log").read_text().splitlines():
        if "Failed password" in line and (match := re.search(r" from (\d+\.\d+\.\d+\.\d+)", line)):
            counts[match.group(1)] += 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:10]


def hdfs_levels():
    with open(LOGS / "HDFS_2k.csv", newline="") as file:
        return collections.Counter((row["Level"], row["Component"]) for row in csv.DictReader(file))


def apache_errors():
    return sum("[error]" in line for line in (LOGS / "Apache_2k.log").read_text().splitlines())


def ask(senders, askers, dataset):
    """Sends the five files through the first gateways and asks through the others."""
    for i, (name, (content_type, path)) in enumerate(FILES.items()):
        answer = senders[i % len(senders)].ingest((LOGS / name).read_bytes(), content_type, "/v1/http" + path)
        check(answer.status == 200, f"{name}: {answer.status} {answer.body!r}")
        check(answer.json()["ok"] in (True, "true"), f"{name}: {answer.body!r}")
    for client in askers:
        wait_until(lambda: client.count(dataset) == 10_000, 30, "10,000 rows are visible")

        lines = client.rows("make_col path:string(EXTRA.path) | statsby n:count(), group_by(path) | sort asc(path)", dataset)
        check({row["path"]: row["n"] for row in lines} == {path: "2000" for _, path in FILES.values()}, f"lines per file: {lines}")

        top = client.rows(
            'filter string(EXTRA.path) = "/ssh" and FIELDS.text ~ "Failed password"\n'
            r"extract_regex string(FIELDS.text), / from (?P<address>\d+\.\d+\.\d+\.\d+)/" "\n"
            "statsby failures:count(), group_by(address)\nsort desc(failures), asc(address)\nlimit 10", dataset)
        check([(row["address"], int(row["failures"])) for row in top] == failed_logins(), f"failed logins: {top}")

        levels = client.rows('filter string(EXTRA.path) = "/csv/HDFS_2k.csv" | make_col level:string(FIELDS.Level), '
                             "component:string(FIELDS.Component) | statsby n:count(), group_by(level, component)", dataset)
        check({(row["level"], row["component"]): int(row["n"]) for row in levels} == dict(hdfs_levels()), f"HDFS levels: {levels}")

        errors = client.rows('filter string(EXTRA.path) = "/apache" and FIELDS.text ~ "[error]" | timechart 1m, n:count(), group_by()', dataset)
        check(errors and sum(int(row["n"]) for row in errors) == apache_errors(), f"Apache errors: {errors}")


def on_the_embedded_log():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        ask([client], [client], service.ready["datasetId"])


def over_tls_with_the_made_authority():
    with harness.workspace() as directory, harness.service(directory) as service:
        context = harness.tls_context(directory / "data")
        answer = harness.request(service.ready["https"].replace("127.0.0.1", "localhost"), "GET", "/v1/health", context=context)
        check(answer.status == 200 and answer.json()["ok"] is True, f"health over TLS: {answer.status}")


def with_the_tool():
    with harness.workspace() as directory, harness.service(directory) as service:
        environment = {**os.environ, "XDG_CONFIG_HOME": str(directory / "config"), "OPALITE_URL": service.ready["http"]}

        def tool(*words, stdin=""):
            return subprocess.run([harness.BINARY, *words], env=environment, input=stdin, capture_output=True, text=True, timeout=60, check=False)

        login = tool("login", "--email", harness.EMAIL, "--tenant", harness.TENANT, stdin=harness.PASSWORD + "\n")
        check(login.returncode == 0, f"login: {login.stderr}")
        for name, (_, path) in FILES.items():
            sent = tool("ingest", "--ingest-token", harness.INGEST_TOKEN, "--path", path, str(LOGS / name))
            check(sent.returncode == 0, f"ingest {name}: {sent.stderr}")

        def count():
            found = tool("query", "--dataset", str(service.ready["datasetId"]), "statsby n:count(), group_by()")
            check(found.returncode == 0, f"query: {found.stderr}")
            return found.stdout == '"n"\n"10000"\n'

        wait_until(count, 30, "10,000 rows are visible")
        bad = tool("query", "filtr x")
        check(bad.returncode == 1 and "filtr" in bad.stderr, f"a bad query: {bad.returncode} {bad.stderr}")
        check(tool("query", "--nothing").returncode == 2, "wrong usage")


def on_kafka_with_two_gateways_and_two_consumers():
    with harness.cluster() as cluster:
        clients = [Client(gateway.ready["http"]).login() for gateway in cluster.gateways]
        ask(clients, clients, cluster.gateways[0].ready["datasetId"])


scenarios = [on_the_embedded_log, over_tls_with_the_made_authority, with_the_tool]
if "OPALITE_TEST_DATABASE" in os.environ:
    scenarios.append(on_kafka_with_two_gateways_and_two_consumers)
harness.run(*scenarios)
