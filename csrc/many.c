/* many.c -- explicit hands on every run-out, many spots in a row.
 *
 * The words of a player's hole cards and the board are added up once a spot; a run-out adds its
 * cards' words. */
#include "steelwheel.h"
#include "lookup.h"

enum { MOST_PLAYERS = 10 };

struct spot {
    uint64_t word[MOST_PLAYERS], mask[MOST_PLAYERS]; /* each player's hole cards */
    int players;
    int live[52], n_live;
    uint64_t *shares;
};

static inline void showdown(const struct spot *spot, int players, uint64_t word, uint64_t mask)
{
    uint16_t strength[MOST_PLAYERS], best = 0;
    int winners = 0;
    for (int p = 0; p < players; p++) {
        strength[p] = sw_word_strength(7, word + spot->word[p], mask | spot->mask[p]);
        best = strength[p] > best ? strength[p] : best;
    }
    for (int p = 0; p < players; p++)
        winners += strength[p] == best;
    for (int p = 0; p < players; p++)
        spot->shares[p * players + winners - 1] += strength[p] == best;
}

/* The last card of the board, each that is left from `from` on. */
static void run_rivers(const struct spot *spot, int from, uint64_t word, uint64_t mask)
{
    if (spot->players != 2) {
        for (int i = from; i < spot->n_live; i++)
            showdown(spot, spot->players, word + sw_card_words[spot->live[i]],
                     mask | 1ull << spot->live[i]);
        return;
    }
    uint64_t win = 0, lose = 0, tie = 0;
    for (int i = from; i < spot->n_live; i++) {
        uint64_t river = word + sw_card_words[spot->live[i]];
        uint64_t cards = mask | 1ull << spot->live[i];
        int us = sw_word_strength(7, river + spot->word[0], cards | spot->mask[0]);
        int them = sw_word_strength(7, river + spot->word[1], cards | spot->mask[1]);
        win += us > them;
        lose += us < them;
        tie += us == them;
    }
    spot->shares[0] += win;
    spot->shares[1] += tie;
    spot->shares[2] += lose;
    spot->shares[3] += tie;
}

static void run_out(const struct spot *spot, int from, int to_come, uint64_t word, uint64_t mask)
{
    if (to_come == 0)
        showdown(spot, spot->players, word, mask);
    else if (to_come == 1)
        run_rivers(spot, from, word, mask);
    else
        for (int i = from; i <= spot->n_live - to_come; i++)
            run_out(spot, i + 1, to_come - 1, word + sw_card_words[spot->live[i]],
                    mask | 1ull << spot->live[i]);
}

static int one_spot(const uint8_t *hole, const uint8_t *board, int players, uint64_t dead,
                    uint64_t *shares)
{
    struct spot spot = {.players = players, .shares = shares};
    int shown = 0;
    while (shown < 5 && board[shown] != 255)
        shown++;
    for (int i = shown; i < 5; i++)
        if (board[i] != 255)
            return 0;
    uint64_t mask = sw_distinct(board, shown, dead), taken = mask | dead, word = SW_NO_CARDS;
    if (shown == 1 || shown == 2 || (shown && !mask))
        return 0;
    for (int i = 0; i < shown; i++)
        word += sw_card_words[board[i]];
    for (int p = 0; p < players; p++, hole += 2) {
        spot.mask[p] = sw_distinct(hole, 2, taken);
        if (!spot.mask[p])
            return 0;
        spot.word[p] = sw_card_words[hole[0]] + sw_card_words[hole[1]];
        taken |= spot.mask[p];
    }
    for (int card = 0; card < 52; card++)
        if (!(taken >> card & 1))
            spot.live[spot.n_live++] = card;
    if (spot.n_live < 5 - shown)
        return 0;
    for (int i = 0; i < players * players; i++)
        shares[i] = 0;
    run_out(&spot, 0, 5 - shown, word, mask);
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
