#pragma once

#include <cstddef>
#include <string>

/// Bodies in binary formats as real senders make them, of about `bytes`.
namespace bench {

/// OTLP logs: 100 records for each of several resources, eight attributes a resource and five a record.
std::string otlp_logs(std::size_t bytes);
/// OTLP traces: 50 spans for each resource, with attributes, an event and a status.
std::string otlp_traces(std::size_t bytes);
/// OTLP metrics: sums of five points and four attributes.
std::string otlp_metrics(std::size_t bytes);
/// A WriteRequest of series with eight labels and one sample each, before snappy.
std::string remote_write(std::size_t bytes);
/// MessagePack maps of about 250 bytes.
std::string msgpack(std::size_t bytes);

}  // namespace bench
