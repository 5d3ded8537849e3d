/* vector.c -- many poker tables stepped at once.
 *
 * The rules are those of src/steelwheel/holdem/betting.py, in the same words. A table is taken out
 * of the arrays, changed, and put back, so that its numbers can stay in registers. Sets of seats
 * are bit masks. */
#include "vector.h"
#include "deck.h"
#include <string.h>

enum { NOBODY = -1, FOLD = -1, ILLEGAL = -2 };
enum { POT_LIMIT = 1, FIXED_LIMIT = 2 };
enum { TDA47, WSOP96, NEVER, ALWAYS }; /* reopening */
enum {
    RIVER = 3,
    DECK = SW_TABLES_DECK,
    MOST_SEATS = SW_TABLES_SEATS,
    MOST_HANDS = 255,
    UNKNOWN = 255
};
enum { MOST_PERMILLE = 1000000 };

struct table {
    int64_t *stacks, *bets, *stakes;
    int64_t pot, dead, missing, high, full_raise, full_level;
    uint32_t dealt, live, able, pending, acted;
    int seats, button, actor, street, raised, capped;
};

static inline void take_out(const struct sw_tables *all, size_t i, int seats, struct table *table)
{
    size_t row = i * (size_t)seats;
    table->stacks = all->stacks + row;
    table->bets = all->bets + row;
    table->stakes = all->stakes + row;
    table->pot = all->pot[i];
    table->dead = all->dead[i];
    table->missing = all->missing[i];
    table->high = all->high[i];
    table->full_raise = all->full_raise[i];
    table->full_level = all->full_level[i];
    table->dealt = all->dealt[i];
    table->live = all->live[i];
    table->able = all->able[i];
    table->pending = all->pending[i];
    table->acted = all->acted[i];
    table->seats = seats;
    table->button = all->button[i];
    table->actor = all->actor[i];
    table->street = all->street[i];
    table->raised = all->raised[i];
    table->capped = all->capped[i];
}

static inline void put_back(const struct sw_tables *all, size_t i, const struct table *table)
{
    all->pot[i] = table->pot;
    all->dead[i] = table->dead;
    all->missing[i] = table->missing;
    all->high[i] = table->high;
    all->full_raise[i] = table->full_raise;
    all->full_level[i] = table->full_level;
    all->dealt[i] = (uint16_t)table->dealt;
    all->live[i] = (uint16_t)table->live;
    all->able[i] = (uint16_t)table->able;
    all->pending[i] = (uint16_t)table->pending;
    all->acted[i] = (uint16_t)table->acted;
    all->button[i] = (int8_t)table->button;
    all->actor[i] = (int8_t)table->actor;
    all->street[i] = (int8_t)table->street;
    all->raised[i] = (uint8_t)table->raised;
    all->capped[i] = (uint8_t)table->capped;
}

/* First seat of a mask clockwise after a seat; the seat itself comes last. */
static inline int next_seat(uint32_t mask, int seat)
{
    return (seat + 1 + __builtin_ctz((mask | mask << 16) >> (seat + 1))) & 15;
}

static inline int at_most_one(uint32_t mask)
{
    return !(mask & (mask - 1));
}

static inline int64_t bet_size(const struct sw_tables *all, int street)
{
    return street > 1 ? all->big_bet : all->min_bet;
}

/* ------------------------------------------------------------------------------ betting rounds */

/* The cap of fixed limit is reached; between two players it holds only if the rules say so. */
static inline void cap(const struct sw_tables *all, struct table *table)
{
    int allowed = all->raises_allowed[table->street];
    if (all->structure == FIXED_LIMIT && allowed >= 0 && table->raised >= allowed)
        table->capped = all->cap_heads_up || !at_most_one(table->live & (table->live - 1));
}

/* The only player with chips behind is not asked when he owes nothing to those all-in. */
static inline void spare_the_last(struct table *table)
{
    int64_t most = 0;
    if (!table->pending)
        return;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->live >> seat & 1 && table->bets[seat] > most)
            most = table->bets[seat];
    if (table->bets[__builtin_ctz(table->pending)] >= most)
        table->pending = 0;
}

static inline void open_round(const struct sw_tables *all, struct table *table, int64_t high,
                              int64_t full_raise, int raised)
{
    table->high = table->full_level = high;
    table->full_raise = full_raise;
    table->raised = raised;
    table->capped = 0;
    table->acted = 0;
    table->pending = table->able;
    cap(all, table);
}

static inline int is_full(const struct sw_tables *all, const struct table *table, int64_t to)
{
    if (all->structure == FIXED_LIMIT)
        return 2 * (to - table->full_level) >= bet_size(all, table->street);
    return to - table->high >= table->full_raise;
}

static inline void raise_to(const struct sw_tables *all, struct table *table, int64_t to)
{
    if (is_full(all, table, to)) {
        if (to - table->high > table->full_raise)
            table->full_raise = to - table->high;
        table->full_level = to;
        table->raised++;
        if (all->reopening != TDA47)
            table->acted = 0;
    } else if (all->reopening == ALWAYS) {
        table->acted = 0;
    } else if (all->reopening == WSOP96 && to - table->full_level >= table->full_raise) {
        table->acted = 0;
        table->full_level = to;
    }
    table->high = to;
    table->pending = table->able;
    cap(all, table);
}

/* The actor makes his total `to`, or folds. */
static inline void act(const struct sw_tables *all, struct table *table, int64_t to)
{
    int seat = table->actor;
    uint32_t bit = 1u << seat;
    if (to == FOLD) {
        table->live ^= bit;
        table->able ^= bit;
    } else {
        int64_t more = to - table->bets[seat];
        table->bets[seat] = to;
        table->pot += more;
        table->stacks[seat] -= more;
        table->able ^= table->stacks[seat] ? 0 : bit;
        if (to > table->high)
            raise_to(all, table, to);
    }
    table->acted |= bit;
    table->pending &= ~bit;
    if (at_most_one(table->live))
        table->pending = 0;
    else if (at_most_one(table->able))
        spare_the_last(table);
}

/* Betting is open to a seat: it has not acted, or the rule on reopening says so (TDA 47). */
static inline int may_raise(const struct sw_tables *all, const struct table *table, int64_t owed)
{
    if (!(table->acted >> table->actor & 1))
        return 1;
    if (all->reopening != TDA47)
        return 0;
    if (all->structure == FIXED_LIMIT)
        return 2 * owed >= bet_size(all, table->street);
    return owed >= table->full_raise;
}

static inline int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Totals of the smallest and the largest raise of the actor, who may raise. */
static inline void raise_range(const struct sw_tables *all, const struct table *table, int64_t pot,
                               int64_t all_in, int64_t *least, int64_t *most)
{
    if (all->structure == FIXED_LIMIT) {
        *most = *least = smaller(table->full_level + bet_size(all, table->street), all_in);
        return;
    }
    *least = table->high + table->full_raise;
    *most = all_in;
    if (all->structure == POT_LIMIT) { /* call, then raise by what lies there */
        int64_t largest = table->high + pot + (table->street ? 0 : table->missing);
        *most = smaller(largest > *least ? largest : *least, all_in);
    }
    *least = smaller(*least, *most);
}

/* Fill the arrays that say what the actor may do. */
static inline void offer(const struct sw_tables *all, size_t i, const struct table *table)
{
    int codes = 4 + all->fractions, seat = table->actor;
    int64_t *total = all->totals + i * (size_t)codes, least = INT64_MAX, most = INT64_MAX;
    uint8_t *mask = all->mask + i * (size_t)codes;
    int64_t bet = table->bets[seat], stack = table->stacks[seat], owed = table->high - bet;
    int64_t pot = table->pot + owed, all_in = bet + stack;
    int can_raise = stack > owed && !table->capped && table->able & ~(1u << seat) &&
                    may_raise(all, table, owed);
    if (can_raise)
        raise_range(all, table, pot, all_in, &least, &most);
    all->call[i] = smaller(owed, stack);
    all->min_raise_to[i] = can_raise ? least : 0;
    all->max_raise_to[i] = can_raise ? most : 0;
    mask[0] = owed > 0 || all->open_fold;
    mask[1] = 1;
    mask[2] = (uint8_t)can_raise;
    total[0] = mask[0] ? FOLD : ILLEGAL;
    total[1] = bet + smaller(owed, stack);
    total[2] = can_raise ? least : ILLEGAL;
    for (int code = 3; code < codes; code++) {
        int64_t to = all_in;
        if (code < codes - 1)
            to = table->high + (int64_t)((uint64_t)pot * all->permille[code - 3] / 1000);
        mask[code] = to >= least && to <= most;
        total[code] = mask[code] ? to : ILLEGAL;
    }
}

static void offer_nothing(const struct sw_tables *all, size_t i)
{
    int codes = 4 + all->fractions;
    all->call[i] = all->min_raise_to[i] = all->max_raise_to[i] = 0;
    for (int code = 0; code < codes; code++) {
        all->totals[i * (size_t)codes + (size_t)code] = ILLEGAL;
        all->mask[i * (size_t)codes + (size_t)code] = 0;
    }
}

/* ------------------------------------------------------------------- a hand's beginning and end */

static inline int64_t pay(struct table *table, int seat, int64_t chips)
{
    int64_t paid = smaller(chips, table->stacks[seat]);
    table->stacks[seat] -= paid;
    table->pot += paid;
    return paid;
}

static inline void post_ante(struct table *table, int seat, int64_t chips, int dead)
{
    int64_t paid = pay(table, seat, chips);
    *(dead ? &table->dead : &table->stakes[seat]) += paid;
}

static void draw_deck(const struct sw_tables *all, size_t i, const struct sw_deck *deck)
{
    uint8_t left[sizeof deck->live];
    uint64_t start = sw_start(all->seed[i]);
    memcpy(left, deck->live, sizeof left);
    for (int group = 0; group < DECK / SW_GROUP; group++)
        if (SW_GROUP * group < 2 * all->seats + 8)
            sw_draw(left, 52, SW_GROUP * group, SW_GROUP,
                    sw_random(start, all->hand[i] * SW_GROUPS + (uint64_t)group),
                    deck->unfair[group], all->deck + DECK * i);
}

static uint32_t seats_with_chips(const struct table *table)
{
    uint32_t mask = 0;
    for (int seat = 0; seat < table->seats; seat++)
        mask |= (uint32_t)(table->stacks[seat] > 0) << seat;
    return mask;
}

/* Post the forced bets and deal the cards that lie in the table's deck. */
static void begin_hand(const struct sw_tables *all, size_t i, struct table *table)
{
    int order[MOST_SEATS], players = __builtin_popcount(table->dealt), seat = table->button;
    uint8_t *hole = all->hole_cards + 2 * i * (size_t)all->seats;
    const uint8_t *deck = all->deck + DECK * i;
    int64_t *start = all->start + i * (size_t)all->seats, due = 0, posted = 0, most = 0;

    memcpy(start, table->stacks, sizeof *start * (size_t)all->seats);
    memset(table->bets, 0, sizeof *table->bets * (size_t)all->seats);
    memset(table->stakes, 0, sizeof *table->stakes * (size_t)all->seats);
    memset(hole, UNKNOWN, 2 * (size_t)all->seats);
    memset(all->board + 5 * i, UNKNOWN, 5);
    table->pot = table->dead = 0;
    table->live = table->dealt;
    table->street = 0;

    for (int place = 0; place < players; place++) {
        order[place] = seat = next_seat(table->dealt, seat);
        hole[2 * seat] = deck[place];
        hole[2 * seat + 1] = deck[place + players];
        int64_t ante = all->ante[players][place], blind = all->blind[players][place];
        int pays_table_ante = place == all->big_blind[players];
        if (ante)
            post_ante(table, seat, ante, all->antes_dead);
        if (pays_table_ante && all->ante_first)
            post_ante(table, seat, all->table_ante, all->table_ante_dead);
        if (blind) {
            due += blind;
            posted += table->bets[seat] = pay(table, seat, blind);
            most = table->bets[seat] > most ? table->bets[seat] : most;
        }
        if (pays_table_ante && !all->ante_first)
            post_ante(table, seat, all->table_ante, all->table_ante_dead);
    }
    table->missing = due - posted;
    table->able = seats_with_chips(table) & table->dealt;
    open_round(all, table, all->short_blind_counts ? most : all->first_high, all->first_raise,
               all->first_raises);
    if (at_most_one(table->able))
        spare_the_last(table);
    int opener = all->opener[players];
    table->actor = opener < 0 ? table->button : order[opener];
}

/* Return what nobody matched and gather the bets. Who made the only highest bet is not asked again,
 * so he has not folded. */
static void collect(struct table *table)
{
    int64_t top = 0, second = 0;
    int owner = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        int64_t bet = table->bets[seat];
        second = bet > top ? top : bet > second ? bet : second;
        owner = bet > top ? seat : owner;
        top = bet > top ? bet : top;
    }
    if (top > second) {
        table->bets[owner] = second;
        table->stacks[owner] += top - second;
        table->pot -= top - second;
    }
    for (int seat = 0; seat < table->seats; seat++) {
        table->stakes[seat] += table->bets[seat];
        table->bets[seat] = 0;
    }
}

/* Board cards from the deck up to a street; a card is burned before each. */
static inline void turn_up(const struct sw_tables *all, size_t i, struct table *table, int street)
{
    const uint8_t *stub = all->deck + DECK * i + 2 * __builtin_popcount(table->dealt);
    uint8_t *board = all->board + 5 * i;
    table->street = street;
    memcpy(board, stub + 1, 3);
    if (street > 1)
        board[3] = stub[5];
    if (street > 2)
        board[4] = stub[7];
}

static void showdown(const struct sw_tables *all, size_t i, struct table *table)
{
    const uint8_t *hole = all->hole_cards + 2 * i * (size_t)all->seats, *board = all->board + 5 * i;
    uint16_t strengths[MOST_SEATS] = {0};
    uint8_t folded[MOST_SEATS] = {0};
    int64_t pots[MOST_SEATS], awards[MOST_SEATS], refunds[MOST_SEATS], button = table->button;
    sw_hand shown = sw_no_cards();
    for (int card = 0; card < 5; card++)
        shown = sw_add(shown, board[card]);
    for (int seat = 0; seat < all->seats; seat++) {
        folded[seat] = !(table->live >> seat & 1);
        if (!folded[seat])
            strengths[seat] =
                sw_hand_strength(sw_add(sw_add(shown, hole[2 * seat]), hole[2 * seat + 1]));
    }
    sw_split_pots(table->stakes, folded, strengths, &button, &table->dead, 1, all->seats,
                  all->first_takes_odd, pots, awards, refunds);
    for (int seat = 0; seat < all->seats; seat++)
        table->stacks[seat] += awards[seat] + refunds[seat];
}

/* The chips of the hand to its winners. */
static void end_hand(const struct sw_tables *all, size_t i, struct table *table)
{
    int64_t *start = all->start + i * (size_t)all->seats;
    int64_t *payoffs = all->payoffs + i * (size_t)all->seats;
    if (at_most_one(table->live))
        table->stacks[__builtin_ctz(table->live)] += table->pot;
    else
        showdown(all, i, table);
    table->pot = table->dead = 0;
    for (int seat = 0; seat < all->seats; seat++) {
        payoffs[seat] += table->stacks[seat] - start[seat];
        table->stakes[seat] = 0;
    }
    all->finished[i]++;
}

/* The next hand: the button moves; 0 if fewer than two seats have chips. */
static int next_hand(const struct sw_tables *all, size_t i, struct table *table,
                     const struct sw_deck *deck)
{
    if (!all->keep_stacks)
        memcpy(table->stacks, all->start + i * (size_t)all->seats,
               sizeof *table->stacks * (size_t)all->seats);
    uint32_t dealt = seats_with_chips(table);
    if (at_most_one(dealt))
        return 0;
    table->dealt = dealt;
    table->button = next_seat(dealt, table->button);
    all->hand[i]++;
    draw_deck(all, i, deck);
    begin_hand(all, i, table);
    return 1;
}

/* Nobody has still to act: go on to the next round, or to the end of the hand and the next one,
 * until somebody has. */
static void end_round(const struct sw_tables *all, size_t i, struct table *table,
                      const struct sw_deck *deck)
{
    while (!table->pending) {
        collect(table);
        table->actor = table->button;
        if (!at_most_one(table->live) && !at_most_one(table->able) && table->street < RIVER) {
            turn_up(all, i, table, table->street + 1);
            open_round(all, table, 0, all->min_bet, 0);
            continue;
        }
        if (!at_most_one(table->live) && table->street < RIVER)
            turn_up(all, i, table, RIVER);
        end_hand(all, i, table);
        if (!all->next_hand || all->finished[i] == MOST_HANDS || !next_hand(all, i, table, deck)) {
            table->actor = NOBODY;
            return;
        }
    }
}

static inline void go_on(const struct sw_tables *all, size_t i, struct table *table,
                         const struct sw_deck *deck)
{
    if (!table->pending)
        end_round(all, i, table, deck);
    if (table->pending) {
        table->actor = next_seat(table->pending, table->actor);
        offer(all, i, table);
    } else {
        offer_nothing(all, i);
    }
    put_back(all, i, table);
}

static inline void clear_result(const struct sw_tables *all, size_t i)
{
    if (all->finished[i])
        memset(all->payoffs + i * (size_t)all->seats, 0, sizeof *all->payoffs * (size_t)all->seats);
    all->finished[i] = 0;
}

/* -------------------------------------------------------------------------------- the interface */

/* Index of the k-th of the tables asked for; all->n if it is out of range or not above the one
 * before. */
static inline size_t chosen(const struct sw_tables *all, const int64_t *which, size_t k)
{
    if (!which)
        return k < all->n ? k : all->n;
    int in_order = which[k] >= 0 && (uint64_t)which[k] < all->n && (!k || which[k] > which[k - 1]);
    return in_order ? (size_t)which[k] : all->n;
}

static inline int is_legal(const struct sw_tables *all, size_t i, int64_t to)
{
    int seat = all->actor[i];
    if (seat == NOBODY)
        return 0;
    if (to == FOLD)
        return all->mask[i * (size_t)(4 + all->fractions)];
    return to == all->bets[i * (size_t)all->seats + (size_t)seat] + all->call[i] ||
           (all->max_raise_to[i] && to >= all->min_raise_to[i] && to <= all->max_raise_to[i]);
}

/* Stacks and button are possible, and so many cards are enough. */
static int can_begin(const struct sw_tables *all, size_t i, int cards)
{
    const int64_t *stacks = all->stacks + i * (size_t)all->seats;
    int64_t sum = 0;
    int players = 0;
    for (int seat = 0; seat < all->seats; seat++) {
        if (stacks[seat] < 0 || stacks[seat] > SW_TABLES_CHIPS)
            return 0;
        sum += stacks[seat];
        players += stacks[seat] > 0;
    }
    return players >= 2 && sum <= SW_TABLES_CHIPS && cards >= 2 * players + 8 && cards <= 52 &&
           all->button[i] >= 0 && all->button[i] < all->seats;
}

static inline int are_chips(int64_t chips)
{
    return chips >= 0 && chips <= SW_TABLES_CHIPS;
}

/* What would lead the game astray; sound rules go with tables of any state. */
static int has_sound_rules(const struct sw_tables *all)
{
    int sound = sw_sound_sizes(all) && all->structure >= 0 && all->structure <= FIXED_LIMIT &&
                all->reopening >= 0 && all->reopening <= ALWAYS && all->min_bet > 0 &&
                are_chips(all->min_bet) && are_chips(all->big_bet) && are_chips(all->table_ante) &&
                are_chips(all->first_high) && are_chips(all->first_raise);
    for (int i = 0; sound && i < all->fractions; i++)
        sound = all->permille[i] <= MOST_PERMILLE;
    for (int players = 2; sound && players <= all->seats; players++) {
        sound = all->opener[players] >= -1 && all->opener[players] < players;
        for (int place = 0; place < players; place++)
            sound &= are_chips(all->blind[players][place]) &&
                     are_chips(all->ante[players][place]) &&
                     all->blind[players][place] <= all->first_high;
    }
    return sound;
}

size_t sw_tables_reset(const struct sw_tables *all, const int64_t *which, size_t n,
                       const uint8_t *decks, int k)
{
    struct sw_deck deck;
    if (!has_sound_rules(all))
        return 0;
    sw_set_deck(&deck, 0, 52, DECK);
    for (size_t row = 0; row < n; row++) {
        size_t i = chosen(all, which, row);
        if (i == all->n || !can_begin(all, i, decks ? k : 52) ||
            (decks && !sw_distinct(decks + (size_t)k * row, k, 0)))
            return row;
    }
    for (size_t row = 0; row < n; row++) {
        size_t i = chosen(all, which, row);
        struct table table;
        take_out(all, i, all->seats, &table);
        table.dealt = seats_with_chips(&table);
        if (decks)
            memcpy(all->deck + DECK * i, decks + (size_t)k * row, k < DECK ? (size_t)k : DECK);
        else
            draw_deck(all, i, &deck);
        clear_result(all, i);
        begin_hand(all, i, &table);
        go_on(all, i, &table, &deck);
    }
    return n;
}

/* `seats` is that of all tables, so that a caller can name it and have the loops unrolled. */
static inline void step(const struct sw_tables *all, int seats, const int64_t *which, size_t n,
                        const int64_t *codes, const int64_t *to)
{
    size_t width = 4 + (size_t)all->fractions;
    struct sw_deck deck;
    sw_set_deck(&deck, 0, 52, DECK);
    for (size_t k = 0; k < n; k++) {
        size_t i = which ? (size_t)which[k] : k;
        struct table table;
        take_out(all, i, seats, &table);
        clear_result(all, i);
        act(all, &table, to ? to[k] : all->totals[i * width + (size_t)codes[k]]);
        go_on(all, i, &table, &deck);
    }
}

size_t sw_tables_step(const struct sw_tables *all, const int64_t *which, size_t n,
                      const int64_t *codes, const int64_t *to)
{
    size_t width = 4 + (size_t)all->fractions;
    if (!sw_sound_sizes(all))
        return 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = chosen(all, which, k);
        if (i == all->n ||
            (to ? !is_legal(all, i, to[k])
                : (uint64_t)codes[k] >= width || !all->mask[i * width + (size_t)codes[k]]))
            return k;
    }
    if (all->seats == 6)
        step(all, 6, which, n, codes, to);
    else if (all->seats == 2)
        step(all, 2, which, n, codes, to);
    else
        step(all, all->seats, which, n, codes, to);
    return n;
}
