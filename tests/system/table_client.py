"""Forms and the two APIs of reference tables, for the scenarios about them."""

import csv
import io
import json

from harness import check, request

GENERAL = "/v1/referencetables"
PREVIEW = "/v1/meta/reftable"


class Part:
    """One part of a form; with a file name it is a file."""

    def __init__(self, name, content, file_name=None, content_type=None):
        self.name, self.file_name, self.content_type = name, file_name, content_type
        self.content = content if isinstance(content, bytes) else content.encode()

    def encode(self, boundary):
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{self.name}"'
        if self.file_name is not None:
            head += f'; filename="{self.file_name}"'
        if self.content_type:
            head += f"\r\nContent-Type: {self.content_type}"
        return head.encode() + b"\r\n\r\n" + self.content + b"\r\n"


def form(parts, boundary="----0123456789abcdef"):
    body = b"".join(part.encode(boundary) for part in parts) + f"--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


class Tables:
    """The reference tables of one tenant, through either API."""

    def __init__(self, client, base=GENERAL):
        self.client, self.base = client, base

    def call(self, method, path="", body=None, content_type=None, base=None, timeout=60):
        headers = {"Authorization": f"Bearer {self.client.tenant} {self.client.key}"}
        if content_type:
            headers["Content-Type"] = content_type
        return request(self.client.base, method, (base or self.base) + path, body, headers, timeout)

    def send(self, method, path, csv_text, metadata, schema=None, base=None):
        """As Terraform sends it: the file first, the metadata as a field at the end."""
        parts = [Part("upload", csv_text, "table.csv", "text/csv")]
        if schema is not None:
            parts.append(Part("schema", json.dumps(schema), "schema.json", "application/octet-stream"))
        if metadata is not None:
            name = "metadata" if (base or self.base) == GENERAL else "input"
            parts.append(Part(name, json.dumps(metadata)))
        return self.call(method, path, *form(parts), base=base)

    def create(self, label, csv_text, schema=None, **metadata):
        answer = self.send("POST", "", csv_text, {"label": label, **metadata}, schema)
        check(answer.status == 201, f"create {label}: {answer.status} {answer.body!r}")
        return answer.json()

    def replace(self, identity, csv_text, schema=None, **metadata):
        answer = self.send("PUT", "/" + identity, csv_text, metadata, schema)
        check(answer.status == 200, f"replace {identity}: {answer.status} {answer.body!r}")
        return answer.json()

    def delete(self, identity, query=""):
        answer = self.call("DELETE", f"/{identity}{query}")
        check(answer.status == 200, f"delete {identity}: {answer.status} {answer.body!r}")
        return answer.json()

    def list(self, query=""):
        answer = self.call("GET", query)
        check(answer.status == 200, f"list: {answer.status} {answer.body!r}")
        return answer.json()


def columns(*names_and_types):
    return [{"name": name, "type": kind} for name, kind in names_and_types]


def rows_of(client, record, pipeline=""):
    """The rows of a table as lists of texts, in any window."""
    answer = client.query(pipeline, record["datasetId"], "startTime=1999-01-01T00:00:00Z&endTime=1999-01-02T00:00:00Z")
    check(answer.status == 200, f"query: {answer.status} {answer.body!r}")
    return list(csv.reader(io.StringIO(answer.body.decode(), newline="")))
