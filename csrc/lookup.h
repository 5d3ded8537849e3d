/* lookup.h -- from the sum of a hand's card words to its strength. */
#ifndef SW_LOOKUP_H
#define SW_LOOKUP_H

#include "tables.h"

#define SW_CLUB (1ull << 35)

#define SW_DECK ((1ull << 52) - 1)

struct sw_hash {
    const uint16_t *rows;
    const uint16_t *strengths;
    uint32_t key; /* mask of the key's bits */
};

static const struct sw_hash sw_hash[3] = {
    {sw_rows_5, sw_strengths_5, (1u << SW_KEY_BITS_5) - 1},
    {sw_rows_6, sw_strengths_6, (1u << SW_KEY_BITS_6) - 1},
    {sw_rows_7, sw_strengths_7, (1u << SW_KEY_BITS_7) - 1},
};

/* Strength by ranks alone; `key` already cut to sw_hash[k - 5].key. */
static inline uint16_t sw_rank_strength(int k, uint32_t key)
{
    const struct sw_hash *hash = &sw_hash[k - 5];
    return hash
        ->strengths[hash->rows[key >> SW_COLUMN_BITS] + (key & ((1u << SW_COLUMN_BITS) - 1))];
}

/* Ranks of one suit in a card mask, as 13 bits: every fourth bit from `suit` on, moved together. */
static inline uint32_t sw_suit_ranks(uint64_t mask, int suit)
{
    uint64_t bits = mask >> suit & 0x1111111111111ull;
    bits = (bits | bits >> 3) & 0x0303030303030303ull;
    bits = (bits | bits >> 6) & 0x000f000f000f000full;
    bits = (bits | bits >> 12) & 0x000000ff000000ffull;
    return (uint32_t)(bits | bits >> 24) & 0x1fff;
}

/* Strength of a hand that has a flush (word & SW_FLUSH), from its cards. */
static inline uint16_t sw_flush_strength(uint64_t word, uint64_t mask)
{
    uint32_t counters = (uint32_t)((word & SW_FLUSH) >> 32); /* one of bits 6, 10, 22, 26 */
    int suit = counters & 0x440 ? (counters & 0x40 ? 0 : 1) : (counters & 0x400000 ? 2 : 3);
    return sw_flush_strengths[sw_suit_ranks(mask, suit)];
}

static inline uint16_t sw_word_strength(int k, uint64_t word, uint64_t mask)
{
    if (word & SW_FLUSH)
        return sw_flush_strength(word, mask);
    return sw_rank_strength(k, (uint32_t)word & sw_hash[k - 5].key);
}

/* Cards as a mask; 0 if a code is above 51 or a card stands twice, or collides with `taken`. */
static inline uint64_t sw_distinct(const uint8_t *cards, int k, uint64_t taken)
{
    uint64_t mask = 0;
    for (int i = 0; i < k; i++) {
        if (cards[i] > 51 || (mask | taken) >> cards[i] & 1)
            return 0;
        mask |= 1ull << cards[i];
    }
    return mask;
}

/* Strengths of all combos on the board of five cards that a mask holds (board.c). */
void sw_mask_strengths(uint64_t board, uint16_t *strength);

#endif
