/* random.c -- random numbers and draws from a state that the caller keeps. */
#include "steelwheel.h"
#include "deck.h"

uint64_t sw_random64(uint64_t *state)
{
    return sw_mix(*state += SW_GOLDEN);
}

uint64_t sw_random_below(uint64_t *state, uint64_t limit)
{
    sw_wide product = (sw_wide)sw_random64(state) * limit;
    if ((uint64_t)product < limit) /* seldom; only then is a division needed */
        for (uint64_t unfair = -limit % limit; (uint64_t)product < unfair;)
            product = (sw_wide)sw_random64(state) * limit;
    return (uint64_t)(product >> 64);
}

int sw_random_cards(uint64_t *state, uint8_t *cards, int n, int k)
{
    if (k < 0 || k > n || n > 52)
        return 0;
    for (int from = 0; from < k; from += SW_GROUP) {
        int draws = k - from < SW_GROUP ? k - from : SW_GROUP;
        uint8_t place[SW_GROUP];
        uint64_t outcomes = sw_outcomes(n, from, draws);
        uint64_t fraction = sw_places(sw_random64(state), n, from, draws, place);
        if (fraction < outcomes)
            for (uint64_t unfair = -outcomes % outcomes; fraction < unfair;)
                fraction = sw_places(sw_random64(state), n, from, draws, place);
        for (int i = 0; i < draws; i++) {
            uint8_t *here = cards + from + i, card = *here;
            *here = here[place[i]];
            here[place[i]] = card;
        }
    }
    return k;
}
