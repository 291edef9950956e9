"""`opalite admin` beside a running service and without one: what it creates works at once; and the demonstration workload."""

import json
import re
import subprocess

import harness
from harness import Client, check, wait_until


def admin(data, *words):
    done = subprocess.run([harness.BINARY, "admin", *words, "--data", str(data)], capture_output=True, text=True, timeout=120, check=False)
    check(done.returncode == 0, f"opalite admin {words}: {done.returncode} {done.stdout}{done.stderr}")
    return done.stdout


def everything_can_be_created_from_the_shell():
    with harness.workspace() as directory:
        data = directory / "data"
        with harness.service(directory, "--demo") as service:
            base = service.ready["http"]
            made = admin(data, "create-datastream", "--name", "Web")
            dataset = re.search(r"dataset (\d+)", made)[1]
            token = re.search(r"(\S+:\S+)", admin(data, "create-ingest-token", "--datastream", "Web"))[1]
            admin(data, "create-user", "--email", "ann@example.com", "--password", "long-enough-1")
            key = re.search(r"access key (\S+)", admin(data, "create-api-token", "--email", "ann@example.com"))[1]

            client = Client(base).login("Ann@example.com", "long-enough-1")
            check(client.ingest('{"from":"shell"}', token=token).status == 200, "the new ingest token at once")
            client.key = key
            wait_until(lambda: client.count(dataset) == 1, 15, "the observation in the new datastream")
            by_path = client.rows("pick_col BUNDLE_TIMESTAMP, source:string(FIELDS.from)", "Default.Web")
            check([row["source"] for row in by_path] == ["shell"], f"the dataset by its path: {by_path}")
            wait_until(lambda: client.rows('filter string(EXTRA.path) = "/demo" | limit 1', service.ready["datasetId"]), 30, "the demonstration")

            tenant = re.search(r"tenant (\d+)", admin(data, "create-tenant", "--label", "Other"))[1]
            admin(data, "create-user", "--tenant", tenant, "--email", "bob@example.com", "--password", "long-enough-2")
            other = Client(base, tenant).login("bob@example.com", "long-enough-2")
            check(other.query("", dataset).status == 404, "another tenant's dataset does not exist")
            refused = subprocess.run([harness.BINARY, "admin", "create-user", "--tenant", tenant, "--email", "BOB@example.com", "--data", str(data)],
                                     capture_output=True, text=True, timeout=60, check=False)
            check(refused.returncode == 1 and "bob@example.com" in refused.stderr.lower(), f"a taken address: {refused.stderr}")

        admin(data, "create-user", "--tenant", harness.TENANT, "--email", "carl@example.com", "--password", "long-enough-3")
        check("carl@example.com" in admin(data, "list"), "the list without a running service")
        with harness.service(directory) as service:
            Client(service.ready["http"]).login("carl@example.com", "long-enough-3")


def wrong_usage_is_told_at_once():
    done = subprocess.run([harness.BINARY, "serve", "--dta", "x", "--listen", "nowhere", "--listen-http", "0.0.0.0:1"],
                          capture_output=True, text=True, timeout=20, check=False)
    check(done.returncode == 2, f"status {done.returncode}")
    for part in ("--dta; did you mean --data?", "--listen: expected an IP address", "needs --behind-proxy"):
        check(part in done.stderr, f"{part!r} is not in {done.stderr!r}")
    check(json.dumps(done.stdout) == '""', "nothing on standard output")


harness.run(everything_can_be_created_from_the_shell, wrong_usage_is_told_at_once)
