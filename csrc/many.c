/* many.c -- explicit hands on every run-out, many spots in a row.
 *
 * Run-outs are counted by what they are worth, not one by one. Without a flush only their ranks
 * matter: 91 pairs of ranks after a flop, 6,175 sets of five before it, each with the number of
 * ways to choose the suits. Run-outs that give somebody a flush are then gone through by the ranks
 * of that suit and the ranks of the other cards, and put right: as the ranks alone had it is taken
 * back, as it is is added. No run-out makes flushes of two suits possible, so none is put right
 * twice. */
#include "steelwheel.h"
#include "lookup.h"

enum { MOST_PLAYERS = 10, RANKS = 13, SUITS = 4 };

struct spot {
    int players, to_come;
    uint32_t key[MOST_PLAYERS];           /* of the board and a player's hole cards */
    uint32_t suited[MOST_PLAYERS][SUITS]; /* their ranks by suit */
    uint32_t live[SUITS];                 /* ranks of the cards that may come */
    int left[RANKS];                      /* how many of each rank */
    uint64_t *shares;
};

/* Run-outs that give somebody a flush in one suit, as they are gone through. */
struct flushes {
    int left[RANKS];                 /* cards of the other suits */
    uint16_t strength[MOST_PLAYERS]; /* each player's flush, 0 without one */
};

static inline uint32_t rank_key(int rank)
{
    return (uint32_t)sw_card_words[4 * rank];
}

static inline void award(const struct spot *spot, int players, const uint16_t *strength,
                         uint64_t ways)
{
    uint16_t best = 0;
    int winners = 0;
    for (int p = 0; p < players; p++)
        best = strength[p] > best ? strength[p] : best;
    for (int p = 0; p < players; p++)
        winners += strength[p] == best;
    for (int p = 0; p < players; p++)
        spot->shares[p * players + winners - 1] += strength[p] == best ? ways : 0;
}

static inline void show(const struct spot *spot, int players, const struct flushes *flushes,
                        uint32_t key, uint64_t ways)
{
    uint16_t strength[MOST_PLAYERS];
    for (int p = 0; p < players; p++)
        strength[p] = sw_rank_strength(7, (spot->key[p] + key) & sw_hash[2].key);
    award(spot, players, strength, flushes ? -ways : ways);
    for (int p = 0; p < players && flushes; p++)
        strength[p] = flushes->strength[p] ? flushes->strength[p] : strength[p];
    if (flushes)
        award(spot, players, strength, ways);
}

/* The last rank, `from` upward, or none more. */
static inline void show_last(const struct spot *spot, int players, const struct flushes *flushes,
                             int from, int more, uint32_t key, uint64_t ways)
{
    const int *left = flushes ? flushes->left : spot->left;
    if (more == 0)
        show(spot, players, flushes, key, ways);
    for (int rank = from; rank < RANKS && more; rank++)
        if (left[rank])
            show(spot, players, flushes, key + rank_key(rank), ways * (uint64_t)left[rank]);
}

/* The same for two players: sums in registers, and no branch that depends on who wins. */
static inline void show_last_two(const struct spot *spot, const struct flushes *flushes, int from,
                                 int more, uint32_t key, uint64_t ways)
{
    const int *left = flushes ? flushes->left : spot->left;
    uint64_t won = 0, lost = 0, all = 0;
    for (int rank = more ? from : RANKS - 1; rank < RANKS; rank++) {
        uint64_t here = more ? ways * (uint64_t)left[rank] : ways;
        uint32_t with = more ? key + rank_key(rank) : key;
        uint32_t us = sw_rank_strength(7, (spot->key[0] + with) & sw_hash[2].key);
        uint32_t them = sw_rank_strength(7, (spot->key[1] + with) & sw_hash[2].key);
        if (flushes) {
            won -= here & -(uint64_t)(us > them);
            lost -= here & -(uint64_t)(us < them);
            us = flushes->strength[0] ? flushes->strength[0] : us;
            them = flushes->strength[1] ? flushes->strength[1] : them;
        } else {
            all += here;
        }
        won += here & -(uint64_t)(us > them);
        lost += here & -(uint64_t)(us < them);
    }
    spot->shares[0] += won;
    spot->shares[1] += all - won - lost;
    spot->shares[2] += lost;
    spot->shares[3] += all - won - lost;
}

/* Every choice of `more` ranks, `from` upward, with the ways to choose their suits. */
static void choose_ranks(const struct spot *spot, const struct flushes *flushes, int from, int more,
                         uint32_t key, uint64_t ways)
{
    const int *left = flushes ? flushes->left : spot->left;
    if (more <= 1) {
        switch (spot->players) { /* copies for the usual numbers of players */
        case 2:
            show_last_two(spot, flushes, from, more, key, ways);
            break;
        case 3:
            show_last(spot, 3, flushes, from, more, key, ways);
            break;
        default:
            show_last(spot, spot->players, flushes, from, more, key, ways);
        }
        return;
    }
    for (int rank = from; rank < RANKS; rank++) {
        uint64_t suits = 1;
        uint32_t with = key;
        for (int n = 1; n <= more && n <= left[rank]; n++) {
            suits = suits * (uint64_t)(left[rank] - n + 1) / (uint64_t)n;
            with += rank_key(rank);
            choose_ranks(spot, flushes, rank + 1, more - n, with, ways * suits);
        }
    }
}

/* Every choice of `more` out of the ranks `live` of a suit, and for each all choices of `rest`
 * other cards; `ranks` and their `key` are chosen already. */
static void choose_suited(const struct spot *spot, struct flushes *flushes, int suit, uint32_t live,
                          int more, int rest, uint32_t ranks, uint32_t key)
{
    if (more == 0) {
        for (int p = 0; p < spot->players; p++)
            flushes->strength[p] = sw_flush_strengths[spot->suited[p][suit] | ranks];
        choose_ranks(spot, flushes, 0, rest, key, 1);
        return;
    }
    for (; live; live &= live - 1)
        choose_suited(spot, flushes, suit, live & (live - 1), more - 1, rest,
                      ranks | (live & -live), key + rank_key(__builtin_ctz(live)));
}

static void run_out(const struct spot *spot)
{
    choose_ranks(spot, NULL, 0, spot->to_come, 0, 1);
    for (int suit = 0; suit < SUITS; suit++) {
        struct flushes flushes;
        int most = 0;
        for (int p = 0; p < spot->players; p++) {
            int count = __builtin_popcount(spot->suited[p][suit]);
            most = count > most ? count : most;
        }
        int least = most < 5 ? 5 - most : 0;
        for (int rank = 0; rank < RANKS && least <= spot->to_come; rank++)
            flushes.left[rank] = spot->left[rank] - (int)(spot->live[suit] >> rank & 1);
        for (int n = least; n <= spot->to_come; n++)
            choose_suited(spot, &flushes, suit, spot->live[suit], n, spot->to_come - n, 0, 0);
    }
}

static int one_spot(const uint8_t *hole, const uint8_t *board, int players, uint64_t dead,
                    uint64_t *shares)
{
    struct spot spot = {.players = players, .shares = shares};
    int shown = 0, live = 0;
    while (shown < 5 && board[shown] != 255)
        shown++;
    for (int i = shown; i < 5; i++)
        if (board[i] != 255)
            return 0;
    spot.to_come = 5 - shown;
    uint64_t common = sw_distinct(board, shown, dead), taken = common | dead;
    if (shown == 1 || shown == 2 || (shown && !common))
        return 0;
    for (int p = 0; p < players; p++, hole += 2) {
        uint64_t mask = sw_distinct(hole, 2, taken);
        if (!mask)
            return 0;
        taken |= mask;
        for (int i = 0; i < 2; i++)
            spot.key[p] += rank_key(hole[i] >> 2);
        for (int i = 0; i < shown; i++)
            spot.key[p] += rank_key(board[i] >> 2);
        for (int suit = 0; suit < SUITS; suit++)
            spot.suited[p][suit] = sw_suit_ranks(common | mask, suit);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        spot.live[suit] = sw_suit_ranks(~taken & SW_DECK, suit);
        for (int rank = 0; rank < RANKS; rank++)
            spot.left[rank] += spot.live[suit] >> rank & 1;
        live += __builtin_popcount(spot.live[suit]);
    }
    if (live < spot.to_come)
        return 0;
    for (int i = 0; i < players * players; i++)
        shares[i] = 0;
    run_out(&spot);
    return 1;
}

size_t sw_many(const uint8_t *hole, const uint8_t *boards, size_t n, int players, uint64_t dead,
               uint64_t *shares)
{
    if (players < 2 || players > MOST_PLAYERS || dead > SW_DECK)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!one_spot(hole + 2 * (size_t)players * i, boards + 5 * i, players, dead,
                      shares + (size_t)(players * players) * i))
            return i;
    return n;
}
