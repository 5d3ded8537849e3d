/* many.h -- one spot of explicit hands: many.c reads it, flop.c counts those with a flop. */
#ifndef SW_MANY_H
#define SW_MANY_H

#include "lookup.h"

enum {
    SW_MOST_PLAYERS = 10,
    SW_RANKS = 13,
    SW_SUITS = 4,
    SW_PAIRS = SW_RANKS * (SW_RANKS + 1) / 2,
    SW_LANES = 96, /* pairs, filled up to whole vectors */
};

struct sw_spot {
    int players, to_come;
    uint64_t taken;                  /* cards that cannot come */
    uint64_t *shares;                /* of the run-outs, added up so far */
    uint64_t cards[SW_MOST_PLAYERS]; /* the board and a player's hole cards */
    uint64_t words[SW_MOST_PLAYERS]; /* and the sum of their words */
    uint16_t left[SW_RANKS];         /* how many cards of each rank may come */
};

/* Pairs of ranks, each once: pair 13 * d + r is of r and the rank d above it, 2 following A. */
struct sw_pairs {
    uint32_t key[SW_LANES];
    uint16_t low[SW_LANES], ranks[SW_LANES]; /* rank r, and both, as bits */
};

static inline uint32_t sw_rank_key(int rank)
{
    return (uint32_t)sw_card_words[4 * rank];
}

/* Where a word counts the cards of each suit. */
static const int sw_counters[SW_SUITS] = {35, 39, 51, 55};

/* Whether the cards to come can make anybody a flush of a suit, as bit 3 of its counter. */
static inline uint64_t sw_possible_flushes(const struct sw_spot *spot)
{
    uint64_t possible = 0;
    for (int p = 0; p < spot->players; p++)
        possible |= spot->words[p] + (uint64_t)spot->to_come * SW_EACH_SUIT;
    return possible & SW_FLUSH;
}

/* How many cards of a suit have to come to make a player's flush; none, or less, if it is made. */
static inline int sw_cards_to_flush(const struct sw_spot *spot, int player, int suit)
{
    return 8 - (int)(spot->words[player] >> sw_counters[suit] & 15);
}

void sw_pair_up(struct sw_pairs *pairs);

/* Add up the shares of a spot with two cards to come (flop.c). */
void sw_flop(const struct sw_spot *spot, const struct sw_pairs *pairs);

#endif
