# The published schema of OTLP, from infra/setup/protobuf.
add_protobuf_schema(otlp DIRECTORY "${CMAKE_SOURCE_DIR}/build/deps/protobuf"
  FILES opentelemetry/proto/common/v1/common.proto
        opentelemetry/proto/resource/v1/resource.proto
        opentelemetry/proto/logs/v1/logs.proto
        opentelemetry/proto/metrics/v1/metrics.proto
        opentelemetry/proto/trace/v1/trace.proto
        opentelemetry/proto/collector/logs/v1/logs_service.proto
        opentelemetry/proto/collector/metrics/v1/metrics_service.proto
        opentelemetry/proto/collector/trace/v1/trace_service.proto)
