/* kernel_scalar.c -- any machine: one hand in a 64-bit register. */
#include "kernel.h"

#define HANDS 1
typedef const uint8_t *hands;
typedef uint64_t words;

static inline hands load(const uint8_t *rows, int k)
{
    (void)k;
    return rows;
}

typedef uint64_t marks;

static inline marks unmarked(void)
{
    return 0;
}

/* The union of the cards and their sum differ where a card stands more than once. */
static inline marks mark(marks seen, hands hand, int k)
{
    uint64_t set = 0, sum = 0;
    unsigned strangers = 0;
    for (int i = 0; i < k; i++) {
        set |= 1ull << (hand[i] & 63);
        sum += 1ull << (hand[i] & 63);
        strangers |= hand[i];
    }
    return seen | (set ^ sum) | (set & ~SW_DECK) | (strangers & 0xc0);
}

static inline int marked(marks seen, int k)
{
    (void)k;
    return seen != 0;
}

static inline words add_up(hands hand, int k)
{
    uint64_t word = SW_NO_CARDS;
    for (int i = 0; i < k; i++)
        word += sw_card_words[hand[i] & 63];
    return word;
}

static inline unsigned flushes(words word)
{
    return (word & SW_FLUSH) != 0;
}

typedef uint32_t place;

static inline void places(words word, int k, place *at)
{
    *at = (uint32_t)word & sw_hash[k - 5].key;
}

static inline uint16_t strength_at(place at, int k)
{
    return sw_rank_strength(k, at);
}

static inline unsigned hand_of(unsigned lane)
{
    return lane;
}

static inline uint32_t suit_ranks(uint64_t mask, int suit)
{
    return sw_suit_ranks(mask, suit);
}

#include "evaluate.inc.h"
#include "heads_up.inc.h"
#include "three_way.inc.h"

static int usable(void)
{
    return 1;
}

const struct sw_kernel sw_kernel_scalar = {"scalar",       usable,   evaluate,
                                           evaluate_masks, heads_up, three_way};
