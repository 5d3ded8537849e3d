/* sample.c -- Monte Carlo over ranges, unbiased by construction.
 *
 * Hole cards come from the joint distribution: every player with a range draws a combo by its
 * weight, independently, and the whole draw is thrown away when two share a card. (Dealing one
 * player after the other from what is left over-counts hands that block nothing.) Players with any
 * two cards then take theirs from the rest of the deck, which is the same distribution, since every
 * deal of the others leaves them equally many; last comes the board.
 *
 * Sample i depends on (seed, i) alone, so any slice can be made by anybody. */
#include "steelwheel.h"
#include "walk.h"
#include "random.h"
#include <string.h>

enum { MOST_PLAYERS = 10, COMBOS = 1326, BATCH = 256, MOST_TRIES = 1 << 20 };

__extension__ typedef unsigned __int128 wide;

struct table {
    int players, ranged; /* the first `ranged` in `order` have ranges, the others any two cards */
    int order[MOST_PLAYERS];
    const uint16_t *combo; /* alias tables: COMBOS entries a player */
    const uint16_t *alias;
    const double *keep;
    int size[MOST_PLAYERS];
    uint8_t a[COMBOS], b[COMBOS];
    uint64_t gone;
    uint8_t board[5];
    int n_board;
    uint8_t deck[64];
    int live;
    uint64_t start;
};

struct stream {
    uint64_t state;
};

static inline uint64_t next(struct stream *stream)
{
    stream->state += SW_GOLDEN;
    return sw_mix(stream->state);
}

/* One combo of a player by weight: an alias table's column and the fraction within it, from one
 * number. */
static inline int draw_combo(const struct table *table, int player, struct stream *stream)
{
    wide product = (wide)next(stream) * (uint64_t)table->size[player];
    int column = COMBOS * player + (int)(product >> 64);
    double fraction = (double)((uint64_t)product >> 11) * 0x1p-53;
    return fraction < table->keep[column] ? table->combo[column] : table->alias[column];
}

static int draw_ranges(const struct table *table, struct stream *stream, uint8_t hole[][2],
                       uint64_t *taken)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        uint64_t mask = table->gone;
        int i = 0;
        for (; i < table->ranged; i++) {
            int p = table->order[i], combo = draw_combo(table, p, stream);
            uint64_t cards = 1ull << table->a[combo] | 1ull << table->b[combo];
            if (mask & cards)
                break;
            mask |= cards;
            hole[p][0] = table->a[combo];
            hole[p][1] = table->b[combo];
        }
        if (i == table->ranged) {
            *taken = mask;
            return 1;
        }
    }
    return 0;
}

/* `n` different cards that are not taken: draws of a Fisher-Yates shuffle of the deck. */
static void draw_cards(const struct table *table, uint64_t taken, int n, struct stream *stream,
                       uint8_t *cards)
{
    uint8_t deck[64];
    int size = table->live;
    memcpy(deck, table->deck, sizeof deck);
    if (taken != table->gone) {
        size = 0;
        for (int i = 0; i < table->live; i++) {
            deck[size] = table->deck[i];
            size += !(taken >> table->deck[i] & 1);
        }
    }
    for (int i = 0; i < n;) { /* eight draws from one number; see deal.c */
        int from = i, to = i + 8 < n ? i + 8 : n;
        uint64_t outcomes = 1, number, left;
        uint8_t place[8];
        for (int k = from; k < to; k++)
            outcomes *= (uint64_t)(size - k);
        do {
            left = number = next(stream);
            for (int k = from; k < to; k++) {
                wide product = (wide)left * (uint64_t)(size - k);
                place[k - from] = (uint8_t)(product >> 64);
                left = (uint64_t)product;
            }
        } while (left < outcomes && left < -outcomes % outcomes);
        for (; i < to; i++) {
            int drawn = i + place[i - from];
            cards[i] = deck[drawn];
            deck[drawn] = deck[i];
        }
    }
}

/* Hole cards and board of one sample as rows of seven, one a player. */
static int draw_sample(const struct table *table, uint64_t index, uint8_t *rows, size_t stride)
{
    struct stream stream = {sw_random(table->start, index)};
    uint8_t hole[MOST_PLAYERS][2], cards[2 * MOST_PLAYERS + 5], board[5];
    uint64_t taken = table->gone;
    if (table->ranged && !draw_ranges(table, &stream, hole, &taken))
        return 0;
    int free_players = table->players - table->ranged;
    draw_cards(table, taken, 2 * free_players + 5 - table->n_board, &stream, cards);
    for (int i = 0; i < free_players; i++)
        memcpy(hole[table->order[table->ranged + i]], cards + 2 * i, 2);
    memcpy(board, table->board, 5);
    memcpy(board + table->n_board, cards + 2 * free_players, (size_t)(5 - table->n_board));
    for (int p = 0; p < table->players; p++) {
        memcpy(rows + stride * (size_t)p, hole[p], 2);
        memcpy(rows + stride * (size_t)p + 2, board, 5);
    }
    return 1;
}

static void count_winners(const uint16_t *strength, int n, int players, uint64_t *shares)
{
    for (int i = 0; i < n; i++) {
        uint16_t best = 0;
        int winners = 0;
        for (int p = 0; p < players; p++)
            best = strength[BATCH * p + i] > best ? strength[BATCH * p + i] : best;
        for (int p = 0; p < players; p++)
            winners += strength[BATCH * p + i] == best;
        for (int p = 0; p < players; p++)
            shares[p * players + winners - 1] += strength[BATCH * p + i] == best;
    }
}

static int set_table(struct table *table, const uint16_t *combo, const uint16_t *alias,
                     const double *keep, const int *size, int players, const uint8_t *board,
                     int n_board, uint64_t dead)
{
    if (players < 2 || players > MOST_PLAYERS || !sw_is_spot(board, n_board, dead, 0))
        return 0;
    table->players = players;
    table->combo = combo;
    table->alias = alias;
    table->keep = keep;
    table->n_board = n_board;
    table->gone = dead;
    for (int i = 0; i < n_board; i++) {
        table->board[i] = board[i];
        table->gone |= 1ull << board[i];
    }
    for (int card = 0; card < 52; card++)
        if (!(table->gone >> card & 1))
            table->deck[table->live++] = (uint8_t)card;
    for (int b = 1, index = 0; b < 52; b++)
        for (int a = 0; a < b; a++, index++) {
            table->a[index] = (uint8_t)a;
            table->b[index] = (uint8_t)b;
        }
    for (int p = 0; p < players; p++) {
        if (size[p] < 0 || size[p] > COMBOS)
            return 0;
        for (int i = 0; i < size[p]; i++)
            if (combo[COMBOS * p + i] >= COMBOS || alias[COMBOS * p + i] >= COMBOS)
                return 0;
        table->size[p] = size[p];
        if (size[p])
            table->order[table->ranged++] = p;
    }
    for (int p = 0, last = table->ranged; p < players; p++)
        if (!size[p])
            table->order[last++] = p;
    return 2 * players + 5 - n_board <= table->live;
}

uint64_t sw_sample(uint64_t seed, uint64_t first, uint64_t n, const uint16_t *combo,
                   const uint16_t *alias, const double *keep, const int *size, int players,
                   const uint8_t *board, int n_board, uint64_t dead, uint64_t *shares)
{
    struct table table = {.start = sw_start(seed)};
    uint8_t rows[MOST_PLAYERS * BATCH * 7];
    uint16_t strength[MOST_PLAYERS * BATCH];
    if (!set_table(&table, combo, alias, keep, size, players, board, n_board, dead))
        return 0;
    for (uint64_t done = 0; done < n;) {
        int batch = n - done < BATCH ? (int)(n - done) : BATCH;
        for (int i = 0; i < batch; i++)
            if (!draw_sample(&table, first + done + (uint64_t)i, rows + 7 * i, 7 * BATCH))
                return done;
        for (int p = 0; p < players; p++)
            sw_evaluate(rows + 7 * BATCH * p, (size_t)batch, 7, strength + BATCH * p);
        count_winners(strength, batch, players, shares);
        done += (uint64_t)batch;
    }
    return n;
}
