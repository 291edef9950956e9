#pragma once

#include <cstddef>
#include <string>

/// Bodies in binary formats as real senders make them, of about `bytes`; another `seed` makes other items. `items`, when it is not
/// null, is told how many observations they are.
namespace bench {

/// OTLP logs: 100 records for each of several resources, eight attributes a resource and five a record.
std::string otlp_logs(std::size_t bytes, std::size_t seed = 0, std::size_t* items = nullptr);
/// OTLP traces: 50 spans for each resource, with attributes, an event and a status.
std::string otlp_traces(std::size_t bytes, std::size_t seed = 0, std::size_t* items = nullptr);
/// OTLP metrics: sums of five points and four attributes.
std::string otlp_metrics(std::size_t bytes, std::size_t seed = 0, std::size_t* items = nullptr);
/// A WriteRequest of series with eight labels and one sample each, before snappy.
std::string remote_write(std::size_t bytes, std::size_t seed = 0, std::size_t* items = nullptr);
/// MessagePack maps of about 250 bytes.
std::string msgpack(std::size_t bytes, std::size_t seed = 0, std::size_t* items = nullptr);

}  // namespace bench
