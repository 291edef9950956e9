#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace domain::opal::jmespath {

class Value;
using Array = std::vector<Value>;
using Object = std::vector<std::pair<std::string, Value>>;  // in stored order, keys are unique

/// A number keeps the text it was written with, so that large integers pass through unharmed.
struct Number {
    double value = 0;
    std::string text;

    explicit Number(double number);
    explicit Number(std::string_view json);
};

/// A JSON value; arrays and objects are shared by copies and never change.
class Value {
public:
    enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };

    Value() = default;
    Value(bool value) : data_(value) {}
    Value(double value) : data_(Number(value)) {}
    Value(Number value) : data_(std::move(value)) {}
    Value(std::string value) : data_(std::move(value)) {}
    Value(const char*) = delete;
    Value(Array elements) : data_(std::make_shared<const Array>(std::move(elements))) {}
    Value(Object members) : data_(std::make_shared<const Object>(std::move(members))) {}

    /// The value of valid JSON text; nothing for any other text, and for one that is nested too deep.
    static std::optional<Value> read(std::string_view json);
    void write(std::string& out) const;

    Kind kind() const { return static_cast<Kind>(data_.index()); }
    bool is_null() const { return kind() == Kind::kNull; }
    /// Null, false and everything empty are false; the number 0 is not.
    bool is_true() const;

    // The value as one of a kind, or nullptr.
    const bool* as_bool() const { return std::get_if<bool>(&data_); }
    const Number* as_number() const { return std::get_if<Number>(&data_); }
    const std::string* as_string() const { return std::get_if<std::string>(&data_); }
    const Array* as_array() const;
    const Object* as_object() const;

    /// The member of an object; null when there is none.
    Value member(std::string_view key) const;

    /// Equal values of one kind; the order of members does not count.
    friend bool operator==(const Value& a, const Value& b);

private:
    std::variant<std::monostate, bool, Number, std::string, std::shared_ptr<const Array>, std::shared_ptr<const Object>> data_;
};

}  // namespace domain::opal::jmespath
