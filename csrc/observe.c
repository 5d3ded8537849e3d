/* observe.c -- what seats see of many tables.
 *
 * One pass over the tables turns everything around so that the seat that looks is the first, and
 * counts chips in units. */
#include "vector.h"

static inline uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

/* A random number of a decision that does not give away the seed, as a mix that can be undone
 * would: SipHash-1-3 (Aumasson, Bernstein: SipHash, a fast short-input PRF, 2012) with the seed as
 * key. No two decisions of a hand share street, actor and pot: who acts twice on a street has been
 * raised in between. */
static inline uint64_t decision(const struct sw_tables *all, size_t i)
{
    uint64_t seed = all->seed[i];
    uint64_t place =
        ((uint64_t)all->pot[i] << 6) + ((uint64_t)all->street[i] << 4) + (uint64_t)all->actor[i];
    uint64_t words[] = {all->hand[i], place, 16ull << 56}; /* the last is the length in bytes */
    uint64_t v[] = {seed ^ 0x736f6d6570736575ull, 0x646f72616e646f6dull,
                    seed ^ 0x6c7967656e657261ull, 0x7465646279746573ull};
    for (int k = 0; k < 3; k++) {
        v[3] ^= words[k];
        sip_round(v);
        v[0] ^= words[k];
    }
    v[2] ^= 0xff;
    for (int k = 0; k < 3; k++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static inline void turn_around(const int64_t *chips, int seats, int seat, double per_chip,
                               float *seen)
{
    for (int k = seat; k < seats; k++)
        *seen++ = (float)((double)chips[k] * per_chip);
    for (int k = 0; k < seat; k++)
        *seen++ = (float)((double)chips[k] * per_chip);
}

static inline void cards(const uint8_t *from, int n, uint8_t *seen)
{
    for (int k = 0; k < n; k++)
        seen[k] = from[k] < 52 ? from[k] : 52;
}

size_t sw_tables_observe(const struct sw_tables *all, const int64_t *which, size_t n,
                         const int64_t *seats, double unit, const struct sw_views *views)
{
    size_t wide = (size_t)all->seats, codes = 4 + (size_t)all->fractions;
    double per_chip = 1 / unit;
    if (!sw_sound_sizes(all))
        return 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = which ? (size_t)which[k] : k;
        if (i >= all->n)
            return k;
        int64_t looks = seats ? seats[k] : all->actor[i];
        if (looks < 0 || looks >= all->seats)
            return k;
        int seat = (int)looks, turn = seat == all->actor[i];
        size_t row = wide * i, seen = wide * k;
        uint32_t live = (all->live[i] | (uint32_t)all->live[i] << wide) >> seat;
        cards(all->hole_cards + 2 * (row + (size_t)seat), 2, views->hole_cards + 2 * k);
        cards(all->board + 5 * i, 5, views->board + 5 * k);
        views->street[k] = all->street[i];
        views->button[k] = all->button[i] - seat + (all->button[i] < seat ? all->seats : 0);
        for (size_t j = 0; j < wide; j++)
            views->live[seen + j] = live >> j & 1;
        turn_around(all->stacks + row, all->seats, seat, per_chip, views->stacks + seen);
        turn_around(all->bets + row, all->seats, seat, per_chip, views->bets + seen);
        turn_around(all->stakes + row, all->seats, seat, per_chip, views->stakes + seen);
        views->pot[k] = (float)((double)all->pot[i] * per_chip);
        views->to_call[k] = turn ? (float)((double)all->call[i] * per_chip) : 0;
        views->raise_to[2 * k] = turn ? (float)((double)all->min_raise_to[i] * per_chip) : 0;
        views->raise_to[2 * k + 1] = turn ? (float)((double)all->max_raise_to[i] * per_chip) : 0;
        for (size_t j = 0; j < codes; j++)
            views->action_mask[codes * k + j] = (int8_t)(turn & all->mask[codes * i + j]);
        views->key[k] = turn ? decision(all, i) : 0;
    }
    return n;
}
