"""Reference tables over the running service: every rule of both APIs in tables of cases, cells against Python's own csv module,
queries that look them up, a rebuild.

--files N: how many random files are compared (default 60; 500 for the long run).
"""

import argparse
import csv
import hashlib
import io
import json
import os
import pathlib
import random
import subprocess

import harness
from harness import Client, check, request, wait_until
from table_client import PREVIEW, Part, Tables, columns, form, rows_of

MIB = 1024 * 1024
ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("--files", type=int, default=60)
OPTIONS = ARGUMENTS.parse_args()


def files_below(directory):
    # The audit trail grows by itself.
    found = pathlib.Path(directory, "data", "segments").rglob("*")
    return sorted(str(path) for path in found if path.is_file() and not path.name.startswith("audit-"))


# Files that become tables: (what, file, schema, metadata, header and rows as a query answers them).
I, F, S, B = "int64", "float64", "string", "bool"
GOOD = [
    ("a header", "site,city\n1,Ulm\n2,Köln\n", None, {}, [["site", "city"], ["1", "Ulm"], ["2", "Köln"]]),
    ("CRLF", "site,city\r\n1,Ulm\r\n", None, {}, [["site", "city"], ["1", "Ulm"]]),
    ("no line end at the end", "site,city\n1,Ulm", None, {}, [["site", "city"], ["1", "Ulm"]]),
    ("a byte order mark", "\ufeffsite,city\n1,Ulm\n", None, {}, [["site", "city"], ["1", "Ulm"]]),
    ("empty lines", "\nsite,city\n\n1,Ulm\r\n\n", None, {}, [["site", "city"], ["1", "Ulm"]]),
    ("quotes", 'a,b\n"x,""y""","p\r\nq"\n', None, {}, [["a", "b"], ['x,"y"', "p\r\nq"]]),
    ("a quoted header", '"a b","c,d"\n1,2\n', None, {}, [["a b", "c,d"], ["1", "2"]]),
    ("numbers only", "1,2\n3,4\n", None, {}, [["col0", "col1"], ["1", "2"], ["3", "4"]]),
    ("an empty name", "a,\n1,2\n", None, {}, [["col0", "col1"], ["a", ""], ["1", "2"]]),
    ("a name twice", "a,a\n1,2\n", None, {}, [["col0", "col1"], ["a", "a"], ["1", "2"]]),
    ("a name with a dot", "a.b,c\n1,2\n", None, {}, [["col0", "col1"], ["a.b", "c"], ["1", "2"]]),
    ("names in two cases", "a,A\n1,2\n", None, {}, [["a", "A"], ["1", "2"]]),
    ("a number as a name", "1,b\n3,4\n", None, {}, [["1", "b"], ["3", "4"]]),
    ("one column", "a\n1\n", None, {}, [["a"], ["1"]]),
    ("a header alone", "a,b\n", None, {}, [["a", "b"]]),
    ("names of fixed columns", "FIELDS,BUNDLE_ID,BUNDLE_TIMESTAMP,OBSERVATION_INDEX\na,b,c,d\n", None, {},
     [["FIELDS", "BUNDLE_ID", "BUNDLE_TIMESTAMP", "OBSERVATION_INDEX"], ["a", "b", "c", "d"]]),
    ("many columns", ",".join(f"c{i}" for i in range(500)) + "\n" + ",".join(str(i) for i in range(500)) + "\n", None, {},
     [[f"c{i}" for i in range(500)], [str(i) for i in range(500)]]),
    ("a schema with a header", "a,b\n1,x\n", columns(("a", I), ("b", S)), {}, [["a", "b"], ["1", "x"]]),
    ("a schema without a header", "1,x\n2,y\n", columns(("a", I), ("b", S)), {}, [["a", "b"], ["1", "x"], ["2", "y"]]),
    ("a header that is none", "x,a\n1,b\n", columns(("a", S), ("b", S)), {}, [["a", "b"], ["x", "a"], ["1", "b"]]),
    ("schema null", "a\n1\n", "null", {}, [["a"], ["1"]]),
    ("schema []", "a\n1\n", [], {}, [["a"], ["1"]]),
    ("a schema with rep", "a\n1\n", [{"name": "a", "type": {"rep": "int64"}}], {}, [["a"], ["1"]]),
    ("int64", "a\n-9223372036854775808\n9223372036854775807\n+7\n\n", columns(("a", I)), {},
     [["a"], ["-9223372036854775808"], ["9223372036854775807"], ["7"]]),
    ("empty cells", "a,b,c\n,,\n", columns(("a", I), ("b", S), ("c", B)), {}, [["a", "b", "c"], ["", "", ""]]),
    ("float64 and numeric", "a,b\n1.5,2\n-1e3,.25\n", columns(("a", F), ("b", "numeric")), {}, [["a", "b"], ["1.5", "2"], ["-1000", "0.25"]]),
    ("bool", "a\ntrue\nFALSE\nTrue\n", columns(("a", B)), {}, [["a"], ["true"], ["false"], ["true"]]),
    ("duration", "a\n1h30m\n-5ms\n12\n", columns(("a", "duration")), {}, [["a"], ["5400000000000"], ["-5000000"], ["12"]]),
    ("array", 'a\n"[1, ""b""]"\n[]\n', columns(("a", "array")), {}, [["a"], ['[1,"b"]'], ["[]"]]),
    ("object", 'a,b\n"{""k"": [1, {""l"": null}]}",1\n,2\n{},3\n', columns(("a", "object"), ("b", I)), {},
     [["a", "b"], ['{"k":[1,{"l":null}]}', "1"], ["", "2"], ["{}", "3"]]),
    ("variant", 'a,b\n1,x\n"""t""",y\ntrue,z\n"[2]",v\n"{""k"":1.5}",w\n', columns(("a", "variant"), ("b", S)), {},
     [["a", "b"], ["1", "x"], ['"t"', "y"], ["true", "z"], ["[2]", "v"], ['{"k":1.5}', "w"]]),
    ("a primary key", "a,b\n1,x\n2,x\n", None, {"primaryKey": ["a"]}, [["a", "b"], ["1", "x"], ["2", "x"]]),
    ("a key of two columns", "a,b\n1,x\n1,y\n", None, {"primaryKey": ["a", "b"]}, [["a", "b"], ["1", "x"], ["1", "y"]]),
    ("a key of texts that are equal numbers", "a\nx\n1\n01\n", None, {"primaryKey": ["a"]}, [["a"], ["x"], ["1"], ["01"]][:1] + [["1"], ["01"]]),
    ("a label field", "a,b\n1,x\n", None, {"labelField": "b"}, [["a", "b"], ["1", "x"]]),
    ("an empty label field", "a,b\n1,x\n", None, {"labelField": "", "primaryKey": []}, [["a", "b"], ["1", "x"]]),
    ("a description", "a\n1\n", None, {"description": "site \"codes\" €"}, [["a"], ["1"]]),
    ("a quote inside", 'a,b\nx"y,z\n', None, {}, [["a", "b"], ['x"y', "z"]]),
    ("blanks stay", "a,b\n x , y\n", None, {}, [["a", "b"], [" x ", " y"]]),
    ("a long cell", "a\n" + "x" * 100_000 + "\n", None, {}, [["a"], ["x" * 100_000]]),
    ("no content but quotes", 'a\n""\n', None, {}, [["a"], [""]]),
    ("a NUL character", "a\nx\0y\n", None, {}, [["a"], ["x\0y"]]),
]
# The texts of a key that is a number are compared as such only with a schema: the header of that file is "x".
GOOD[33] = ("a key of texts that are equal numbers", "x\n1\n01\n", None, {"primaryKey": ["x"]}, [["x"], ["1"], ["01"]])

INT = columns(("a", I))
# Files and metadata that are refused: (what, file, schema, metadata, status, what the message has).
BAD = [
    ("an empty file", "", None, {}, 400, "the file is empty"),
    ("blank lines alone", "\n\r\n\n", None, {}, 400, "the file is empty"),
    ("a byte order mark alone", "\ufeff", None, {}, 400, "the file is empty"),
    ("too few values", "a,b\n1\n", None, {}, 400, "row 2: fewer values than the 2 columns: 1"),
    ("too many values", "a,b\n1,2\n1,2,3\n", None, {}, 400, "row 3: more values than the 2 columns: 3"),
    ("an open quote", 'a,b\n1,"2\n', None, {}, 400, "row 2, column 2 (b): a quote is not closed"),
    ("text behind a quote", 'a,b\n"1"x,2\n', None, {}, 400, "row 2, column 1 (a): text after a closing quote"),
    ("an open quote in the first row", '"a,b\n', None, {}, 400, "row 1, column 1: a quote is not closed"),
    ("no UTF-8", b"a,b\n1,\xff\n", None, {}, 400, "row 2, column 2 (b): invalid UTF-8"),
    ("half a character", b"a\n\xe2\x82\n", None, {}, 400, "row 2, column 1 (a): invalid UTF-8"),
    ("lines that end in CR", "a,b\r1,2\r", None, {}, 400, "a carriage return outside quotes"),
    ("no int64", "a\nx\n", INT, {}, 400, "row 2, column 1 (a): not an int64: x"),
    ("an int64 that is too large", "a\n9223372036854775808\n", INT, {}, 400, "not an int64: 9223372036854775808"),
    ("a fraction as int64", "a\n1.0\n", INT, {}, 400, "not an int64: 1.0"),
    ("a blank as int64", "a\n 1\n", INT, {}, 400, "not an int64:  1"),
    ("no float64", "a\n1,5\n".replace(",", ";"), columns(("a", F)), {}, 400, "not a float64: 1;5"),
    ("an infinite float64", "a\ninf\n", columns(("a", F)), {}, 400, "not a float64: inf"),
    ("no numeric", "a\nx\n", columns(("a", "numeric")), {}, 400, "not a numeric: x"),
    ("no bool", "a\n1\n", columns(("a", B)), {}, 400, "not a bool: 1"),
    ("no duration", "a\n5 minutes\n", columns(("a", "duration")), {}, 400, "not a duration: 5 minutes"),
    ("no array", "a\n{}\n", columns(("a", "array")), {}, 400, "not an array: {}"),
    ("an open array", "a\n[1\n", columns(("a", "array")), {}, 400, "not an array: [1"),
    ("no object", "a\n[]\n", columns(("a", "object")), {}, 400, "not an object: []"),
    ("no variant", "a\nx\n", columns(("a", "variant")), {}, 400, "not a variant: x"),
    ("JSON that is too deep", "a\n" + "[" * 101 + "]" * 101 + "\n", columns(("a", "variant")), {}, 400, "not a variant"),
    ("a header in another case", "A\n1\n", INT, {}, 400, "row 1, column 1 (a): not an int64: A"),
    ("a wide schema", "a\n1\n", columns(("a", I), ("b", I)), {}, 400, "the schema has more columns than the file"),
    ("a narrow schema", "a,b\n1,2\n", INT, {}, 400, "the schema has fewer columns than the file"),
    ("a schema with a name twice", "1,2\n", columns(("a", I), ("a", I)), {}, 400, "schema column 2 has the name of another one: a"),
    ("a schema with an empty name", "1\n", columns(("", I)), {}, 400, "schema column 1 has no name"),
    ("a schema with a dot", "1\n", columns(("a.b", I)), {}, 400, "schema column 1 has a malformed name: a.b"),
    ("a schema with a colon", "1\n", columns(("a:b", I)), {}, 400, "schema column 1 has a malformed name: a:b"),
    ("a schema with a quote", "1\n", columns(('a"b', I)), {}, 400, "schema column 1 has a malformed name"),
    ("an unknown type", "1\n", columns(("a", "int32")), {}, 400, "schema column 1 has an unknown type: int32"),
    ("a type of the preview", "1\n", columns(("a", "timestamp")), {}, 400, "schema column 1 has an unknown type: timestamp"),
    ("another type of the preview", "1\n", columns(("a", "ipv4")), {}, 400, "schema column 1 has an unknown type: ipv4"),
    ("a type in capitals", "1\n", columns(("a", "INT64")), {}, 400, "unknown type: INT64"),
    ("a sketch", "1\n", columns(("a", "tdigest")), {}, 400, "unknown type: tdigest"),
    ("a schema column that is a text", "1\n", ["a"], {}, 400, "schema column 1 must be an object"),
    ("a schema column without a name", "1\n", [{"type": I}], {}, 400, "schema column 1 has no name"),
    ("a schema column without a type", "1\n", [{"name": "a"}], {}, 400, "schema column 1 has no type"),
    ("a schema column with a number as type", "1\n", [{"name": "a", "type": 1}], {}, 400, "schema column 1 has a type that is no text"),
    ("a schema that is an object", "1\n", {"a": I}, {}, 400, "schema must be an array or null"),
    ("a schema that is no JSON", "1\n", "[", {}, 400, "schema is no JSON text"),
    ("a schema that is too large", "1\n", columns(("a" * 600_000, I)), {}, 413, "schema is too large"),
    ("a key that is not there", "a\n1\n", None, {"primaryKey": ["b"]}, 400, "a column of the primary key is not in the file: b"),
    ("a key with a column twice", "a\n1\n", None, {"primaryKey": ["a", "a"]}, 400, "a column stands twice in the primary key: a"),
    ("a key that repeats", "a,b\n1,x\n2,x\n1,y\n", None, {"primaryKey": ["a"]}, 400, "row 4, column 1 (a): the primary key stands in row 2 already: 1"),
    ("a key that repeats in two columns", "a,b\n1,x\n1,x\n", None, {"primaryKey": ["b", "a"]}, 400, "the primary key stands in row 2 already: x, 1"),
    ("a key of one number in two texts", "a\n1\n01\n", INT, {"primaryKey": ["a"]}, 400, "row 3, column 1 (a): the primary key stands in row 2 already: 01"),
    ("a key that is null twice", "a,b\n,1\n,2\n", columns(("a", I), ("b", I)), {"primaryKey": ["a"]}, 400, "the primary key stands in row 2 already"),
    ("a key that is a text", "a\n1\n", None, {"primaryKey": "a"}, 400, "primaryKey must be an array of strings"),
    ("a key of numbers", "a\n1\n", None, {"primaryKey": [1]}, 400, "primaryKey must be an array of strings"),
    ("a label field that is not there", "a\n1\n", None, {"labelField": "b"}, 400, "the label field is not in the file: b"),
    ("a label field that is a number", "a\n1\n", None, {"labelField": 1}, 400, "labelField must be a string"),
    ("an empty label", "a\n1\n", None, {"label": ""}, 400, "label is missing"),
    ("a null label", "a\n1\n", None, {"label": None}, 400, "label is missing"),
    ("a number as label", "a\n1\n", None, {"label": 7}, 400, "label must be a string"),
    ("a label with a quote", "a\n1\n", None, {"label": 'a"b'}, 400, "the label is no name for a table"),
    ("a label with a colon", "a\n1\n", None, {"label": "a:b"}, 400, "the label is no name for a table"),
    ("a label with a line end", "a\n1\n", None, {"label": "a\nb"}, 400, "the label is no name for a table"),
    ("a label with a blank at its end", "a\n1\n", None, {"label": "a "}, 400, "the label is no name for a table"),
    ("a label with a blank at its beginning", "a\n1\n", None, {"label": " a"}, 400, "the label is no name for a table"),
    ("a label with a NUL character", "a\n1\n", None, {"label": "a\0b"}, 400, "label has a NUL character"),
    ("a label that is too long", "a\n1\n", None, {"label": "x" * 239}, 400, "more than 238 bytes"),
    ("a label that is taken", "a\n1\n", None, {"label": "Taken"}, 409, "reference table label is taken: Taken"),
    ("a number as description", "a\n1\n", None, {"description": 7}, 400, "description must be a string"),
    ("an unknown member", "a\n1\n", None, {"lable": "x"}, 400, "unknown or unchangeable member: lable"),
    ("a member of the preview", "a\n1\n", None, {"name": "x"}, 400, "unknown or unchangeable member: name"),
    ("too many columns", ",".join(f"c{i}" for i in range(2001)) + "\n", None, {}, 400, "the file has too many columns, at most 2000 are allowed: 2001"),
    ("far too many columns", "," * 20_000 + "\n", None, {}, 400, "too many columns, the limit is 10000"),
    ("a file that is too large by a byte", "a\n" + "x" * (10 * MIB - 1), None, {}, 413, "the file is too large, the limit is 10485760 bytes: 10485761"),
]

GOOD_UPLOAD, GOOD_METADATA = Part("upload", "a\n1\n", "t.csv"), Part("metadata", '{"label":"Form"}')
# Forms that are accepted whatever their shape: each makes the table Form.
GOOD_FORMS = [
    ("metadata first", [GOOD_METADATA, GOOD_UPLOAD]),
    ("metadata last", [GOOD_UPLOAD, GOOD_METADATA]),
    ("the file as a field", [Part("upload", "a\n1\n"), GOOD_METADATA]),
    ("metadata as a file", [GOOD_UPLOAD, Part("metadata", '{"label":"Form"}', "m.json", "application/json")]),
    ("a schema as a field", [GOOD_UPLOAD, Part("schema", "[]"), GOOD_METADATA]),
    ("a schema between", [GOOD_METADATA, Part("schema", "null", "schema.json", "application/octet-stream"), GOOD_UPLOAD]),
    ("a file name with a quote", [Part("upload", "a\n1\n", 'a\\"b.csv'), GOOD_METADATA]),
    ("an empty file name", [Part("upload", "a\n1\n", ""), GOOD_METADATA]),
]


def bad_forms():
    """(what, body, content type, status, what the message has)"""
    boundary = "----0123456789abcdef"
    kind = f"multipart/form-data; boundary={boundary}"
    good, _ = form([GOOD_UPLOAD, GOOD_METADATA])
    yield "no form", b"{}", "application/json", 415, "the body must be multipart/form-data, not: application/json"
    yield "no content type", good, "", 415, "the body must be multipart/form-data"
    yield "no boundary", good, "multipart/form-data", 400, "the content type names no boundary"
    yield "another boundary", good, "multipart/form-data; boundary=x", 400, "the boundary is not in the body"
    yield "an empty body", b"", kind, 400, "the boundary is not in the body"
    yield "a form that is not closed", good[:-10], kind, 400, "malformed form"
    yield "a form without a file", *form([GOOD_METADATA]), 400, "upload is missing"
    yield "a form without metadata", *form([GOOD_UPLOAD]), 400, "label is missing"
    yield "a form without parts", f"--{boundary}--\r\n".encode(), kind, 400, "label is missing"
    yield "two files", *form([GOOD_UPLOAD, GOOD_UPLOAD, GOOD_METADATA]), 400, "a part stands twice in the form: upload"
    yield "an unknown part", *form([GOOD_UPLOAD, GOOD_METADATA, Part("uplaod", "")]), 400, "unknown part, there are upload, schema and metadata: uplaod"
    yield "the part of the preview", *form([GOOD_UPLOAD, Part("input", '{"name":"Form"}')]), 400, "unknown part"
    yield "metadata that is no JSON", *form([GOOD_UPLOAD, Part("metadata", "label=x")]), 400, "metadata is no JSON text"
    yield "metadata that is an array", *form([GOOD_UPLOAD, Part("metadata", "[]")]), 400, "metadata must be a JSON object"
    yield "metadata that is too large", *form([GOOD_UPLOAD, Part("metadata", json.dumps({"label": "x" * 70_000}))]), 413, "metadata is too large"
    yield "too many parts", *form([GOOD_UPLOAD] * 40), 400, "too many parts, the limit is 16"
    yield "a part without a name", good.replace(b'; name="upload"', b""), kind, 400, "the part has no name"
    yield "a body that is far too large", b"x" * (12 * MIB), kind, 413, ""


def check_refused(answer, status, text, what):
    check(answer.status == status, f"{what}: {answer.status} {answer.body[:300]!r}, expected {status}")
    check(answer.body.startswith(b'{"ok":false,"message":"') and b"\n" not in answer.body, f"{what}: the error shape: {answer.body!r}")
    check(answer.headers["Content-Type"] == "application/json", f"{what}: {answer.headers}")
    check(text in answer.json()["message"], f"{what}: {text!r} is not in {answer.json()['message']!r}")


def every_rule_of_the_general_api():
    cases = 0
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        tables = Tables(client)
        check(tables.list() == {"totalCount": 0, "referenceTables": []}, "no tables at the beginning")

        for what, text, schema, metadata, expected in GOOD:
            schema = json.loads(schema) if isinstance(schema, str) else schema
            record = tables.send("POST", "", text, {"label": "Good", **metadata}, schema) if schema is not None else \
                tables.call("POST", "", *form([Part("upload", text, "t.csv"), Part("schema", "null", "schema.json"),
                                               Part("metadata", json.dumps({"label": "Good", **metadata}))]))
            check(record.status == 201, f"{what}: {record.status} {record.body!r}")
            record = record.json()
            rows = rows_of(client, record)
            check(rows == expected, f"{what}: {rows}, expected {expected}")
            check(record["checksum"] == hashlib.md5(text.encode()).hexdigest(), f"{what}: checksum {record['checksum']}")
            check(tables.delete(record["id"]) == {"message": f"deleted reference table {record['id']}"}, f"{what}: delete")
            cases += 1

        for what, parts in GOOD_FORMS:
            answer = tables.call("POST", "", *form(parts))
            check(answer.status == 201, f"{what}: {answer.status} {answer.body!r}")
            check(rows_of(client, answer.json()) == [["a"], ["1"]], f"{what}: rows")
            tables.delete(answer.json()["id"])
            cases += 1

        taken = tables.create("Taken", "k,v\n1,a\n", primaryKey=["k"])
        before = (tables.list(), rows_of(client, taken), files_below(directory),
                  request(client.base, "GET", "/v1/datasets", None, {"Authorization": f"Bearer {client.tenant} {client.key}"}).body)
        resident = service.resident_kib()
        for what, text, schema, metadata, status, message in BAD:
            content = json.dumps(schema) if not isinstance(schema, str) else schema
            parts = [Part("upload", text, "t.csv"), Part("schema", content), Part("metadata", json.dumps({"label": "Bad", **metadata}))]
            check_refused(tables.call("POST", "", *form(parts)), status, message, what)
            cases += 1
            # The same on a table that is there: it stays as it is.
            if not message.startswith("label is missing") and status != 409:
                kept = {key: value for key, value in metadata.items() if key != "primaryKey" or value}
                parts[2] = Part("metadata", json.dumps({"primaryKey": [], **kept}))
                answer = tables.call("PUT", "/" + taken["id"], *form(parts))
                check(answer.status == status, f"{what}, PUT: {answer.status} {answer.body!r}")
                cases += 1
        for what, body, content_type, status, message in bad_forms():
            check_refused(tables.call("POST", "", body, content_type), status, message, what)
            cases += 1
        after = (tables.list(), rows_of(client, taken), files_below(directory),
                 request(client.base, "GET", "/v1/datasets", None, {"Authorization": f"Bearer {client.tenant} {client.key}"}).body)
        check(before == after, f"what was refused left something behind:\n{before}\n{after}")
        grown = service.resident_kib() - resident
        check(grown < 200 * 1024, f"refused uploads left {grown} KiB")
        print(f"        {cases} cases")


def twenty_mistakes_at_once():
    with harness.workspace() as directory, harness.service(directory) as service:
        tables = Tables(Client(service.ready["http"]).login())
        text = "a,b\n" + "".join(f"x{i},{i}\n" for i in range(50))
        answer = tables.send("POST", "", text, {"label": "Bad"}, columns(("a", I), ("b", I)))
        check_refused(answer, 400, "row 2, column 1 (a): not an int64: x0; row 3, column 1 (a): not an int64: x1", "twenty mistakes")
        mistakes = answer.json()["mistakes"]
        check(len(mistakes) == 20 and answer.json()["message"].endswith("; and perhaps more"), f"mistakes: {len(mistakes)}")
        check(mistakes[7] == {"row": 9, "column": 1, "name": "a", "value": "x7", "message": "not an int64"}, f"one of them: {mistakes[7]}")
        check(files_below(directory) == [], "no file is left")


def to_the_byte():
    """10 MiB is accepted, and one byte more is not."""
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        tables = Tables(client)
        text = "a\n" + "x" * (10 * MIB - 2)
        record = tables.create("Large", text)
        check(rows_of(client, record, "make_col n:strlen(a) | pick_col n") == [["n"], [str(10 * MIB - 2)]], "the large cell")
        check_refused(tables.send("POST", "", text + "x", {"label": "Larger"}), 413, "10485761", "one byte more")


def records_lists_and_changes():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        tables, preview = Tables(client), Tables(client, PREVIEW)
        text = "code,city\n1,Ulm\n2,Bonn\n"
        made = tables.create("Branch offices", text, description="site codes", primaryKey=["code"], labelField="city")
        check(list(made) == ["id", "customerId", "workspaceId", "label", "description", "datasetId", "folderId", "createdBy", "createdDate",
                             "updatedBy", "updatedDate", "checksum"], f"the members: {list(made)}")
        check(made["customerId"] == client.tenant and isinstance(made["createdBy"]["id"], int), f"the record: {made}")
        check(all(isinstance(made[key], str) for key in ("id", "workspaceId", "datasetId", "folderId")), f"ids are texts: {made}")
        check(made["createdDate"] == made["updatedDate"] and made["createdDate"].endswith("Z"), f"times: {made}")
        check(tables.call("GET", "/" + made["id"]).json() == made, "one of them")

        shown = preview.call("GET", "/" + made["id"]).json()
        check(list(shown) == ["Id", "CustomerId", "WorkspaceId", "Name", "IconUrl", "Description", "datasetID", "FolderId", "ManagedById",
                              "CreatedBy", "CreatedDate", "UpdatedBy", "UpdatedDate", "Checksum"], f"the preview's members: {list(shown)}")
        check((shown["Id"], shown["Name"], shown["datasetID"], shown["ManagedById"]) ==
              (made["id"], made["label"], made["datasetId"], None), f"the preview: {shown}")
        check(preview.list() == {"Results": [shown]}, "the preview's list")

        dataset = request(client.base, "GET", f"/v1/datasets/{made['datasetId']}", None,
                          {"Authorization": f"Bearer {client.tenant} {client.key}"}).json()
        check(dataset["label"] == "Reference Tables/Branch offices" and dataset["kind"] == "Table", f"the dataset: {dataset}")
        check("code" in json.dumps(dataset["primaryKey"]) and dataset["labelField"] == "city", f"key and label: {dataset}")

        # Search.
        second = tables.create("branch B", "a\n1\n")
        third = tables.create("Other", "a\n1\n")
        for query, labels in (("", ["Branch offices", "Other", "branch B"]), ("?label=", ["Branch offices", "Other", "branch B"]),
                              ("?label=BRANCH", ["Branch offices", "branch B"]), ("?label=h%20o", ["Branch offices"]),
                              ("?label=nothing", []), ("?limit=1", ["Branch offices"]), ("?offset=2", ["branch B"]),
                              ("?limit=1&offset=1&label=branch", ["branch B"]), ("?offset=9", []), ("?limit=0", [])):
            found = tables.list(query)
            check([each["label"] for each in found["referenceTables"]] == labels, f"list {query}: {found}")
            total = 2 if "ranch" in query.lower() and "%20" not in query else {"?label=h%20o": 1, "?label=nothing": 0}.get(query, 3)
            check(found["totalCount"] == total, f"total of {query}: {found['totalCount']}")
        for query in ("?limit=x", "?offset=-1", "?limit="):
            check_refused(tables.call("GET", query), 400, "must be a number", query)
        check([each["Name"] for each in preview.list("?name=oth")["Results"]] == ["Other"], "the preview's search")

        # PATCH.
        patched = tables.call("PATCH", "/" + made["id"], '{"label":"Offices"}', "application/json").json()
        check((patched["label"], patched["description"], patched["checksum"]) == ("Offices", "site codes", made["checksum"]), f"patch: {patched}")
        check(patched["updatedDate"] > made["updatedDate"] and patched["createdDate"] == made["createdDate"], f"times: {patched}")
        check(len(client.rows("", "Default.Reference Tables/Offices")) == 2, "the dataset has the new name")
        check(client.query("", "Default.Reference Tables/Branch offices").status == 404, "and not the old one")
        patched = tables.call("PATCH", "/" + made["id"], '{"description":""}', "application/json").json()
        check((patched["label"], patched["description"]) == ("Offices", ""), f"patch: {patched}")
        check(tables.call("PATCH", "/" + made["id"], "{}", "application/json").json() == patched, "an empty patch changes nothing")
        check(tables.call("PATCH", "/" + made["id"], '{"label":"Offices"}').status == 200, "its own label")
        for body, status, message in (('{"label":""}', 400, "the label is empty"), ('{"label":null}', 400, "the label is empty"),
                                      ('{"label":"Other"}', 409, "label is taken: Other"), ('{"primaryKey":[]}', 400, "unchangeable member: primaryKey"),
                                      ('{"labelField":"x"}', 400, "unchangeable member: labelField"), ('{"id":"1"}', 400, "unchangeable member: id"),
                                      ('{"label":"a:b"}', 400, "no name for a table"), ("[]", 400, "must be a JSON object"),
                                      ("{", 400, "is no JSON text"), ("", 400, "is no JSON text"), ('{"label":[]}', 400, "label must be a string")):
            check_refused(tables.call("PATCH", "/" + made["id"], body, "application/json"), status, message, f"PATCH {body}")

        # PUT.
        put = tables.replace(made["id"], "code,city\n3,Kiel\n")
        check(put["checksum"] != made["checksum"] and put["label"] == "Offices", f"put: {put}")
        check(rows_of(client, put) == [["code", "city"], ["3", "Kiel"]], "the rows of the replacement")
        check_refused(tables.send("PUT", "/" + made["id"], "code,city\n3,a\n3,b\n", {}), 400, "the primary key stands in row 2 already: 3", "the key stays")
        check(tables.replace(made["id"], "code,city\n3,a\n3,b\n", primaryKey=[])["id"] == made["id"], "[] clears the key")
        unchanged = tables.replace(made["id"], "code,city\n3,a\n3,b\n")
        check(unchanged["updatedDate"] == tables.call("GET", "/" + made["id"]).json()["updatedDate"], "unchanged content changes nothing")
        again = tables.replace(made["id"], "code,city\n3,a\n3,b\n", label="Sites", description="d", labelField="")
        check((again["label"], again["description"]) == ("Sites", "d"), f"metadata of a put: {again}")
        typed = tables.replace(made["id"], "code,city\n3,a\n", columns(("code", I), ("city", S)))
        check(rows_of(client, typed, "make_col next:code + 1") == [["code", "city", "next"], ["3", "a", "4"]], "the schema of a put")
        tables.replace(made["id"], "code,city\n4,a\n")
        check(rows_of(client, typed, "make_col next:code + 1") == [["code", "city", "next"], ["4", "a", "5"]], "types stay")
        check_refused(tables.send("PUT", "/" + made["id"], "code,city\nx,a\n", {}), 400, "not an int64: x", "and hold")
        other = tables.replace(made["id"], "name\nx\n")
        check(rows_of(client, other) == [["name"], ["x"]], "other columns")
        check_refused(tables.call("PUT", "/" + made["id"], *form([Part("metadata", "{}")])), 400, "upload is missing", "a put without a file")
        check(tables.call("PUT", "/" + made["id"], *form([Part("upload", "a\n1\n")])).status == 200, "a put without metadata")

        # Who is not there.
        for identity, status, message in (("41", 404, "reference table not found: 41"), ("x", 400, "ObjectId has an illegal value"),
                                          ("99999999999999999999", 400, "ObjectId has an illegal value"), (made["datasetId"], 404, "not found")):
            check_refused(tables.call("GET", "/" + identity), status, message, f"GET {identity}")
            check_refused(tables.call("DELETE", "/" + identity), status, message, f"DELETE {identity}")
            check_refused(tables.call("PATCH", "/" + identity, "{}"), status, message, f"PATCH {identity}")
            check_refused(tables.send("PUT", "/" + identity, "a\n1\n", {}), status, message, f"PUT {identity}")
        check(tables.call("POST", "/" + made["id"]).status == 405, "a wrong method")

        # The preview's own changes.
        made_there = preview.send("POST", "", "address,at\n192.0.2.1,2024-05-01T10:00:00Z\n",
                                  {"workspaceId": made["workspaceId"], "name": "Hosts", "primaryKey": ["address"], "labelField": "address",
                                   "iconUrl": None, "managedById": None, "folderId": None, "description": None},
                                  columns(("address", "ipv4"), ("at", "timestamp")))
        check(made_there.status == 201, f"the preview's create: {made_there.status} {made_there.body!r}")
        there = made_there.json()
        check(tables.call("GET", "/" + there["Id"]).json()["label"] == "Hosts", "the other API sees it")
        shown_rows = rows_of(client, {"datasetId": there["datasetID"]}, 'filter address = ipv4("192.0.2.1")')
        check(len(shown_rows) == 2 and "1714557600000000000" in str(shown_rows), f"the types of the preview: {shown_rows}")
        check_refused(preview.send("POST", "", "a\n1\n", {}), 400, "name is missing", "the preview without a name")
        check_refused(preview.send("POST", "", "a\n1\n", {"name": "x", "workspaceId": "9"}), 404, "workspace not found: 9", "another workspace")
        check_refused(preview.send("POST", "", "a\n1.2.3\n", {"name": "x"}, columns(("a", "ipv4"))), 400, "not an ipv4: 1.2.3", "no address")
        check_refused(preview.send("POST", "", "a\nnow\n", {"name": "x"}, columns(("a", "timestamp"))), 400, "not a timestamp: now", "no time")
        renamed = preview.send("PUT", "/" + there["Id"], "a\n1\n", {"name": "Hosts 2", "primaryKey": [], "labelField": ""}).json()
        check(renamed["Name"] == "Hosts 2", f"the preview's put: {renamed}")
        gone = preview.call("DELETE", "/" + there["Id"])
        check(gone.status == 200 and gone.body == f'{{"success":true,"errorMessage":"","detailedInfo":{{"id":"{there["Id"]}"}}}}'.encode(), f"{gone.body!r}")
        gone = preview.call("DELETE", "/" + there["Id"])
        check_refused(gone, 404, "reference table not found", "the preview's second delete")
        check(gone.json()["success"] is False and gone.json()["errorMessage"] == gone.json()["message"], f"both shapes: {gone.body!r}")
        check(preview.call("PATCH", "/" + made["id"], "{}").status == 405, "the preview has no PATCH")

        for record in (made, second, third):
            tables.delete(record["id"])
        check(tables.list()["totalCount"] == 0 and len(client.query("", made["datasetId"]).body) > 0, "all are gone")
        check(client.query("", made["datasetId"]).status == 404, "with their datasets")


SITES = "code,city,country\n1,Ulm,DE\n2,Wien,AT\n3,Brno,CZ\n"


def queries_with_tables():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        tables, raw = Tables(client), str(service.ready["datasetId"])
        lines = "\n".join(json.dumps({"site": i % 4, "n": i}) for i in range(40))
        check(client.ingest(lines).status == 200, "ingest")
        wait_until(lambda: client.count(raw) == 40, 30, "40 rows are visible")
        sites = tables.create("Sites", SITES, columns(("code", I), ("city", S), ("country", S)), primaryKey=["code"], labelField="city")

        def ask(pipeline, *named, window="interval=1h"):
            inputs = [{"inputName": "_", "datasetId": raw}] + [{"inputName": name, "datasetId": identity} for name, identity in named]
            body = {"query": {"stages": [{"input": inputs, "stageID": "main", "pipeline": pipeline}]}}
            answer = request(client.base, "POST", f"/v1/meta/export/query?{window}", json.dumps(body),
                             {"Authorization": f"Bearer {client.tenant} {client.key}", "Accept": "text/csv", "Content-Type": "application/json"})
            check(answer.status == 200, f"{pipeline}: {answer.status} {answer.body.decode()}")
            return answer.rows()

        at = ("sites", sites["datasetId"])
        start = "make_col site:int64(FIELDS.site), n:int64(FIELDS.n)\npick_col BUNDLE_TIMESTAMP, site, n\n"
        found = ask(start + "lookup on(site = @sites.code), city:@sites.city\nstatsby n:count(), group_by(city)\nsort asc(city)", at)
        check({row["city"]: row["n"] for row in found} == {"": "10", "Brno": "10", "Ulm": "10", "Wien": "10"}, f"lookup: {found}")
        found = ask(start + "join on(site = @sites.code), country:@sites.country\nstatsby n:count(), group_by(country)", at)
        check({row["country"]: row["n"] for row in found} == {"DE": "10", "AT": "10", "CZ": "10"}, f"join: {found}")
        found = ask(start + "leftjoin on(site = @sites.code), country:@sites.country\nfilter is_null(country)", at)
        check(len(found) == 10 and {row["site"] for row in found} == {"0"}, f"leftjoin: {len(found)}")
        found = ask(start + "exists site = @sites.code", at)
        check(len(found) == 30, f"exists: {len(found)}")
        found = ask(start + "make_table\nfulljoin on(site = @sites.code), city:@sites.city\nstatsby n:count(), group_by(city)", at)
        check(len(found) == 4, f"fulljoin: {found}")
        found = ask("make_col code:int64(FIELDS.site) | make_table | pick_col code\nunion @sites\nstatsby n:count(), group_by(code)\nsort asc(code)", at)
        check([row["n"] for row in found] == ["10", "11", "11", "11"], f"union: {found}")
        found = ask(start + 'set_link "Site", site:@sites.code\nstatsby n:count(), group_by(^"Site")', at)
        check(sum(int(row["n"]) for row in found) == 40, f"set_link: {found}")
        for window in ("interval=1m", "startTime=1999-01-01T00:00:00Z&endTime=1999-01-01T00:00:01Z"):
            check(len(client.rows("", sites["datasetId"], window)) == 3, f"every window: {window}")

        # A derived dataset that looks it up follows replacements and new labels.
        headers = {"Authorization": f"Bearer {client.tenant} {client.key}", "Content-Type": "application/json"}
        stage = {"stageID": "main", "input": [{"inputName": "_", "datasetId": raw}, {"inputName": "sites", "datasetPath": "Default.Reference Tables/Sites"}],
                 "pipeline": start + "lookup on(site = @sites.code), city:@sites.city"}
        saved = request(client.base, "POST", "/v1/datasets", json.dumps({"label": "With city", "query": {"stages": [stage]}}), headers)
        check(saved.status == 201, f"save: {saved.status} {saved.body!r}")
        derived = saved.json()["id"]
        count = "filter city = \"Linz\" | statsby n:count(), group_by()"
        check(client.rows(count, derived)[0]["n"] == "0", "before the replacement")
        tables.replace(sites["id"], SITES.replace("Wien", "Linz"), label="Places")
        check(client.rows(count, derived)[0]["n"] == "10", "after it, under another label")
        tables.replace(sites["id"], "code,city,country,extra\n2,Linz,AT,x\n", columns(("code", I), ("city", S), ("country", S), ("extra", S)))
        check(client.rows(count, derived)[0]["n"] == "10", "a wider table")
        refused = tables.send("PUT", "/" + sites["id"], "code,town\n2,Linz\n", {"labelField": ""}, columns(("code", I), ("town", S)))
        check_refused(refused, 409, "the change would break datasets that depend on this one: Default.With city", "a missing column")
        check(refused.json()["dependents"][0]["id"] == derived, f"who breaks: {refused.body!r}")
        refused = tables.send("PUT", "/" + sites["id"], "code,city,country,extra\n2,Linz,AT,x\n", {}, columns(("code", S), ("city", S), ("country", S), ("extra", S)))
        check_refused(refused, 409, "Default.With city", "another type")
        check(client.rows(count, derived)[0]["n"] == "10", "nothing has changed")

        refused = tables.call("DELETE", "/" + sites["id"])
        check_refused(refused, 409, "other datasets read Reference Tables/Places: Default.With city", "delete what others read")
        check(refused.json()["dependents"][0]["path"] == "Default.With city", f"who reads it: {refused.body!r}")
        check_refused(tables.call("DELETE", f"/{sites['id']}?force=maybe"), 400, "force must be true or false: maybe", "force")
        refused = Tables(client, PREVIEW).call("DELETE", "/" + sites["id"])
        check(refused.status == 409 and refused.json()["success"] is False and "dependents" in refused.json(), f"the preview: {refused.body!r}")
        tables.delete(sites["id"], "?force=true")
        check(client.query("", derived).status == 404, "what read it cannot be queried")

        # Objects and variants have paths.
        table = tables.create("Objects", 'k,o,v\n1,"{""a"":{""b"":5}}","[1,2]"\n2,,"{""a"":""x""}"\n3,{},null\n',
                              columns(("k", I), ("o", "object"), ("v", "variant")))
        check(rows_of(client, table, "make_col b:int64(o.a.b), a:string(v.a), second:int64(v[1]) | pick_col k, b, a, second") ==
              [["k", "b", "a", "second"], ["1", "5", "", "2"], ["2", "", "x", ""], ["3", "", "", ""]], "paths")


def random_file(chance):
    """A file as its cells, and one of the texts that stands for them."""
    width = chance.choice([1, 1, 2, 3, 5, 9, 40])
    alphabet = ["a", "Z", "7", " ", ",", '"', "\n", "\r\n", "\r", ";", "\t", "'", "ä", "€", "😀", "\u200b", "\\", "|", "-", "."]
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    if quoting == csv.QUOTE_MINIMAL:
        alphabet.remove("\r")  # the writer would not quote it
    rows = [[f"c{i}" for i in range(width)]]
    for _ in range(chance.randrange(0, 60)):
        rows.append(["".join(chance.choice(alphabet) for _ in range(chance.choice([0, 0, 1, 2, 5, 30]))) for _ in range(width)])
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator=chance.choice(["\n", "\r\n"]), quoting=quoting)
    writer.writerows(rows)
    text = out.getvalue()
    if chance.random() < 0.3:
        text = text.rstrip("\r\n") if not rows[-1][-1].endswith(("\r", "\n")) else text
    if chance.random() < 0.2:
        text = "\ufeff" + text
    return text


def the_same_cells_as_another_parser():
    chance = random.Random(20250321)
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        tables, identity = Tables(client), None
        for number in range(OPTIONS.files):
            text = random_file(chance)
            rows = [row for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True) if row]
            if identity is None:
                identity = tables.create("Random", text)
            else:
                identity = tables.replace(identity["id"], text)
            answer = client.query("", identity["datasetId"], accept="application/x-ndjson")
            check(answer.status == 200, f"file {number}: {answer.status} {answer.body!r}")
            shown = [list(json.loads(line).values()) for line in answer.body.decode().split("\n") if line]
            check(shown == rows[1:], f"file {number}: {text!r} gives {shown}, expected {rows[1:]}")
        print(f"        {OPTIONS.files} files")


def from_the_shell():
    with harness.workspace() as directory, harness.service(directory) as service:
        client = Client(service.ready["http"]).login()
        (directory / "sites.csv").write_text(SITES)
        (directory / "more.csv").write_text(SITES + "4,Graz,AT\n")
        (directory / "schema.json").write_text(json.dumps(columns(("code", I), ("city", S), ("country", S))))

        def tool(*words, status=0):
            done = subprocess.run([harness.BINARY, "reference-table", *words, "--url", client.base, "--tenant", client.tenant, "--access-key", client.key],
                                  capture_output=True, text=True, timeout=60, check=False, cwd=directory, env={**os.environ, "XDG_CONFIG_HOME": str(directory)})
            check(done.returncode == status, f"opalite reference-table {words}: {done.returncode} {done.stdout}{done.stderr}")
            return done.stdout + done.stderr

        made = tool("create", "--label", "Sites", "--primary-key", "code", "--label-field", "city", "--schema", "schema.json", "sites.csv")
        check(made.startswith("reference table ") and hashlib.md5(SITES.encode()).hexdigest() in made, f"create: {made}")
        check("Sites" in tool("list") and tool("list", "nothing") == "", "the list")
        record = json.loads(tool("show", "Sites"))
        check(len(rows_of(client, record)) == 4, "the rows")
        tool("replace", "Sites", "more.csv", "--description", "branch offices")
        check(len(rows_of(client, record)) == 5 and json.loads(tool("show", record["id"]))["description"] == "branch offices", "replace")
        check("label is taken" in tool("create", "--label", "Sites", "sites.csv", status=1), "a label that is taken")
        check("cannot read nothing.csv" in tool("create", "--label", "X", "nothing.csv", status=1), "a file that is not there")
        check("no such reference table: Y" in tool("show", "Y", status=1), "a table that is not there")
        check("unknown action" in tool("creat", status=2), "an unknown action")
        check(tool("delete", "Sites") == f"deleted reference table {record['id']}\n", "delete")


def a_rebuild_gives_the_same_tables():
    if "OPALITE_TEST_DATABASE" not in os.environ:
        return
    with harness.workspace() as directory, harness.database() as first, harness.database() as second:
        data = str(directory / "data")
        old = ["--data", data, "--database", first, "--segments", str(directory / "old")]
        new = ["--data", data, "--database", second, "--segments", str(directory / "new")]
        service = harness.Process("serve", [*old, *harness.endpoints(), *harness.BOOTSTRAP], directory, "first").start()
        client = Client(service.ready["http"]).login()
        check(client.ingest('{"a":1}').status == 200, "ingest")
        tables = Tables(client)
        sites = tables.create("Sites", SITES, columns(("code", I), ("city", S), ("country", S)), primaryKey=["code"])
        tables.replace(sites["id"], SITES + "4,Graz,AT\n", label="Places")
        large = tables.create("Large", "id,text\n" + "".join(f"{i},{'x' * 40}\n" for i in range(40_000)))
        tables.delete(tables.create("Gone", "a\n1\n")["id"])
        wait_until(lambda: client.count(str(service.ready["datasetId"])) == 1, 30, "the observation is visible")
        listed, rows = tables.list(), rows_of(client, sites)
        count = rows_of(client, large, "statsby n:count(), last:max(id), group_by()")
        service.stop()

        rebuilt = subprocess.run([harness.BINARY, "rebuild", *new], capture_output=True, text=True, timeout=300, check=False)
        check(rebuilt.returncode == 0, f"rebuild: {rebuilt.stdout}{rebuilt.stderr}")
        for table in ("reference_tables", "datasets"):
            dumps = [subprocess.run(["psql", "-qXAt", database, "-c", f"COPY (SELECT t::text FROM {table} t ORDER BY 1) TO STDOUT"],
                                    check=True, capture_output=True, text=True).stdout for database in (first, second)]
            check(dumps[0] == dumps[1] and "Places" in dumps[0], f"{table} differ:\n{dumps[0]}\n---\n{dumps[1]}")
        service = harness.Process("serve", [*new, *harness.endpoints()], directory, "second").start()
        again = Client(service.ready["http"])
        again.key = client.key
        check(Tables(again).list() == listed, "the list after the rebuild")
        check(rows_of(again, sites) == rows and len(rows) == 5, "the rows after the rebuild")
        check(rows_of(again, large, "statsby n:count(), last:max(id), group_by()") == count, "the large table after the rebuild")
        check(again.count(str(harness_dataset(again))) == 1, "the observation after the rebuild")
        service.stop()


def harness_dataset(client):
    answer = request(client.base, "GET", "/v1/datasets", None, {"Authorization": f"Bearer {client.tenant} {client.key}"}).json()
    return next(each["id"] for each in answer["datasets"] if each["label"] == "Default")


if __name__ == "__main__":
    harness.run(every_rule_of_the_general_api, twenty_mistakes_at_once, to_the_byte, records_lists_and_changes, queries_with_tables,
                the_same_cells_as_another_parser, from_the_shell, a_rebuild_gives_the_same_tables)
