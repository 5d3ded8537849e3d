/* steelwheel.h -- poker hands in bulk. The whole public C interface; Python's cffi reads this very
 * file.
 *
 * card      4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3: one byte, 0..51
 * mask      a set of cards: bit c is card c
 * combo     two hole cards a < b; its index is b * (b - 1) / 2 + a: 0..1325
 * strength  1..7462, higher wins, equal ties, 7462 a royal flush; 0 is no hand; one scale for all
 *
 * Nothing here allocates, starts threads, does I/O or needs a call before it. Buffers may lie
 * anywhere their element type may; nothing is read or written beyond the sizes stated. A bulk
 * function returns how many items it did: fewer than asked means that item [returned] is bad, and
 * that all before it are done. */
#ifndef STEELWHEEL_H
#define STEELWHEEL_H

#include <stddef.h>
#include <stdint.h>

#define STEELWHEEL_VERSION "0.1.0"
#define STEELWHEEL_VERSION_NUMBER 100 /* 10000 * major + 100 * minor + patch */

#ifdef __cplusplus
extern "C" {
#endif

/* Strengths of n hands of k cards each, k = 5, 6 or 7, rows of k card codes. Bad: a code above 51
 * or a repeated card; every row, when k is another number. */
size_t sw_evaluate(const uint8_t *cards, size_t n, int k, uint16_t *strength);

/* Strength of one hand, of k cards or of a mask of 5, 6 or 7; 0 if it is bad. */
uint16_t sw_strength(const uint8_t *cards, int k);
uint16_t sw_strength_of(uint64_t mask);

/* Strengths of n hands given as masks, each of 5, 6 or 7 cards. Bad: another number of cards, or a
 * bit above 51. */
size_t sw_evaluate_masks(const uint64_t *masks, size_t n, uint16_t *strength);

/* One hand, card by card: start with sw_no_cards, add cards in any order, ask for the strength of
 * 5, 6 or 7. A hand is a value: add a board once, then each player's cards to a copy of it. Any
 * byte may be added, and any number of them; the strength is 0 if there is no card of such a code,
 * if a card was added twice or the number of cards is another. The members are for the functions
 * below alone. */
typedef struct {
    uint64_t word;       /* sum of the cards' words: key of their ranks, counters of their suits */
    uint64_t cards, sum; /* mask; sum of their bits, which differs where a card stands twice */
    uint64_t n;
} sw_hand;

static inline sw_hand sw_no_cards(void);
static inline sw_hand sw_add(sw_hand hand, uint8_t card);
static inline uint16_t sw_hand_strength(sw_hand hand);

/* Strengths of all 1,326 combos on each of n five-card boards, rows of 1,326; 0 where a combo
 * shares a card with the board. Bad: a code above 51 or a repeated card. */
size_t sw_board_strengths(const uint8_t *boards, size_t n, uint16_t *strength);

/* Deal hands first .. first + n - 1 of a seed, k cards each, rows of k card codes in the order
 * dealt, from the deck without the `dead` mask. Every ordered hand is equally likely, and hand i
 * depends on (seed, k, dead, i) alone. Does nothing and returns 0 if k < 1 or the deck holds fewer
 * than k cards. */
size_t sw_deal(uint64_t seed, uint64_t first, size_t n, int k, uint64_t dead, uint8_t *cards);

/* Random numbers from a state that the caller keeps, one a thread. Any state will do to begin with;
 * the same one gives the same numbers on every machine. 64 random bits; or a number below a limit,
 * each equally likely, 0 if the limit is 0. */
uint64_t sw_random64(uint64_t *state);
uint64_t sw_random_below(uint64_t *state, uint64_t limit);

/* Draw k of n <= 52 cards: they come to the front, in the order drawn, every ordered draw being
 * equally likely; the others follow. Returns k; 0 if that cannot be, and then nothing changes. */
int sw_random_cards(uint64_t *state, uint8_t *cards, int n, int k);

/* The cards of a mask, ascending; bits above 51 are none. Returns how many: ~dead lists a deck. */
int sw_list_cards(uint64_t mask, uint8_t *cards);

/* Two ranges of 1,326 weights 0..1 (by combo, one after the other) on every run-out of a board of
 * 0, 3, 4 or 5 cards, exactly. The work is cut by turns, the sets of cards that come before the
 * river: `first` up to, not including, `last` of sw_turns. Adds to the tally, for player 0 and then
 * 1, two rows of 1,326: what each combo beats, and what it beats or ties, in weight of the
 * opponent's combos times run-outs. Integers stay exact. One run-out stands for all that the suit
 * symmetries of the spot make of it, so a combo's result is the mean, over sw_symmetries, of the
 * tally at its images. On a board of five a call with first = 0, last = 1 is the showdown of two
 * ranges. Takes 300 kB of stack, sw_three_way 200. Returns the number of run-outs; 0 if an argument
 * is out of range or a card stands twice. */
uint64_t sw_heads_up(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                     uint64_t first, uint64_t last, double *tally);
uint64_t sw_turns(int n_board, uint64_t dead);

/* The same for three ranges. The tally has for each player three rows of 1,326: what each combo
 * beats, ties with one opponent while beating the other, and ties with both, in products of the
 * opponents' weights times run-outs. */
uint64_t sw_three_way(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                      uint64_t first, uint64_t last, double *tally);

/* Two hands before the flop: for each of 47,008 classes of them (src/steelwheel/preflop.py numbers
 * these) the boards, of 1,712,304, that the first hand wins, and those that are split. */
extern const uint32_t sw_preflop[47008][2];

/* Monte Carlo for 2..10 players: samples first .. first + n - 1 of a seed. size[p] = 0 deals player
 * p any two cards; else he has an alias table of size[p] columns at 1326 * p: column i is combo[i]
 * with probability keep[i], alias[i] otherwise, and each column is equally likely. Deals in which
 * two players share a card are drawn again. Players of the same group, group[p] < players, are
 * counted together. Adds to counts[(g * (players + 1) + w) * (players + 1) + m] the samples with m
 * winners of which w > 0 are of group g. Returns the number of samples done: n; fewer if for one of
 * them a million deals in a row collided; 0 if an argument is out of range. */
uint64_t sw_sample(uint64_t seed, uint64_t first, uint64_t n, const uint16_t *combo,
                   const uint16_t *alias, const double *keep, const int *size, int players,
                   const int *group, const uint8_t *board, int n_board, uint64_t dead,
                   uint64_t *counts);

/* Spots of explicit hands in bulk: rows of 2 * players hole cards, boards as rows of five codes of
 * which the unknown ones, at the end, are 255. shares[(i * players + p) * players + m - 1] becomes
 * the number of run-outs of spot i in which player p is one of m winners. Returns the number of
 * spots done; fewer than n: spot [returned] has a card twice, or a dead one, or no card, or a board
 * of 1 or 2 or one with a card after a 255. 0 too if `players`, `dead` or the cards that are left
 * cannot be. */
size_t sw_many(const uint8_t *hole, const uint8_t *boards, size_t n, int players, uint64_t dead,
               uint64_t *shares);

/* The suit permutations, at most 24, that leave a board mask, a dead mask and n ranges as they are:
 * suits[4 * i + s] is what permutation i makes of suit s. Returns how many. */
int sw_symmetries(const double *weights, int n, uint64_t board, uint64_t dead, uint8_t *suits);

/* Pots of n hands, rows of 1..64 seats. `bets` are each seat's chips at risk, `folded` 0 or 1,
 * higher `strengths` win and equal ones tie, `button` is a seat and `dead` chips of the main pot
 * that are nobody's stake, one of each a hand. What no other seat matched of the largest bet goes
 * to `refunds`; `pots` become the chips of the main pot, the first side pot .., then 0; `awards`
 * what each seat wins. Odd chips go one by one to the winners clockwise from the button, or all to
 * the first. Bad: negative chips, 2^56 or more in sum, nobody live, no such button. */
size_t sw_split_pots(const int64_t *bets, const uint8_t *folded, const uint16_t *strengths,
                     const int64_t *button, const int64_t *dead, size_t n, int seats,
                     int first_takes_odd, int64_t *pots, int64_t *awards, int64_t *refunds);

/* Poker tables in bulk: n tables of 2..10 seats and the same rules, whose whole state is in arrays
 * that the caller lends, rows of one table each. The caller sets the rules once, and of a table its
 * stacks, button, seed and hand before sw_tables_reset; what else is in the arrays is changed by
 * these functions alone. Chips are below 2^40 a table. */
enum { SW_TABLES_SEATS = 10, SW_TABLES_DECK = 32, SW_TABLES_FRACTIONS = 12 };
#define SW_TABLES_CHIPS ((1ll << 40) - 1)

struct sw_tables {
    size_t n;
    int seats;
    int structure;          /* 0 no limit, 1 pot limit, 2 fixed limit */
    int reopening;          /* who may raise after short all-ins: 0 those who face a full raise in
                               sum, 1 all once these add up to one, 2 nobody, 3 everybody */
    int cap_heads_up;       /* fixed limit: the cap holds between two players too */
    int raises_allowed[4];  /* fixed limit: on each street; -1 = any number */
    int open_fold;          /* a player may fold when he could check */
    int short_blind_counts; /* calling a blind short of chips costs no more than it posted */
    int first_takes_odd;    /* as in sw_split_pots */
    int next_hand;          /* the next hand begins by itself .. */
    int keep_stacks;        /* .. with the stacks as they are, not those of the hand before */
    int64_t min_bet, big_bet;
    /* Forced bets by the number of players and by place, clockwise from the first seat left of the
     * button; the place that pays the table's ante and the one after which the betting opens, -1 if
     * none. Dead antes are not stakes that others must match. */
    int64_t blind[SW_TABLES_SEATS + 1][SW_TABLES_SEATS], ante[SW_TABLES_SEATS + 1][SW_TABLES_SEATS];
    int64_t table_ante;
    int big_blind[SW_TABLES_SEATS + 1], opener[SW_TABLES_SEATS + 1];
    int ante_first, antes_dead, table_ante_dead;
    int64_t first_high, first_raise; /* the bet to call before the flop and the least raise of it */
    int first_raises;                /* how many of the blinds count as raises */
    /* Codes of actions: 0 fold, 1 check or call, 2 the least raise, then raises by thousandths of
     * the pot as it is after calling, and the last, all-in. */
    int fractions;
    uint32_t permille[SW_TABLES_FRACTIONS];

    uint64_t *seed, *hand;  /* n: hand h is dealt from hand h of sw_deal(seed, h, 1, 52, 0, ..) */
    uint8_t *deck;          /* n * SW_TABLES_DECK */
    uint8_t *hole_cards;    /* n * seats * 2; 255 = none */
    uint8_t *board;         /* n * 5; 255 = not dealt */
    int8_t *street;         /* n: 0 before the flop .. 3 river */
    int8_t *button, *actor; /* n: seats; no actor: -1, the table needs a reset */
    int64_t *stacks, *bets, *stakes, *start; /* n * seats: chips behind, in front, collected before,
                                                and behind when the hand began */
    int64_t *pot, *dead, *missing;           /* n: all chips of the hand; of them nobody's stake; by
                                                how much the blinds fell short */
    int64_t *high, *full_raise, *full_level; /* n: the bet to call, the largest full raise, and the
                                                bet that the last full one made */
    uint16_t *dealt, *live;                  /* n: masks of the seats dealt in and not folded, .. */
    uint16_t *able, *pending, *acted;        /* n: .. with chips behind, still to act, and those
                                                that acted since the betting was opened to all */
    uint8_t *raised, *capped;                /* n: full raises of the street; no more are allowed */
    int64_t *call, *min_raise_to, *max_raise_to; /* n: what the actor may do: chips that a call
                                                    adds; totals of a raise, 0 = none */
    int64_t *totals;   /* n * (4 + fractions): what each code makes the actor's total of the street,
                          -1 to fold, -2 if it is not legal */
    uint8_t *mask;     /* n * (4 + fractions): whether each code is legal */
    int64_t *payoffs;  /* n * seats: won and lost in hands that ended with the last call */
    uint8_t *finished; /* n: how many those are */
};

/* Begin a hand on n tables, all->n of them or those whose indices `which` names, rising. They play
 * the stacks, buttons, seeds and hands set, with n rows of k >= 2 * players + 8 cards in the order
 * dealt as decks, or NULL for the seeds'. Returns n; less if table [returned] is bad, or its deck,
 * and then nothing has changed; 0 if the rules are bad. */
size_t sw_tables_reset(const struct sw_tables *all, const int64_t *which, size_t n,
                       const uint8_t *decks, int k);

/* Let the actors of n tables act, by codes or, where `to` is not NULL, by totals for the street, -1
 * to fold. Returns n; less if action [returned] is not legal, and then nothing has changed. */
size_t sw_tables_step(const struct sw_tables *all, const int64_t *which, size_t n,
                      const int64_t *codes, const int64_t *to);

/* What seats see of n tables: arrays that the caller lends, rows of one view each. Seats are
 * counted clockwise from the one that looks, chips in units, to the nearest float; cards are 52
 * where there is none. */
struct sw_views {
    uint8_t *hole_cards, *board;     /* n * 2: of the seat that looks; n * 5 */
    int64_t *street, *button;        /* n */
    int8_t *live;                    /* n * seats: 1 = has not folded */
    float *stacks, *bets, *stakes;   /* n * seats */
    float *pot, *to_call, *raise_to; /* n; n; n * 2: least and most */
    int8_t *action_mask; /* n * (4 + fractions); like to_call and raise_to 0 if it is not
                            the seat's turn */
    uint64_t *key;       /* n: a random number made of seed, hand, street, pot and actor, and from
                            which they cannot be computed; 0 if it is not the seat's turn */
};

/* Views of n tables, the first n or those whose indices `which` names, in any order, from the seats
 * given, or where `seats` is NULL from those of the players to act. Returns n; less if table
 * [returned] is none or its seat is. */
size_t sw_tables_observe(const struct sw_tables *all, const int64_t *which, size_t n,
                         const int64_t *seats, double unit, const struct sw_views *views);

/* The evaluator has one kernel per instruction set. The best that this machine has is taken unless
 * one is chosen by name. sw_kernel_name(i) names the i-th usable one, best first, NULL past the
 * last; sw_use_kernel returns 0, or -1 and changes nothing if the machine has none of that name;
 * NULL chooses the best. */
const char *sw_kernel_name(int i);
const char *sw_kernel(void);
int sw_use_kernel(const char *name);

/* ------------------------------------------------------------------ a hand, card by card: how
 *
 * Two additions and a union a card, two look-ups a hand; tables/README.md derives the words and the
 * perfect hash. The tables of cards take any byte, and no key of 25 bits reads outside the others.
 */
#define SW_EACH_SUIT ((1ull << 35) | (1ull << 39) | (1ull << 51) | (1ull << 55))
#define SW_NO_CARDS (3 * SW_EACH_SUIT) /* the fifth card of a suit sets its counter's bit 3 */
#define SW_FLUSH (8 * SW_EACH_SUIT)
#define SW_STRANGERS (31ull << 59) /* counter of codes above 51 */

extern const uint64_t sw_card_words[256];
extern const uint64_t sw_card_masks[256];
extern const uint16_t sw_rows_7[8192];
extern const uint16_t sw_strengths_7[52813];

/* The strength of any hand, by its members: flushes, five and six cards, what is bad. */
uint16_t sw_any_hand_strength(uint64_t word, uint64_t cards, uint64_t sum, uint64_t n);

static inline sw_hand sw_no_cards(void)
{
    sw_hand hand = {SW_NO_CARDS, 0, 0, 0};
    return hand;
}

static inline sw_hand sw_add(sw_hand hand, uint8_t card)
{
    hand.word += sw_card_words[card];
    hand.cards |= sw_card_masks[card];
    hand.sum += sw_card_masks[card];
    hand.n++;
    return hand;
}

static inline uint16_t sw_hand_strength(sw_hand hand)
{
    if (hand.n != 7 || hand.sum != hand.cards || hand.word & (SW_FLUSH | SW_STRANGERS))
        return sw_any_hand_strength(hand.word, hand.cards, hand.sum, hand.n);
    return sw_strengths_7[sw_rows_7[hand.word >> 12 & 8191] + (hand.word & 4095)];
}

#ifdef __cplusplus
}
#endif
#endif
