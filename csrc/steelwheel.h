/* steelwheel.h -- poker hands in bulk. The whole public C interface; Python's cffi reads this very
 * file.
 *
 * card      4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3: one byte, 0..51
 * mask      a set of cards: bit c is card c
 * combo     two hole cards a < b; its index is b * (b - 1) / 2 + a: 0..1325
 * strength  1..7462, higher wins, equal ties, 7462 a royal flush; the same scale for 5, 6 and 7
 * cards; 0 is no hand
 *
 * Nothing here allocates, starts threads, does I/O or needs a call before it. Buffers may lie
 * anywhere their element type may; nothing is read or written beyond the sizes stated. A bulk
 * function returns how many items it did: fewer than asked means that item [returned] is bad, and
 * that all before it are done. */
#ifndef STEELWHEEL_H
#define STEELWHEEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Strengths of n hands of k cards each, k = 5, 6 or 7, rows of k card codes. Bad: a code above 51
 * or a repeated card; every row, when k is another number. */
size_t sw_evaluate(const uint8_t *cards, size_t n, int k, uint16_t *strength);

/* Strength of one hand of k cards; 0 if it is bad. */
uint16_t sw_strength(const uint8_t *cards, int k);

/* Strengths of n hands given as masks, each of 5, 6 or 7 cards. Bad: another number of cards, or a
 * bit above 51. */
size_t sw_evaluate_masks(const uint64_t *masks, size_t n, uint16_t *strength);

/* Strengths of all 1,326 combos on each of n five-card boards, rows of 1,326; 0 where a combo
 * shares a card with the board. Bad: a code above 51 or a repeated card. */
size_t sw_board_strengths(const uint8_t *boards, size_t n, uint16_t *strength);

/* Deal hands first .. first + n - 1 of a seed, k cards each, rows of k card codes in the order
 * dealt, from the deck without the `dead` mask. Every ordered hand is equally likely, and hand i
 * depends on (seed, k, dead, i) alone. Does nothing and returns 0 if k < 1 or the deck holds fewer
 * than k cards. */
size_t sw_deal(uint64_t seed, uint64_t first, size_t n, int k, uint64_t dead, uint8_t *cards);

/* Play every run-out for 2..10 hands of two hole cards (rows of `hole`) on a board of 0..5 cards,
 * `dead` being a mask of further cards that cannot come. shares[p * players + m - 1] becomes the
 * number of run-outs in which player p is one of m winners. Returns the number of run-outs; 0 if an
 * argument is out of range, a card stands twice or too few cards are left. */
uint64_t sw_runouts(const uint8_t *hole, int players, const uint8_t *board, int n_board,
                    uint64_t dead, uint64_t *shares);

/* Pots of n hands, rows of 1..64 seats. `bets` are each seat's chips at risk, `folded` 0 or 1,
 * higher `strengths` win and equal ones tie, `button` is a seat and `dead` chips of the main pot
 * that are nobody's stake, one of each a hand. What no other seat matched of the largest bet goes
 * to `refunds`; `pots` become the chips of the main pot, the first side pot .., then 0; `awards`
 * what each seat wins. Odd chips go one by one to the winners clockwise from the button, or all to
 * the first. Bad: negative chips, 2^56 or more in sum, nobody live, no such button. */
size_t sw_split_pots(const int64_t *bets, const uint8_t *folded, const uint16_t *strengths,
                     const int64_t *button, const int64_t *dead, size_t n, int seats,
                     int first_takes_odd, int64_t *pots, int64_t *awards, int64_t *refunds);

/* The evaluator has one kernel per instruction set. The best that this machine has is taken unless
 * one is chosen by name. sw_kernel_name(i) names the i-th usable one, best first, NULL past the
 * last; sw_use_kernel returns 0, or -1 and changes nothing if the machine has none of that name;
 * NULL chooses the best. */
const char *sw_kernel_name(int i);
const char *sw_kernel(void);
int sw_use_kernel(const char *name);

#ifdef __cplusplus
}
#endif
#endif
