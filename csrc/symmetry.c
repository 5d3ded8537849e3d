/* symmetry.c -- the suit permutations that leave a spot as it is. */
#include <string.h>
#include "symmetry.h"

static int same_range(const double *weights, const uint8_t *suits)
{
    for (int b = 1, combo = 0; b < 52; b++)
        for (int a = 0; a < b; a++, combo++) {
            int x = (a & ~3) + suits[a & 3], y = (b & ~3) + suits[b & 3];
            if (weights[combo] != weights[x < y ? y * (y - 1) / 2 + x : x * (x - 1) / 2 + y])
                return 0;
        }
    return 1;
}

struct sw_symmetries sw_find_symmetries(const double *weights, int n, uint64_t board, uint64_t dead)
{
    struct sw_symmetries found = {.n = 0};
    for (int code = 0; code < 256; code++) {
        uint8_t suits[4] = {code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3};
        if ((1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3]) != 15)
            continue;
        int same = sw_permute(board, suits) == board && sw_permute(dead, suits) == dead;
        for (int i = 0; i < n && same; i++)
            same = same_range(weights + 1326 * i, suits);
        if (same)
            memcpy(found.suits[found.n++], suits, sizeof suits);
    }
    return found;
}

int sw_symmetries(const double *weights, int n, uint64_t board, uint64_t dead, uint8_t *suits)
{
    struct sw_symmetries found = sw_find_symmetries(weights, n, board, dead);
    memcpy(suits, found.suits, sizeof found.suits);
    return found.n;
}
