/* deal.c -- random hands in bulk.
 *
 * A 64-bit random number is a fraction; multiplied by 52, 51, 50 .. its whole parts are the draws
 * of a Fisher-Yates shuffle, and what is left below the point at the end says whether the number
 * belongs to the few (one in 2^18 or fewer) that would favour some hand: those are drawn again
 * (Lemire: Fast random integer generation in an interval, 2019, for a product of ranges). */
#include "steelwheel.h"
#include "lookup.h"
#include "random.h"
#include <string.h>

enum { GROUP = 8 /* draws from one random number: 52 * 51 * .. * 45 < 2^46 */ };

__extension__ typedef unsigned __int128 wide;

struct deck {
    uint8_t live[64];
    int size;
};

/* Draws from..to-1 of one hand. Numbers that leave less than `unfair` are drawn again. */
static inline void draw(const struct deck *deck, uint8_t *left, int from, int to, uint64_t number,
                        uint64_t unfair, uint8_t *cards)
{
    uint8_t place[GROUP];
    for (;;) {
        uint64_t fraction = number;
        for (int i = from; i < to; i++) {
            wide product = (wide)fraction * (uint64_t)(deck->size - i);
            place[i - from] = (uint8_t)(product >> 64);
            fraction = (uint64_t)product;
        }
        if (fraction >= unfair)
            break;
        number = sw_mix(number + SW_GOLDEN);
    }
    for (int i = from; i < to; i++) {
        int drawn = i + place[i - from];
        cards[i] = left[drawn];
        left[drawn] = left[i];
    }
}

static inline void deal(const struct deck *deck, uint64_t start, uint64_t first, size_t n, int k,
                        uint8_t *cards)
{
    uint64_t groups = (uint64_t)(k + GROUP - 1) / GROUP, unfair[7];
    for (int from = 0; from < k; from += GROUP) {
        uint64_t outcomes = 1;
        for (int i = from; i < k && i < from + GROUP; i++)
            outcomes *= (uint64_t)(deck->size - i);
        unfair[from / GROUP] = -outcomes % outcomes; /* 2^64 mod outcomes */
    }
    for (size_t hand = 0; hand < n; hand++, cards += k) {
        uint8_t left[sizeof deck->live];
        uint64_t number = (first + hand) * groups;
        memcpy(left, deck->live, sizeof left);
        for (int from = 0; from < k; from += GROUP)
            draw(deck, left, from, from + GROUP < k ? from + GROUP : k, sw_random(start, number++),
                 unfair[from / GROUP], cards);
    }
}

size_t sw_deal(uint64_t seed, uint64_t first, size_t n, int k, uint64_t dead, uint8_t *cards)
{
    struct deck deck = {.size = 0};
    uint64_t start = sw_start(seed);
    for (int card = 0; card < 52; card++)
        if (!(dead >> card & 1))
            deck.live[deck.size++] = (uint8_t)card;
    if (k < 1 || k > deck.size)
        return 0;
    if (k == 7) /* copies of the loop for the usual numbers of cards */
        deal(&deck, start, first, n, 7, cards);
    else if (k == 5)
        deal(&deck, start, first, n, 5, cards);
    else
        deal(&deck, start, first, n, k, cards);
    return n;
}
