/* deals.c -- any number of players, by listing how their hole cards can lie; and many spots of
 * explicit hands. */
#include "steelwheel.h"
#include "walk.h"
#include <string.h>

enum { MOST_PLAYERS = 10, COMBOS = 1326, MOST_DEALS = 1 << 16 };

struct hands { /* the combos that some deal uses */
    int n;
    uint16_t combo[COMBOS];
    uint64_t mask[COMBOS], word[COMBOS];
    uint16_t strength[COMBOS];
};

static void list_hands(const uint16_t *deals, size_t n, struct hands *hands, uint16_t *place)
{
    uint8_t used[COMBOS] = {0};
    for (size_t i = 0; i < n; i++)
        used[deals[i]] = 1;
    hands->n = 0;
    for (int b = 1, combo = 0; b < 52; b++)
        for (int a = 0; a < b; a++, combo++)
            if (used[combo]) {
                place[combo] = (uint16_t)hands->n;
                hands->combo[hands->n] = (uint16_t)combo;
                hands->mask[hands->n] = 1ull << a | 1ull << b;
                hands->word[hands->n++] = sw_card_words[a] + sw_card_words[b];
            }
}

static void deals_on_board(const struct hands *hands, const uint16_t *place, const uint16_t *deals,
                           const double *weights, size_t n, int players, double times,
                           double *tally)
{
    for (size_t i = 0; i < n; i++, deals += players) {
        uint16_t strength[MOST_PLAYERS], best = 0;
        int winners = 0, blocked = 0;
        for (int p = 0; p < players; p++) {
            strength[p] = hands->strength[place[deals[p]]];
            blocked |= !strength[p];
            winners = strength[p] > best ? 1 : winners + (strength[p] == best);
            best = strength[p] > best ? strength[p] : best;
        }
        if (blocked)
            continue;
        for (int p = 0; p < players; p++)
            if (strength[p] == best)
                tally[(p * players + winners - 1) * COMBOS + deals[p]] += times * weights[i];
    }
}

uint64_t sw_deals(const double *ranges, const uint16_t *deals, const double *weights, size_t n,
                  int players, const uint8_t *board, int n_board, uint64_t dead, uint64_t first,
                  uint64_t last, double *tally)
{
    if (players < 2 || players > MOST_PLAYERS || !sw_is_spot(board, n_board, dead, last))
        return 0;
    for (size_t i = 0; i < n * (size_t)players; i++)
        if (deals[i] >= COMBOS)
            return 0;
    struct walk walk = sw_walk(ranges, players, board, n_board, dead, first);
    struct hands hands;
    uint16_t place[COMBOS];
    uint64_t counted = 0;
    list_hands(deals, n * (size_t)players, &hands, place);
    for (uint64_t turn = first; turn < last; turn++, sw_next_turn(&walk))
        for (int i = sw_first_river(&walk); walk.turns && i < walk.n_live; i++) {
            unsigned times = sw_river_times(&walk, i);
            if (!times)
                continue;
            uint64_t mask = walk.shown | walk.come | 1ull << walk.live[i];
            uint64_t word = walk.word + sw_card_words[walk.live[i]];
            for (int h = 0; h < hands.n; h++)
                hands.strength[h] = hands.mask[h] & mask ? 0
                                                         : sw_word_strength(7, word + hands.word[h],
                                                                            mask | hands.mask[h]);
            deals_on_board(&hands, place, deals, weights, n, players, times, tally);
            counted += times;
        }
    return counted;
}
