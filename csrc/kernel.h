/* kernel.h -- what one kernel supplies: a few words over HANDS hands at a time, from which
 * evaluate.inc.h makes the bulk functions below. The words, in this order:
 *
 *   HANDS, hands   hands taken at once (a divisor of 64), and their cards
 *   words          sums of their card words (tables.h), suit counters started at 3
 *   load           HANDS rows of k card codes
 *   marks          what has been seen of repeated cards and of codes above 51:
 *   unmarked, mark, marked
 *   add_up         hands to words; their order is the kernel's own, hand_of(lane) undoes it
 *   flushes        bit i is set when lane i has a flush
 *   place, places  where to look up the strengths by ranks alone
 *   strength_at    the look-up
 *   suit_ranks     a mask's cards of one suit as 13 bits
 *
 * A kernel that shuffles bytes takes all but HANDS and suit_ranks from planes.inc.h, which wants of
 * it a vector, vec, and
 *
 *   shuffle_rows      rows to eight byte lanes a hand, as sw_row_turns says; 0 past the k-th
 *   plane             every lane looked up in byte plane i
 *   sum8, madd        sum of a hand's eight lanes; 16-bit products with two multipliers, added
 *   closer, farther   bytewise minimum, maximum
 *   any_zero, any_above_51   whether any byte of a vector is
 *   some_of           bit i is set when 32-bit lane i has one of the bits asked for
 *
 * and the vector operators of GNU C.
 */
#ifndef SW_KERNEL_H
#define SW_KERNEL_H

#include <string.h>
#include "steelwheel.h"
#include "lookup.h"
#include "walk.h"

/* For functions that pass vectors: inlined, they pass none, whatever the ABI would make of them. */
#define sw_inline inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi"

struct sw_kernel {
    const char *name;
    int (*usable)(void);
    size_t (*evaluate)(const uint8_t *cards, size_t n, int k, uint16_t *strength);
    size_t (*evaluate_masks)(const uint64_t *masks, size_t n, uint16_t *strength);
    uint64_t (*heads_up)(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                         uint64_t first, uint64_t last, double *tally);
    uint64_t (*three_way)(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                          uint64_t first, uint64_t last, double *tally);
};

extern const struct sw_kernel sw_kernel_scalar, sw_kernel_avx2, sw_kernel_avx512, sw_kernel_neon;

#endif
