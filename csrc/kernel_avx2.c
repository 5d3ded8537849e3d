/* kernel_avx2.c -- x86-64 with AVX2: four hands in 256 bits, eight at once. */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#include <immintrin.h>
#include "kernel.h"

#define HANDS 8
typedef __m256i vec;

static inline vec splat(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

static inline vec twice(const uint8_t *bytes) /* 16 bytes for each half */
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

static inline vec shuffle_rows(const uint8_t *rows, int k, const uint8_t *pattern)
{
    __m128i low = _mm_loadu_si128((const __m128i *)rows);
    __m128i high = _mm_loadu_si128((const __m128i *)(rows + 2 * k));
    return _mm256_shuffle_epi8(_mm256_set_m128i(high, low), twice(pattern));
}

static inline vec plane(vec cards, int i)
{
    vec rank = cards >> 2 & splat(0x0f0f0f0f0f0f0f0f);
    vec bytes = _mm256_shuffle_epi8(twice(sw_rank_planes[i]), rank);
    if (i >= 2)
        bytes |= _mm256_shuffle_epi8(twice(sw_suit_planes[i]), cards);
    return bytes;
}

static inline vec sum8(vec bytes)
{
    return _mm256_sad_epu8(bytes, splat(0));
}

static inline vec madd(vec fields, const uint16_t *multipliers)
{
    int two;
    memcpy(&two, multipliers, sizeof two);
    return _mm256_madd_epi16(fields, _mm256_set1_epi32(two));
}

static inline vec closer(vec a, vec b)
{
    return _mm256_min_epu8(a, b);
}

static inline vec farther(vec a, vec b)
{
    return _mm256_max_epu8(a, b);
}

static inline int any_zero(vec bytes)
{
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, splat(0))) != 0;
}

static inline int any_above_51(vec bytes)
{
    vec above = _mm256_subs_epu8(bytes, _mm256_set1_epi8(51));
    return !_mm256_testz_si256(above, above);
}

static inline unsigned some_of(vec words, vec bits)
{
    vec none = _mm256_cmpeq_epi32(words & bits, splat(0));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(none)) ^ 0xff;
}

static inline uint32_t suit_ranks(uint64_t mask, int suit)
{
    return (uint32_t)_pext_u64(mask, 0x1111111111111ull << suit);
}

#include "planes.inc.h"
#include "evaluate.inc.h"
#include "heads_up.inc.h"
#include "three_way.inc.h"

static int usable(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

const struct sw_kernel sw_kernel_avx2 = {"avx2",         usable,   evaluate,
                                         evaluate_masks, heads_up, three_way};

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
