"""DuckDB by its C API, in this process: the library of the build itself."""

import ctypes
import csv
import json
import os
import pathlib
import resource
import time

ROOT = pathlib.Path(__file__).parents[2]


def library():
    """The library that the service is linked with."""
    binary = pathlib.Path(os.environ.get("OPALITE_TEST_BINARY", ROOT / "build/release/bin/opalite")).resolve()
    for file in (ROOT / "build/deps/duckdb/lib/libduckdb.so", binary.parents[1] / "lib" / "libduckdb.so"):
        if file.exists():
            return str(file)
    return "libduckdb.so"


def own_cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class DuckDb:
    class Result(ctypes.Structure):
        _fields_ = [("opaque", ctypes.c_uint64 * 8)]

    def __init__(self, file=None):
        self.library = ctypes.CDLL(library())
        self.database, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.library.duckdb_value_varchar.restype = ctypes.c_void_p
        self.library.duckdb_result_error.restype = ctypes.c_char_p
        assert self.library.duckdb_open(str(file).encode() if file else None, ctypes.byref(self.database)) == 0
        assert self.library.duckdb_connect(self.database, ctypes.byref(self.connection)) == 0
        self.ask("SET parquet_metadata_cache = true")
        self.ask("SET memory_limit = '6GB'")
        self.ask("SET threads = 2")  # as many as the service's queries share

    def close(self):
        self.library.duckdb_disconnect(ctypes.byref(self.connection))
        self.library.duckdb_close(ctypes.byref(self.database))

    def ask(self, sql, width=1):
        """The first row as texts."""
        result = self.Result()
        status = self.library.duckdb_query(self.connection, sql.encode(), ctypes.byref(result))
        if status != 0:
            raise RuntimeError(f"{self.library.duckdb_result_error(ctypes.byref(result)).decode()}\n{sql}")
        row = []
        for column in range(width):
            text = self.library.duckdb_value_varchar(ctypes.byref(result), ctypes.c_uint64(column), ctypes.c_uint64(0))
            row.append(ctypes.string_at(text).decode() if text else None)
        self.library.duckdb_destroy_result(ctypes.byref(result))
        return row

    def csv(self, sql, file):
        """Writes the result as CSV; its seconds and CPU-seconds."""
        cpu, begun = own_cpu(), time.monotonic()
        self.ask(f"COPY ({sql}) TO '{file}' (FORMAT csv, HEADER true)")
        return time.monotonic() - begun, own_cpu() - cpu

    def rows(self, sql, file):
        self.csv(sql, file)
        with open(file, newline="", encoding="utf-8") as text:
            return list(csv.reader(text))

    def column(self, file, path):
        """The name of the column that a segment has for a path of FIELDS."""
        layout = json.loads(self.ask(f"SELECT decode(value) FROM parquet_kv_metadata('{file}') WHERE decode(key) = 'opalite.layout'")[0])
        return next(entry[3] for entry in layout["columns"] if entry[:2] == ["f", path])
