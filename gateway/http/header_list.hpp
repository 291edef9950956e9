#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gateway::http {

/// The headers of a request in the order in which they came; all text lies in one string.
class HeaderList {
public:
    HeaderList() = default;
    HeaderList(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
        for (const auto& [name, value] : fields) add(name, value);
    }

    void add(std::string_view name, std::string_view value);
    std::size_t size() const { return fields_.size(); }
    std::string_view name(std::size_t index) const;
    std::string_view value(std::size_t index) const;

    /// The first value under `name` in any case, or an empty text.
    std::string_view find(std::string_view name) const;
    bool contains(std::string_view name) const;
    /// How many fields have this name.
    std::size_t count(std::string_view name) const;

private:
    struct Field {
        std::uint32_t offset;
        std::uint32_t name_length;
        std::uint32_t value_length;
    };
    std::string text_;
    std::vector<Field> fields_;
};

/// Compares ASCII text without regard to case.
bool equal_ignoring_case(std::string_view left, std::string_view right);

}  // namespace gateway::http
