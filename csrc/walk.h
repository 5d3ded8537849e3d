/* walk.h -- every run-out of a spot, once per suit class, in slices.
 *
 * The cards to come are a turn (all but the last, one set of up to four cards) and a river above
 * it. Turns are numbered from 0 to sw_turns; work is cut by them. */
#ifndef SW_WALK_H
#define SW_WALK_H

#include "lookup.h"
#include "symmetry.h"

struct walk {
    uint64_t shown, gone,
        river; /* board before the turn; that and dead cards; the fifth board card if it is known */
    struct sw_symmetries symmetries;
    int live[52], n_live; /* cards that may come */
    int set[4], to_come;  /* the turn: places in `live` */
    uint64_t come, word;  /* the turn as a mask; sum of the card words of the board and the turn */
    unsigned turns;       /* turns in its class, 0 if it is not the first of them */
};

struct walk sw_walk(const double *weights, int n, const uint8_t *board, int n_board, uint64_t dead,
                    uint64_t first);
void sw_next_turn(struct walk *walk);

/* Whether a board has 0, 3, 4 or 5 distinct cards, none of them dead, and no more than `last` turns
 * are asked for. */
int sw_is_spot(const uint8_t *board, int n_board, uint64_t dead, uint64_t last);

static inline int sw_first_river(const struct walk *walk)
{
    return walk->to_come ? walk->set[walk->to_come - 1] + 1 : 0;
}

/* Run-outs that the present turn and the river live[i] stand for; 0 if they are not the first of
 * their class. */
static inline unsigned sw_river_times(const struct walk *walk, int i)
{
    uint64_t card = 1ull << walk->live[i];
    if (walk->river)
        return card == walk->river;
    return walk->symmetries.n == 1 ? 1 : sw_class_size(walk->come | card, &walk->symmetries);
}

#endif
