#pragma once

#include <compare>
#include <functional>
#include <utility>

namespace domain::base {

/// A value that cannot be mistaken for another of the same representation: `using TenantId = StrongId<struct TenantTag,
/// std::string>`. Ordered, hashable, default-constructed to the representation's default.
template <class Tag, class Representation>
class StrongId {
public:
    using representation = Representation;

    StrongId() = default;
    explicit StrongId(Representation value) : value_(std::move(value)) {}

    const Representation& value() const { return value_; }
    friend auto operator<=>(const StrongId&, const StrongId&) = default;

private:
    Representation value_{};
};

}  // namespace domain::base

template <class Tag, class Representation>
struct std::hash<domain::base::StrongId<Tag, Representation>> {
    std::size_t operator()(const domain::base::StrongId<Tag, Representation>& id) const {
        return std::hash<Representation>{}(id.value());
    }
};
