"""POST /v1/meta: what existing clients read over GraphQL. Each question asks for the fields, with the aliases and fragments, that the
client named beside it does (observeinc/observe, observeinc/cli, observeinc/terraform-provider-observe), in words of our own."""

import json

import harness
from harness import EMAIL, TENANT, Client, check, request, wait_until


class Meta:
    def __init__(self, client):
        self.client = client

    def ask(self, text, variables=None, **members):
        body = {"query": text, "variables": variables or {}, **members}
        headers = {"Authorization": f"Bearer {self.client.tenant} {self.client.key}", "Content-Type": "application/json"}
        answer = request(self.client.base, "POST", "/v1/meta", json.dumps(body), headers)
        check(answer.status == 200 and answer.headers["Content-Type"] == "application/json", f"{text}: {answer.status} {answer.body!r}")
        return answer.json()

    def data(self, text, variables=None, **members):
        told = self.ask(text, variables, **members)
        check("errors" not in told, f"{text}: {told}")
        return told["data"]

    def refused(self, code, message, text, variables=None, **members):
        told = self.ask(text, variables, **members)
        check(told["data"] is None and told["errors"][0]["extensions"]["code"] == code, f"{text}: {told}")
        check(told["errors"][0]["message"] == message, f"{text}: {told}, expected: {message}")
        return told["errors"][0]


def clients_read_what_they_need():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        meta = Meta(client)
        dataset = str(service.ready["datasetId"])

        # observeinc/observe: list and get of workspaces, datasets and users; ids are digits there.
        workspaces = meta.data("query List_Of_Workspaces { currentUser { workspaces { id name:label } } }")["currentUser"]["workspaces"]
        check([each["name"] for each in workspaces] == ["Default"] and workspaces[0]["id"].isdigit(), f"workspaces: {workspaces}")
        workspace = workspaces[0]["id"]
        shown = meta.data("query One_Workspace($id: ObjectId!) { workspace(id: $id) { id name:label timezone } }", {"id": workspace})
        check(shown == {"workspace": {"id": workspace, "name": "Default", "timezone": "UTC"}}, f"a workspace: {shown}")
        found = meta.data("query List_Of_Datasets { datasetSearch { dataset { id name path } } }")["datasetSearch"]
        check(dataset in [each["dataset"]["id"] for each in found], f"datasets: {found}")
        check(all(each["dataset"]["path"] == "Default." + each["dataset"]["name"] for each in found), f"paths: {found}")
        shown = meta.data("query One_Dataset($id: ObjectId!) { dataset(id: $id) { id name:label workspace:workspaceId path kind description "
                          "validFromField validToField labelField iconUrl version updatedDate pathCost managedById folderId } }",
                          {"id": dataset})["dataset"]
        check(shown["workspace"] == workspace and shown["folderId"].isdigit() and shown["kind"] == "Event", f"a dataset: {shown}")
        check(shown["validFromField"] == "BUNDLE_TIMESTAMP" and shown["validToField"] is None, f"its fields: {shown}")
        check(isinstance(shown["version"], str) and list(shown)[0] == "id", f"its version, and the order: {shown}")
        users = meta.data("query List_Of_Users { currentCustomer { users { id name:label email status role } } }")["currentCustomer"]["users"]
        check([each["email"] for each in users] == [EMAIL] and users[0]["status"] == "UserStatusActive", f"users: {users}")
        user = meta.data("query One_User($id: UserId!) { user(id: $id) { id name:label email status role } }", {"id": users[0]["id"]})
        check(user["user"] == users[0], f"a user: {user}")

        # observeinc/cli: auth status, workspace view.
        me = meta.data("query Who { currentUser { id email label workspaces { id label timezone locale createdDate } } currentCustomer { id label } }")
        check(me["currentCustomer"]["id"] == TENANT and me["currentUser"]["id"] == users[0]["id"], f"who: {me}")

        # observeinc/terraform-provider-observe: fragments, lookups by name, one level further down.
        parts = "fragment W on Project { id label datasets { id label } } fragment D on Datastream { id name iconUrl description workspaceId datasetId }"
        listed = meta.data("query all { workspaces: projects { ...W } } " + parts, operationName="all")["workspaces"]
        check(dataset in [each["id"] for each in listed[0]["datasets"]], f"projects: {listed}")
        named = meta.data("query byName($name: String!) { workspace: workspace(label: $name) { ...W } } " + parts, {"name": "Default"})
        check(named["workspace"] == listed[0], f"a workspace by its label: {named}")
        streams = meta.data("{ datastreams { ...D } } " + parts)["datastreams"]
        check([each["datasetId"] for each in streams] == [dataset], f"datastreams: {streams}")
        variables = {"workspaceId": workspace, "name": streams[0]["name"]}
        lookup = "query lookup($workspaceId: ObjectId!, $name: String!) { datastream: workspace(id: $workspaceId) { datastream(name: $name) { ...D } } } "
        check(meta.data(lookup + parts, variables)["datastream"]["datastream"] == streams[0], "a datastream by its name")
        check(meta.data(lookup + parts, {**variables, "name": "x"})["datastream"]["datastream"] is None, "which is not there")
        stream = meta.data("query one($id: ObjectId!) { datastream(id: $id) { ...D } } " + parts, {"id": int(streams[0]["id"])})
        check(stream["datastream"] == streams[0], f"an id as a number: {stream}")
        lookup = "query l($workspaceId: ObjectId!, $name: String!) { dataset: workspace(id: $workspaceId) { dataset(label: $name) { id __typename } } }"
        check(meta.data(lookup, {**variables, "name": found[0]["dataset"]["name"]})["dataset"]["dataset"]["__typename"] == "Dataset", "a dataset by its label")

        # What is made over REST is there at once, and is found.
        own = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
        folder = request(client.base, "POST", "/v1/folders", json.dumps({"name": "Web"}), own).json()["id"]
        shown = meta.data("query f($w: ObjectId!, $id: ObjectId!) { folder(id: $id) { ...F } workspace(id: $w) { folders { id } folder(name: \"Web\") { ...F } } } "
                          "fragment F on Folder { id name description iconUrl workspaceId }", {"w": workspace, "id": folder})
        check(shown["folder"] == {"id": folder, "name": "Web", "description": "", "iconUrl": None, "workspaceId": workspace}, f"a folder: {shown}")
        check(shown["workspace"] == {"folders": [{"id": folder}], "folder": shown["folder"]}, f"a folder by its name: {shown}")
        made = request(client.base, "POST", "/v1/datastreams", json.dumps({"name": "kubernetes/Logs"}), own).json()
        hits = meta.data("query s($m: [String!]) { datasetSearch(labelMatches: $m) { dataset { id path } } }", {"m": ["KUBERNETES"]})["datasetSearch"]
        check(hits == [{"dataset": {"id": made["datasetId"], "path": "Default.kubernetes/Logs"}}], f"a search: {hits}")
        check(meta.data("{ datasetSearch(labelMatches: [\"nothing like it\"]) { dataset { id } } }") == {"datasetSearch": []}, "a search without hits")

        # What is not there, what nobody knows.
        told = meta.refused("NOT_FOUND", "dataset not found: 41", "query q($id: ObjectId!) { mine: dataset(id: $id) { id } }", {"id": "41"})
        check(told["path"] == ["mine"], f"the path: {told}")
        meta.refused("NOT_FOUND", "user not found: 999", "{ user(id: 999) { id } }")
        meta.refused("NOT_FOUND", "workspace not found: x", "{ workspace(label: \"x\") { id } }")
        meta.refused("BAD_REQUEST", "unknown field of Query: monitors", "{ monitors { id } }")
        meta.refused("BAD_REQUEST", "expected a name, found the end (line 1, column 2)", "{")
        meta.refused("BAD_REQUEST", "a variable must have a value: id", "query q($id: ObjectId!) { dataset(id: $id) { id } }")
        meta.refused("BAD_REQUEST", "query is missing", "")
        meta.refused("BAD_REQUEST", "unknown or unchangeable member: qeury", "{ currentUser { id } }", qeury="x")
        for body in (b"", b"[]", b"{", b"[" * 100_000):
            answer = request(client.base, "POST", "/v1/meta", body, own)
            check(answer.status == 400 and answer.json()["ok"] is False, f"{body[:5]}: {answer.status} {answer.body!r}")
        check(request(client.base, "POST", "/v1/meta", b"{}", {"Authorization": f"Bearer {TENANT} x"}).status == 401, "no credentials")
        check(request(client.base, "GET", "/v1/meta", None, own).status == 405, "only POST")


def who_is_in_which_group_and_may_do_what():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        meta = Meta(client)
        dataset = str(service.ready["datasetId"])

        def rest(caller, method, path, body=None):
            headers = {"Authorization": f"Bearer {caller.tenant} {caller.key}", "Content-Type": "application/json"}
            answer = request(caller.base, method, path, None if body is None else json.dumps(body), headers)
            check(answer.status in (200, 201), f"{method} {path}: {answer.status} {answer.body!r}")
            return answer.json()

        user = rest(client, "POST", "/v1/users", {"email": "one@example.com", "label": "One", "password": "long-enough-password"})["id"]
        account = rest(client, "POST", "/v1/service-accounts", {"label": "deploy"})["id"]
        outer = rest(client, "POST", "/v1/groups", {"name": "outer", "description": "holds inner"})["id"]
        inner = rest(client, "POST", "/v1/groups", {"name": "inner"})["id"]
        rest(client, "POST", f"/v1/groups/{outer}/members", {"groupId": inner})
        rest(client, "POST", f"/v1/groups/{inner}/members", {"userId": user})
        rest(client, "POST", "/v1/grants", {"subject": {"groupId": inner}, "object": {"objectId": dataset}, "role": "Editor"})
        rest(client, "POST", "/v1/grants", {"subject": {"userId": user}, "object": {"type": "serviceAccount"}, "role": "Editor"})

        # observeinc/observe: the three kinds of RBAC objects; their ids are texts, and keys in small letters are aliases.
        prefix = f"o::{TENANT}:"
        groups = meta.data("query All_Groups { rbacGroups { id name description } }")["rbacGroups"]
        check({each["name"]: each["id"] for each in groups} ==
              {"inner": f"{prefix}rbacgroup:{inner}", "outer": f"{prefix}rbacgroup:{outer}"}, f"groups: {groups}")
        one = meta.data("query One_Group($id: ORN!) { rbacGroup(id: $id) { id name description } }", {"id": f"{prefix}rbacgroup:{outer}"})
        check(one["rbacGroup"]["description"] == "holds inner", f"a group: {one}")
        members = meta.data("query All_Members { rbacGroupmembers { id description groupid:groupId membergroupid:memberGroupId memberuserid:memberUserId } }")
        pairs = {(each["groupid"], each["membergroupid"], each["memberuserid"]) for each in members["rbacGroupmembers"]}
        check(pairs == {(f"{prefix}rbacgroup:{outer}", f"{prefix}rbacgroup:{inner}", None), (f"{prefix}rbacgroup:{inner}", None, user)}, f"members: {members}")
        first = members["rbacGroupmembers"][0]
        one = meta.data("query One_Member($id: ORN!) { rbacGroupmember(id: $id) { id groupId } }", {"id": first["id"]})
        check(one["rbacGroupmember"] == {"id": first["id"], "groupId": first["groupid"]}, f"a member: {one}")
        fields = "{ id description subject { userId groupId all } object { objectId folderId workspaceId type name owner all } role version }"
        statements = meta.data(f"query All_Statements {{ rbacStatements {fields} }}")["rbacStatements"]
        given = {(each["subject"]["userId"], each["subject"]["groupId"], each["object"]["objectId"], each["object"]["type"], each["role"]) for each in statements}
        check({(None, f"{prefix}rbacgroup:{inner}", dataset, None, "Editor"), (user, None, None, "serviceAccount", "Editor")} <= given, f"statements: {statements}")
        one = meta.data(f"query One_Statement($id: ORN!) {{ rbacStatement(id: $id) {fields} }}", {"id": statements[-1]["id"]})
        check(one["rbacStatement"] == statements[-1], f"a statement: {one}")
        meta.refused("NOT_FOUND", f"rbacGroup not found: {prefix}rbacgroup:1", "query g($id: ORN!) { rbacGroup(id: $id) { id } }", {"id": f"{prefix}rbacgroup:1"})
        kinds = {each["id"]: each["type"] for each in meta.data("{ currentCustomer { users { id type } } }")["currentCustomer"]["users"]}
        check((kinds[user], kinds[account]) == ("UserTypeEmail", "UserTypeServiceAccount"), f"kinds of users: {kinds}")

        # Others than administrators see themselves, their groups, and what they may list.
        other = Client(client.base).login("one@example.com", "long-enough-password")
        own = Meta(other)
        check(own.data("{ currentCustomer { users { id } } }") == {"currentCustomer": {"users": [{"id": user}]}}, "only oneself")
        own.refused("NOT_FOUND", "user not found: " + account, "query u($id: UserId!) { user(id: $id) { id } }", {"id": account})
        check(len(own.data("{ rbacGroups { id } }")["rbacGroups"]) == 2, "one's groups, also through others")
        check(own.data("{ rbacStatements { id } }") == {"rbacStatements": []}, "statements are for who manages")
        seen = {each["dataset"]["id"] for each in own.data("{ datasetSearch { dataset { id } } }")["datasetSearch"]}
        listed = {each["id"] for each in rest(other, "GET", "/v1/datasets?limit=1000")["datasets"]}
        places = {each["id"] for each in rest(other, "GET", "/v1/workspaces")["workspaces"]}
        check({each["id"] for each in own.data("{ projects { id } }")["projects"]} == places, f"workspaces, over REST {places}")
        check(dataset in seen and seen == listed, f"datasets over GraphQL {seen} and over REST {listed}")


def signing_out():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        meta = Meta(client)
        own = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
        token = request(client.base, "POST", "/v1/authtokens", json.dumps({"name": "cli"}), own).json()
        other = Client(client.base)
        other.key = token["secret"]
        mutation = "mutation Leave($id: String!) { deleteAuthtoken(id: $id) { success errorMessage } }"
        done = Meta(other).data(mutation, {"id": token["id"]})
        check(done == {"deleteAuthtoken": {"success": True, "errorMessage": ""}}, f"signed out: {done}")

        def status():
            headers = {**own, "Authorization": f"Bearer {other.tenant} {other.key}"}
            return request(other.base, "GET", "/v1/session", None, headers).status

        wait_until(lambda: status() == 401, 1, "the key does not work any more")
        told = meta.refused("NOT_FOUND", f"access token not found: {token['id']}", mutation, {"id": token["id"]})
        check(told["path"] == ["deleteAuthtoken"], f"the path: {told}")
        meta.refused("BAD_REQUEST", "unknown field of Mutation: deleteDataset", "mutation { deleteDataset(dsid: 1) { success } }")


harness.run(clients_read_what_they_need, who_is_in_which_group_and_may_do_what, signing_out)
