/* symmetry.h -- suit permutations that leave a spot as it is, so that one run-out of each class
 * stands for all. */
#ifndef SW_SYMMETRY_H
#define SW_SYMMETRY_H

#include "steelwheel.h"

struct sw_symmetries {
    int n;
    uint8_t suits[24][4]; /* suit s becomes suits[i][s]; the first is the identity */
};

/* Those that map the board, the dead cards and each of n ranges of 1,326 weights onto themselves.
 */
struct sw_symmetries sw_find_symmetries(const double *weights, int n, uint64_t board,
                                        uint64_t dead);

static inline uint64_t sw_permute(uint64_t mask, const uint8_t *suits)
{
    const uint64_t every_rank = 0x1111111111111ull;
    return (mask & every_rank) << suits[0] | (mask >> 1 & every_rank) << suits[1] |
           (mask >> 2 & every_rank) << suits[2] | (mask >> 3 & every_rank) << suits[3];
}

/* Size of the class of a set of cards if the set comes first in it (by its lowest cards), else 0.
 */
static inline unsigned sw_class_size(uint64_t cards, const struct sw_symmetries *symmetries)
{
    unsigned fixed = 0;
    for (int i = 0; i < symmetries->n; i++) {
        uint64_t image = sw_permute(cards, symmetries->suits[i]), differ = image ^ cards;
        if (image & differ & -differ)
            return 0;
        fixed += !differ;
    }
    return (unsigned)symmetries->n / fixed;
}

#endif
