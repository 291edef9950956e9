#include "infra/telemetry/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace infra::telemetry {
namespace {

spdlog::logger& sink() {
    static const std::shared_ptr<spdlog::logger> logger = [] {
        auto made = std::make_shared<spdlog::logger>("opalite", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_formatter(std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                                                                        spdlog::pattern_time_type::utc));
        made->set_level(spdlog::level::info);
        made->flush_on(spdlog::level::debug);
        return made;
    }();
    return *logger;
}

spdlog::level::level_enum to_spdlog(Level level) {
    switch (level) {
        case Level::kDebug: return spdlog::level::debug;
        case Level::kInfo: return spdlog::level::info;
        case Level::kWarn: return spdlog::level::warn;
        case Level::kError: return spdlog::level::err;
    }
    return spdlog::level::info;
}

void append_quoted(std::string& line, std::string_view value) {
    line += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            line += '\\';
            line += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            line += ' ';
        } else {
            line += c;
        }
    }
    line += '"';
}

}  // namespace

void Logger::write(Level level, std::string_view text, std::initializer_list<Field> fields) const {
    const auto spdlog_level = to_spdlog(level);
    if (!sink().should_log(spdlog_level)) return;
    std::string line = module_ + " " + std::string(text);
    for (const Field& field : fields) {
        line += ' ';
        line += field.name;
        line += '=';
        append_quoted(line, field.value);
    }
    sink().log(spdlog_level, "{}", line);
}

void set_level(Level level) { sink().set_level(to_spdlog(level)); }

bool set_level(std::string_view name) {
    if (name == "debug") set_level(Level::kDebug);
    else if (name == "info") set_level(Level::kInfo);
    else if (name == "warn") set_level(Level::kWarn);
    else if (name == "error") set_level(Level::kError);
    else return false;
    return true;
}

}  // namespace infra::telemetry
