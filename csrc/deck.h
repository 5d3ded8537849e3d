/* deck.h -- draws from a deck, eight from one random number.
 *
 * A 64-bit random number is a fraction; multiplied by 52, 51, 50 .. its whole parts are the draws
 * of a Fisher-Yates shuffle, and what is left below the point at the end says whether the number
 * belongs to the few (one in 2^18 or fewer) that would favour some hand: those are drawn again
 * (Lemire: Fast random integer generation in an interval, 2019, for a product of ranges). */
#ifndef SW_DECK_H
#define SW_DECK_H

#include "lookup.h"
#include "random.h"

enum { SW_GROUP = 8, SW_GROUPS = 7 }; /* draws from one number: 52 * 51 * .. * 45 < 2^46 */

__extension__ typedef unsigned __int128 sw_wide;

struct sw_deck {
    uint8_t live[64];
    int size, draws;
    uint64_t unfair[SW_GROUPS]; /* numbers that leave less than this are drawn again */
};

/* How many ways there are for draws `from` to `from + n - 1`, n <= 8, of a deck of `size` cards. */
static inline uint64_t sw_outcomes(int size, int from, int n)
{
    uint64_t outcomes = 1;
    for (int i = from; i < from + n && i < size; i++)
        outcomes *= (uint64_t)(size - i);
    return outcomes;
}

/* A deck without the cards of a mask, of whose top `draws` cards will be drawn; 0 if it has fewer.
 */
static inline int sw_set_deck(struct sw_deck *deck, uint64_t gone, int size, int draws)
{
    deck->size = 0;
    for (int card = 0; card < 52; card++) {
        deck->live[deck->size] = (uint8_t)card;
        deck->size += !(gone >> card & 1);
    }
    deck->draws = draws;
    for (int from = 0; from < draws; from += SW_GROUP) {
        int n = draws - from < SW_GROUP ? draws - from : SW_GROUP;
        uint64_t outcomes = sw_outcomes(size, from, n);
        deck->unfair[from / SW_GROUP] = -outcomes % outcomes; /* 2^64 mod outcomes */
    }
    return draws <= size && size <= deck->size;
}

/* The places of such draws in what earlier ones have left, and the fraction that remains. */
static inline uint64_t sw_places(uint64_t number, int size, int from, int n, uint8_t *place)
{
#pragma GCC unroll 8
    for (int i = 0; i < n; i++) {
        sw_wide product = (sw_wide)number * (uint64_t)(size - from - i);
        place[i] = (uint8_t)(product >> 64);
        number = (uint64_t)product;
    }
    return number;
}

/* Draws `from` to `from + n - 1` of a deck of `size` cards, n <= 8, out of what earlier draws have
 * `left`. */
static inline void sw_draw(uint8_t *left, int size, int from, int n, uint64_t number,
                           uint64_t unfair, uint8_t *cards)
{
    uint8_t place[SW_GROUP] = {0};
    while (sw_places(number, size, from, n, place) < unfair)
        number = sw_mix(number + SW_GOLDEN);
#pragma GCC unroll 8
    for (int i = from; i < from + n; i++) {
        int drawn = i + place[i - from];
        cards[i] = left[drawn];
        left[drawn] = left[i];
    }
}

#endif
