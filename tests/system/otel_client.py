"""Sends spans, logs and metrics with the OpenTelemetry SDK, unmodified: otel_client.py ENDPOINT TOKEN COUNT. Run by collect_clients.py
with the SDK's own Python; ends with 1 when an exporter reports a failure."""

import logging
import sys

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

ENDPOINT, TOKEN, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])


class Complaints(logging.Handler):
    """The exporters log their failures and raise nothing."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def options(signal):
    return {"endpoint": f"{ENDPOINT}/v1/{signal}", "headers": {"Authorization": f"Bearer {TOKEN}"}, "compression": Compression.Gzip}


complaints = Complaints()
logging.getLogger("opentelemetry").addHandler(complaints)
resource = Resource.create({"service.name": "otel-client", "odd": "ü\n\"x\""})

tracer_provider = TracerProvider(resource=resource)
tracer_provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(**options("traces"))))
tracer = tracer_provider.get_tracer("client", "1.0")

logger_provider = LoggerProvider(resource=resource)
logger_provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(**options("logs"))))
logger = logging.getLogger("client")
logger.setLevel(logging.INFO)
logger.addHandler(LoggingHandler(logger_provider=logger_provider))

meter_provider = MeterProvider(resource=resource, metric_readers=[PeriodicExportingMetricReader(OTLPMetricExporter(**options("metrics")))])
meter = meter_provider.get_meter("client")
counter = meter.create_counter("client.items", unit="1")
histogram = meter.create_histogram("client.sizes", unit="By")

for number in range(COUNT):
    with tracer.start_as_current_span(f"span {number}", attributes={"number": number, "share": number / COUNT, "list": [1, 2]}) as span:
        span.add_event("halfway", {"number": number})
        logger.warning("log %d", number, extra={"number": number})
        counter.add(1, {"parity": "odd" if number % 2 else "even"})
        histogram.record(number)

for provider in (tracer_provider, logger_provider, meter_provider):
    provider.force_flush()
    provider.shutdown()
for line in complaints.lines:
    print(line)
sys.exit(1 if complaints.lines else 0)
