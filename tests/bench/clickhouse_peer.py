"""ClickHouse (chdb) as a process of its own: a line of JSON on the standard input, {"sql": …}, is answered by a line
{"seconds", "cpu", "csv"} or {"error"}. The argument is a directory for its data."""

import json
import resource
import sys
import time

from chdb import session


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main():
    database = session.Session(sys.argv[1])
    database.query("SET max_threads = 2")
    for line in sys.stdin:
        used, begun = cpu(), time.monotonic()
        try:
            body = database.query(json.loads(line)["sql"], "CSVWithNames").bytes().decode()
            answer = {"seconds": time.monotonic() - begun, "cpu": cpu() - used, "csv": body}
        except Exception as failure:  # whatever it is, the bench says it and goes on
            answer = {"error": str(failure)[:600]}
        print(json.dumps(answer), flush=True)


main()
