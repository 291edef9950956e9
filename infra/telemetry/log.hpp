#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace infra::telemetry {

enum class Level { kDebug, kInfo, kWarn, kError };

/// One field of a log line. Values are quoted and escaped by the logger; never pass a payload or a secret.
struct Field {
    Field(std::string_view field_name, std::string_view text) : name(field_name), value(text) {}
    Field(std::string_view field_name, const char* text) : name(field_name), value(text) {}
    Field(std::string_view field_name, const std::string& text) : name(field_name), value(text) {}
    template <class Number>
        requires std::is_arithmetic_v<Number>
    Field(std::string_view field_name, Number number) : name(field_name), value(std::to_string(number)) {}

    std::string name;
    std::string value;
};

/// The logger of one module: constant text plus fields, `log.warn("append timed out", {{"topic", topic}})`, written as one
/// line to standard error: `2026-01-02T03:04:05.678Z warn infra/kafka append timed out topic="x"`. Thread-safe, cheap when
/// the level is off.
class Logger {
public:
    explicit Logger(std::string module) : module_(std::move(module)) {}

    void debug(std::string_view text, std::initializer_list<Field> fields = {}) const { write(Level::kDebug, text, fields); }
    void info(std::string_view text, std::initializer_list<Field> fields = {}) const { write(Level::kInfo, text, fields); }
    void warn(std::string_view text, std::initializer_list<Field> fields = {}) const { write(Level::kWarn, text, fields); }
    void error(std::string_view text, std::initializer_list<Field> fields = {}) const { write(Level::kError, text, fields); }

private:
    void write(Level level, std::string_view text, std::initializer_list<Field> fields) const;

    std::string module_;
};

/// Lines below this level are not written. Default kInfo. Process-wide.
void set_level(Level level);
/// `debug`, `info`, `warn` or `error`; anything else leaves the level as it is and gives false.
bool set_level(std::string_view name);

}  // namespace infra::telemetry
