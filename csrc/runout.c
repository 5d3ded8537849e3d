/* runout.c -- walk the run-outs of a spot and add up who wins. */
#include "steelwheel.h"
#include "lookup.h"

enum { MOST_PLAYERS = 10 };

struct spot {
    uint64_t words[MOST_PLAYERS], masks[MOST_PLAYERS]; /* each player's hole cards */
    int players;
    int live[52], n_live;
    uint64_t *shares;
};

static void showdown(const struct spot *spot, uint64_t word, uint64_t mask)
{
    uint16_t strength[MOST_PLAYERS], best = 0;
    int winners = 0;
    for (int p = 0; p < spot->players; p++) {
        strength[p] = sw_word_strength(7, word + spot->words[p], mask | spot->masks[p]);
        winners = strength[p] > best ? 1 : winners + (strength[p] == best);
        best = strength[p] > best ? strength[p] : best;
    }
    for (int p = 0; p < spot->players; p++)
        spot->shares[p * spot->players + winners - 1] += strength[p] == best;
}

/* Board cards to come in every combination, each combination once; returns how many. */
static uint64_t run_out(const struct spot *spot, int from, int to_come, uint64_t word,
                        uint64_t mask)
{
    uint64_t runouts = 0;
    if (to_come == 0) {
        showdown(spot, word, mask);
        return 1;
    }
    for (int i = from; i <= spot->n_live - to_come; i++) {
        int card = spot->live[i];
        runouts +=
            run_out(spot, i + 1, to_come - 1, word + sw_card_words[card], mask | 1ull << card);
    }
    return runouts;
}

uint64_t sw_runouts(const uint8_t *hole, int players, const uint8_t *board, int n_board,
                    uint64_t dead, uint64_t *shares)
{
    struct spot spot = {.players = players, .shares = shares};
    if (players < 2 || players > MOST_PLAYERS || n_board < 0 || n_board > 5)
        return 0;
    uint64_t word = SW_NO_CARDS, mask = sw_distinct(board, n_board, dead), taken = mask | dead;
    if (n_board && !mask)
        return 0;
    for (int i = 0; i < n_board; i++)
        word += sw_card_words[board[i]];
    for (int p = 0; p < players; p++) {
        const uint8_t *cards = hole + 2 * p;
        spot.masks[p] = sw_distinct(cards, 2, taken);
        if (!spot.masks[p])
            return 0;
        spot.words[p] = sw_card_words[cards[0]] + sw_card_words[cards[1]];
        taken |= spot.masks[p];
    }
    for (int card = 0; card < 52; card++)
        if (!(taken >> card & 1))
            spot.live[spot.n_live++] = card;
    for (int i = 0; i < players * players; i++)
        shares[i] = 0;
    return run_out(&spot, 0, 5 - n_board, word, mask);
}
