/* hand.c -- one hand at a time. */
#include "steelwheel.h"
#include "lookup.h"

uint16_t sw_any_hand_strength(uint64_t word, uint64_t cards, uint64_t sum, uint64_t n)
{
    if (n < 5 || n > 7 || sum != cards || word & SW_STRANGERS)
        return 0;
    return sw_word_strength((int)n, word, cards);
}

uint16_t sw_strength(const uint8_t *cards, int k)
{
    sw_hand hand = sw_no_cards();
    if (k < 5 || k > 7)
        return 0;
    for (int i = 0; i < k; i++)
        hand = sw_add(hand, cards[i]);
    return sw_hand_strength(hand);
}

uint16_t sw_strength_of(uint64_t mask)
{
    uint16_t strength;
    return sw_evaluate_masks(&mask, 1, &strength) ? strength : 0;
}

int sw_list_cards(uint64_t mask, uint8_t *cards)
{
    int n = 0;
    for (mask &= SW_DECK; mask; mask &= mask - 1)
        cards[n++] = (uint8_t)__builtin_ctzll(mask);
    return n;
}
