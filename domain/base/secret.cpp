#include "domain/base/secret.hpp"

#include <cstddef>

namespace domain::base {

Secret::~Secret() {
    // volatile keeps the compiler from dropping stores to memory that is about to be freed.
    volatile char* bytes = text_.data();
    for (std::size_t i = 0; i < text_.size(); ++i) bytes[i] = 0;
}

bool equal_in_constant_time(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    unsigned char difference = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        difference = static_cast<unsigned char>(difference | (left[i] ^ right[i]));
    }
    return difference == 0;
}

}  // namespace domain::base
