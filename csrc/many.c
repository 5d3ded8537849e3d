/* many.c -- explicit hands on every run-out, many spots in a row.
 *
 * Run-outs are counted by what they are worth, not one by one. Without a flush only their ranks
 * matter: 13 ranks after a turn, 91 pairs after a flop (flop.c), 6,175 sets of five before it, each
 * with the number of ways to choose the suits. Run-outs that give somebody a flush are then gone
 * through by the ranks of that suit and the ranks of the other cards, and put right: as the ranks
 * alone had it is taken back, as it is is added. No run-out makes flushes of two suits possible, so
 * none is put right twice. */
#include "steelwheel.h"
#include "many.h"

enum { MOST_PLAYERS = SW_MOST_PLAYERS, RANKS = SW_RANKS, SUITS = SW_SUITS };

/* Run-outs that give somebody a flush in one suit, as they are gone through. */
struct flushes {
    uint32_t suited[MOST_PLAYERS];   /* ranks that a player has of the suit */
    uint16_t left[RANKS];            /* cards of the other suits */
    uint16_t strength[MOST_PLAYERS]; /* each player's flush, 0 without one */
};

static inline void award(const struct sw_spot *spot, int players, const uint16_t *strength,
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

static inline void show(const struct sw_spot *spot, int players, const struct flushes *flushes,
                        uint32_t key, uint64_t ways)
{
    uint16_t strength[MOST_PLAYERS];
    for (int p = 0; p < players; p++)
        strength[p] = sw_rank_strength(7, ((uint32_t)spot->words[p] + key) & sw_hash[2].key);
    award(spot, players, strength, flushes ? -ways : ways);
    for (int p = 0; p < players && flushes; p++)
        strength[p] = flushes->strength[p] ? flushes->strength[p] : strength[p];
    if (flushes)
        award(spot, players, strength, ways);
}

/* The last rank, `from` upward, or none more. */
static inline void show_last(const struct sw_spot *spot, int players, const struct flushes *flushes,
                             int from, int more, uint32_t key, uint64_t ways)
{
    const uint16_t *left = flushes ? flushes->left : spot->left;
    if (more == 0)
        show(spot, players, flushes, key, ways);
    for (int rank = from; rank < RANKS && more; rank++)
        if (left[rank])
            show(spot, players, flushes, key + sw_rank_key(rank), ways * left[rank]);
}

/* The same for two players: sums in registers, and no branch that depends on who wins. */
static inline void show_last_two(const struct sw_spot *spot, const struct flushes *flushes,
                                 int from, int more, uint32_t key, uint64_t ways)
{
    const uint16_t *left = flushes ? flushes->left : spot->left;
    uint64_t won = 0, lost = 0, all = 0;
    for (int rank = more ? from : RANKS - 1; rank < RANKS; rank++) {
        uint64_t here = more ? ways * left[rank] : ways;
        uint32_t with = more ? key + sw_rank_key(rank) : key;
        uint32_t us = sw_rank_strength(7, ((uint32_t)spot->words[0] + with) & sw_hash[2].key);
        uint32_t them = sw_rank_strength(7, ((uint32_t)spot->words[1] + with) & sw_hash[2].key);
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
static void choose_ranks(const struct sw_spot *spot, const struct flushes *flushes, int from,
                         int more, uint32_t key, uint64_t ways)
{
    const uint16_t *left = flushes ? flushes->left : spot->left;
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
            with += sw_rank_key(rank);
            choose_ranks(spot, flushes, rank + 1, more - n, with, ways * suits);
        }
    }
}

/* Every choice of `more` out of the ranks `live` of a suit, and for each all choices of `rest`
 * other cards; `ranks` and their `key` are chosen already. */
static void choose_suited(const struct sw_spot *spot, struct flushes *flushes, uint32_t live,
                          int more, int rest, uint32_t ranks, uint32_t key)
{
    if (more == 0) {
        for (int p = 0; p < spot->players; p++)
            flushes->strength[p] = sw_flush_strengths[flushes->suited[p] | ranks];
        choose_ranks(spot, flushes, 0, rest, key, 1);
        return;
    }
    for (; live; live &= live - 1)
        choose_suited(spot, flushes, live & (live - 1), more - 1, rest, ranks | (live & -live),
                      key + sw_rank_key(__builtin_ctz(live)));
}

static void run_out(const struct sw_spot *spot)
{
    uint64_t possible = sw_possible_flushes(spot);
    choose_ranks(spot, NULL, 0, spot->to_come, 0, 1);
    for (int suit = 0; suit < SUITS; suit++) {
        struct flushes flushes;
        uint32_t live = sw_suit_ranks(~spot->taken & SW_DECK, suit);
        int least = spot->to_come;
        if (!(possible >> sw_counters[suit] & 8))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            flushes.left[rank] = (uint16_t)(spot->left[rank] - (live >> rank & 1));
        for (int p = 0; p < spot->players; p++) {
            int wanted = sw_cards_to_flush(spot, p, suit);
            least = wanted < least ? wanted : least;
            flushes.suited[p] = sw_suit_ranks(spot->cards[p], suit);
        }
        for (int n = least < 0 ? 0 : least; n <= spot->to_come; n++)
            choose_suited(spot, &flushes, live, n, spot->to_come - n, 0, 0);
    }
}

/* Take cards for a player or the board; 0 if one is none or not there. */
static inline int take(struct sw_spot *spot, const uint8_t *cards, int n, uint64_t *mask,
                       uint64_t *word)
{
    for (int i = 0; i < n; i++) {
        uint64_t card = cards[i] < 52 ? 1ull << cards[i] & ~spot->taken : 0;
        if (!card)
            return 0;
        spot->taken |= card;
        spot->left[cards[i] >> 2]--;
        *mask |= card;
        *word += sw_card_words[cards[i]];
    }
    return 1;
}

/* One spot, begun as `spot` without any hands. */
static int one_spot(struct sw_spot spot, const struct sw_pairs *pairs, const uint8_t *hole,
                    const uint8_t *board)
{
    uint64_t common = 0, word = SW_NO_CARDS;
    int shown = 0;
    while (shown < 5 && board[shown] != 255)
        shown++;
    for (int i = shown; i < 5; i++)
        if (board[i] != 255)
            return 0;
    if (shown == 1 || shown == 2 || !take(&spot, board, shown, &common, &word))
        return 0;
    spot.to_come = 5 - shown;
    for (int p = 0; p < spot.players; p++) {
        spot.cards[p] = common;
        spot.words[p] = word;
        if (!take(&spot, hole + 2 * p, 2, &spot.cards[p], &spot.words[p]))
            return 0;
    }
    for (int i = 0; i < spot.players * spot.players; i++)
        spot.shares[i] = 0;
    if (spot.to_come == 2)
        sw_flop(&spot, pairs);
    else
        run_out(&spot);
    return 1;
}

size_t sw_many(const uint8_t *hole, const uint8_t *boards, size_t n, int players, uint64_t dead,
               uint64_t *shares)
{
    struct sw_spot none = {.players = players, .taken = dead, .shares = shares};
    struct sw_pairs pairs;
    if (players < 2 || players > MOST_PLAYERS || dead > SW_DECK)
        return 0;
    int live = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int suit = 0; suit < SUITS; suit++)
            none.left[rank] += !(dead >> (4 * rank + suit) & 1);
        live += none.left[rank];
    }
    if (live < 2 * players + 5)
        return 0;
    sw_pair_up(&pairs);
    for (size_t i = 0; i < n; i++, none.shares += players * players)
        if (!one_spot(none, &pairs, hole + 2 * (size_t)players * i, boards + 5 * i))
            return i;
    return n;
}
