/* pots.c -- main and side pots of many hands.
 *
 * Layer by layer: the smallest live stake is what everybody still contests. Most hands have one
 * layer, so that the loop over layers seldom runs twice. */
#include "steelwheel.h"

enum { MOST_SEATS = 64 };

struct hand {
    int64_t stakes[MOST_SEATS];
    int order[MOST_SEATS]; /* live seats, clockwise from the first left of the button */
    int live;
};

/* Live seats in order; 0 if the hand is bad. */
static int read_hand(struct hand *hand, const int64_t *bets, const uint8_t *folded, int64_t button,
                     int64_t dead, int seats)
{
    uint64_t total = (uint64_t)dead, signs = (uint64_t)dead;
    if (button < 0 || button >= seats)
        return 0;
    for (int i = 0; i < seats; i++) {
        uint64_t bet = (uint64_t)bets[i];
        hand->stakes[i] = bets[i];
        signs |= bet;
        total += bet;
        signs |= total; /* a sum of two numbers below 2^62 shows in bit 62 if it is too large */
    }
    hand->live = 0;
    for (int i = (int)button + 1; i < seats; i++) {
        hand->order[hand->live] = i;
        hand->live += !folded[i];
    }
    for (int i = 0; i <= button; i++) {
        hand->order[hand->live] = i;
        hand->live += !folded[i];
    }
    return hand->live != 0 && !(signs >> 62);
}

/* Take from the largest stake what no other seat matched. */
static void refund(struct hand *hand, const uint8_t *folded, int seats, int64_t *refunds)
{
    int64_t most = -1, second = 0;
    int seat = 0;
    for (int i = 0; i < seats; i++) {
        int64_t stake = hand->stakes[i];
        refunds[i] = 0;
        if (stake > most) {
            second = most < 0 ? 0 : most;
            most = stake;
            seat = i;
        } else if (stake > second) {
            second = stake;
        }
    }
    if (most > second && !folded[seat]) {
        refunds[seat] = most - second;
        hand->stakes[seat] = second;
    }
}

static void award(const struct hand *hand, const uint16_t *strengths, int64_t chips,
                  int first_takes_odd, int64_t *awards)
{
    int winners[MOST_SEATS], n = 0, best = -1;
    for (int i = 0; i < hand->live; i++) {
        int seat = hand->order[i], strength = strengths[seat];
        if (strength > best) {
            best = strength;
            n = 0;
        }
        winners[n] = seat;
        n += strength == best;
    }
    if (n == 1) {
        awards[winners[0]] += chips;
        return;
    }
    int64_t share = chips / n, odd = chips % n;
    for (int i = 0; i < n; i++)
        awards[winners[i]] += share + (first_takes_odd ? (i ? 0 : odd) : i < odd);
}

static void split(struct hand *hand, const uint16_t *strengths, int64_t dead, int seats,
                  int first_takes_odd, int64_t *pots, int64_t *awards)
{
    int pot = 0;
    int64_t below = 0;
    for (int i = 0; i < seats; i++)
        pots[i] = awards[i] = 0;
    for (int left = hand->live; left;) {
        int64_t level = INT64_MAX, most = 0, chips = dead;
        for (int i = 0; i < left; i++) {
            int64_t stake = hand->stakes[hand->order[i]];
            level = stake < level ? stake : level;
            most = stake > most ? stake : most;
        }
        int64_t top = level == most ? INT64_MAX : level; /* the last pot takes all that is left */
        for (int i = 0; i < seats; i++) {
            int64_t stake = hand->stakes[i] < top ? hand->stakes[i] : top;
            chips += stake > below ? stake - below : 0;
        }
        if (chips) {
            pots[pot++] = chips;
            award(hand, strengths, chips, first_takes_odd, awards);
        }
        dead = 0;
        below = level;
        left = 0;
        for (int i = 0; i < hand->live; i++) { /* who has more goes on */
            hand->order[left] = hand->order[i];
            left += hand->stakes[hand->order[i]] > level;
        }
        hand->live = left;
    }
}

size_t sw_split_pots(const int64_t *bets, const uint8_t *folded, const uint16_t *strengths,
                     const int64_t *button, const int64_t *dead, size_t n, int seats,
                     int first_takes_odd, int64_t *pots, int64_t *awards, int64_t *refunds)
{
    if (seats < 1 || seats > MOST_SEATS)
        return 0;
    for (size_t i = 0; i < n; i++) {
        size_t row = i * (size_t)seats;
        struct hand hand;
        if (!read_hand(&hand, bets + row, folded + row, button[i], dead[i], seats))
            return i;
        refund(&hand, folded + row, seats, refunds + row);
        split(&hand, strengths + row, dead[i], seats, first_takes_odd, pots + row, awards + row);
    }
    return n;
}
