/* pots.c -- main and side pots of many hands.
 *
 * Sorted by stake, seat i of n and those after it put in (n - i) times the difference to the stake
 * before: chips that the strongest of them wins. A pot ends where a live seat has no more. This has
 * no branch on who folded, wins or is all-in, all as good as random. It cannot share a pot; a hand
 * where two seats tie is done again pot by pot. */
#include "steelwheel.h"

enum { MOST_SEATS = 64, OUT = -1 };

/* A seat with its stake, for sorting; stakes beyond this do not fit. */
#define KEY(stake, seat) ((stake) << 6 | (int64_t)(seat))
#define FITS ((int64_t)1 << 56)

struct hand {
    const int64_t *bets;
    const uint8_t *folded;
    const uint16_t *strengths;
    int64_t button, dead;
    int64_t *pots, *awards, *refunds;
};

/* All chips of a hand; -1 if it is bad. */
static inline int64_t total(const struct hand *hand, int seats)
{
    uint64_t sum = (uint64_t)hand->dead, signs = sum;
    int live = 0;
    for (int seat = 0; seat < seats; seat++) {
        sum += (uint64_t)hand->bets[seat];
        signs |=
            (uint64_t)hand->bets[seat] | sum; /* below 2^62 so far, so no sum can wrap unseen */
        live |= !hand->folded[seat];
    }
    return live && hand->button >= 0 && hand->button < seats && !(signs >> 62) ? (int64_t)sum : -1;
}

/* Chips of the largest stake that no other seat matched, which leave the sorted stakes. */
static inline int64_t unmatched(const struct hand *hand, int seats, int64_t *stakes, int seat)
{
    int64_t second = seats > 1 ? stakes[seats - 2] : 0;
    int64_t back = hand->folded[seat] ? 0 : stakes[seats - 1] - second;
    stakes[seats - 1] -= back;
    return back;
}

static inline void sort(const struct hand *hand, int seats, int64_t *stakes, int *order)
{
    int64_t keys[MOST_SEATS];
    for (int i = 0; i < seats; i++) {
        keys[i] = KEY(hand->bets[i], i);
        stakes[i] = order[i] = 0;
    }
    for (int i = 0; i < seats; i++) {
        int place = 0;
        for (int j = 0; j < seats; j++)
            place += keys[j] < keys[i];
        stakes[place] = hand->bets[i];
        order[place] = i;
    }
}

/* Fills pots, awards and refunds; returns 0 if seats tie, and the awards are wrong. */
static inline int split_untied(const struct hand *hand, int seats)
{
    int64_t stakes[MOST_SEATS];
    int order[MOST_SEATS], winner[MOST_SEATS], best = OUT, best_seat = OUT, tie = 0;
    if (seats < 1)
        __builtin_unreachable();
    sort(hand, seats, stakes, order);
    for (int i = 0; i < seats; i++)
        hand->pots[i] = hand->awards[i] = hand->refunds[i] = 0;
    hand->refunds[order[seats - 1]] = unmatched(hand, seats, stakes, order[seats - 1]);

    for (int i = seats - 1; i >= 0; i--) {
        int seat = order[i], strength = hand->folded[seat] ? OUT : hand->strengths[seat];
        tie |= (strength == best) & (strength != OUT);
        best_seat = strength > best ? seat : best_seat;
        best = strength > best ? strength : best;
        winner[i] = best_seat;
    }
    int64_t below = 0, chips = hand->dead;
    int pot = 0, ends = 0, wins = winner[0];
    for (int i = 0; i < seats; i++) {
        /* What only folded seats put in joins the pot before. */
        int same = (winner[i] == OUT) | (stakes[i] == below);
        wins = same ? wins : winner[i];
        chips += (stakes[i] - below) * (seats - i);
        below = stakes[i];
        hand->awards[wins] += chips;
        hand->pots[pot] += chips;
        chips = 0;
        ends |= !hand->folded[order[i]];
        int above = i + 1 < seats && stakes[i + 1] > below && winner[i + 1] != OUT;
        pot += ends & above & (hand->pots[pot] != 0);
        ends &= !above;
    }
    return !tie;
}

/* Give a pot to the strongest of the live seats whose stake reaches a level. */
static void share(const struct hand *hand, int seats, int64_t chips, int64_t level,
                  int first_takes_odd)
{
    int winners[MOST_SEATS], n = 0, best = OUT;
    for (int i = 1; i <= seats; i++) {
        int seat = (int)((hand->button + i) % seats);
        int64_t stake = hand->bets[seat] - hand->refunds[seat];
        if (hand->folded[seat] || stake < level || hand->strengths[seat] < best)
            continue;
        n = hand->strengths[seat] > best ? 0 : n;
        best = hand->strengths[seat];
        winners[n++] = seat;
    }
    int64_t odd = chips % n;
    for (int i = 0; i < n; i++)
        hand->awards[winners[i]] += chips / n + (first_takes_odd ? (i ? 0 : odd) : i < odd);
}

/* The awards of a hand with ties, its pots and refunds being known. */
static void split_tied(const struct hand *hand, int seats, int first_takes_odd)
{
    int64_t level = -1;
    for (int i = 0; i < seats; i++)
        hand->awards[i] = 0;
    for (int pot = 0; pot < seats && hand->pots[pot];) {
        int64_t next = INT64_MAX, most = 0, chips = level < 0 ? hand->dead : 0;
        for (int seat = 0; seat < seats; seat++) {
            int64_t stake = hand->bets[seat] - hand->refunds[seat];
            if (hand->folded[seat] || stake <= level)
                continue;
            next = stake < next ? stake : next;
            most = stake > most ? stake : most;
        }
        for (int seat = 0; seat < seats; seat++) {
            int64_t stake = hand->bets[seat] - hand->refunds[seat], from = level < 0 ? 0 : level;
            stake = stake < next ? stake : next;
            chips += stake > from ? stake - from : 0;
        }
        if (chips || next == most)
            share(hand, seats, hand->pots[pot++], next, first_takes_odd);
        level = next;
    }
}

static inline size_t split_all(struct hand hand, const int64_t *button, const int64_t *dead,
                               size_t n, int seats, int first_takes_odd)
{
    for (size_t i = 0; i < n; i++) {
        hand.button = button[i];
        hand.dead = dead[i];
        int64_t chips = total(&hand, seats);
        if (chips < 0 || chips >= FITS)
            return i;
        if (!split_untied(&hand, seats))
            split_tied(&hand, seats, first_takes_odd);
        hand.bets += seats;
        hand.folded += seats;
        hand.strengths += seats;
        hand.pots += seats;
        hand.awards += seats;
        hand.refunds += seats;
    }
    return n;
}

size_t sw_split_pots(const int64_t *bets, const uint8_t *folded, const uint16_t *strengths,
                     const int64_t *button, const int64_t *dead, size_t n, int seats,
                     int first_takes_odd, int64_t *pots, int64_t *awards, int64_t *refunds)
{
    struct hand hand = {bets, folded, strengths, 0, 0, pots, awards, refunds};
    if (seats < 1 || seats > MOST_SEATS)
        return 0;
    if (seats == 6) /* copies of the loops for the usual tables */
        return split_all(hand, button, dead, n, 6, first_takes_odd);
    if (seats == 2)
        return split_all(hand, button, dead, n, 2, first_takes_odd);
    if (seats == 9)
        return split_all(hand, button, dead, n, 9, first_takes_odd);
    return split_all(hand, button, dead, n, seats, first_takes_odd);
}
