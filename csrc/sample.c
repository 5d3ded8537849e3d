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
#include "deck.h"
#include "walk.h"
#include <string.h>

enum { MOST_PLAYERS = 10, COMBOS = 1326, BATCH = 256, MOST_TRIES = 1 << 20 };

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
    struct sw_deck deck; /* its size is what hands from ranges leave */
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
    sw_wide product = (sw_wide)next(stream) * (uint64_t)table->size[player];
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

/* The cards that come from the deck, none of them taken. */
static void draw_cards(const struct table *table, uint64_t taken, struct stream *stream,
                       uint8_t *cards)
{
    const struct sw_deck *deck = &table->deck;
    int size = deck->size - 2 * table->ranged, from = 0;
    uint8_t left[sizeof deck->live];
    memcpy(left, deck->live, sizeof left);
    if (table->ranged)
        for (int i = 0, kept = 0; i < deck->size; i++) {
            left[kept] = deck->live[i];
            kept += !(taken >> deck->live[i] & 1);
        }
    for (; from + SW_GROUP <= deck->draws; from += SW_GROUP)
        sw_draw(left, size, from, SW_GROUP, next(stream), deck->unfair[from / SW_GROUP], cards);
    if (from < deck->draws)
        sw_draw(left, size, from, deck->draws - from, next(stream), deck->unfair[from / SW_GROUP],
                cards);
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
    draw_cards(table, taken, &stream, cards);
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

/* counts[group][w][m]: samples with m winners, w of them from a group of players. */
static inline uint64_t *count_of(uint64_t *counts, int players, int group, int w, int m)
{
    return &counts[(group * (players + 1) + w) * (players + 1) + m];
}

static void count_split(const int16_t *strength, int players, const int *group, int16_t best,
                        int winners, uint64_t *counts)
{
    int from[MOST_PLAYERS] = {0};
    for (int p = 0; p < players; p++)
        from[group[p]] += strength[BATCH * p] == best;
    for (int g = 0; g < players; g++)
        if (from[g])
            ++*count_of(counts, players, g, from[g], winners);
}

/* Of a batch, strengths by player. Sole winners, 97 %, are counted in loops that compilers turn
 * into vectors. */
static void count_winners(const int16_t *strength, int players, const int *group, uint64_t *counts)
{
    int16_t best[BATCH] = {0}, winners[BATCH] = {0};
    for (int p = 0; p < players; p++)
        for (int i = 0; i < BATCH; i++)
            best[i] = strength[BATCH * p + i] > best[i] ? strength[BATCH * p + i] : best[i];
    for (int p = 0; p < players; p++)
        for (int i = 0; i < BATCH; i++)
            winners[i] += strength[BATCH * p + i] == best[i];
    for (int p = 0; p < players; p++) {
        int16_t alone = 0;
        for (int i = 0; i < BATCH; i++)
            alone += (strength[BATCH * p + i] == best[i]) & (winners[i] == 1);
        *count_of(counts, players, group[p], 1, 1) += (uint64_t)alone;
    }
    for (int i = 0; i < BATCH; i++)
        if (winners[i] > 1)
            count_split(strength + i, players, group, best[i], winners[i], counts);
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
    int live = 52 - __builtin_popcountll(table->gone);
    return sw_set_deck(&table->deck, table->gone, live - 2 * table->ranged,
                       2 * (players - table->ranged) + 5 - n_board);
}

uint64_t sw_sample(uint64_t seed, uint64_t first, uint64_t n, const uint16_t *combo,
                   const uint16_t *alias, const double *keep, const int *size, int players,
                   const int *group, const uint8_t *board, int n_board, uint64_t dead,
                   uint64_t *counts)
{
    struct table table = {.start = sw_start(seed)};
    uint8_t rows[MOST_PLAYERS * BATCH * 7];
    int16_t strength[MOST_PLAYERS * BATCH];
    if (!set_table(&table, combo, alias, keep, size, players, board, n_board, dead))
        return 0;
    for (int p = 0; p < players; p++)
        if (group[p] < 0 || group[p] >= players)
            return 0;
    for (uint64_t done = 0; done < n;) {
        int batch = n - done < BATCH ? (int)(n - done) : BATCH;
        for (int i = 0; i < batch; i++)
            if (!draw_sample(&table, first + done + (uint64_t)i, rows + 7 * i, 7 * BATCH))
                return done;
        for (int p = 0; p < players; p++) {
            int16_t *row = strength + BATCH * p; /* strengths fit either type */
            sw_evaluate(rows + 7 * BATCH * p, (size_t)batch, 7, (uint16_t *)row);
            for (int i = batch; i < BATCH; i++)
                row[i] = -1; /* nobody wins */
        }
        count_winners(strength, players, group, counts);
        done += (uint64_t)batch;
    }
    return n;
}
