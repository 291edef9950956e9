"""Derived datasets over the running service: saved, used in queries and in each other; what would break is refused; a rebuild
gives the same."""

import json
import os
import re
import subprocess

import harness
from harness import Client, check, request, wait_until

KINDS = "make_col n:int64(FIELDS.n), kind:string(FIELDS.kind)\npick_col BUNDLE_TIMESTAMP, n, kind"


class Datasets:
    """/v1/datasets of one tenant."""

    def __init__(self, client):
        self.client = client

    def call(self, method, path="", body=None):
        headers = {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Content-Type": "application/json"}
        return request(self.client.base, method, f"/v1/datasets{path}", None if body is None else json.dumps(body), headers)

    @staticmethod
    def query(pipeline, *inputs):
        named = [{"inputName": f"in{place}", **({"datasetId": i} if i.isdigit() else {"datasetPath": i})} for place, i in enumerate(inputs)]
        return {"stages": [{"stageID": "main", "input": named, "pipeline": pipeline}]}

    def save(self, label, pipeline, *inputs):
        answer = self.call("POST", "", {"label": label, "description": f"about {label}", "query": self.query(pipeline, *inputs)})
        check(answer.status == 201, f"save {label}: {answer.status} {answer.body!r}")
        return answer.json()

    def refused(self, status, method, path, body, text):
        answer = self.call(method, path, body)
        check(answer.status == status, f"{method} {path}: {answer.status} {answer.body!r}, expected {status}")
        check(answer.body.startswith(b'{"ok":false,"message":"'), f"the error shape: {answer.body!r}")
        check(text in answer.json()["message"], f"{text!r} is not in {answer.json()['message']!r}")
        return answer.json()


def filled(service):
    """A client of a service that has 60 observations, even and odd."""
    client = Client(service.ready["http"]).login()
    lines = "\n".join(json.dumps({"n": i, "kind": "even" if i % 2 == 0 else "odd"}) for i in range(60))
    check(client.ingest(lines).status == 200, "ingest")
    wait_until(lambda: client.count(service.ready["datasetId"]) == 60, 30, "60 rows are visible")
    return client


def saved_pipelines_are_datasets():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = filled(service)
        datasets, raw = Datasets(client), str(service.ready["datasetId"])

        kinds = datasets.save("web/Kinds", KINDS, raw)
        check(kinds["kind"] == "Event" and kinds["validFromField"] == "BUNDLE_TIMESTAMP", f"the record: {kinds}")
        check([(f["name"], f["type"]["tag"]) for f in kinds["fieldList"]] ==
              [("BUNDLE_TIMESTAMP", "TIMESTAMP"), ("n", "INT64"), ("kind", "STRING")], f"the columns: {kinds['fieldList']}")
        check(kinds["query"]["stages"][0]["pipeline"] == KINDS, "the definition comes back")
        check(kinds["createdBy"]["id"].isdigit(), f"who made it: {kinds['createdBy']}")

        # At once usable, by id and by path, and in another one.
        check(len(client.rows("filter n > 49", kinds["id"])) == 10, "a query by id")
        check(len(client.rows("filter kind = \"odd\"", "Default.web/Kinds")) == 30, "a query by path")
        sums = datasets.save("Sums", "statsby total:sum(n), group_by(kind)", "Default.web/Kinds")
        check(sums["kind"] == "Table" and sums["inputs"] == [{"id": kinds["id"]}], f"the second record: {sums}")
        rows = {row["kind"]: row["total"] for row in client.rows("", sums["id"])}
        check(rows == {"even": "870", "odd": "900"}, f"sums: {rows}")
        # Other stages over it, and the window of the query.
        check(client.rows("filter kind = \"odd\" | make_col half:total / 2", sums["id"])[0]["half"] == "450", "a stage over it")
        check(client.rows("", sums["id"], "startTime=2020-01-01T00:00:00Z&endTime=2020-01-02T00:00:00Z") == [], "the window")

        # What cannot be.
        body = {"label": "Sums", "query": datasets.query("", raw)}
        datasets.refused(409, "POST", "", body, "dataset name is taken: Sums")
        wrong = datasets.refused(400, "POST", "", {"label": "New", "query": datasets.query("limit 1\nfilter nope = 1", raw)},
                                 'the field "nope" does not exist among fields [BUNDLE_TIMESTAMP, ')
        found = wrong["diagnostics"][0]
        check((found["stage"], found["line"], found["column"], found["length"]) == ("main", 2, 8, 4), f"diagnostics: {found}")
        datasets.refused(404, "POST", "", {"label": "New", "query": datasets.query("", "41")}, "dataset not found: 41")
        datasets.refused(400, "POST", "", {"label": "New"}, "query must be an object")
        circle = datasets.refused(409, "PATCH", "/" + kinds["id"], {"query": datasets.query("", sums["id"])}, "would read itself")
        check("dependents" not in circle, "a circle has no list")
        broken = datasets.refused(409, "PATCH", "/" + kinds["id"], {"query": datasets.query("pick_col BUNDLE_TIMESTAMP", raw)},
                                  "the change would break datasets that depend on this one: Default.Sums")
        check([each["path"] for each in broken["dependents"]] == ["Default.Sums"], f"dependents: {broken}")
        retyped = KINDS.replace("int64(FIELDS.n)", "string(FIELDS.n)")
        datasets.refused(409, "PATCH", "/" + kinds["id"], {"query": datasets.query(retyped, raw)}, "Default.Sums")
        in_use = datasets.refused(409, "DELETE", "/" + kinds["id"], None, "other datasets read Default.web/Kinds: Default.Sums")
        check(in_use["dependents"][0]["id"] == sums["id"], f"who reads it: {in_use}")
        datasets.refused(404, "GET", "/41", None, "dataset not found: 41")
        datasets.refused(400, "GET", "/x", None, "ObjectId has an illegal value")

        # A change that breaks nobody; a new name.
        wider = datasets.call("PATCH", "/" + kinds["id"], {"label": "Kinds", "query": datasets.query(KINDS + ", OBSERVATION_KIND", raw)})
        check(wider.status == 200 and len(wider.json()["fieldList"]) == 4, f"wider: {wider.status} {wider.body!r}")
        check({row["kind"]: row["total"] for row in client.rows("", sums["id"])} == rows, "the dependent follows")
        check(client.query("", "Default.web/Kinds").status == 404, "the old name is gone")

        # The list.
        listed = datasets.call("GET", "?filter=" + "kind%20%3D%3D%20%22Table%22").json()
        check([each["label"] for each in listed["datasets"]] == ["Sums"] and listed["meta"]["totalCount"] == 1, f"list: {listed}")
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}"}
        old = request(client.base, "GET", "/v1/dataset?match=kin", None, headers).json()
        check([each["config"]["name"] for each in old["data"]] == ["Kinds"], f"the older list: {old}")

        check(datasets.call("DELETE", "/" + sums["id"]).status == 200, "delete the second")
        check(datasets.call("DELETE", "/" + kinds["id"]).status == 200, "then the first")
        datasets.refused(400, "DELETE", "/" + raw, None, "not a derived dataset")
        check(client.query("", kinds["id"]).status == 404, "a deleted dataset is not found")


def links_show_labels():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = filled(service)
        datasets, raw = Datasets(client), str(service.ready["datasetId"])
        titles = datasets.save("Titles", KINDS + "\nstatsby n:count(), group_by(kind)\nmake_col title:upper(kind)\n"
                               "set_primary_key kind\nset_label title", raw)
        linked = datasets.save("Linked", KINDS + "\nset_link \"Title\", kind:@in1.kind", raw, titles["id"])
        check(linked["foreignKeys"] == [{"label": "Title", "targetDataset": titles["id"], "srcFields": ["kind"], "dstFields": ["kind"]}],
              f"the link names its dataset: {linked['foreignKeys']}")
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}

        def ask(linkify):
            body = {"query": Datasets.query("filter n < 3\nsort desc(n)", linked["id"]), "presentation": {"linkify": linkify}}
            answer = request(client.base, "POST", "/v1/meta/export/query?interval=1h", json.dumps(body), headers)
            check(answer.status == 200, f"linkify: {answer.status} {answer.body!r}")
            return answer.rows()

        check([(row["n"], row["Title"]) for row in ask(True)] == [("2", "EVEN"), ("1", "ODD"), ("0", "EVEN")], f"labels: {ask(True)}")
        check("Title" not in ask(False)[0], "without linkify there is no such column")
        # The link follows a new name.
        check(datasets.call("PATCH", "/" + titles["id"], {"label": "Names"}).status == 200, "rename the target")
        check([row["Title"] for row in ask(True)] == ["EVEN", "ODD", "EVEN"], "the link names its dataset by id")


def explanations_and_parameters():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = filled(service)
        raw = str(service.ready["datasetId"])
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}

        def ask(query, accept="text/csv", **members):
            return request(client.base, "POST", "/v1/meta/export/query?interval=1h", json.dumps({"query": query, **members}),
                           {**headers, "Accept": accept})

        text = ask(Datasets.query("filter int64(FIELDS.n) > 3", raw), "text/plain", explain=True)
        check(text.status == 200 and text.headers["Content-Type"].startswith("text/plain"), f"explain: {text.status} {text.body!r}")
        for part in ("--- ast\n", "--- plan\n", "--- sql\n", "--- segments\nDefault.Default read="):
            check(part in text.body.decode(), f"{part!r} is not in {text.body!r}")
        parts = ask(Datasets.query("", raw), "application/json", explain=True).json()
        check(parts["ok"] and parts["plan"] and parts["sql"] and parts["segments"][0]["datasetId"] == raw, f"explain: {parts}")
        check(parts["segments"][0]["pruned"] == 0, f"nothing is pruned: {parts}")

        query = Datasets.query("filter string(FIELDS.kind) = $kind and int64(FIELDS.n) >= $least or is_null($least)", raw)
        declared = [{"id": "kind", "name": "Kind", "valueKind": {"type": "STRING"}, "defaultValue": {"string": "odd"}},
                    {"id": "least", "name": "Least", "valueKind": {"type": "INT64"}}]
        check(len(ask({**query, "parameters": declared}).rows()) == 60, "an empty parameter is null")
        values = [{"id": "least", "value": {"int64": "50"}}]
        check(len(ask({**query, "parameters": declared, "parameterValues": values}).rows()) == 5, "the default and a value")
        missing = ask({**query, "parameterValues": values})
        check(missing.status == 400, f"an undeclared parameter: {missing.status}")
        check(missing.json()["diagnostics"][0]["message"] == "reference to parameter kind: no value supplied for it", f"{missing.body!r}")
        listed = Datasets.query("filter array_contains($kinds, string(FIELDS.kind))", raw)
        values = [{"id": "kinds", "value": {"array": {"value": [{"string": "even"}, {"string": "none"}]}}}]
        check(len(ask({**listed, "parameterValues": values}).rows()) == 30, "a list")


def from_the_shell():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = filled(service)

        def tool(command, *words, status=0):
            done = subprocess.run([harness.BINARY, command, *words, "--url", client.base, "--tenant", client.tenant, "--access-key", client.key],
                                  capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "XDG_CONFIG_HOME": str(directory)})
            check(done.returncode == status, f"opalite {command} {words}: {done.returncode} {done.stdout}{done.stderr}")
            return done.stdout + done.stderr

        made = tool("dataset", "create", "--label", "Kinds", KINDS)
        identity = re.match(r"dataset (\d+) Default\.Kinds\n", made)[1]
        check(identity in tool("dataset", "list"), "the list")
        check(json.loads(tool("dataset", "show", "Default.Kinds"))["id"] == identity, "one of them")
        check('the field "x" does not exist' in tool("dataset", "create", "--label", "X", "filter x = 1", status=1), "a mistake")
        check("--- plan\n" in tool("explain", "--dataset", "Default.Kinds", "filter n > 3"), "explain")
        check(json.loads(tool("explain", "--format", "json", "--dataset", identity, "limit 1"))["ok"], "explain as JSON")
        check(tool("dataset", "delete", "Kinds") == f"deleted dataset {identity}\n", "delete")


def a_rebuild_gives_the_same_datasets():
    if "OPALITE_TEST_DATABASE" not in os.environ:
        return
    with harness.workspace() as directory, harness.database() as first, harness.database() as second:
        data = str(directory / "data")
        old = ["--data", data, "--database", first, "--segments", str(directory / "old")]
        new = ["--data", data, "--database", second, "--segments", str(directory / "new")]
        service = harness.Process("serve", [*old, *harness.endpoints(), *harness.BOOTSTRAP], directory, "first").start()
        client = filled(service)
        datasets, raw = Datasets(client), str(service.ready["datasetId"])
        kinds = datasets.save("Kinds", KINDS, raw)
        sums = datasets.save("Sums", "statsby total:sum(n), group_by(kind)", kinds["id"])
        gone = datasets.save("Gone", "", raw)
        check(datasets.call("DELETE", "/" + gone["id"]).status == 200, "delete")
        check(datasets.call("PATCH", "/" + kinds["id"], {"label": "Kinds of", "query": datasets.query(KINDS, raw)}).status == 200, "patch")
        rows = client.rows("sort asc(kind)", sums["id"])
        listed = datasets.call("GET", "?expand=query").body
        service.stop()

        rebuilt = subprocess.run([harness.BINARY, "rebuild", *new], capture_output=True, text=True, timeout=300, check=False)
        check(rebuilt.returncode == 0, f"rebuild: {rebuilt.stdout}{rebuilt.stderr}")
        tables = [subprocess.run(["psql", "-qXAt", database, "-c", "COPY (SELECT t::text FROM datasets t ORDER BY 1) TO STDOUT"],
                                 check=True, capture_output=True, text=True).stdout for database in (first, second)]
        check(tables[0] == tables[1] and "statsby total" in tables[0], f"the tables differ:\n{tables[0]}\n---\n{tables[1]}")
        service = harness.Process("serve", [*new, *harness.endpoints()], directory, "second").start()
        again = Client(service.ready["http"])
        again.key = client.key
        check(Datasets(again).call("GET", "?expand=query").body == listed, "the list after the rebuild")
        check(again.rows("sort asc(kind)", sums["id"]) == rows, "the rows after the rebuild")
        service.stop()


harness.run(saved_pipelines_are_datasets, links_show_labels, explanations_and_parameters, from_the_shell, a_rebuild_gives_the_same_datasets)
