"""Two gateways and two consumers on one Kafka broker and one database: what is changed through one gateway is what the next request
through the other one sees, credentials included, and of two that make the same thing at once exactly one does. Groups, members and
users: access.py."""

import json
import os
import random
import threading

import harness
from harness import Client, check, request
from table_client import Part, form

PAIRS = 1000
ROUNDS = 500

if "OPALITE_TEST_DATABASE" not in os.environ:
    harness.skip("OPALITE_TEST_DATABASE is not set")


class Resource:
    """One kind of thing over REST, through either gateway."""

    def __init__(self, clients, path, name_member):
        self.clients, self.path, self.name_member = clients, path, name_member

    def call(self, gateway, method, path="", body=None, content_type="application/json"):
        client = self.clients[gateway]
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": content_type}
        return request(client.base, method, self.path + path, body, headers)

    def create(self, gateway, name):
        return self.call(gateway, "POST", "", json.dumps(self.new(name)))

    def new(self, name):
        return {self.name_member: name}

    def change(self, number):
        return {"description": f"change {number}"}

    def check_effect(self, reader, record, is_there):
        """What follows for others from how the thing is now, seen through one gateway."""


class Credentials(Resource):
    """Things with a secret that opens something, or does not when they are disabled or gone."""

    secret_member = "secret"

    def __init__(self, clients, path):
        super().__init__(clients, path, "name")
        self.secrets = {}

    def create(self, gateway, name):
        answer = super().create(gateway, name)
        if answer.status == 201:
            self.secrets[answer.json()["id"]] = answer.json()[self.secret_member]
        return answer

    def change(self, number):
        return {**super().change(number), "disabled": number % 2 == 0}

    def check_effect(self, reader, record, is_there):
        status = self.use(self.clients[reader], self.secrets[record["id"]])
        wanted = 200 if is_there and not record["disabled"] else 401
        check(status == wanted, f"{self.path}: a credential answers {status} instead of {wanted} through the other gateway: {record}")


class AccessKeys(Credentials):
    def __init__(self, clients):
        super().__init__(clients, "/v1/authtokens")

    def use(self, client, secret):
        return request(client.base, "GET", "/v1/session", None, {"Authorization": f"Bearer {client.tenant} {secret}"}).status


class IngestTokens(Credentials):
    secret_member = "credential"

    def __init__(self, clients):
        super().__init__(clients, "/v1/ingest-tokens")

    def use(self, client, secret):
        return client.ingest('{"n":1}', token=secret).status


class Datasets(Resource):
    def __init__(self, clients, source):
        super().__init__(clients, "/v1/datasets", "label")
        self.source = source

    def new(self, name):
        stage = {"stageID": "main", "input": [{"inputName": "_", "datasetId": self.source}], "pipeline": "limit 1"}
        return {"label": name, "query": {"stages": [stage]}}


class Tables(Resource):
    def __init__(self, clients):
        super().__init__(clients, "/v1/referencetables", "label")

    def create(self, gateway, name):
        body, content_type = form([Part("upload", "a\n1\n", "t.csv"), Part("metadata", json.dumps({"label": name}))])
        return self.call(gateway, "POST", "", body, content_type)


class Datastreams(Resource):
    def __init__(self, clients):
        super().__init__(clients, "/v1/datastreams", "name")

    def new(self, name):
        # Only what is disabled can be removed.
        return {"name": name, "disabled": True}


def one_pair(resource, chance, there, number):
    """Changes something through one gateway and looks through the other, which must see exactly that."""
    writer = chance.randrange(2)
    reader = 1 - writer
    action = chance.choice(["create", "change", "remove"]) if len(there) > 2 else "create"
    if action == "create":
        name = f"{resource.name_member} of {type(resource).__name__} {number}"
        made = resource.create(writer, name)
        check(made.status == 201, f"create {resource.path}: {made.status} {made.body!r}")
        record = made.json()
        record.pop("secret", None)
        record.pop("credential", None)
        there[record["id"]] = record
    elif action == "change":
        identity = chance.choice(sorted(there))
        changed = resource.call(writer, "PATCH", f"/{identity}", json.dumps(resource.change(number)))
        check(changed.status == 200, f"change {resource.path}: {changed.status} {changed.body!r}")
        record = changed.json()
        check(record["description"] == f"change {number}", f"change {resource.path}: {record}")
        there[identity] = record
    else:
        identity = chance.choice(sorted(there))
        gone = resource.call(writer, "DELETE", f"/{identity}")
        check(gone.status == 200, f"remove {resource.path}: {gone.status} {gone.body!r}")
        record = there.pop(identity)
    resource.check_effect(reader, record, action != "remove")
    seen = resource.call(reader, "GET", f"/{record['id']}")
    if action == "remove":
        check(seen.status == 404, f"after a removal: GET {resource.path}/{record['id']}: {seen.status} {seen.body!r}")
        return
    check(seen.status == 200, f"after {action}: GET {resource.path}/{record['id']}: {seen.status} {seen.body!r}")
    same = {key: value for key, value in seen.json().items() if key not in ("stats", "query", "diagnostics", "lastUsedAt")}
    wanted = {key: value for key, value in record.items() if key not in ("stats", "query", "diagnostics", "lastUsedAt")}
    check(same == wanted, f"after {action} the other gateway sees {same}, not {wanted}")


def resources_of(cluster):
    first = Client(cluster.gateways[0].ready["http"]).login()
    second = Client(cluster.gateways[1].ready["http"])
    second.key = first.key
    clients = [first, second]
    source = str(cluster.gateways[0].ready["datasetId"])
    named = [Datastreams(clients), Datasets(clients, source), Tables(clients)]
    return named, [*named, IngestTokens(clients), AccessKeys(clients)]


def in_threads(work, over):
    """Runs work(each) in a thread for each; the first failure is raised."""
    failures = []

    def guarded(each):
        try:
            work(each)
        except Exception as failure:  # pylint: disable=broad-except
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(each,)) for each in over]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def a_change_is_seen_through_the_other_gateway(resources):
    def pairs(resource):
        chance = random.Random(resource.path)
        there = {}
        for number in range(PAIRS // len(resources)):
            one_pair(resource, chance, there, number)

    in_threads(pairs, resources)


def one_race(resource, number):
    """Both gateways are asked for the same name at once; gives which of them won. The loser takes it away again."""
    together = threading.Barrier(2)
    answers = [None, None]

    def create(gateway):
        together.wait()
        answers[gateway] = resource.create(gateway, f"race for a {type(resource).__name__} {number}")

    in_threads(create, (0, 1))
    statuses = [answer.status for answer in answers]
    check(sorted(statuses) == [201, 409], f"round {number}, {resource.path}: {[(each.status, each.body) for each in answers]}")
    winner = statuses.index(201)
    loser = 1 - winner
    check("is taken" in answers[loser].json()["message"], f"round {number}: {answers[loser].body!r}")
    gone = resource.call(loser, "DELETE", f"/{answers[winner].json()['id']}")
    check(gone.status == 200, f"round {number}: the loser cannot remove it: {gone.status} {gone.body!r}")
    return winner


def one_of_two_wins(resources):
    winners = []
    in_threads(lambda resource: winners.extend(one_race(resource, number) for number in range(ROUNDS // len(resources) + 1)), resources)
    wins = [winners.count(0), winners.count(1)]
    check(sum(wins) >= ROUNDS and min(wins) > 0, f"one gateway won always, so nothing was a race: {wins}")
    print(f"        {wins[0]} : {wins[1]}")


def two_gateways_are_one_service():
    with harness.cluster() as cluster:
        named, resources = resources_of(cluster)
        a_change_is_seen_through_the_other_gateway(resources)
        one_of_two_wins(named)


harness.run(two_gateways_are_one_service)
