"""The house style of the REST API over the running service: every resource through one test, reference tables through another
since they are forms; datastreams, ingest tokens, their statistics and limits; the limits of the API itself."""

import json
import urllib.parse

import harness
from harness import Client, check, request, wait_until
from table_client import GENERAL, Part, form


class Api:
    def __init__(self, client):
        self.client = client

    def call(self, method, path, body=None, headers=None):
        own = {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Content-Type": "application/json"}
        return request(self.client.base, method, path, None if body is None else json.dumps(body), {**own, **(headers or {})})

    def made(self, path, body, headers=None):
        answer = self.call("POST", path, body, headers)
        check(answer.status == 201, f"POST {path}: {answer.status} {answer.body!r}")
        return answer.json()

    def refused(self, status, text, method, path, body=None, headers=None):
        answer = self.call(method, path, body, headers)
        check(answer.status == status and answer.body.startswith(b'{"ok":false,"message":"'), f"{method} {path}: {answer.status} {answer.body!r}")
        check(text in answer.json()["message"], f"{text!r} is not in {answer.json()['message']!r}")


def resources(dataset):
    """plural, path, name member, what makes one with a name"""
    query = {"stages": [{"stageID": "main", "input": [{"inputName": "_", "datasetId": dataset}], "pipeline": "limit 1"}]}
    return [
        ("datasets", "/v1/datasets", "label", lambda name: {"label": name, "query": query}),
        ("datastreams", "/v1/datastreams", "name", lambda name: {"name": name}),
        ("ingestTokens", "/v1/ingest-tokens", "name", lambda name: {"name": name}),
    ]


def every_resource_has_the_house_style():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        api = Api(client)
        for plural, path, name, new in resources(str(service.ready["datasetId"])):
            before = api.call("GET", path).json()["meta"]["totalCount"]
            # Idempotent creation.
            key = {"Idempotency-Key": f"{plural}-1"}
            first = api.call("POST", path, new(f"{plural} one"), key)
            check(first.status == 201 and first.headers["ETag"] == '"1"', f"{plural}: {first.status} {first.body!r}")
            again = api.call("POST", path, new(f"{plural} one"), key)
            check(again.status == 201 and again.headers.get("Idempotency-Replayed") == "true", f"{plural}: {again.status} {again.body!r}")
            check(again.json()["id"] == first.json()["id"], f"{plural}: the same id")
            check("secret" not in again.json() and "credential" not in again.json(), f"{plural}: a secret is shown once")
            api.refused(409, "the idempotency-key was used for another request", "POST", path, new(f"{plural} two"), key)
            one = f"{path}/{first.json()['id']}"
            # Audit fields and ETag.
            shown = api.call("GET", one)
            record = shown.json()
            check(shown.headers["ETag"] == '"1"' and record["version"] == 1, f"{plural}: {record}")
            check(record["createdBy"]["id"].isdigit() and record["createdAt"] == record["updatedAt"], f"{plural}: who made it: {record}")
            # Unknown and ill-typed members.
            api.refused(400, "unknown or unchangeable member: colour", "POST", path, {**new(f"{plural} x"), "colour": "red"})
            api.refused(400, "unknown or unchangeable member: id", "PATCH", one, {"id": "1"})
            api.refused(400, "description must be a string", "PATCH", one, {"description": 1})
            api.refused(400, "the body must be a JSON object", "POST", path, [])
            api.refused(400, f"{name} is missing", "POST", path, {key: value for key, value in new(f"{plural} x").items() if key != name})
            # Merge-PATCH with If-Match.
            changed = api.call("PATCH", one, {"description": "about"}, {"If-Match": '"1"'})
            check(changed.status == 200 and changed.headers["ETag"] == '"2"', f"{plural}: {changed.status} {changed.body!r}")
            check(changed.json()["description"] == "about" and changed.json()[name] == f"{plural} one", f"{plural}: absent stays")
            api.refused(412, "its version is now: 2", "PATCH", one, {"description": "lost"}, {"If-Match": '"1"'})
            api.refused(412, "if-match names no version", "PATCH", one, {"description": "lost"}, {"If-Match": 'W/"2"'})
            check(api.call("PATCH", one, {"description": None}, {"If-Match": "*"}).json()["description"] == "", f"{plural}: null clears")
            # Paging, order, filter.
            for i in range(3):
                api.made(path, new(f"{plural} more {i}"))
            ours = f"{path}?orderBy={name}%20desc&filter=" + urllib.parse.quote(f'{name}.startsWith("{plural} ")')
            listed = api.call("GET", f"{ours}&limit=2").json()
            check([each[name] for each in listed[plural]] == [f"{plural} one", f"{plural} more 2"], f"{plural}: {listed[plural]}")
            check(listed["meta"]["totalCount"] == 4, f"{plural}: {listed['meta']}")
            rest = api.call("GET", f"{ours}&offset=2").json()[plural]
            check([each[name] for each in rest] == [f"{plural} more 1", f"{plural} more 0"], f"{plural}: {rest}")
            check(api.call("GET", f"{ours}&offset=4").json() == {plural: [], "meta": {"totalCount": 4}}, f"{plural}: behind the end")
            listed = api.call("GET", f"{path}?limit=0").json()
            check(listed["meta"]["totalCount"] == before + 4, f"{plural}: {listed['meta']}")
            found = api.call("GET", f"{path}?filter=" + urllib.parse.quote(f'{name}.startsWith("{plural} more")') + "&offset=1").json()
            check(len(found[plural]) == 2 and found["meta"]["totalCount"] == 3, f"{plural}: {found['meta']}")
            for fault in ("limit=x", "limit=-1", "offset=x", "offset=-1", "offset=1.5"):
                api.refused(400, fault.split("=")[0] + " must be a number", "GET", f"{path}?{fault}")
            api.refused(400, "orderBy: ", "GET", f"{path}?orderBy=%28")
            api.refused(400, "filter: ", "GET", f"{path}?filter=nope%20%3D%3D%201")
            # Removal.
            if plural == "datastreams":
                api.call("PATCH", one, {"disabled": True})
            api.refused(412, "its version is now", "DELETE", one, None, {"If-Match": '"1"'})
            check(api.call("DELETE", one).body == b'{"ok":true}', f"{plural}: removed")
            api.refused(404, "not found", "GET", one)
            api.refused(404, "not found", "DELETE", one)
            api.refused(404, "not found", "PATCH", one, {"description": "x"})


def reference_tables_have_it_too():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        api = Api(client)

        def upload(label, text, **headers):
            body, content_type = form([Part("upload", text, "t.csv", "text/csv"), Part("metadata", json.dumps({"label": label}))])
            own = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": content_type}
            return request(client.base, "POST", GENERAL, body, {**own, **headers})

        # Idempotent creation, of one and the same file.
        first = upload("one", "a\n1\n", **{"Idempotency-Key": "k"})
        check(first.status == 201 and first.headers["ETag"] == '"1"', f"a table: {first.status} {first.body!r}")
        again = upload("one", "a\n1\n", **{"Idempotency-Key": "k"})
        check(again.status == 201 and again.headers.get("Idempotency-Replayed") == "true", f"again: {again.status} {again.body!r}")
        check(again.json() == first.json(), f"the same table: {again.body!r}")
        other = upload("one", "a\n2\n", **{"Idempotency-Key": "k"})
        check(other.status == 409 and "the idempotency-key was used" in other.json()["message"], f"another file: {other.status} {other.body!r}")
        check(upload("one", "a\n1\n").status == 409, "without the key the label is taken")

        # Merge-PATCH, replacement and removal with If-Match.
        one = f"{GENERAL}/{first.json()['id']}"
        changed = api.call("PATCH", one, {"description": "about"}, {"If-Match": '"1"'})
        check(changed.status == 200 and changed.headers["ETag"] == '"2"', f"a change: {changed.status} {changed.body!r}")
        check((changed.json()["label"], changed.json()["description"]) == ("one", "about"), f"absent stays: {changed.body!r}")
        api.refused(412, "its version is now: 2", "PATCH", one, {"description": "lost"}, {"If-Match": '"1"'})
        body, content_type = form([Part("upload", "a\n3\n", "t.csv")])
        own = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": content_type}
        lost = request(client.base, "PUT", one, body, {**own, "If-Match": '"1"'})
        check(lost.status == 412 and api.call("GET", one).json()["checksum"] == first.json()["checksum"], f"a lost file: {lost.status}")
        api.refused(412, "its version is now: 2", "DELETE", one, None, {"If-Match": '"1"'})
        check(api.call("PATCH", one, {"description": None}, {"If-Match": "*"}).json()["description"] == "", "null clears")

        # Pages; an older style of lists with totalCount at the top.
        for i in range(4):
            check(upload(f"more {i}", "a\n1\n").status == 201, f"more {i}")
        listed = api.call("GET", f"{GENERAL}?label=more&limit=2&offset=1").json()
        check(listed["totalCount"] == 4 and [each["label"] for each in listed["referenceTables"]] == ["more 1", "more 2"], f"a page: {listed}")
        check(api.call("GET", f"{GENERAL}?offset=9").json() == {"totalCount": 5, "referenceTables": []}, "behind the end")
        for fault in ("limit=x", "limit=-1", "offset=-1"):
            api.refused(400, fault.split("=")[0] + " must be a number", "GET", f"{GENERAL}?{fault}")
        check(api.call("DELETE", one, None, {"If-Match": api.call("GET", one).headers["ETag"]}).status == 200, "removed")
        api.refused(404, "not found", "DELETE", one)


def datastreams_and_tokens():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        api = Api(client)
        logs = api.made("/v1/datastreams", {"name": "web/Logs", "retentionDays": 30})
        other = api.made("/v1/datastreams", {"name": "Other"})
        api.refused(409, "datastream name is taken: Other", "POST", "/v1/datastreams", {"name": "Other"})
        api.refused(400, "retentionDays must be an integer from 1 to 36500", "PATCH", f"/v1/datastreams/{logs['id']}", {"retentionDays": 0})

        token = api.made("/v1/ingest-tokens", {"name": "web", "datastreamIds": [logs["id"]]})
        check(token["credential"] == f"{token['id']}:{token['secret']}", f"the credential: {token}")
        free = api.made("/v1/ingest-tokens", {"name": "free"})
        api.refused(404, "datastream not found: 7", "POST", "/v1/ingest-tokens", {"name": "x", "datastreamIds": ["7"]})

        def send(credential, lines, extra=None):
            headers = {"Authorization": f"Bearer {credential}", "Content-Type": "application/x-ndjson", **(extra or {})}
            return request(client.base, "POST", "/v1/http", "\n".join(lines), headers)

        check(send(token["credential"], ['{"n":1}', '{"n":2}']).status == 200, "to the one datastream")
        check(send(free["credential"], ['{"n":3}'], {"X-Observe-Target-Package": "web"}).status == 200, "routed by the header")
        check(send(free["credential"], ['{"n":4}']).status == 200, "to the default one")
        wait_until(lambda: client.count(logs["datasetId"]) == 3, 30, "three observations in web/Logs")

        def stats(path):
            return api.call("GET", path).json()["stats"]

        wait_until(lambda: stats(f"/v1/datastreams/{logs['id']}")["totalObservations"] == 3, 30, "three are counted")
        counted = stats(f"/v1/datastreams/{logs['id']}")
        check(counted["totalVolumeBytes"] >= 21 and counted["firstIngest"] <= counted["lastIngest"], f"stats: {counted}")
        check(len(counted["observations"]) == 60 and sum(each["value"] for each in counted["observations"]) == 3, f"minutes: {counted}")
        check(stats(f"/v1/ingest-tokens/{token['id']}")["totalObservations"] == 2, "of one token")
        wait_until(lambda: stats(f"/v1/ingest-tokens/{free['id']}")["totalObservations"] == 2, 30, "of the other, in two datastreams")
        check(stats(f"/v1/datastreams/{other['id']}")["firstIngest"] is None, "nothing came there")
        listed = api.call("GET", "/v1/datastreams?expand=stats&orderBy=name").json()["datastreams"]
        check([each["stats"]["totalObservations"] for each in listed] == [1, 0, 3], f"the list: {listed}")

        # A rate limit; every gateway knows it at once.
        api.call("PATCH", f"/v1/datastreams/{logs['id']}", {"rateLimitBytesPerMinute": 1000})
        check(send(token["credential"], ['{"text":"%s"}' % ("x" * 2000)]).status == 200, "a full bucket takes more than it holds")
        limited = send(token["credential"], ['{"n":5}'])
        check(limited.status == 429 and int(limited.headers["Retry-After"]) >= 60, f"limited: {limited.status} {limited.headers}")
        check(send(free["credential"], ['{"n":6}']).status == 200, "another datastream is not")
        api.call("PATCH", f"/v1/datastreams/{logs['id']}", {"rateLimitBytesPerMinute": None})
        check(send(token["credential"], ['{"n":7}']).status == 200, "no limit any more")

        # Disabled ones refuse; a removed token is unknown; enabling it again helps.
        api.call("PATCH", f"/v1/ingest-tokens/{token['id']}", {"disabled": True})
        check(send(token["credential"], ["{}"]).status == 401, "a disabled token")
        api.call("PATCH", f"/v1/ingest-tokens/{token['id']}", {"disabled": False})
        check(send(token["credential"], ["{}"]).status == 200, "an enabled one")
        api.call("PATCH", f"/v1/datastreams/{logs['id']}", {"disabled": True})
        check(send(token["credential"], ["{}"]).status == 401, "a disabled datastream")

        # Removal with observations in it.
        wait_until(lambda: client.count(logs["datasetId"]) == 6, 30, "what was acknowledged is there")
        api.refused(409, "data=drop removes them with it", "DELETE", f"/v1/datastreams/{logs['id']}")
        api.refused(409, "only a disabled datastream can be removed", "DELETE", f"/v1/datastreams/{other['id']}")
        check(api.call("DELETE", f"/v1/datastreams/{logs['id']}?data=drop").status == 200, "removed")
        check(client.query("", logs["datasetId"]).status == 404, "its dataset is gone")
        check(send(token["credential"], ["{}"]).status == 401, "its token reaches nothing else")
        check(api.call("DELETE", f"/v1/ingest-tokens/{free['id']}").status == 200, "a token is removed")
        check(send(free["credential"], ["{}"]).status == 401, "and unknown")


def limits_of_the_api():
    rates = "1/5,1/100,1/3,1/100"
    with harness.workspace() as directory, harness.service(directory, "--api-rates", rates) as service:
        client = Client(service.ready["http"]).login()
        api = Api(client)
        statuses = [api.call("GET", "/v1/datastreams").status for _ in range(20)]
        check(statuses[:4] == [200] * 4 and 429 in statuses, f"reads: {statuses}")
        limited = next(answer for answer in iter(lambda: api.call("GET", "/v1/datastreams"), None) if answer.status == 429)
        check(int(limited.headers["Retry-After"]) >= 1, f"when to try again: {limited.headers}")
        check(limited.json() == {"ok": False, "message": "too many reads of this user"}, f"the text: {limited.body!r}")
        check(api.call("POST", "/v1/datastreams", {"name": "A"}).status == 201, "writes are counted for themselves")
        check(request(client.base, "GET", "/v1/health", None, {}).status == 200, "and nobody limits what is public")
        check(client.ingest('{"n":1}').status == 200, "nor collection")


harness.run(every_resource_has_the_house_style, reference_tables_have_it_too, datastreams_and_tokens, limits_of_the_api)
