/* random.h -- counter-based random numbers: draw i of a seed depends on (seed, i) alone, so any
 * slice can be made by anybody.
 *
 * SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014) read as a
 * counter: a bijective mix of an arithmetic sequence. The seed is mixed first, so that neighbouring
 * seeds start far apart. */
#ifndef SW_RANDOM_H
#define SW_RANDOM_H

#include <stdint.h>

#define SW_GOLDEN 0x9e3779b97f4a7c15ull

static inline uint64_t sw_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static inline uint64_t sw_start(uint64_t seed)
{
    return sw_mix(seed ^ SW_GOLDEN);
}

static inline uint64_t sw_random(uint64_t start, uint64_t i)
{
    return sw_mix(start + (i + 1) * SW_GOLDEN);
}

#endif
