/* flop.c -- explicit hands with two cards to come.
 *
 * The 91 pairs of ranks are lanes: seven rows of 13, of which row d pairs each rank with the one d
 * above it, round the circle. So what belongs to a pair is made of what belongs to its ranks by
 * loops without branches, which compilers turn into vectors. All counts fit 16 bits: there are 990
 * run-outs. */
#include <string.h>
#include "many.h"

enum {
    RANKS = SW_RANKS,
    LANES = SW_LANES,
    ROWS = 7,
    WIDE = 16, /* a row in two vectors: its last three lanes are the next row's first */
    HALF = WIDE / 2,
};

typedef uint16_t half_row __attribute__((vector_size(2 * HALF)));

/* What the players have, pair by pair. */
struct strengths {
    uint16_t of[SW_MOST_PLAYERS][LANES];
};

/* How many cards of each rank: once, with zeros behind them, and going round. */
struct numbers {
    uint16_t once[WIDE], round[WIDE + ROWS - 1];
};

static inline void go_round(struct numbers *numbers)
{
    for (int i = RANKS; i < WIDE; i++)
        numbers->once[i] = 0;
    for (int i = 0; i < RANKS; i++)
        numbers->round[i] = numbers->once[i];
    for (int i = RANKS; i < WIDE + ROWS - 1; i++)
        numbers->round[i] = numbers->once[i - RANKS];
}

void sw_pair_up(struct sw_pairs *pairs)
{
    for (int d = 0; d < ROWS; d++)
        for (int rank = 0; rank < RANKS; rank++) {
            int other = (rank + d) % RANKS;
            pairs->key[RANKS * d + rank] = sw_rank_key(rank) + sw_rank_key(other);
            pairs->low[RANKS * d + rank] = (uint16_t)(1u << rank);
            pairs->ranks[RANKS * d + rank] = (uint16_t)(1u << rank | 1u << other);
        }
    for (int i = SW_PAIRS; i < LANES; i++)
        pairs->key[i] = pairs->low[i] = pairs->ranks[i] = 0;
}

/* Ways to choose one card of either kind, the first of rank r of the pair. */
static inline void multiply(const struct numbers *low, const struct numbers *high, uint16_t *ways)
{
    for (int d = 0; d < ROWS; d++)
        for (int i = 0; i < WIDE; i += HALF) {
            half_row a, b;
            memcpy(&a, low->once + i, sizeof a);
            memcpy(&b, high->round + d + i, sizeof b);
            a *= b;
            memcpy(ways + RANKS * d + i, &a, sizeof a);
        }
    for (int i = RANKS * (ROWS - 1) + WIDE; i < LANES; i++)
        ways[i] = 0;
}

/* Ways to choose two of the same cards. */
static inline void choose_two(const struct numbers *left, uint16_t *ways)
{
    multiply(left, left, ways);
    for (int i = 0; i < RANKS; i++)
        ways[i] = (uint16_t)(ways[i] - left->once[i]) / 2;
}

/* Strengths without flushes. The places are made first, as that vectorizes and look-ups do not. */
static inline void rank_strengths(const struct sw_pairs *pairs, uint32_t key, uint16_t *strength)
{
    uint32_t row[LANES], column[LANES];
#pragma GCC unroll 4
    for (int i = 0; i < LANES; i++) {
        uint32_t sum = (key + pairs->key[i]) & sw_hash[2].key;
        row[i] = sum >> SW_COLUMN_BITS;
        column[i] = sum & ((1u << SW_COLUMN_BITS) - 1);
    }
#pragma GCC unroll 8
    for (int i = 0; i < LANES; i++)
        strength[i] = sw_strengths_7[sw_rows_7[row[i]] + column[i]];
}

static inline void count_two(const struct strengths *strengths, const uint16_t *ways,
                             uint64_t *shares)
{
    const uint16_t *us = strengths->of[0], *them = strengths->of[1];
    uint16_t won = 0, lost = 0, all = 0;
    for (int i = 0; i < LANES; i++) {
        won = (uint16_t)(won + (us[i] > them[i] ? ways[i] : 0));
        lost = (uint16_t)(lost + (us[i] < them[i] ? ways[i] : 0));
        all = (uint16_t)(all + ways[i]);
    }
    shares[0] += won;
    shares[2] += lost;
    shares[1] += (uint64_t)(all - won - lost);
    shares[3] += (uint64_t)(all - won - lost);
}

/* Any number of players: who has the best hand, then one, two .. winners as long as there are
 * run-outs left. */
static inline void count_all(int players, const struct strengths *strengths, const uint16_t *ways,
                             uint64_t *shares)
{
    uint16_t best[LANES], winners[LANES], rest = 0;
    for (int i = 0; i < LANES; i++) {
        best[i] = winners[i] = 0;
        rest = (uint16_t)(rest + ways[i]);
    }
    for (int p = 0; p < players; p++)
        for (int i = 0; i < LANES; i++)
            best[i] = strengths->of[p][i] > best[i] ? strengths->of[p][i] : best[i];
    for (int p = 0; p < players; p++)
        for (int i = 0; i < LANES; i++)
            winners[i] = (uint16_t)(winners[i] + (strengths->of[p][i] == best[i]));
    for (int n = 1; rest; n++) {
        uint16_t split[LANES], some = 0;
        for (int i = 0; i < LANES; i++) {
            split[i] = winners[i] == n ? ways[i] : 0;
            some = (uint16_t)(some + split[i]);
        }
        rest = (uint16_t)(rest - some);
        for (int p = 0; p < players && some; p++) {
            uint16_t share = 0;
            for (int i = 0; i < LANES; i++)
                share = (uint16_t)(share + (strengths->of[p][i] == best[i] ? split[i] : 0));
            shares[p * players + n - 1] += share;
        }
    }
}

static void count(const struct sw_spot *spot, const struct strengths *strengths,
                  const uint16_t *ways)
{
    if (spot->players == 2)
        count_two(strengths, ways, spot->shares);
    else
        count_all(spot->players, strengths, ways, spot->shares);
}

/* Run-outs with so many more cards of a suit: take them out of the others, and count them with the
 * flushes that `ranks` make. */
static void count_flushes(const struct sw_spot *spot, int suit, int more, const uint16_t *ranks,
                          const struct strengths *by_ranks, const uint16_t *ways, uint16_t *others)
{
    struct strengths strengths;
    for (int i = 0; i < LANES; i++)
        others[i] = (uint16_t)(others[i] - ways[i]);
    for (int p = 0; p < spot->players; p++) {
        uint16_t *strength = strengths.of[p];
        uint32_t suited = sw_suit_ranks(spot->cards[p], suit);
        if (more < sw_cards_to_flush(spot, p, suit))
            for (int i = 0; i < LANES; i++)
                strength[i] = by_ranks->of[p][i];
        else
#pragma GCC unroll 8
            for (int i = 0; i < LANES; i++)
                strength[i] = sw_flush_strengths[suited | ranks[i]];
    }
    count(spot, &strengths, ways);
}

/* Run-outs that may give somebody a flush of one suit, by their cards of it: two, one, none. */
static void count_suit(const struct sw_spot *spot, const struct sw_pairs *pairs, int suit,
                       const struct strengths *by_ranks, uint16_t *others)
{
    struct numbers same, other;
    uint16_t ranks[LANES], ways[LANES];
    uint16_t live = (uint16_t)sw_suit_ranks(~spot->taken & SW_DECK, suit);
    int least = 2;
    for (int p = 0; p < spot->players; p++) {
        int wanted = sw_cards_to_flush(spot, p, suit);
        least = wanted < least ? wanted : least;
    }
    for (int i = 0; i < RANKS; i++)
        same.once[i] = (live & pairs->ranks[i]) != 0;
    go_round(&same);
    choose_two(&same, ways);
    count_flushes(spot, suit, 2, pairs->ranks, by_ranks, ways, others);
    if (least >= 2)
        return;
    for (int i = 0; i < RANKS; i++)
        other.once[i] = (uint16_t)(spot->left[i] - same.once[i]);
    go_round(&other);
    multiply(&same, &other, ways);
    count_flushes(spot, suit, 1, pairs->low, by_ranks, ways, others);
    multiply(&other, &same, ways);
    for (int i = 0; i < RANKS; i++)
        ways[i] = 0; /* two of a rank are counted already */
    for (int i = 0; i < LANES; i++)
        ranks[i] = pairs->ranks[i] ^ pairs->low[i];
    count_flushes(spot, suit, 1, ranks, by_ranks, ways, others);
    if (least >= 1)
        return;
    choose_two(&other, ways);
    for (int i = 0; i < LANES; i++)
        ranks[i] = 0;
    count_flushes(spot, suit, 0, ranks, by_ranks, ways, others);
}

void sw_flop(const struct sw_spot *spot, const struct sw_pairs *pairs)
{
    uint64_t possible = sw_possible_flushes(spot);
    struct strengths by_ranks;
    struct numbers left;
    uint16_t ways[LANES];
    for (int i = 0; i < RANKS; i++)
        left.once[i] = spot->left[i];
    go_round(&left);
    choose_two(&left, ways);
    for (int p = 0; p < spot->players; p++)
        rank_strengths(pairs, (uint32_t)spot->words[p], by_ranks.of[p]);
    for (int suit = 0; suit < SW_SUITS; suit++)
        if (possible >> sw_counters[suit] & 8)
            count_suit(spot, pairs, suit, &by_ranks, ways);
    count(spot, &by_ranks, ways);
}
