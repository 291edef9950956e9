"""Encoders for the formats that the standard library does not have, written from their specifications; protobuf comes from protoc."""

import pathlib
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = [ROOT / "build" / "deps" / "protobuf", ROOT / "gateway" / "collect" / "prometheus" / "schema"]


def protobuf(file, message, text):
    """The wire format of a message in protobuf's text format."""
    paths = [f"--proto_path={path}" for path in SCHEMAS]
    done = subprocess.run(["protoc", *paths, f"--encode={message}", file], input=text.encode(), capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode())
    return done.stdout


def otlp(signal, text):
    service, request = {"logs": ("logs", "Logs"), "metrics": ("metrics", "Metrics"), "traces": ("trace", "Trace")}[signal]
    return protobuf(f"opentelemetry/proto/collector/{service}/v1/{service}_service.proto",
                    f"opentelemetry.proto.collector.{service}.v1.Export{request}ServiceRequest", text)


def remote_write(text):
    return protobuf("remote_write.proto", "prometheus.WriteRequest", text)


def snappy(data):
    """One block without any compression, which is a valid one: the length, then literals."""
    out, length = bytearray(), len(data)
    while length >= 0x80:
        out.append(length & 0x7F | 0x80)
        length >>= 7
    out.append(length)
    for at in range(0, len(data), 65536):
        piece = data[at:at + 65536]
        out += bytes([61 << 2]) + struct.pack("<H", len(piece) - 1) + piece
    return bytes(out)


def msgpack(value):
    if value is None:
        return b"\xc0"
    if value is True or value is False:
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xcf" + struct.pack(">Q", value) if value >= 0 else b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    if isinstance(value, str):
        text = value.encode()
        return b"\xdb" + struct.pack(">I", len(text)) + text
    if isinstance(value, list):
        return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(msgpack, value))
    return b"\xdf" + struct.pack(">I", len(value)) + b"".join(msgpack(k) + msgpack(v) for k, v in value.items())


def any_value(value):
    """OTLP's JSON for a value."""
    if value is None:
        return {}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value if value - value == 0 else "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [any_value(v) for v in value]}}
    return {"kvlistValue": {"values": [{"key": k, "value": any_value(v)} for k, v in value.items()]}}
