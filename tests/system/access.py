"""Who may do what, over HTTP: every route by every caller, another tenant's reach, grants through datasets, two gateways, audit.

access_matrix.txt has one row for each route of gateway/: method, path (with a query where it needs one), body, and the status for each caller. A route without a
row fails. UPDATE_GOLDEN=1 writes the file anew.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import time

import harness
from harness import Client, check, request, wait_until
from table_client import Part, form

ROOT = pathlib.Path(__file__).parents[2]
MATRIX = pathlib.Path(__file__).with_name("access_matrix.txt")
CALLERS = ["none", "forged", "other", "ingest", "expired", "disabled", "viewer", "editor", "administrator"]
OTHER = "202020304050"
OTHER_TOKEN = "ds1OtherTenantsTok01:abcdefghijklmnopqrstuvwxyz012345"
PASSWORD = "long-enough-password"
ROUNDS = int(os.environ.get("OPALITE_ACCESS_ROUNDS", "1000"))

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE names no server")


class Caller(Client):
    """A client that sends JSON to any route."""

    def call(self, method, path, body=None, headers=None):
        return self.call_with(method, path, None if body is None else json.dumps(body), "application/json", headers)

    def call_with(self, method, path, body, content_type, headers=None):
        all_headers = {"Content-Type": content_type, **(headers or {})}
        if self.key:
            all_headers.setdefault("Authorization", f"Bearer {self.tenant} {self.key}")
        return request(self.base, method, path, body, all_headers)

    def make(self, path, body, status=201):
        answer = self.call("POST", path, body)
        check(answer.status == status, f"POST {path} {body}: {answer.status} {answer.body!r}")
        return answer.json()

    def do(self, method, path, body=None, status=200):
        answer = self.call(method, path, body)
        check(answer.status == status, f"{method} {path} {body}: {answer.status} instead of {status}: {answer.body!r}")
        return answer


def psql(url, statement):
    done = subprocess.run(["psql", "-qXAt", url, "-c", "set opalite.tenant = '*'", "-c", statement], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def source_query(dataset, pipeline="filter true"):
    return {"stages": [{"stageID": "main", "input": [{"inputName": "_", "datasetId": str(dataset)}], "pipeline": pipeline}]}


class World:
    """A service with two tenants, and callers of every kind of the first."""

    def __init__(self, service, data, url):
        self.base, self.url = service.ready["http"], url
        self.dataset = str(service.ready["datasetId"])
        self.admin = Caller(self.base).login()
        self._admin_cli(data, "create-tenant", "--tenant", OTHER)
        self._admin_cli(data, "create-user", "--tenant", OTHER, "--email", "eve@example.com", "--password", PASSWORD, "--administrator")
        self._admin_cli(data, "create-datastream", "--tenant", OTHER, "--name", "Default")
        self.other = Caller(self.base, OTHER).login("eve@example.com", PASSWORD)
        self.numbers = iter(range(10**9))
        self.stream = self.admin.make("/v1/datastreams", {"name": "To be placed"})["id"]

    @staticmethod
    def _admin_cli(data, *words):
        done = subprocess.run([harness.BINARY, "admin", *words, *data], capture_output=True, text=True, timeout=120, check=False)
        check(done.returncode == 0, f"opalite admin {words}: {done.stdout}{done.stderr}")

    def fresh(self):
        return next(self.numbers)

    def user(self, **more):
        email = f"user{self.fresh()}@example.com"
        record = self.admin.make("/v1/users", {"email": email, "password": PASSWORD, **more})
        return Caller(self.base).login(email, PASSWORD), record["id"]

    def grant(self, user, target, role):
        return self.admin.make("/v1/grants", {"subject": {"userId": user}, "object": target, "role": role})["id"]

    def derived(self, dataset=None, pipeline="filter true"):
        record = self.admin.make("/v1/datasets", {"label": f"Derived {self.fresh()}", "query": source_query(dataset or self.dataset, pipeline)})
        return record["id"]

    # One new thing for each cell, so that no caller finds what another one has left.
    def values(self, pattern):
        made = {}
        for name in re.findall(r"\{(\w+)(?:\.\.\.)?\}", pattern):
            made[name] = self.value(pattern, name, made)
        return made

    def value(self, pattern, name, made):
        if name in ("path", "file", "page", "name"):
            return {"path": "some/path", "file": "nothing.js", "page": "access-keys", "name": "observe"}[name]
        if name == "serverToken":
            return "abcdefghijklmnopqrstuvwxyz012345"
        if name == "member":
            user = self.user()[1]
            self.admin.make(f"/v1/groups/{made['id']}/members", {"userId": user})
            return f"user:{user}"
        if name == "object":
            stream = self.admin.make("/v1/datastreams", {"name": f"Stream {self.fresh()}"})["id"]
            return self.admin.make(f"/v1/folders/{made['id']}/objects", {"objectId": stream})["id"]
        if name == "token":
            return self.admin.make(f"/v1/service-accounts/{made['id']}/api-tokens", {"label": "t", "lifetimeHours": 1})["id"]
        check(name == "id", f"nobody knows what {{{name}}} is in {pattern}")
        kind = pattern.split("/")[2]
        if kind in ("dataset", "datasets"):
            return self.derived()
        if kind == "users":
            return self.user()[1]
        if kind == "groups":
            return self.admin.make("/v1/groups", {"name": f"Group {self.fresh()}"})["id"]
        if kind == "service-accounts":
            return self.admin.make("/v1/service-accounts", {"label": "robot"})["id"]
        if kind == "grants":
            return self.grant(self.user()[1], {"all": True}, "Lister")
        if kind == "login":
            self.admin.do("POST", "/v1/login/delegated", {"userEmail": harness.EMAIL, "integration": "observe-tool-abdaf0", "clientToken": str(self.fresh())})
            return self.admin.do("GET", "/v1/login/delegated").json()["delegatedLogins"][0]["id"]
        if kind == "authtokens":
            return self.admin.make("/v1/authtokens", {"name": "one"})["id"]
        if kind == "folders":
            return self.admin.make("/v1/folders", {"name": f"Folder {self.fresh()}"})["id"]
        if kind == "workspaces":
            return self.admin.do("GET", "/v1/workspaces").json()["workspaces"][0]["id"]
        if kind == "datastreams":
            return self.admin.make("/v1/datastreams", {"name": f"Stream {self.fresh()}", "disabled": True})["id"]
        if kind == "ingest":
            return self.admin.make("/v1/ingest/filters", {"label": f"Filter {self.fresh()}", "pipeline": "filter false", "datastreamId": self.stream_of_its_own()})["id"]
        if kind == "ingest-tokens":
            return self.admin.make("/v1/ingest-tokens", {"name": f"Token {self.fresh()}"})["id"]
        if kind in ("referencetables", "meta"):
            return self.table()
        return "41000000000001"

    def stream_of_its_own(self):
        return self.admin.make("/v1/datastreams", {"name": f"Stream {self.fresh()}"})["id"]

    def table(self):
        text, content_type = form([Part("upload", "a,b\n1,2\n", "t.csv"), Part("metadata", json.dumps({"label": f"Table {self.fresh()}"}))])
        answer = self.admin.call_with("POST", "/v1/referencetables", text, content_type)
        check(answer.status == 201, f"a reference table: {answer.status} {answer.body!r}")
        return answer.json()["id"]

    def body(self, text):
        """What a row of the matrix says, and its content type."""
        if text == "-":
            return None, "application/json"
        for name, value in (("DATASET", self.dataset), ("STREAM", self.stream), ("N", str(self.fresh()))):
            text = text.replace(f"<{name}>", value)
        if not text.startswith("FORM"):
            return text, "application/json"
        parts = [Part("upload", "a,b\n3,4\n", "t.csv")]
        if "=" in text:
            name, value = text.removeprefix("FORM ").split("=", 1)
            parts.append(Part(name, value))
        return form(parts)


@contextlib.contextmanager
def world():
    with harness.workspace() as directory, harness.database() as url:
        data = ["--data", str(directory / "data"), "--database", url]
        with harness.service(directory, "--database", url) as service:
            yield World(service, data, url)


def routes_of_the_service(base):
    """Every route, as the document about them has it, which is made from their table; nothing is left out of it."""
    paths = request(base, "GET", "/v1/openapi", None, {}).json()["paths"]
    return {(method.upper(), path) for path, operations in paths.items() for method in operations}


def rows_of_the_matrix():
    rows = {}
    for line in MATRIX.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        method, path, body, *statuses = re.split(r"\s*\|\s*", line.strip())
        rows[method, path] = (body, statuses[0].split() if statuses else [])
    return rows


def every_route_by_every_caller():
    rows = rows_of_the_matrix()
    with world() as here:
        missing = routes_of_the_service(here.base) - {(method, path.replace("...", "").split("?")[0]) for method, path in rows}
        check(not missing, f"routes without a row in {MATRIX.name}: {sorted(missing)}")
        viewer, _ = here.user()
        editor, editor_id = here.user()
        here.grant(editor_id, {"all": True}, "Editor")
        expired, expired_id = here.user()
        psql(here.url, f"update api_tokens set expires_at = 1 where user_id = {expired_id}")
        disabled, disabled_id = here.user()
        here.admin.do("PATCH", f"/v1/users/{disabled_id}", {"disabled": True})
        forged = Caller(here.base, harness.TENANT)
        forged.key = here.other.key
        ingest = Caller(here.base)
        callers = {"none": Caller(here.base), "forged": forged, "other": here.other, "ingest": ingest, "expired": expired,
                   "disabled": disabled, "viewer": viewer, "editor": editor, "administrator": here.admin}
        lines, wrong = [], []
        for (method, pattern), (body, expected) in rows.items():
            actual = []
            for name in CALLERS:
                path = pattern
                for key, value in here.values(pattern).items():
                    path = path.replace(f"{{{key}}}", value).replace(f"{{{key}...}}", value)
                sent, content_type = here.body(body)
                headers = {"Content-Type": content_type}
                if name == "ingest":
                    headers["Authorization"] = f"Bearer {harness.INGEST_TOKEN}"
                elif name != "none":
                    headers["Authorization"] = f"Bearer {callers[name].tenant} {callers[name].key}"
                else:
                    headers["Authorization"] = f"Bearer {harness.TENANT}"
                answer = request(here.base, method, path, sent, headers)
                actual.append(str(answer.status))
                if answer.status >= 400 and path.startswith("/v1/") and method != "HEAD":
                    check(answer.body.startswith(b'{"ok":false,"message"'), f"{method} {path}: {answer.body!r}")
            lines.append(f"{method} | {pattern} | {body} | {' '.join(actual)}")
            if actual != expected:
                wrong.append(f"{method} {pattern}: {' '.join(actual)} instead of {' '.join(expected)}")
        if "UPDATE_GOLDEN" in os.environ:
            head = [line for line in MATRIX.read_text().splitlines() if line.startswith("#")]
            MATRIX.write_text("\n".join(head + lines) + "\n")
        else:
            check(not wrong, "\n".join(wrong))


def another_tenant_reaches_nothing():
    with world() as here:
        group = here.admin.make("/v1/groups", {"name": "Secret group"})["id"]
        user, user_id = here.user(label="Secret person")
        user_email = here.admin.do("GET", f"/v1/users/{user_id}").json()["email"]
        member = here.admin.make(f"/v1/groups/{group}/members", {"userId": user_id})["id"]
        derived = here.derived()
        grant = here.grant(user_id, {"objectId": derived}, "Editor")
        path = "Default." + here.admin.do("GET", f"/v1/datasets/{derived}").json()["label"]
        folder = here.admin.make("/v1/folders", {"name": "Secret folder"})["id"]
        stream = here.admin.make("/v1/datastreams", {"name": "Secret stream"})["id"]
        here.admin.make(f"/v1/folders/{folder}/objects", {"objectId": stream})
        ingest = here.admin.make("/v1/ingest-tokens", {"name": "Secret sender"})["id"]
        account = here.admin.make("/v1/service-accounts", {"label": "Secret robot"})["id"]
        token = here.admin.make(f"/v1/service-accounts/{account}/api-tokens", {"label": "Secret key", "lifetimeHours": 1})["id"]
        key = here.admin.make("/v1/authtokens", {"name": "Secret own key"})["id"]
        table = here.table()
        here.admin.do("POST", "/v1/login/delegated", {"userEmail": harness.EMAIL, "integration": "observe-tool-abdaf0", "clientToken": "Secret"})
        login = here.admin.do("GET", "/v1/login/delegated").json()["delegatedLogins"][0]["id"]
        workspace = here.admin.do("GET", "/v1/workspaces").json()["workspaces"][0]["id"]
        eve = here.other
        ids = [f"/v1/users/{user_id}", f"/v1/groups/{group}", f"/v1/groups/{group}/members", f"/v1/grants/{grant}",
               f"/v1/datasets/{derived}", f"/v1/dataset/{derived}", f"/v1/folders/{folder}", f"/v1/folders/{folder}/objects",
               f"/v1/datastreams/{stream}", f"/v1/service-accounts/{account}", f"/v1/service-accounts/{account}/api-tokens",
               f"/v1/service-accounts/{account}/api-tokens/{token}", f"/v1/referencetables/{table}", f"/v1/meta/reftable/{table}",
               f"/v1/workspaces/{workspace}"]
        nowhere = [re.sub(r"(\d{5,}|/" + re.escape(token) + ")$|" + r"\d{5,}(?=/)", lambda found: "/nobody" if "/" in found[0] else "419999999999", each)
                   for each in ids]
        ids += [f"/v1/ingest-tokens/{ingest}", f"/v1/authtokens/{key}"]
        nowhere += ["/v1/ingest-tokens/ds1nobodyhasthis0001", "/v1/authtokens/nobody"]
        for known, unknown in zip(ids, nowhere):
            one, two = eve.call("GET", known), eve.call("GET", unknown)
            check(one.status == two.status == 404, f"{known}: {one.status}, {unknown}: {two.status}")
            named = [re.sub(rb": [A-Za-z0-9_-]+\"}$", b"", each.body) for each in (one, two)]
            check(named[0] == named[1], f"{known}: {one.body!r} is not {two.body!r}")
        for method, where, body in [("PATCH", ids[0], {"label": "x"}), ("DELETE", ids[0], None), ("PATCH", ids[1], {"name": "x"}),
                                    ("DELETE", ids[1], None), ("POST", ids[2], {"userId": user_id}), ("DELETE", f"{ids[2]}/{member}", None),
                                    ("DELETE", ids[3], None), ("PATCH", ids[4], {"description": "x"}), ("DELETE", ids[4], None),
                                    ("POST", f"{ids[0]}/password", {"newPassword": "another-long-one"}),
                                    ("PATCH", f"/v1/folders/{folder}", {"name": "x"}), ("DELETE", f"/v1/folders/{folder}", None),
                                    ("POST", f"/v1/folders/{folder}/objects", {"objectId": stream}), ("DELETE", f"/v1/folders/{folder}/objects/{stream}", None),
                                    ("PATCH", f"/v1/datastreams/{stream}", {"name": "x"}), ("DELETE", f"/v1/datastreams/{stream}?data=drop", None),
                                    ("PATCH", f"/v1/ingest-tokens/{ingest}", {"disabled": True}), ("DELETE", f"/v1/ingest-tokens/{ingest}", None),
                                    ("PATCH", f"/v1/service-accounts/{account}", {"label": "x"}), ("DELETE", f"/v1/service-accounts/{account}", None),
                                    ("POST", f"/v1/service-accounts/{account}/api-tokens", {"label": "x", "lifetimeHours": 1}),
                                    ("PATCH", f"/v1/service-accounts/{account}/api-tokens/{token}", {"disabled": True}),
                                    ("DELETE", f"/v1/service-accounts/{account}/api-tokens/{token}", None),
                                    ("PATCH", f"/v1/authtokens/{key}", {"disabled": True}), ("DELETE", f"/v1/authtokens/{key}", None),
                                    ("PATCH", f"/v1/referencetables/{table}", {"label": "x"}), ("DELETE", f"/v1/referencetables/{table}?force=true", None),
                                    ("DELETE", f"/v1/meta/reftable/{table}", None),
                                    ("POST", f"/v1/login/delegated/{login}/accept", {}), ("POST", f"/v1/login/delegated/{login}/deny", {}),
                                    ("POST", "/v1/ingest-tokens", {"name": "x", "datastreamIds": [stream]}),
                                    ("POST", "/v1/folders", {"name": "x", "workspaceId": workspace}),
                                    ("POST", "/v1/datastreams", {"name": "x", "workspaceId": workspace})]:
            answer = eve.call(method, where, body)
            check(answer.status == 404, f"{method} {where}: {answer.status} {answer.body!r}")
        for subject, target in [({"userId": user_id}, {"all": True}), ({"groupId": group}, {"all": True}), ({"all": True}, {"objectId": derived}),
                                ({"all": True}, {"objectId": here.dataset})]:
            answer = eve.call("POST", "/v1/grants", {"subject": subject, "object": target, "role": "Viewer"})
            check(answer.status == 404, f"a grant {subject} {target}: {answer.status}")
        own = eve.make("/v1/groups", {"name": "Secret group"})["id"]
        check(eve.call("POST", f"/v1/groups/{own}/members", {"userId": user_id}).status == 404, "a member of another tenant")
        check(eve.call("POST", f"/v1/groups/{own}/members", {"groupId": group}).status == 404, "a group of another tenant")
        for dataset in (here.dataset, derived, path):
            answer = eve.query("", dataset)
            check(answer.status == 404 and b"Secret" not in answer.body, f"query {dataset}: {answer.status} {answer.body!r}")
            joined = eve.call("POST", "/v1/datasets", {"label": f"Steal {here.fresh()}", "query": source_query(derived)})
            check(joined.status == 404, f"a derived dataset over it: {joined.status}")
        # The same names are free: who takes one does not learn that another tenant has it.
        for plural, form in (("folders", {"name": "Secret folder"}), ("datastreams", {"name": "Secret stream"}), ("users", {"email": user_email}),
                             ("datasets", {"label": path.removeprefix("Default."), "query": source_query(eve.do("GET", "/v1/datasets").json()["datasets"][0]["id"])})):
            eve.make(f"/v1/{plural}", form)
        theirs = [user_id, derived, grant, group, folder, stream, ingest, account, token, key, table, login, workspace, "Secret person", "Secret sender"]
        for plural, name in (("users", "users"), ("groups", "groups"), ("grants", "grants"), ("datasets", "datasets"), ("folders", "folders"),
                             ("datastreams", "datastreams"), ("ingest-tokens", "ingestTokens"), ("service-accounts", "serviceAccounts"),
                             ("authtokens", "authtokens"), ("workspaces", "workspaces"), ("login/delegated", "delegatedLogins")):
            answer = eve.do("GET", f"/v1/{plural}?limit=1000").json()
            text = json.dumps(answer)
            check(not [each for each in theirs if each in text], f"{plural}: {text}")
            check(answer["meta"]["totalCount"] == len(answer[name]), f"the count of {plural} tells more: {answer['meta']}")
        for question in (f'dataset(id: "{derived}") {{ id }}', f'user(id: "{user_id}") {{ id }}', f'workspace(id: "{workspace}") {{ id }}',
                         f'rbacGroup(id: "{group}") {{ id }}', f'datastream(id: "{stream}") {{ id }}'):
            answer = eve.do("POST", "/v1/meta", {"query": "{ " + question + " }"}).json()
            check(answer["data"] is None and answer["errors"][0]["extensions"]["code"] == "NOT_FOUND", f"{question}: {answer}")
        check(eve.query("", "Default.System/Audit").status == 200, "one's own audit trail")
        check(b"Secret person" not in eve.query("", "Default.System/Audit").body, "another tenant's audit trail")


def grants_reach_through_groups_and_datasets():
    with world() as here:
        admin = here.admin
        check(Client(here.base).ingest('{"n":1}').status == 200, "ingest")
        wait_until(lambda: admin.count(here.dataset) == 1, 20, "the observation")
        derived = here.derived()
        second = here.derived(derived)
        path = "Default." + admin.do("GET", f"/v1/datasets/{derived}").json()["label"]
        default = [each for each in admin.do("GET", "/v1/grants").json()["grants"] if each["subject"] == {"all": True}]
        check([each["role"] for each in default] == ["Viewer"], f"what everyone begins with: {default}")
        user, user_id = here.user()
        check(user.query("", second).status == 200, "everyone may read")
        check(user.call("POST", "/v1/datasets", {"label": "Mine", "query": source_query(here.dataset)}).status == 403, "but make nothing")
        admin.do("DELETE", f"/v1/grants/{default[0]['id']}")

        for dataset in (here.dataset, derived, second, path):
            check(user.query("", dataset).status == 404, f"{dataset} is not there any more")
        check(user.do("GET", "/v1/datasets").json() == {"datasets": [], "meta": {"totalCount": 0}}, "an empty list")
        check(user.do("GET", "/v1/dataset").json()["data"] == [], "an empty list of old")
        check(user.call("GET", f"/v1/datasets/{derived}").status == 404, "the record")

        outer, inner = (admin.make("/v1/groups", {"name": name})["id"] for name in ("outer", "inner"))
        admin.make(f"/v1/groups/{outer}/members", {"groupId": inner})
        check(admin.call("POST", f"/v1/groups/{inner}/members", {"groupId": outer}).status == 409, "a circle")
        admin.make("/v1/grants", {"subject": {"groupId": outer}, "object": {"objectId": second}, "role": "Viewer"})
        check(user.call("GET", f"/v1/datasets/{second}").status == 404, "not yet a member")
        admin.make(f"/v1/groups/{inner}/members", {"userId": user_id})
        listed = user.do("GET", "/v1/datasets").json()
        check([each["id"] for each in listed["datasets"]] == [second] and listed["meta"]["totalCount"] == 1, f"one dataset: {listed}")
        refused = user.query("", second)
        check(refused.status == 403 and path.encode() not in refused.body, f"what stands behind it is not named: {refused.status} {refused.body!r}")
        here.grant(user_id, {"objectId": derived}, "Viewer")
        check(user.query("", second).status == 403, "the source is not to be read, two datasets below")
        lister = here.grant(user_id, {"objectId": here.dataset}, "Lister")
        check(user.query("", here.dataset).status == 403, "listed, not viewed")
        admin.do("DELETE", f"/v1/grants/{lister}")
        here.grant(user_id, {"objectId": here.dataset}, "Viewer")
        check(user.query("", second).status == 200, "all three may be viewed")
        explained = user.call("POST", "/v1/meta/export/query", {"query": {"stages": source_query(second)["stages"]}, "explain": True})
        check(explained.status == 200, f"explain: {explained.status}")

        check(user.call("PATCH", f"/v1/datasets/{derived}", {"description": "x"}).status == 403, "a viewer does not change")
        editor = here.grant(user_id, {"objectId": derived}, "Editor")
        check(user.call("PATCH", f"/v1/datasets/{derived}", {"description": "x"}).status == 200, "an editor does")
        check(user.call("POST", "/v1/grants", {"subject": {"all": True}, "object": {"objectId": derived}, "role": "Viewer"}).status == 403, "but grants nothing")
        admin.do("DELETE", f"/v1/grants/{editor}")
        here.grant(user_id, {"objectId": derived}, "Manager")
        made = user.make("/v1/grants", {"subject": {"all": True}, "object": {"objectId": derived}, "role": "Lister"})["id"]
        check(user.do("GET", "/v1/grants").json()["meta"]["totalCount"] >= 2, "a manager sees the grants on what is managed")
        user.do("DELETE", f"/v1/grants/{made}")
        check(user.call("POST", "/v1/grants", {"subject": {"all": True}, "object": {"all": True}, "role": "Viewer"}).status == 403, "not on all")
        check(user.call("POST", "/v1/grants", {"subject": {"all": True}, "object": {"objectId": "41555555555555"[:12]}, "role": "Viewer"}).status == 404, "nor on what is not there")


def folders_cover_what_is_in_them():
    with world() as here:
        admin = here.admin
        for grant in admin.do("GET", "/v1/grants").json()["grants"]:
            admin.do("DELETE", f"/v1/grants/{grant['id']}")
        shop = admin.make("/v1/folders", {"name": "Shop", "description": "tills"})
        check(shop["objectCount"] == 0 and admin.call("POST", "/v1/folders", {"name": "Shop"}).status == 409, f"the name is taken: {shop}")
        for body in ({}, {"name": ""}, {"name": "a\"b"}, {"name": "x", "workspaceId": "41999999999999"[:12]}, {"name": "x", "colour": 1}):
            check(admin.call("POST", "/v1/folders", body).status in (400, 404), f"{body}")
        stream = admin.make("/v1/datastreams", {"name": "Till"})
        dataset = admin.make("/v1/datasets", {"label": "Sales", "query": source_query(stream["datasetId"])})["id"]
        table = here.table()
        user, user_id = here.user()
        here.grant(user_id, {"folderId": shop["id"]}, "Viewer")
        seen = {"datastream": (f"/v1/datastreams/{stream['id']}", "/v1/datastreams", "datastreams"), "dataset": (f"/v1/datasets/{dataset}", "/v1/datasets", "datasets"),
                "referenceTable": (f"/v1/referencetables/{table}", "/v1/referencetables", "referenceTables")}
        objects = {"datastream": stream["id"], "dataset": dataset, "referenceTable": table}
        for kind, (one, plural, key) in seen.items():
            check(user.call("GET", one).status == 404 and objects[kind] not in [each["id"] for each in user.do("GET", plural).json()[key]],
                  f"{kind}: not in the folder yet")
            placed = admin.make(f"/v1/folders/{shop['id']}/objects", {"objectId": objects[kind]})
            check(placed["id"] == objects[kind] and placed["type"] == kind, f"{placed}")
            record = user.do("GET", one).json()
            check(record["folderId"] == shop["id"], f"{kind}: {record}")
            check(record["id"] in [each["id"] for each in user.do("GET", plural).json()[key]], f"{kind}: in the list")
        check(user.query("", stream["datasetId"]).status == 200 and user.query("", dataset).status == 200, "rows of what is in the folder")
        check(len(user.do("GET", f"/v1/folders/{shop['id']}/objects").json()["objects"]) == 3, "the contents")
        check(user.call("POST", f"/v1/folders/{shop['id']}/objects", {"objectId": dataset}).status == 403, "a viewer puts nothing in")
        here.grant(user_id, {"folderId": shop["id"]}, "Editor")
        check(user.call("PATCH", one, {"description": "x"}).status == 200, "an editor of the folder edits what is in it")
        hidden = admin.make("/v1/datastreams", {"name": "Hidden"})["id"]
        check(user.call("POST", f"/v1/folders/{shop['id']}/objects", {"objectId": hidden}).status == 404, "nobody draws in what may not be seen")
        check(admin.call("POST", f"/v1/folders/{shop['id']}/objects", {"objectId": stream["datasetId"]}).status == 404, "a source dataset goes with its datastream")
        second = admin.make("/v1/folders", {"name": "Store"})["id"]
        admin.make(f"/v1/folders/{second}/objects", {"objectId": dataset})
        check(user.call("GET", f"/v1/datasets/{dataset}").status == 404, "moved away")
        check(admin.call("DELETE", f"/v1/folders/{shop['id']}/objects/{dataset}").status == 404, "it is not in the first any more")
        admin.do("DELETE", f"/v1/referencetables/{table}")
        check([each["type"] for each in user.do("GET", f"/v1/folders/{shop['id']}/objects").json()["objects"]] == ["datastream"], "what is removed is in no folder")
        check(admin.call("PATCH", f"/v1/folders/{shop['id']}", {"name": "Store"}).status == 409, "two of one name")
        check(admin.do("PATCH", f"/v1/folders/{shop['id']}", {"name": "Shops"}).json()["description"] == "tills", "a merge")
        admin.do("DELETE", f"/v1/folders/{shop['id']}")
        check(user.call("GET", seen["datastream"][0]).status == 404, "the folder is gone")
        check(admin.do("GET", seen["datastream"][0]).json()["folderId"] == stream["workspaceId"], "what was in it is not")


def who_ingests_makes_tokens():
    with world() as here:
        admin = here.admin
        mine, other = (admin.make("/v1/datastreams", {"name": name})["id"] for name in ("Mine", "Other"))
        both = admin.make("/v1/ingest-tokens", {"name": "both", "datastreamIds": [mine, other]})["id"]
        every = admin.make("/v1/ingest-tokens", {"name": "all"})["id"]
        user, user_id = here.user()
        check(user.do("GET", "/v1/ingest-tokens").json()["ingestTokens"] == [], "a viewer sees none")
        check(user.call("POST", "/v1/ingest-tokens", {"name": "x", "datastreamIds": [mine]}).status == 403, "and makes none")
        here.grant(user_id, {"objectId": mine}, "Ingester")
        made = user.make("/v1/ingest-tokens", {"name": "own", "datastreamIds": [mine]})
        check(Client(here.base).ingest("{}", token=made["credential"]).status == 200, "it works")
        check([each["id"] for each in user.do("GET", "/v1/ingest-tokens").json()["ingestTokens"]] == [made["id"]], "those that reach no further")
        for body in ({"name": "x"}, {"name": "x", "datastreamIds": [mine, other]}):
            check(user.call("POST", "/v1/ingest-tokens", body).status == 403, f"{body}")
        check(user.call("PATCH", f"/v1/ingest-tokens/{made['id']}", {"datastreamIds": [other]}).status == 403, "nor does it grow")
        for token in (both, every):
            for method, body in (("GET", None), ("PATCH", {"disabled": True}), ("DELETE", None)):
                check(user.call(method, f"/v1/ingest-tokens/{token}", body).status == 404, f"{method} of another")
        user.do("DELETE", f"/v1/ingest-tokens/{made['id']}")
        check(Client(here.base).ingest("{}", token=made["credential"]).status == 401, "gone")
        here.grant(user_id, {"type": "datastream"}, "Ingester")
        check(len(user.do("GET", "/v1/ingest-tokens").json()["ingestTokens"]) >= 2, "who ingests everywhere sees all")


def users_and_passwords():
    with world() as here:
        admin = here.admin
        me = [each for each in admin.do("GET", "/v1/users").json()["users"] if each["email"] == harness.EMAIL][0]["id"]
        check(admin.call("DELETE", f"/v1/users/{me}").status == 409, "the last administrator is not disabled")
        check(admin.call("PATCH", f"/v1/users/{me}", {"role": "user"}).status == 409, "nor demoted")
        user, user_id = here.user()
        check([each["id"] for each in user.do("GET", "/v1/users").json()["users"]] == [user_id], "a user sees oneself")
        check(user.call("GET", f"/v1/users/{me}").status == 404, "and nobody else")
        check(user.call("POST", f"/v1/users/{user_id}/password", {"newPassword": "a-new-password"}).status == 400, "the old one is needed")
        check(user.call("POST", f"/v1/users/{user_id}/password", {"newPassword": "a-new-password", "oldPassword": "wrong-wrong"}).status == 403, "the right one")
        user.do("POST", f"/v1/users/{user_id}/password", {"newPassword": "a-new-password", "oldPassword": PASSWORD})
        email = user.do("GET", f"/v1/users/{user_id}").json()["email"]
        Client(here.base).login(email, "a-new-password")
        admin.do("POST", f"/v1/users/{user_id}/password", {"newPassword": "one-more-password"})
        Client(here.base).login(email, "one-more-password")
        for body in ({"email": "no address"}, {"email": "a@b.c", "password": "short"}, {"email": "a@b.c", "role": "king"}, {"email": "a@b.c", "x": 1}, {}):
            check(admin.call("POST", "/v1/users", body).status == 400, f"{body}")
        check(admin.call("POST", "/v1/users", {"email": email.upper()}).status == 409, "a taken address")
        stale = admin.call("PATCH", f"/v1/users/{user_id}", {"label": "x"}, {"If-Match": '"1"'})
        check(stale.status == 412, f"a lost update: {stale.status}")
        admin.do("PATCH", f"/v1/users/{user_id}", {"role": "administrator"})
        check(user.call("GET", f"/v1/users/{me}").status == 200, "now an administrator, at once")
        user.do("PATCH", f"/v1/users/{me}", {"role": "user"})
        check(admin.call("GET", f"/v1/users/{user_id}").status == 404, "no administrator any more, at once")
        user.do("DELETE", f"/v1/users/{me}")
        check(admin.call("GET", "/v1/datasets").status == 401, "disabled, at once")


def service_accounts_and_their_tokens():
    with world() as here:
        admin = here.admin
        for body in ({}, {"label": ""}, {"label": 1}, {"label": "x", "unknown": 1}):
            check(admin.call("POST", "/v1/service-accounts", body).status == 400, f"{body}")
        account = admin.make("/v1/service-accounts", {"label": "deploy", "description": "from CI", "disabled": False})
        check(account["label"] == "deploy" and account["description"] == "from CI" and account["disabled"] is False and account["id"].isdigit()
              and account["createdBy"]["id"] and account["createdAt"] == account["updatedAt"], f"{account}")
        base = f"/v1/service-accounts/{account['id']}"
        listed = admin.do("GET", "/v1/service-accounts").json()
        check(listed == {"serviceAccounts": [account], "meta": {"totalCount": 1}}, f"{listed}")
        for hours in (0, -1, "1", 1.5, None, 10**9):
            check(admin.call("POST", base + "/api-tokens", {"label": "t", "lifetimeHours": hours}).status == 400, f"lifetimeHours {hours}")
        check(admin.call("POST", base + "/api-tokens", {"label": "t"}).status == 400, "no lifetime")
        made = admin.make(base + "/api-tokens", {"label": "key", "lifetimeHours": 24, "description": "one day"})
        token = f"{base}/api-tokens/{made['id']}"
        check(re.fullmatch(r"[A-Za-z0-9_-]{32}", made["secret"]) is not None, "the secret's form")
        shown = admin.do("GET", token).json()
        check("secret" not in shown and shown["label"] == "key" and shown["disabled"] is False, f"{shown}")
        listed = admin.do("GET", base + "/api-tokens").json()
        check(listed["apiTokens"] == [shown] and listed["meta"]["totalCount"] == 1, f"{listed}")

        robot = Caller(here.base)
        robot.key = made["secret"]
        check(robot.query("", here.dataset).status == 200, "it is in Everyone")
        check(robot.call("GET", "/v1/service-accounts").status == 403, "but edits no accounts")
        check(robot.call("POST", "/v1/http", {"n": 1}).status == 401, "an API token does not ingest")
        check(Client(here.base).ingest("{}", token=f"{made['id']}:{made['secret']}").status == 401, "nor in another form")
        for path, change in ((token, {"disabled": True}), (base, {"disabled": True})):
            changed = admin.do("PATCH", path, change).json()
            check(changed["disabled"] is True and "secret" not in changed, f"{changed}")
            check(robot.query("", here.dataset).status == 401, f"disabled: {path}")
            admin.do("PATCH", path, {"disabled": False})
            check(robot.query("", here.dataset).status == 200, f"enabled again: {path}")
        renamed = admin.do("PATCH", token, {"label": "new", "description": ""}).json()
        check(renamed["label"] == "new" and renamed["expiration"] == shown["expiration"], f"{renamed}")
        check(admin.do("PATCH", base, {"label": "deployer"}).json()["description"] == "from CI", "a merge")

        second = admin.make("/v1/service-accounts", {"label": "deploy"})["id"]
        for method, body in (("GET", None), ("PATCH", {"label": "x"}), ("DELETE", None)):
            check(admin.call(method, f"/v1/service-accounts/{second}/api-tokens/{made['id']}", body).status == 404, "the pair is wrong")
            check(admin.call(method, "/v1/service-accounts/123456789", body).status == 404, "no such account")
            check(admin.call(method, "/v1/service-accounts/x", body).status == 404, "no id at all")
        me = [each for each in admin.do("GET", "/v1/users").json()["users"] if each["email"] == harness.EMAIL][0]["id"]
        check(admin.call("GET", f"/v1/service-accounts/{me}").status == 404, "a person is none")
        check(admin.call("GET", f"/v1/users/{second}").status == 404, "and the other way round")

        again = [admin.call("POST", base + "/api-tokens", {"label": "k", "lifetimeHours": 1}, {"Idempotency-Key": "once"}) for _ in range(2)]
        check([each.status for each in again] == [201, 201] and again[0].json()["id"] == again[1].json()["id"], "the same token")
        check("secret" in again[0].json() and "secret" not in again[1].json(), "its secret once")

        user, user_id = here.user()
        check(user.call("GET", "/v1/service-accounts").status == 403, "a user without the permission")
        here.grant(user_id, {"all": True}, "Manager")
        check(user.call("GET", "/v1/service-accounts").status == 403, "not even a Manager of everything")
        here.grant(user_id, {"type": "serviceAccount"}, "Editor")
        check(user.make("/v1/service-accounts", {"label": "by an editor"})["createdBy"]["id"] == user_id, "with the permission")
        check(user.call("POST", "/v1/users", {"email": "x@y.z"}).status == 403, "which is no other one")

        # A service account has grants like anybody.
        for grant in admin.do("GET", "/v1/grants").json()["grants"]:
            if grant["subject"] == {"all": True}:
                admin.do("DELETE", f"/v1/grants/{grant['id']}")
        check(robot.query("", here.dataset).status == 404, "without the grant to everyone")
        here.grant(account["id"], {"objectId": here.dataset}, "Viewer")
        check(robot.query("", here.dataset).status == 200, "with one of its own")
        admin.do("DELETE", token)
        check(admin.call("GET", token).status == 404 and robot.query("", here.dataset).status == 401, "the token is gone")
        admin.do("DELETE", base)
        check(admin.call("GET", base).status == 404 and admin.call("GET", base + "/api-tokens").status == 404, "the account is gone")
        check(account["id"] not in json.dumps(admin.do("GET", "/v1/grants").json()["grants"]), "and what was granted to it")


def the_audit_trail():
    with world() as here:
        admin = here.admin
        audit = "Default.System/Audit"
        user, _ = here.user()
        made = admin.make("/v1/groups", {"name": "audited"})["id"]
        check(admin.call("POST", "/v1/groups", {"name": "audited"}).status == 409, "twice")
        question = ('make_col command:string(FIELDS.command), outcome:string(FIELDS.outcome), actor:string(FIELDS.actor), address:string(FIELDS.address), '
                    'token:string(FIELDS.token), named:string(FIELDS.details.name), grp:string(FIELDS.details.group) | filter named = "audited"')
        rows = wait_until(lambda: [row for row in admin.rows(question, audit)] if len(admin.rows(question, audit)) == 2 else None, 20, "two entries")
        check(sorted(row["outcome"] for row in rows) == ["accepted", "refused"], f"{rows}")
        accepted = [row for row in rows if row["outcome"] == "accepted"][0]
        check(accepted["command"] == "admin.group.create.v1" and accepted["actor"].startswith("user:") and accepted["address"] == "127.0.0.1" and accepted["token"]
              and accepted["grp"] == made, f"{accepted}")
        everything = admin.query("", audit).body
        check(b"argon2" not in everything and PASSWORD.encode() not in everything and b"secret_sha256" not in everything, "no secrets")
        count = admin.count(audit)
        recorded = int(psql(here.url, f"select count(*) from command_outcomes where tenant = '{harness.TENANT}'"))
        wait_until(lambda: admin.count(audit) == int(psql(here.url, f"select count(*) from command_outcomes where tenant = '{harness.TENANT}'")), 20,
                   f"every command once: {count} of {recorded}")
        check(user.query("", audit).status == 404, "nobody else")
        _, editor_id = here.user()
        here.grant(editor_id, {"all": True}, "Manager")
        check("System/Audit" not in json.dumps(user.do("GET", "/v1/datasets").json()), "and in no list")
        check(admin.call("DELETE", "/v1/datasets/40000001").status == 400, "it cannot be removed")


def the_audit_trail_after_a_rebuild():
    with harness.workspace() as directory, harness.database() as url:
        with harness.service(directory, "--database", url) as service:
            admin = Caller(service.ready["http"]).login()
            for i in range(20):
                admin.make("/v1/groups", {"name": f"group {i}"})
            count = int(psql(url, "select count(*) from command_outcomes"))
            wait_until(lambda: admin.count("Default.System/Audit") == count, 20, "all entries")
        done = subprocess.run([harness.BINARY, "rebuild", "--data", str(directory / "data"), "--database", url], capture_output=True, text=True, timeout=300, check=False)
        check(done.returncode == 0, f"rebuild: {done.stdout}{done.stderr}")
        with harness.service(directory, "--database", url) as service:
            admin = Caller(service.ready["http"]).login()
            count = int(psql(url, "select count(*) from command_outcomes"))
            wait_until(lambda: admin.count("Default.System/Audit") == count, 20, f"all {count} entries once more")
            time_again = [admin.count("Default.System/Audit") for _ in range(3)]
            check(all(each == count for each in time_again), f"none twice: {time_again} of {count}")


def two_gateways_see_each_others_changes_at_once():
    with harness.cluster() as cluster:
        admins = [Caller(gateway.ready["http"]).login() for gateway in cluster.gateways]
        dataset = str(cluster.gateways[0].ready["datasetId"] if "datasetId" in cluster.gateways[0].ready else cluster.gateways[1].ready["datasetId"])
        for grant in admins[0].do("GET", "/v1/grants").json()["grants"]:
            admins[0].do("DELETE", f"/v1/grants/{grant['id']}")
        group = admins[0].make("/v1/groups", {"name": "readers"})["id"]
        admins[0].make("/v1/grants", {"subject": {"groupId": group}, "object": {"objectId": dataset}, "role": "Viewer"})

        def pairs(number, rounds):
            chance = random.Random(number)
            email = f"pair{number}@example.com"
            record = admins[0].make("/v1/users", {"email": email, "password": PASSWORD})["id"]
            users = [Caller(admin.base).login(email, PASSWORD) for admin in admins]
            is_member, is_disabled = False, False
            for i in range(rounds):
                changing, asked = chance.sample([0, 1], 2)
                if chance.random() < 0.7:
                    if is_member:
                        admins[changing].do("DELETE", f"/v1/groups/{group}/members/user:{record}")
                    else:
                        admins[changing].make(f"/v1/groups/{group}/members", {"userId": record})
                    is_member = not is_member
                else:
                    admins[changing].do("PATCH", f"/v1/users/{record}", {"disabled": not is_disabled})
                    is_disabled = not is_disabled
                expected = 401 if is_disabled else 200 if is_member else 404
                status = users[asked].call("GET", f"/v1/datasets/{dataset}").status
                check(status == expected, f"pair {number}, round {i}: {status} instead of {expected}")

        started = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(pairs, number, ROUNDS // 4) for number in range(4)]:
                done.result()
        print(f"        {ROUNDS} changes through one gateway, seen by the next request to the other: {time.monotonic() - started:.1f} s")


harness.run(every_route_by_every_caller, another_tenant_reaches_nothing, grants_reach_through_groups_and_datasets, folders_cover_what_is_in_them,
            who_ingests_makes_tokens, users_and_passwords, service_accounts_and_their_tokens, the_audit_trail, the_audit_trail_after_a_rebuild, two_gateways_see_each_others_changes_at_once)
