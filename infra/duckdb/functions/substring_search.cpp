#include "infra/duckdb/functions/substring_search.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace infra::duckdb::functions {
namespace {

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// The bit in which the cases of an ASCII letter differ, for a letter of the needle; nothing for other characters.
char case_bit(char c) { return is_letter(c) ? '\x20' : '\0'; }

}  // namespace

bool SubstringSearch::stands_at(const char* place) const {
    for (std::size_t i = 0; i < needle_.size(); ++i) {
        if (static_cast<char>(place[i] | case_bit(needle_[i])) != needle_[i]) return false;
    }
    return true;
}

bool SubstringSearch::occurs_in_rest(std::string_view text, std::size_t at) const {
    for (; at + needle_.size() <= text.size(); ++at) {
        if (stands_at(text.data() + at)) return true;
    }
    return false;
}

bool SubstringSearch::occurs_in(std::string_view text) const {
    if (needle_.empty()) return true;
    std::size_t at = 0;
#ifdef __SSE2__
    const __m128i first = _mm_set1_epi8(needle_.front());
    const __m128i last = _mm_set1_epi8(needle_.back());
    const __m128i first_case = _mm_set1_epi8(case_bit(needle_.front()));
    const __m128i last_case = _mm_set1_epi8(case_bit(needle_.back()));
    const std::size_t span = needle_.size() - 1;
    for (; at + span + 16 <= text.size(); at += 16) {
        const auto* place = reinterpret_cast<const __m128i*>(text.data() + at);
        const auto* place_of_last = reinterpret_cast<const __m128i*>(text.data() + at + span);
        const __m128i begins = _mm_cmpeq_epi8(_mm_or_si128(_mm_loadu_si128(place), first_case), first);
        const __m128i ends = _mm_cmpeq_epi8(_mm_or_si128(_mm_loadu_si128(place_of_last), last_case), last);
        auto candidates = static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(begins, ends)));
        for (; candidates != 0; candidates &= candidates - 1) {
            const auto offset = static_cast<std::size_t>(__builtin_ctz(candidates));
            if (stands_at(text.data() + at + offset)) return true;
        }
    }
#endif
    return occurs_in_rest(text, at);
}

}  // namespace infra::duckdb::functions
