add_protobuf_schema(prometheus DIRECTORY "${CMAKE_SOURCE_DIR}/gateway/collect/prometheus/schema" FILES remote_write.proto)
