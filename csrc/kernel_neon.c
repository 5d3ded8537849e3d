/* kernel_neon.c -- AArch64, where NEON is part of the baseline: two hands in 128 bits, four at
 * once. */
#if defined(__aarch64__)
#include <arm_neon.h>
#include "kernel.h"

#define HANDS 4
typedef uint64x2_t vec;

static inline vec splat(uint64_t word)
{
    return vdupq_n_u64(word);
}

static inline uint8x16_t bytes_of(vec words)
{
    return vreinterpretq_u8_u64(words);
}

static inline vec look_up(const uint8_t *table, uint8x16_t index)
{
    return vreinterpretq_u64_u8(vqtbl1q_u8(vld1q_u8(table), index));
}

static inline vec shuffle_rows(const uint8_t *rows, int k, const uint8_t *pattern)
{
    (void)k;
    return look_up(rows, vld1q_u8(pattern));
}

static inline vec plane(vec cards, int i)
{
    vec bytes = look_up(sw_rank_planes[i], vshrq_n_u8(bytes_of(cards), 2));
    if (i >= 2)
        bytes |= look_up(sw_suit_planes[i], vandq_u8(bytes_of(cards), vdupq_n_u8(3)));
    return bytes;
}

static inline vec sum8(vec bytes)
{
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes_of(bytes))));
}

static inline vec madd(vec fields, const uint16_t *multipliers)
{
    uint32_t two;
    memcpy(&two, multipliers, sizeof two);
    int16x4_t both = vreinterpret_s16_u32(vdup_n_u32(two));
    int16x8_t values = vreinterpretq_s16_u64(fields);
    int32x4_t low = vmull_s16(vget_low_s16(values), both);
    int32x4_t high = vmull_s16(vget_high_s16(values), both);
    return vreinterpretq_u64_s32(vpaddq_s32(low, high));
}

static inline vec closer(vec a, vec b)
{
    return vreinterpretq_u64_u8(vminq_u8(bytes_of(a), bytes_of(b)));
}

static inline vec farther(vec a, vec b)
{
    return vreinterpretq_u64_u8(vmaxq_u8(bytes_of(a), bytes_of(b)));
}

static inline int any_zero(vec bytes)
{
    return vminvq_u8(bytes_of(bytes)) == 0;
}

static inline int any_above_51(vec bytes)
{
    return vmaxvq_u8(bytes_of(bytes)) > 51;
}

static inline unsigned some_of(vec words, vec bits)
{
    static const uint32_t lane_bits[4] = {1, 2, 4, 8};
    uint32x4_t some = vtstq_u32(vreinterpretq_u32_u64(words), vreinterpretq_u32_u64(bits));
    return vaddvq_u32(vandq_u32(some, vld1q_u32(lane_bits)));
}

static inline uint32_t suit_ranks(uint64_t mask, int suit)
{
    return sw_suit_ranks(mask, suit);
}

#include "planes.inc.h"
#include "evaluate.inc.h"
#include "heads_up.inc.h"
#include "three_way.inc.h"

static int usable(void)
{
    return 1;
}

const struct sw_kernel sw_kernel_neon = {"neon",         usable,   evaluate,
                                         evaluate_masks, heads_up, three_way};
#endif
