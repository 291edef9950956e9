// Sends spans, logs and metrics with the OpenTelemetry SDK for JavaScript, unmodified: otel_client.mjs ENDPOINT TOKEN COUNT ENCODING,
// encoding proto or http (which is JSON). OPALITE_OTEL_MODULES names the node_modules that has it. Run by collect_clients.py; ends with
// 1 when an exporter reports a failure.
import {createRequire} from "node:module";

const require = createRequire(process.env.OPALITE_OTEL_MODULES + "/");
const {context, diag, trace, DiagLogLevel} = require("@opentelemetry/api");
const {resourceFromAttributes} = require("@opentelemetry/resources");
const {BasicTracerProvider, BatchSpanProcessor} = require("@opentelemetry/sdk-trace-base");
const {BatchLogRecordProcessor, LoggerProvider} = require("@opentelemetry/sdk-logs");
const {MeterProvider, PeriodicExportingMetricReader} = require("@opentelemetry/sdk-metrics");

const [endpoint, token, countText, encoding] = process.argv.slice(2);
const count = Number(countText);
const {OTLPTraceExporter} = require(`@opentelemetry/exporter-trace-otlp-${encoding}`);
const {OTLPLogExporter} = require(`@opentelemetry/exporter-logs-otlp-${encoding}`);
const {OTLPMetricExporter} = require(`@opentelemetry/exporter-metrics-otlp-${encoding}`);

// The exporters report their failures there and throw nothing.
const complaints = [];
const complain = (...parts) => complaints.push(parts.join(" "));
diag.setLogger({error: complain, warn: complain, info() {}, debug() {}, verbose() {}}, DiagLogLevel.WARN);

const options = (signal) => ({url: `${endpoint}/v1/${signal}`, headers: {Authorization: `Bearer ${token}`}, compression: "gzip"});
const resource = resourceFromAttributes({"service.name": "otel-client", odd: 'ü\n"x"'});
const tracers = new BasicTracerProvider({resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(options("traces")))]});
const loggers = new LoggerProvider({resource});
loggers.addLogRecordProcessor(new BatchLogRecordProcessor(new OTLPLogExporter(options("logs"))));
const meters = new MeterProvider({resource, readers: [new PeriodicExportingMetricReader({exporter: new OTLPMetricExporter(options("metrics"))})]});

const tracer = tracers.getTracer("client", "1.0");
const logger = loggers.getLogger("client");
const counter = meters.getMeter("client").createCounter("client.items", {unit: "1"});
const histogram = meters.getMeter("client").createHistogram("client.sizes", {unit: "By"});
for (let number = 0; number < count; ++number) {
    const span = tracer.startSpan(`span ${number}`, {attributes: {number, share: number / count, list: [1, 2]}});
    span.addEvent("halfway", {number});
    logger.emit({body: `log ${number}`, severityNumber: 13, attributes: {number}, context: trace.setSpan(context.active(), span)});
    counter.add(1, {parity: number % 2 ? "odd" : "even"});
    histogram.record(number);
    span.end();
}

for (const provider of [tracers, loggers, meters]) {
    await provider.forceFlush();
    await provider.shutdown();
}
complaints.forEach((line) => console.log(line));
process.exit(complaints.length ? 1 : 0);
