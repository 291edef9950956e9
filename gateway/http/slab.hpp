#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "domain/base/bytes.hpp"
#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"

namespace gateway::http {

/// One body in contiguous memory. Movable; its bytes may be changed until they are shared. Slices keep the memory alive.
class Slab {
public:
    Slab() = default;
    Slab(std::shared_ptr<char> memory, std::size_t capacity) : memory_(std::move(memory)), capacity_(capacity) {}

    /// A slab of its own, outside any pool.
    static Slab of(std::string_view bytes);

    char* data() { return memory_.get(); }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    std::string_view view() const { return {memory_.get(), size_}; }
    /// Sets the number of valid bytes, at most the capacity.
    void resize(std::size_t size) { size_ = size; }
    domain::base::SharedBytes share(std::size_t offset, std::size_t length) const {
        return domain::base::SharedBytes(memory_, view().substr(offset, length));
    }

private:
    std::shared_ptr<char> memory_;
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
};

/// Memory for bodies: reuses large blocks (fresh pages cost more than the copy from the socket) and bounds what all
/// requests together hold. Thread-safe; slabs may outlive the pool.
class SlabPool {
public:
    struct Limits {
        std::size_t in_use_bytes_max = 256 * domain::base::limits::kMiB;  ///< held by requests, all together
        std::size_t idle_bytes_max = 32 * domain::base::limits::kMiB;     ///< kept for the next request
    };

    SlabPool() : SlabPool(Limits{}) {}
    explicit SlabPool(Limits limits);

    /// A slab of at least `capacity` bytes and size 0. Fails with kUnavailable when the requests in flight hold too much.
    domain::base::Result<Slab> acquire(std::size_t capacity);

    /// Moves `slab` into one of at least `capacity` bytes. Fails as acquire(); the slab is then unchanged.
    domain::base::Result<void> grow(Slab& slab, std::size_t capacity);

    std::size_t bytes_in_use() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace gateway::http
