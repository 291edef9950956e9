#include "gateway/http/header_list.hpp"

namespace gateway::http {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

bool equal_ignoring_case(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (lower(left[i]) != lower(right[i])) return false;
    }
    return true;
}

void HeaderList::add(std::string_view name, std::string_view value) {
    if (fields_.empty()) {
        fields_.reserve(16);
        text_.reserve(512);
    }
    fields_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()),
                       static_cast<std::uint32_t>(value.size())});
    text_ += name;
    text_ += value;
}

std::string_view HeaderList::name(std::size_t index) const {
    const Field& field = fields_[index];
    return std::string_view(text_).substr(field.offset, field.name_length);
}

std::string_view HeaderList::value(std::size_t index) const {
    const Field& field = fields_[index];
    return std::string_view(text_).substr(field.offset + field.name_length, field.value_length);
}

std::string_view HeaderList::find(std::string_view searched) const {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (equal_ignoring_case(name(i), searched)) return value(i);
    }
    return {};
}

bool HeaderList::contains(std::string_view searched) const { return count(searched) > 0; }

std::size_t HeaderList::count(std::string_view searched) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (equal_ignoring_case(name(i), searched)) ++found;
    }
    return found;
}

}  // namespace gateway::http
