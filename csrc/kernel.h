/* kernel.h -- what one kernel supplies: a few words over HANDS hands at a time, from which
 * evaluate.inc.h makes the bulk functions below. The words, in this order:
 *
 *   HANDS, hands   hands taken at once (at most 8), and their cards
 *   words          sums of their card words (tables.h), suit counters started at 3
 *   load           HANDS rows of k card codes
 *   marks          what has been seen of repeated cards and of codes above 51:
 *   unmarked, mark, marked
 *   add_up         hands to words
 *   no_flush       bit i is set when hand i has no flush
 *   strengths      HANDS strengths by ranks alone
 *
 * A kernel that shuffles bytes takes all but HANDS from planes.inc.h, which wants of it a vector,
 * vec, and shuffle_rows   rows to eight byte lanes a hand by a pattern of sw_row_turns; lanes past the
 * k-th become 0 plane          every lane looked up in byte plane i sum8, madd     sum of a hand's
 * eight lanes; 16-bit products with the multipliers, neighbours added closer, farther   bytewise
 * minimum, maximum any_zero, any_above_51   whether any byte of a vector is none_of        bit i is
 * set when hand i has none of the bits asked for and the vector operators of GNU C. */
#ifndef SW_KERNEL_H
#define SW_KERNEL_H

#include <string.h>
#include "steelwheel.h"
#include "lookup.h"
#include "walk.h"

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
