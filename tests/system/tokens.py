"""Access tokens over REST, and delegated logins of the command-line tool."""

import datetime
import json
import os
import re
import subprocess

import harness
from harness import Client, EMAIL, PASSWORD, TENANT, check, request, wait_until


def call(base, key, method, path, body=None, headers=None):
    all_headers = {"Authorization": f"Bearer {TENANT} {key}", "Content-Type": "application/json", **(headers or {})}
    return request(base, method, path, None if body is None else json.dumps(body), all_headers)


def expect(answer, status, what):
    check(answer.status == status, f"{what}: {answer.status} {answer.body!r}")
    return answer.json()


def time_of(text):
    return datetime.datetime.fromisoformat(re.sub(r"\.(\d{6})\d*Z", r".\1+00:00", text).replace("Z", "+00:00"))


def is_good(base, key):
    return call(base, key, "GET", "/v1/session").status == 200


def tokens_live_from_creation_to_deletion(base, key):
    made_answer = call(base, key, "POST", "/v1/authtokens", {"name": "nightly", "description": "at four"})
    made = expect(made_answer, 201, "create")
    check(made_answer.headers["Cache-Control"] == "no-store", "an answer with a secret is not kept")
    check(re.fullmatch(r"[A-Za-z0-9]{32}", made["secret"]), "a secret of 32 characters")
    check((made["kind"], made["disabled"], made["lastUsedAt"]) == ("api", False, None), f"the record: {made}")
    life = time_of(made["expiration"]) - time_of(made["createdAt"])
    check(abs(life - datetime.timedelta(days=30)) < datetime.timedelta(milliseconds=1), f"30 days: {life}")
    path = f"/v1/authtokens/{made['id']}"
    secret = made["secret"]
    check(is_good(base, secret), "the secret opens the door")
    shown = call(base, key, "GET", path)
    check("secret" not in expect(shown, 200, "show"), "the secret is shown once")
    first_tag = shown.headers["ETag"]

    expect(call(base, key, "PATCH", path, {"disabled": True}), 200, "disable")
    wait_until(lambda: not is_good(base, secret), 1, "a disabled token is refused")
    stale = call(base, key, "PATCH", path, {"name": "x"}, {"If-Match": first_tag})
    expect(stale, 412, "a change that did not see the last one")
    changed = expect(call(base, key, "PATCH", path, {"disabled": False, "name": "renamed", "description": None}), 200, "enable")
    check((changed["name"], changed["description"], changed["expiration"]) == ("renamed", "", made["expiration"]), f"{changed}")
    wait_until(lambda: is_good(base, secret), 1, "an enabled token is good again")
    wait_until(lambda: call(base, key, "GET", path).json()["lastUsedAt"], 10, "the last use is known")

    for body in ({}, {"name": ""}, {"name": 1}, {"name": "x", "kind": "login"}, {"name": "x" * 201}, []):
        expect(call(base, key, "POST", "/v1/authtokens", body), 400, f"create {body}")
    for body in ({"name": None}, {"disabled": None}, {"disabled": "no"}, {"expiration": "2100-01-01T00:00:00Z"}):
        expect(call(base, key, "PATCH", path, body), 400, f"change {body}")

    expect(call(base, key, "DELETE", path), 200, "delete")
    wait_until(lambda: not is_good(base, secret), 1, "a deleted token is refused")
    for method in ("GET", "DELETE"):
        expect(call(base, key, method, path), 404, f"{method} of a deleted token")


def a_repeated_creation_makes_one_token(base, key):
    headers = {"Idempotency-Key": "once"}
    first = expect(call(base, key, "POST", "/v1/authtokens", {"name": "once"}, headers), 201, "create")
    second = expect(call(base, key, "POST", "/v1/authtokens", {"name": "once"}, headers), 201, "create again")
    check(first["id"] == second["id"] and "secret" not in second, f"one token, one secret: {second}")
    listed = expect(call(base, key, "GET", "/v1/authtokens?filter=name%3D%3D%22once%22"), 200, "list")
    check(listed["meta"]["totalCount"] == 1 and listed["authtokens"][0]["id"] == first["id"], f"{listed}")


def tokens_of_others_do_not_exist(base, key, other):
    mine = expect(call(base, key, "POST", "/v1/authtokens", {"name": "mine"}), 201, "create")
    path = f"/v1/authtokens/{mine['id']}"
    for method, body in (("GET", None), ("PATCH", {"name": "theirs"}), ("DELETE", None)):
        expect(call(base, other, method, path, body), 404, f"{method} by another user")
    names = [token["name"] for token in expect(call(base, other, "GET", "/v1/authtokens"), 200, "list")["authtokens"]]
    check(names == ["system test"], f"another user's list: {names}")
    check(is_good(base, mine["secret"]), "the token is untouched")


def the_tool_logs_in_by_delegation(base, key, directory):
    environment = {**os.environ, "XDG_CONFIG_HOME": str(directory / "config")}
    words = [harness.BINARY, "login", "--delegated", "--email", EMAIL, "--tenant", TENANT, "--url", base]
    for answer, status in (("accept", 0), ("deny", 1)):
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as tool:
            pending = wait_until(lambda: call(base, key, "GET", "/v1/login/delegated").json()["delegatedLogins"], 20, "the request")
            check("opalite login on" in pending[0]["clientToken"], f"the tool says who it is: {pending}")
            expect(call(base, key, "POST", f"/v1/login/delegated/{pending[0]['id']}/{answer}"), 200, answer)
            told, complaint = tool.communicate(timeout=30)
        check(tool.returncode == status, f"{answer}: {tool.returncode} {told} {complaint}")
        check("/settings/account?expectedUid=" in complaint, f"the page to accept on: {complaint}")
    check("the user has denied the login" in complaint, complaint)
    query = subprocess.run([harness.BINARY, "query", "--url", base, "--interval", "1h", "--dataset", "Default.Default", "limit 1"],
                           capture_output=True, text=True, timeout=60, check=False, env=environment)
    check(query.returncode == 0, f"a query with the stored key: {query.stdout} {query.stderr}")


def tokens_and_logins():
    with harness.workspace() as directory, harness.service(directory) as service:
        base = service.ready["http"]
        key = Client(base).login().key
        subprocess.run([harness.BINARY, "admin", "create-user", "--email", "ann@example.com", "--password", PASSWORD, "--data",
                        str(directory / "data")], check=True, capture_output=True, timeout=60)
        other = Client(base).login("ann@example.com").key
        tokens_live_from_creation_to_deletion(base, key)
        a_repeated_creation_makes_one_token(base, key)
        tokens_of_others_do_not_exist(base, key, other)
        the_tool_logs_in_by_delegation(base, key, directory)


harness.run(tokens_and_logins)
