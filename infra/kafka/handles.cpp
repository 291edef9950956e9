#include "infra/kafka/handles.hpp"

#include "infra/kafka/log.hpp"

namespace infra::kafka {
namespace {

/// librdkafka's own lines; levels as in syslog(3).
void log_line(const rd_kafka_t*, int level, const char* facility, const char* text) {
    if (level <= 3) kLog.warn("librdkafka", {{"facility", facility}, {"text", text}});
    else if (level <= 5) kLog.info("librdkafka", {{"facility", facility}, {"text", text}});
    else kLog.debug("librdkafka", {{"facility", facility}, {"text", text}});
}

}  // namespace

base::Result<ConfPtr> make_conf(const Properties& properties) {
    ConfPtr conf(rd_kafka_conf_new());
    rd_kafka_conf_set_log_cb(conf.get(), &log_line);
    for (const auto& [name, value] : properties) {
        char reason[512];
        if (rd_kafka_conf_set(conf.get(), name.c_str(), value.c_str(), reason, sizeof reason) != RD_KAFKA_CONF_OK) {
            return base::Error(base::ErrorCode::kInvalidArgument, std::string("kafka property: ") + reason);
        }
    }
    return conf;
}

base::Result<ClientPtr> make_client(rd_kafka_type_t type, ConfPtr conf) {
    char reason[512];
    ClientPtr client(rd_kafka_new(type, conf.get(), reason, sizeof reason));
    if (!client) {
        return base::Error(base::ErrorCode::kUnavailable, std::string("cannot start a kafka client: ") + reason);
    }
    conf.release();  // now the client's
    return client;
}

base::Error to_error(rd_kafka_resp_err_t error, const std::string& what) {
    const std::string text = what + ": " + rd_kafka_err2str(error);
    switch (error) {
        case RD_KAFKA_RESP_ERR__QUEUE_FULL: return base::Error(base::ErrorCode::kResourceExhausted, text);
        case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE: return base::Error(base::ErrorCode::kTooLarge, text);
        case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
        case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
        case RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION: return base::Error(base::ErrorCode::kNotFound, text);
        default: return base::Error(base::ErrorCode::kUnavailable, text);
    }
}

base::Error to_error(const rd_kafka_error_t* error, const std::string& what) {
    const base::Error mapped = to_error(rd_kafka_error_code(error), what);
    return base::Error(mapped.code(), what + ": " + rd_kafka_error_string(error));
}

}  // namespace infra::kafka
