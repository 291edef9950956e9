#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace gateway::collect {

/// simdjson's first stage: the offsets of everything in a JSON text that is not inside a string, not white space, and
/// begins a token. It also proves UTF-8 and that no string holds control characters. Belongs to one thread.
class StructuralIndex {
public:
    /// The thread's own.
    static StructuralIndex& local();

    enum class Outcome {
        kFine,
        kFault,  ///< invalid UTF-8, a control character in a string, or a string without end
    };

    /// Indexes a text that begins outside strings and ends there.
    Outcome index(std::string_view text);

    /// Indexes a text that is cut off anywhere. The last token is left out, since more of it may follow: the first
    /// `consumed()` bytes are indexed.
    Outcome index_cut_off(std::string_view text);

    const std::uint32_t* begin() const { return indexes_; }
    std::size_t size() const { return size_; }
    std::size_t consumed() const { return consumed_; }

    ~StructuralIndex();
    StructuralIndex(const StructuralIndex&) = delete;
    StructuralIndex& operator=(const StructuralIndex&) = delete;

private:
    StructuralIndex();
    void reserve(std::size_t bytes);

    struct Parser;
    std::unique_ptr<Parser> parser_;
    const std::uint32_t* indexes_ = nullptr;
    std::size_t size_ = 0;
    std::size_t consumed_ = 0;
};

}  // namespace gateway::collect
