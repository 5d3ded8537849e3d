/* board.c -- strengths of all 1,326 combos on one board.
 *
 * Without a flush a combo's strength depends on its two ranks alone: 91 pairs of ranks, 91
 * look-ups. Combos lie in memory by their higher card, so the strengths of a rank with every lower
 * rank are written four at a time, one for each suit of the lower card, or 0 for a card of the
 * board. A suit with three or more board cards then overwrites its own combos. */
#include "steelwheel.h"
#include "lookup.h"
#include <string.h>

enum { COMBOS = 1326 };

static inline int combo(int a, int b) /* a < b */
{
    return b * (b - 1) / 2 + a;
}

/* Strengths of each rank's cards with every lower card: four of the same, 0 for cards on the board
 * and in the rows of such cards. A row is copied up to its rank, a few places too many, which the
 * next card's row then overwrites. */
static void by_ranks(uint64_t board_word, uint64_t board, uint16_t *strength)
{
    static const uint64_t none[13];
    uint32_t ranks[16] = {0}; /* what each rank adds to the key; 16 for whole vectors */
    uint64_t open[13], rows[13][13];
    for (int low = 0; low < 13; low++) {
        ranks[low] = (uint32_t)sw_card_words[4 * low];
        open[low] = /* the bits of four cards to 16 bits each */
            ((~board >> 4 * low & 15) * 0x0000200040008001ull & 0x0001000100010001ull) * 0xffff;
    }
    for (int high = 0; high < 13; high++) {
        uint32_t keys[16], key = (uint32_t)board_word + ranks[high];
        for (int low = 0; low < 16; low++)
            keys[low] = (key + ranks[low]) & sw_hash[2].key;
        for (int low = 0; low <= high; low++)
            rows[high][low] = sw_rank_strength(7, keys[low]) * 0x0001000100010001ull & open[low];
    }
#pragma GCC unroll 13
    for (int high = 0; high < 13; high++)
        for (int suit = 0; suit < 4; suit++) {
            int card = 4 * high + suit;
            const uint64_t *row = board >> card & 1 ? none : rows[high];
            memcpy(strength + combo(0, card), row, card < 51 ? (high + 1) * 8 : 102);
        }
}

/* Combos that make a flush with `count` >= 3 board cards of a suit. */
static void by_suit(uint32_t ranks, int suit, int count, uint16_t *strength)
{
    if (count == 5)
        for (int i = 0; i < COMBOS; i++)
            strength[i] = sw_flush_strengths[ranks];
    for (int high = 0; high < 13 && count >= 4; high++) { /* one more card of the suit is enough */
        if (ranks >> high & 1)
            continue;
        uint16_t one = sw_flush_strengths[ranks | 1u << high];
        int card = 4 * high + suit;
        for (int other = 0; other < card; other++)
            strength[combo(other, card)] = one;
        for (int other = card + 1; other < 52; other++)
            strength[combo(card, other)] = one;
    }
    int free[13], n = 0; /* ranks that the board leaves to the suit */
    for (int rank = 0; rank < 13; rank++) {
        free[n] = rank;
        n += !(ranks >> rank & 1);
    }
    for (int i = 1; i < n; i++) {
        uint32_t with = ranks | 1u << free[i];
        uint16_t *row = strength + combo(suit, 4 * free[i] + suit);
        for (int j = 0; j < i; j++)
            row[4 * free[j]] = sw_flush_strengths[with | 1u << free[j]];
    }
}

void sw_mask_strengths(uint64_t board, uint16_t *strength)
{
    uint64_t word = 0;
    int most = 0;
    for (uint64_t left = board; left; left &= left - 1)
        word += sw_card_words[__builtin_ctzll(left)];
    by_ranks(word, board, strength);
    for (int suit = 0; suit < 4; suit++) {
        uint32_t ranks = sw_suit_ranks(board, suit);
        int count = __builtin_popcount(ranks);
        if (count >= 3)
            by_suit(ranks, suit, most = count, strength);
    }
    /* where one card makes a flush, combos with a card of the board have been given one */
    for (uint64_t left = most >= 4 ? board : 0; left; left &= left - 1) {
        int card = __builtin_ctzll(left);
        memset(strength + combo(0, card), 0, (size_t)card * sizeof *strength);
        for (int other = card + 1; other < 52; other++)
            strength[combo(card, other)] = 0;
    }
}

size_t sw_board_strengths(const uint8_t *boards, size_t n, uint16_t *strength)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t board = sw_distinct(boards + 5 * i, 5, 0);
        if (!board)
            return i;
        sw_mask_strengths(board, strength + COMBOS * i);
    }
    return n;
}
