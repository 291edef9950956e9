#include "gateway/http/slab.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

namespace gateway::http {
namespace {

/// Bodies up to here come from the ordinary heap and are not counted: connections_max bounds them.
constexpr std::size_t kUnpooledBytesMax = 32 * domain::base::limits::kKiB;
constexpr std::size_t kClasses = 64;  // one for each power of two

std::shared_ptr<char> allocate(std::size_t capacity) {
    auto memory = std::make_shared_for_overwrite<char[]>(capacity);
    return std::shared_ptr<char>(memory, memory.get());
}

std::size_t class_of(std::size_t capacity) { return static_cast<std::size_t>(std::countr_zero(capacity)); }

}  // namespace

Slab Slab::of(std::string_view bytes) {
    Slab slab(allocate(bytes.size() + 1), bytes.size());
    if (!bytes.empty()) std::memcpy(slab.data(), bytes.data(), bytes.size());
    slab.resize(bytes.size());
    return slab;
}

/// Shared with every slab, so that a slab that outlives the pool still has a place to return to.
struct SlabPool::State : std::enable_shared_from_this<SlabPool::State> {
    explicit State(Limits bounds) : limits(bounds) {}

    std::unique_ptr<char[]> take(std::size_t capacity) {
        const std::scoped_lock lock(mutex);
        if (in_use + capacity > limits.in_use_bytes_max) return nullptr;
        in_use += capacity;
        auto& free = idle[class_of(capacity)];
        if (free.empty()) return std::make_unique_for_overwrite<char[]>(capacity);
        auto memory = std::move(free.back());
        free.pop_back();
        idle_bytes -= capacity;
        return memory;
    }

    void give_back(std::unique_ptr<char[]> memory, std::size_t capacity) {
        const std::scoped_lock lock(mutex);
        in_use -= capacity;
        if (idle_bytes + capacity > limits.idle_bytes_max) return;
        idle[class_of(capacity)].push_back(std::move(memory));
        idle_bytes += capacity;
    }

    const Limits limits;
    mutable std::mutex mutex;
    std::size_t in_use = 0;
    std::size_t idle_bytes = 0;
    std::array<std::vector<std::unique_ptr<char[]>>, kClasses> idle;
};

SlabPool::SlabPool(Limits limits) : state_(std::make_shared<State>(limits)) {}

domain::base::Result<Slab> SlabPool::acquire(std::size_t capacity) {
    if (capacity <= kUnpooledBytesMax) return Slab(allocate(capacity), capacity);
    const std::size_t rounded = std::bit_ceil(capacity);
    auto memory = state_->take(rounded);
    if (!memory) {
        return domain::base::Error(domain::base::ErrorCode::kUnavailable,
                                   "too many bytes of request bodies are in flight");
    }
    auto give_back = [state = state_, rounded](char* bytes) {
        state->give_back(std::unique_ptr<char[]>(bytes), rounded);
    };
    return Slab(std::shared_ptr<char>(memory.release(), std::move(give_back)), rounded);
}

domain::base::Result<void> SlabPool::grow(Slab& slab, std::size_t capacity) {
    if (capacity <= slab.capacity()) return {};
    auto larger = acquire(capacity);
    if (!larger) return larger.error();
    if (!slab.empty()) std::memcpy(larger->data(), slab.data(), slab.size());
    larger->resize(slab.size());
    slab = std::move(*larger);
    return {};
}

std::size_t SlabPool::bytes_in_use() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->in_use;
}

}  // namespace gateway::http
