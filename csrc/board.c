/* board.c -- strengths of all 1,326 combos on one board.
 *
 * Without a flush a combo's strength depends on its two ranks alone: 91 pairs of ranks, 91
 * look-ups. Combos lie in memory by their higher card, so the strengths of a rank with every lower
 * rank are written four at a time, one for each suit of the lower card. A suit with three or more
 * board cards then overwrites its own combos; last, combos that hold a board card become 0. */
#include "steelwheel.h"
#include "lookup.h"
#include <string.h>

enum { COMBOS = 1326 };

static inline int combo(int a, int b) /* a < b */
{
    return b * (b - 1) / 2 + a;
}

static void by_ranks(uint64_t board_word, uint16_t *strength)
{
    for (int high = 0; high < 13; high++) {
        uint64_t four[13]; /* four times the strength with each lower rank */
        uint64_t word = board_word + sw_card_words[4 * high];
        for (int low = 0; low <= high; low++) {
            uint32_t key = (uint32_t)(word + sw_card_words[4 * low]) & sw_hash[2].key;
            four[low] = sw_rank_strength(7, key) * 0x0001000100010001ull;
        }
        for (int suit = 0; suit < 4; suit++) {
            for (int low = 0; low < high; low++, strength += 4)
                memcpy(strength, &four[low], sizeof *four);
            for (int lower = 0; lower < suit; lower++)
                *strength++ = (uint16_t)four[high];
        }
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
    for (int high = 1; high < 13; high++)
        for (int low = 0; low < high; low++) {
            uint32_t pair = 1u << high | 1u << low;
            if (!(ranks & pair))
                strength[combo(4 * low + suit, 4 * high + suit)] = sw_flush_strengths[ranks | pair];
        }
}

void sw_mask_strengths(uint64_t board, uint16_t *strength)
{
    uint64_t word = 0;
    for (uint64_t left = board; left; left &= left - 1)
        word += sw_card_words[__builtin_ctzll(left)];
    by_ranks(word, strength);
    for (int suit = 0; suit < 4; suit++) {
        uint32_t ranks = sw_suit_ranks(board, suit);
        int count = __builtin_popcount(ranks);
        if (count >= 3)
            by_suit(ranks, suit, count, strength);
    }
    for (uint64_t left = board; left; left &= left - 1) {
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
