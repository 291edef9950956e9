#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "domain/base/ids.hpp"

namespace gateway::rest {

/// Ids for what a request makes, all drawn from one seed: the same seed gives the same ids, so that a repeated creation names
/// the same things. Nothing here is a secret.
class NewIds {
public:
    NewIds() = default;
    explicit NewIds(std::string seed) : seed_(std::move(seed)) {}

    /// 12 decimal digits that begin with 41. `place` tells apart what one request makes.
    domain::base::ObjectId object(int place = 0) const;
    /// Nine decimal digits.
    domain::base::UserId user() const;
    /// 20 characters of [A-Za-z0-9].
    domain::base::ApiTokenId api_token() const;
    /// `ds1` and 17 characters of [A-Za-z0-9].
    domain::base::IngestTokenId ingest_token() const;
    /// 20 characters of [A-Za-z0-9], for ids of other forms.
    std::string text(int place = 0) const;

private:
    std::uint64_t number(const char* kind, int place) const;
    std::string letters(const char* kind, int place, std::size_t length) const;

    std::string seed_;
};

}  // namespace gateway::rest
