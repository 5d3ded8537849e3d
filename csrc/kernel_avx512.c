/* kernel_avx512.c -- x86-64 with AVX-512 VBMI (Ice Lake, Zen 4 and later): eight hands in 512 bits,
 * sixteen at once.
 */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vbmi,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vbmi,bmi,bmi2,popcnt")
#endif
#include <immintrin.h>
#include "kernel.h"

#define HANDS 16
typedef __m512i vec;

static inline vec splat(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

static inline vec shuffle_rows(const uint8_t *rows, int k, const uint8_t *pattern)
{
    (void)k;
    vec places = _mm512_loadu_si512(pattern);
    __mmask64 lanes = ~_mm512_movepi8_mask(places);
    return _mm512_maskz_permutexvar_epi8(lanes, places, _mm512_loadu_si512(rows));
}

static inline vec plane(vec cards, int i)
{
    return _mm512_permutexvar_epi8(cards, _mm512_loadu_si512(sw_card_planes[i]));
}

static inline vec sum8(vec bytes)
{
    return _mm512_sad_epu8(bytes, splat(0));
}

static inline vec madd(vec fields, const uint16_t *multipliers)
{
    int two;
    memcpy(&two, multipliers, sizeof two);
    return _mm512_madd_epi16(fields, _mm512_set1_epi32(two));
}

static inline vec closer(vec a, vec b)
{
    return _mm512_min_epu8(a, b);
}

static inline vec farther(vec a, vec b)
{
    return _mm512_max_epu8(a, b);
}

static inline int any_zero(vec bytes)
{
    return _mm512_testn_epi8_mask(bytes, bytes) != 0;
}

static inline int any_above_51(vec bytes)
{
    return _mm512_cmpgt_epu8_mask(bytes, _mm512_set1_epi8(51)) != 0;
}

static inline unsigned some_of(vec words, vec bits)
{
    return _mm512_test_epi32_mask(words, bits);
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
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

const struct sw_kernel sw_kernel_avx512 = {"avx512",       usable,   evaluate,
                                           evaluate_masks, heads_up, three_way};

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
