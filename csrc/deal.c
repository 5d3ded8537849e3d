/* deal.c -- random hands in bulk. */
#include "steelwheel.h"
#include "deck.h"
#include <string.h>

static inline void deal(const struct sw_deck *deck, uint64_t start, uint64_t first, size_t n, int k,
                        uint8_t *cards)
{
    uint64_t groups = (uint64_t)(k + SW_GROUP - 1) / SW_GROUP;
    for (size_t hand = 0; hand < n; hand++, cards += k) {
        uint8_t left[sizeof deck->live];
        uint64_t number = (first + hand) * groups;
        int from = 0;
        memcpy(left, deck->live, sizeof left);
        for (; from + SW_GROUP <= k; from += SW_GROUP)
            sw_draw(left, deck->size, from, SW_GROUP, sw_random(start, number++),
                    deck->unfair[from / SW_GROUP], cards);
        if (from < k)
            sw_draw(left, deck->size, from, k - from, sw_random(start, number),
                    deck->unfair[from / SW_GROUP], cards);
    }
}

size_t sw_deal(uint64_t seed, uint64_t first, size_t n, int k, uint64_t dead, uint8_t *cards)
{
    struct sw_deck deck;
    uint64_t start = sw_start(seed);
    if (k < 1 || k > 52 || !sw_set_deck(&deck, dead, 52 - __builtin_popcountll(dead & SW_DECK), k))
        return 0;
    switch (k) { /* copies of the loop for the usual numbers of cards */
    case 2:
        deal(&deck, start, first, n, 2, cards);
        break;
    case 5:
        deal(&deck, start, first, n, 5, cards);
        break;
    case 7:
        deal(&deck, start, first, n, 7, cards);
        break;
    default:
        deal(&deck, start, first, n, k, cards);
    }
    return n;
}
