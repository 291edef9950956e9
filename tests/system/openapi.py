"""GET /v1/openapi: a valid OpenAPI 3.1 document in which every route is described, and answers that are as it says."""

import json
import os
import subprocess
from pathlib import Path

import harness
from harness import EMAIL, INGEST_TOKEN, PASSWORD, Client, check, request
from table_client import Part, form

HERE = Path(__file__).resolve().parent
CHECKER = HERE.parent / "unit" / "gateway" / "openapi" / "openapi_check.mjs"
MODULES = HERE.parent.parent / "build" / "deps" / "openapi" / "node_modules"

# Files, metrics, rows, and what sets a cookie; an older name of another path.
NOT_JSON = {"GET /", "GET /favicon.svg", "GET /assets/{file}", "GET /settings/{page}", "GET /metrics", "POST /v1/meta/export/query", "GET /v1/datasets/{id}/tail",
            "DELETE /v1/session", "POST /v1/observations/{path}", "POST /v1/prometheus", "HEAD /v1/elastic/_template/{name}"}


def the_document_is_what_the_service_does():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        dataset = str(service.ready["datasetId"])
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
        answers = []

        def ask(operation, path=None, body=None, with_credentials=True, extra=None):
            method, pattern = operation.split(" ")
            text = None if body is None else json.dumps(body)
            answer = request(client.base, method, path or pattern, text, {**(headers if with_credentials else {}), **(extra or {})})
            answers.append({"operation": operation, "status": answer.status, "body": answer.json()})
            return answer

        document = request(client.base, "GET", "/v1/openapi", None, {})
        check(document.status == 200 and document.json()["openapi"].startswith("3.1"), f"the document: {document.status}")
        again = request(client.base, "GET", "/v1/openapi", None, {})
        check(again.body == document.body, "the same bytes each time")

        def upload(operation, path, parts):
            method = operation.split(" ")[0]
            body, content_type = form(parts)
            answer = request(client.base, method, path, body, {**headers, "Content-Type": content_type})
            answers.append({"operation": operation, "status": answer.status, "body": answer.json()})
            return answer.json()

        ask("GET /v1/openapi", with_credentials=False)
        ask("GET /v1/health", with_credentials=False)
        ask("GET /v1/opal/reference")
        ask("GET /v1/datasets")
        ask("GET /v1/datasets", "/v1/datasets?limit=-1")
        ask("GET /v1/datasets", with_credentials=False)
        ask("GET /v1/datasets/{id}", f"/v1/datasets/{dataset}")
        ask("GET /v1/datasets/{id}", "/v1/datasets/41")
        ask("GET /v1/datasets/{id}/tail", "/v1/datasets/41/tail")
        ask("GET /v1/datasets/{id}/tail", f"/v1/datasets/{dataset}/tail?filter=limit%201")
        ask("GET /v1/dataset")
        ask("GET /v1/dataset/{id}", f"/v1/dataset/{dataset}")
        query = {"stages": [{"stageID": "main", "input": [{"inputName": "_", "datasetId": dataset}], "pipeline": "limit 1"}]}
        made = ask("POST /v1/datasets", body={"label": "One", "query": query}, extra={"Idempotency-Key": "one"})
        check(made.status == 201 and made.headers["ETag"] == '"1"', f"a dataset: {made.status} {made.body!r}")
        same = ask("POST /v1/datasets", body={"label": "One", "query": query}, extra={"Idempotency-Key": "one"})
        check(same.status == 201 and same.json()["id"] == made.json()["id"], f"the same again: {same.status} {same.body!r}")
        check(same.headers["Idempotency-Replayed"] == "true", f"and it says so: {same.headers}")
        ask("POST /v1/datasets", body={"label": "Two", "query": query}, extra={"Idempotency-Key": "one"})
        one = "/v1/datasets/" + made.json()["id"]
        ask("POST /v1/datasets", body={"label": "One", "query": query})
        ask("POST /v1/datasets", body={"label": "Two", "qeury": query})
        ask("PATCH /v1/datasets/{id}", one, {"description": "x"}, extra={"If-Match": '"1"'})
        stale = ask("PATCH /v1/datasets/{id}", one, {"description": "y"}, extra={"If-Match": '"1"'})
        check(stale.status == 412, f"a lost update: {stale.status} {stale.body!r}")
        ask("DELETE /v1/datasets/{id}", one)

        for plural in ("datastreams", "ingest-tokens"):
            made = ask(f"POST /v1/{plural}", body={"name": "One"}).json()
            ask(f"POST /v1/{plural}", body={"nmae": "One"})
            ask(f"GET /v1/{plural}", f"/v1/{plural}?expand=stats")
            one = f"/v1/{plural}/{made['id']}"
            ask(f"GET /v1/{plural}/{{id}}", one)
            ask(f"PATCH /v1/{plural}/{{id}}", one, {"disabled": True})
            ask(f"DELETE /v1/{plural}/{{id}}", one)
            ask(f"GET /v1/{plural}/{{id}}", one)

        stream = ask("POST /v1/datastreams", body={"name": "Filtered"}).json()
        made = ask("POST /v1/ingest/filters", body={"label": "One", "pipeline": "filter false", "sourceDataset": {"id": stream["datasetId"]}, "dropRate": 0.25}).json()
        ask("POST /v1/ingest/filters", body={"label": "One", "pipeline": "filter fales", "datastreamId": stream["id"]})
        ask("GET /v1/ingest/filters")
        one = f"/v1/ingest/filters/{made['id']}"
        ask("GET /v1/ingest/filters/{id}", one)
        ask("PATCH /v1/ingest/filters/{id}", one, {"enabled": False, "dropRate": 1})
        ask("PATCH /v1/ingest/filters/{id}", one, {"dropRate": 2})
        ask("DELETE /v1/ingest/filters/{id}", one)
        ask("DELETE /v1/ingest/filters/{id}", one)

        # Reference tables, both APIs.
        table = [Part("upload", "code,city\n1,Ulm\n", "t.csv"), Part("schema", "null")]
        made = upload("POST /v1/referencetables", "/v1/referencetables", [*table, Part("metadata", '{"label":"Sites","primaryKey":["code"]}')])
        one, earlier = f"/v1/referencetables/{made['id']}", f"/v1/meta/reftable/{made['id']}"
        upload("POST /v1/referencetables", "/v1/referencetables", [Part("upload", "a\n1\n1\n"), Part("metadata", '{"label":"x","primaryKey":["a"]}')])
        upload("PUT /v1/referencetables/{id}", one, [Part("upload", "code,city\n2,Wien\n")])
        upload("PUT /v1/meta/reftable/{id}", earlier, [Part("upload", "code,city\n3,Brno\n"), Part("input", '{"description":"x"}')])
        ask("GET /v1/referencetables", "/v1/referencetables?label=si")
        ask("GET /v1/referencetables/{id}", one)
        ask("PATCH /v1/referencetables/{id}", one, {"description": "codes"})
        ask("PATCH /v1/referencetables/{id}", one, {"primaryKey": []})
        ask("GET /v1/meta/reftable", "/v1/meta/reftable?name=si")
        ask("GET /v1/meta/reftable/{id}", earlier)
        ask("DELETE /v1/referencetables/{id}", one)
        ask("DELETE /v1/referencetables/{id}", one)
        made = upload("POST /v1/meta/reftable", "/v1/meta/reftable", [*table, Part("input", '{"name":"Sites"}')])
        ask("DELETE /v1/meta/reftable/{id}", f"/v1/meta/reftable/{made['Id']}")
        ask("DELETE /v1/meta/reftable/{id}", f"/v1/meta/reftable/{made['Id']}")

        ask("POST /v1/meta", body={"query": "{ currentUser { id workspaces { id label } } datasetSearch { dataset { id } } }"})
        ask("POST /v1/meta", body={"query": "{ nobody }"})
        ask("POST /v1/meta", body=[])

        # Login, sessions, access keys.
        ask("POST /v1/login", body={"user_email": EMAIL, "user_password": PASSWORD}, with_credentials=False)
        ask("POST /v1/login", body={"user_email": EMAIL, "user_password": "wrong-horse-battery"}, with_credentials=False)
        ask("POST /v1/session", body={"email": EMAIL, "password": "wrong-horse-battery"}, with_credentials=False)
        ask("GET /v1/session")
        asked = ask("POST /v1/login/delegated", body={"userEmail": EMAIL, "integration": "observe-tool-abdaf0", "clientToken": "here"})
        ask("GET /v1/login/delegated")
        waiting = answers[-1]["body"]["delegatedLogins"][0]["id"]
        ask("POST /v1/login/delegated/{id}/deny", f"/v1/login/delegated/{waiting}/deny", {})
        ask("POST /v1/login/delegated/{id}/accept", f"/v1/login/delegated/{waiting}/accept", {})
        ask("GET /v1/login/delegated/{serverToken}", f"/v1/login/delegated/{asked.json()['serverToken']}")
        made = ask("POST /v1/authtokens", body={"name": "One"}).json()
        ask("POST /v1/authtokens", body={"name": ""})
        ask("GET /v1/authtokens")
        one = f"/v1/authtokens/{made['id']}"
        ask("GET /v1/authtokens/{id}", one)
        ask("PATCH /v1/authtokens/{id}", one, {"disabled": True})
        ask("DELETE /v1/authtokens/{id}", one)

        # Users, groups, grants, service accounts.
        user = ask("POST /v1/users", body={"email": "one@example.com", "password": "long-enough-password"}).json()["id"]
        ask("POST /v1/users", body={"email": "nobody"})
        ask("GET /v1/users")
        ask("GET /v1/users/{id}", f"/v1/users/{user}")
        ask("PATCH /v1/users/{id}", f"/v1/users/{user}", {"label": "One", "role": "administrator"})
        ask("POST /v1/users/{id}/password", f"/v1/users/{user}/password", {"newPassword": "another-long-password"})
        group = ask("POST /v1/groups", body={"name": "ops", "description": None}).json()["id"]
        ask("GET /v1/groups")
        ask("GET /v1/groups/{id}", f"/v1/groups/{group}")
        ask("PATCH /v1/groups/{id}", f"/v1/groups/{group}", {"description": "on call"})
        ask("POST /v1/groups/{id}/members", f"/v1/groups/{group}/members", {"userId": user})
        ask("GET /v1/groups/{id}/members", f"/v1/groups/{group}/members")
        for subject, target in (({"groupId": group}, {"objectId": dataset}), ({"userId": user}, {"type": "serviceAccount"}), ({"all": True}, {"all": True})):
            grant = ask("POST /v1/grants", body={"subject": subject, "object": target, "role": "Editor"}).json()["id"]
        ask("POST /v1/grants", body={"subject": {}, "object": {"all": True}, "role": "King"})
        ask("GET /v1/grants")
        ask("GET /v1/grants/{id}", f"/v1/grants/{grant}")
        ask("DELETE /v1/grants/{id}", f"/v1/grants/{grant}")
        ask("DELETE /v1/groups/{id}/members/{member}", f"/v1/groups/{group}/members/user:{user}")
        ask("DELETE /v1/groups/{id}", f"/v1/groups/{group}")
        ask("DELETE /v1/users/{id}", f"/v1/users/{user}")
        folder = ask("POST /v1/folders", body={"name": "Shop"}).json()["id"]
        stream = ask("POST /v1/datastreams", body={"name": "Till"}).json()["id"]
        ask("GET /v1/folders")
        ask("GET /v1/folders/{id}", f"/v1/folders/{folder}")
        ask("PATCH /v1/folders/{id}", f"/v1/folders/{folder}", {"description": "all of it"})
        ask("POST /v1/folders/{id}/objects", f"/v1/folders/{folder}/objects", {"objectId": stream})
        ask("GET /v1/folders/{id}/objects", f"/v1/folders/{folder}/objects")
        ask("DELETE /v1/folders/{id}/objects/{object}", f"/v1/folders/{folder}/objects/{stream}")
        ask("DELETE /v1/folders/{id}", f"/v1/folders/{folder}")
        workspace = ask("GET /v1/workspaces").json()["workspaces"][0]["id"]
        ask("GET /v1/workspaces/{id}", f"/v1/workspaces/{workspace}")
        account = ask("POST /v1/service-accounts", body={"label": "deploy"}).json()["id"]
        ask("POST /v1/service-accounts", body={})
        ask("GET /v1/service-accounts")
        tokens = f"/v1/service-accounts/{account}/api-tokens"
        token = ask("POST /v1/service-accounts/{id}/api-tokens", tokens, {"label": "key", "lifetimeHours": 1}).json()["id"]
        ask("GET /v1/service-accounts/{id}/api-tokens", tokens)
        for method, body in (("GET", None), ("PATCH", {"disabled": True}), ("DELETE", None), ("GET", None)):
            ask(f"{method} /v1/service-accounts/{{id}}/api-tokens/{{token}}", f"{tokens}/{token}", body)
        for method, body in (("GET", None), ("PATCH", {"disabled": True}), ("DELETE", None), ("GET", None)):
            ask(f"{method} /v1/service-accounts/{{id}}", f"/v1/service-accounts/{account}", body)

        # Collection; another host's credentials.
        headers["Authorization"] = f"Bearer {INGEST_TOKEN}"
        ask("POST /v1/http", body={"n": 1})
        ask("POST /v1/http/{path...}".replace("...", ""), "/v1/http/a/b", {"n": 1})
        ask("POST /v1/observations", body=[{"n": 1}])
        ask("POST /v1/http", "/v1/http", with_credentials=False)
        for signal in ("logs", "metrics", "traces"):
            ask(f"POST /v2/otel/v1/{signal}", body={})
            ask(f"POST /v1/otel/v1/{signal}", body={})
        ask("POST /v1/kubernetes/v1/entity", body={})
        ask("POST /v1/elastic/_bulk", body={"delete": {}})
        ask("PUT /v1/elastic/_bulk", body={"delete": {}})
        ask("GET /v1/elastic")
        ask("GET /v1/elastic/_xpack/{path}", "/v1/elastic/_xpack")
        ask("POST /v1/kinesis", body={"requestId": "r", "records": []})

        described = {f"{method.upper()} {path}" for path, operations in document.json()["paths"].items() for method in operations}
        unasked = described - {answer["operation"] for answer in answers} - NOT_JSON
        check(not unasked, f"operations whose answers nobody has checked: {sorted(unasked)}")
        (directory / "document.json").write_bytes(document.body)
        (directory / "answers.json").write_text(json.dumps(answers))
        done = subprocess.run(["node", str(CHECKER), str(directory / "document.json"), str(directory / "answers.json")], capture_output=True,
                              text=True, timeout=300, check=False, env={**os.environ, "OPALITE_OPENAPI_MODULES": str(MODULES)})
        check(done.returncode == 0, f"openapi_check: {done.stdout}{done.stderr}")


harness.run(the_document_is_what_the_service_does)
