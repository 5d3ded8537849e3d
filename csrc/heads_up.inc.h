/* heads_up.inc.h -- two ranges on every run-out, in time linear in the combos. Included by each
 * kernel_*.c.
 *
 * A combo (a, b) beats what is weaker and shares no card with it: with T the weight of all weaker
 * combos of the opponent and C[x] that of those holding card x, it wins T - C[a] - C[b]. So a sweep
 * in order of strength that keeps T and C prices every combo of both players.
 *
 * Without a flush, strength depends on two ranks: the sweep is over 91 blocks, each the 4 x 4 suits
 * of two ranks (6 combos for a pair), and what a block adds to T and C is known beforehand. Nor is
 * the result written per combo: over the run-outs of one turn a block adds up the C of its two
 * ranks, eight numbers less T/2, and only then is every combo priced from these.
 *
 * The order of the blocks depends on the ranks of the board alone, so rivers of one rank share it.
 * Three cards of a suit on the board take the 45 combos of that suit out of their blocks, four or
 * five take out every combo that holds the suit; those are swept one by one, or all combos of one
 * suited card at once.
 *
 * A river card is taken out of the sums of its 13 blocks; what its own combos were credited with is
 * taken back. */

/* Plain machines take a v4 apart into halves; aligned to more than these, gcc would speak of its
 * ABI. */
typedef double v4 __attribute__((vector_size(32), aligned(HANDS == 1 ? 16 : 32), may_alias));

enum { BLOCKS = 91, RANKS = 13, DECK = 52, COMBOS = 1326, FLUSH_ITEMS = 45 };

/* Per card a number, four suits a vector. */
typedef struct {
    v4 of[RANKS];
} cards;

struct block { /* what a block adds up to: by cards of its lower and of its higher rank, and half of
                  all, four times */
    v4 low, high, half;
};

struct credit { /* sums of C - T/2 for a block's two ranks, before its group (win) and after it (win
                   or tie) */
    v4 win[2], all[2];
};

/* Run-outs of one turn fall into at most three kinds by the flush they allow. */
enum {
    NO_FLUSH,
    PAIRS,
    SUIT
}; /* combos out of their blocks: none; those of two cards of the suit; those of one or two */

struct kind {
    int out, suit;
    double runouts;
};

struct side {
    cards weight[DECK]; /* weight[a].of[b / 4][b % 4]: combo a b; 0 with a card of the board before
                           the river */
    cards win[DECK], all[DECK]; /* results, a combo in one of its two places */
    struct block sums[3][BLOCKS];
    struct credit credit[3][BLOCKS];
};

struct item {
    uint16_t strength;
    uint8_t block;         /* BLOCKS: not a block */
    uint8_t first, second; /* ranks of a block; or a suited card, and another or itself for all its
                              unsuited combos */
};

struct spot {
    struct side side[2];
    struct item order[RANKS][BLOCKS]; /* active blocks by strength, by rank of the river */
    int active;
    uint8_t blocks[BLOCKS], low[BLOCKS], high[BLOCKS]; /* active blocks; ranks of all */
    uint8_t mates[RANKS][RANKS], n_mates[RANKS]; /* ranks with which a rank has an active block */
    uint64_t held[2];                            /* cards that each player may hold */
    uint32_t board,
        ordered; /* key of the board's ranks that `order` is for; ranks of the river it has */
    struct kind kinds[3];
    int n_kinds;
    cards live; /* 1 for cards that are not on the board before the river and not dead */
};

static sw_inline v4 four(double x)
{
    return (v4){x, x, x, x};
}

static sw_inline double sum4(v4 x)
{
    return x[0] + x[1] + (x[2] + x[3]);
}

static inline int block_of(int i, int j)
{
    return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

static sw_inline v4 without(int suit, v4 x)
{
    x[suit] = 0;
    return x;
}

/* Which of the combos of card `card` with the four cards of a rank stand in their block. */
static sw_inline v4 in_block(const struct kind *kind, int card, v4 row)
{
    int suited = (card & 3) == kind->suit;
    if (kind->out == NO_FLUSH || (kind->out == PAIRS && !suited))
        return row;
    return kind->out == SUIT && suited ? four(0) : without(kind->suit, row);
}

static void add_up_blocks(struct side *side, const struct kind *kind, struct block *sums,
                          const struct spot *spot)
{
    for (int n = 0; n < spot->active; n++) {
        int b = spot->blocks[n], i = spot->low[b], j = spot->high[b];
        struct block sum = {four(0), four(0), four(0)};
        for (int s = 0; s < 4; s++) {
            v4 row = in_block(kind, 4 * i + s, side->weight[4 * i + s].of[j]);
            double all = sum4(row);
            if (i == j) { /* each pair stands in two rows */
                sum.low[s] = all;
                all /= 2;
            } else {
                sum.low[s] = all;
                sum.high += row;
            }
            sum.half += four(all / 2);
        }
        sums[b] = sum;
    }
}

/* Active blocks in order of strength when the river has a rank; `word` sums the board before it. */
static const struct item *order_blocks(struct spot *spot, uint64_t word, int river)
{
    struct item *order = spot->order[river];
    uint32_t keys[BLOCKS], board = (uint32_t)word & sw_hash[2].key;
    int n = spot->active;
    if (spot->board != board) {
        spot->board = board;
        spot->ordered = 0;
    }
    if (spot->ordered >> river & 1)
        return order;
    spot->ordered |= 1u << river;
    for (int k = 0; k < n; k++) {
        int b = spot->blocks[k];
        uint64_t sum = word + sw_card_words[4 * river] + sw_card_words[4 * spot->low[b]] +
                       sw_card_words[4 * spot->high[b]];
        keys[k] = (uint32_t)sw_rank_strength(7, (uint32_t)sum & sw_hash[2].key) << 7 | b;
    }
    for (int k = 0; k < n; k++) {
        int place = 0;
        for (int other = 0; other < n; other++)
            place += keys[other] < keys[k];
        int b = keys[k] & 127;
        order[place] =
            (struct item){(uint16_t)(keys[k] >> 7), (uint8_t)b, spot->low[b], spot->high[b]};
    }
    return order;
}

static inline int is_held(const struct spot *spot, int a, int b)
{
    return spot->side[0].weight[a].of[b >> 2][b & 3] != 0 ||
           spot->side[1].weight[a].of[b >> 2][b & 3] != 0;
}

/* Combos that make a flush, by strength: with `ranks` of the suit on the board. */
static int order_flushes(const struct spot *spot, const struct kind *kind, uint32_t ranks,
                         struct item *order)
{
    uint32_t keys[FLUSH_ITEMS];
    struct item items[FLUSH_ITEMS];
    int n = 0;
    for (int i = 0; i < RANKS; i++) {
        int card = 4 * i + kind->suit;
        if (ranks >> i & 1 || !((spot->held[0] | spot->held[1]) >> card & 1))
            continue;
        if (kind->out == SUIT) {
            uint16_t strength = sw_flush_strengths[ranks | 1u << i];
            items[n++] = (struct item){strength, BLOCKS, (uint8_t)card, (uint8_t)card};
        }
        for (int j = 0; j < i; j++)
            if (!(ranks >> j & 1) && is_held(spot, 4 * j + kind->suit, card)) {
                uint16_t strength = sw_flush_strengths[ranks | 1u << i | 1u << j];
                items[n++] =
                    (struct item){strength, BLOCKS, (uint8_t)(4 * j + kind->suit), (uint8_t)card};
            }
    }
    for (int k = 0; k < n; k++)
        keys[k] = (uint32_t)items[k].strength << 6 | k;
    for (int k = 0; k < n; k++) {
        int place = 0;
        for (int other = 0; other < n; other++)
            place += keys[other] < keys[k];
        order[place] = items[k];
    }
    return n;
}

/* One sweep: state of the weaker combos of one player. */
struct state {
    cards c;
    v4 half; /* T / 2, four times */
};

static sw_inline void credit_block(v4 *credit, const struct state *other, struct item item,
                                   v4 times)
{
    credit[0] += times * (other->c.of[item.first] - other->half);
    credit[1] += times * (other->c.of[item.second] - other->half);
}

static inline void pass_block(struct state *state, const struct block *sum, struct item item)
{
    state->c.of[item.first] += sum->low;
    state->c.of[item.second] += sum->high;
    state->half += sum->half;
}

static void sweep_blocks(const struct item *order, int n, struct block *const sums[2],
                         struct credit *const credit[2], struct state state[2], double runouts)
{
    v4 times = four(runouts);
    for (int from = 0, to; from < n; from = to) {
        to = from;
        do {
            int b = order[to].block;
            credit_block(credit[0][b].win, &state[1], order[to], times);
            credit_block(credit[1][b].win, &state[0], order[to], times);
        } while (++to < n && order[to].strength == order[from].strength);
        for (int k = from; k < to; k++) {
            pass_block(&state[0], &sums[0][order[k].block], order[k]);
            pass_block(&state[1], &sums[1][order[k].block], order[k]);
        }
        for (int k = from; k < to; k++) {
            int b = order[k].block;
            credit_block(credit[0][b].all, &state[1], order[k], times);
            credit_block(credit[1][b].all, &state[0], order[k], times);
        }
    }
}

/* ---------------------------------------------------------------------------- boards with three or
 * more cards of a suit */

struct flush_sweep {
    struct spot *spot;
    struct state *state;
    const struct kind *kind;
    cards live; /* spot->live without the river card */
    double times;
};

/* Combos of a suited card with every unsuited one, as rows of weights. */
static sw_inline v4 unsuited(const struct flush_sweep *sweep, v4 row, int rank)
{
    return without(sweep->kind->suit, row * sweep->live.of[rank]);
}

static void credit_flush(const struct flush_sweep *sweep, struct item item, int all)
{
    int a = item.first, b = item.second;
    for (int p = 0; p < 2; p++) {
        struct side *side = &sweep->spot->side[p], *other = &sweep->spot->side[!p];
        const struct state *state = &sweep->state[!p];
        cards *result = all ? side->all : side->win;
        double left = 2 * state->half[0] - state->c.of[a >> 2][a & 3];
        if (a != b) {
            double own = all ? other->weight[a].of[b >> 2][b & 3] : 0;
            result[a].of[b >> 2][b & 3] += sweep->times * (left - state->c.of[b >> 2][b & 3] + own);
            continue;
        }
        for (int j = 0; j < RANKS; j++) {
            v4 own = all ? other->weight[a].of[j] : four(0);
            result[a].of[j] +=
                unsuited(sweep, four(sweep->times) * (four(left) - state->c.of[j] + own), j);
        }
    }
}

static void pass_flush(const struct flush_sweep *sweep, struct item item)
{
    int a = item.first, b = item.second;
    for (int p = 0; p < 2; p++) {
        const cards *weight = sweep->spot->side[p].weight;
        struct state *state = &sweep->state[p];
        double sum = 0;
        if (a != b) {
            sum = weight[a].of[b >> 2][b & 3];
            state->c.of[b >> 2][b & 3] += sum;
        } else {
            for (int j = 0; j < RANKS; j++) {
                v4 row = unsuited(sweep, weight[a].of[j], j);
                state->c.of[j] += row;
                sum += sum4(row);
            }
        }
        state->c.of[a >> 2][a & 3] += sum;
        state->half += four(sum / 2);
    }
}

static void sweep_flushes(const struct flush_sweep *sweep, const struct item *order, int n,
                          struct block *const sums[2], struct credit *const credit[2])
{
    struct state *state = sweep->state;
    v4 times = four(sweep->times);
    for (int from = 0, to; from < n; from = to) {
        to = from;
        do {
            if (order[to].block == BLOCKS) {
                credit_flush(sweep, order[to], 0);
            } else {
                credit_block(credit[0][order[to].block].win, &state[1], order[to], times);
                credit_block(credit[1][order[to].block].win, &state[0], order[to], times);
            }
        } while (++to < n && order[to].strength == order[from].strength);
        for (int k = from; k < to; k++) {
            if (order[k].block == BLOCKS) {
                pass_flush(sweep, order[k]);
            } else {
                pass_block(&state[0], &sums[0][order[k].block], order[k]);
                pass_block(&state[1], &sums[1][order[k].block], order[k]);
            }
        }
        for (int k = from; k < to; k++) {
            if (order[k].block == BLOCKS) {
                credit_flush(sweep, order[k], 1);
            } else {
                credit_block(credit[0][order[k].block].all, &state[1], order[k], times);
                credit_block(credit[1][order[k].block].all, &state[0], order[k], times);
            }
        }
    }
}

/* Blocks and flushes in one order. Five cards of a suit on the board: no block is worth less, or
 * more, than they. */
static int merge_flushes(const struct spot *spot, const struct kind *kind, uint32_t ranks,
                         const struct item *blocks, struct item *order)
{
    struct item flushes[FLUSH_ITEMS];
    uint16_t board = sw_flush_strengths[ranks]; /* 0 below five cards */
    int m = order_flushes(spot, kind, ranks, flushes), f = 0, merged = 0;
    for (int k = 0; k < spot->active; k++) {
        struct item block = blocks[k];
        block.strength = board ? board : block.strength;
        while (f < m && flushes[f].strength < block.strength)
            order[merged++] = flushes[f++];
        order[merged++] = block;
    }
    while (f < m)
        order[merged++] = flushes[f++];
    return merged;
}

/* ------------------------------------------------------------------------------------------- one
 * river, and all of them */

static int find_kind(struct spot *spot, int out, int suit)
{
    int k = 0;
    while (k < spot->n_kinds && (spot->kinds[k].out != out || spot->kinds[k].suit != suit))
        k++;
    if (k == spot->n_kinds) {
        spot->kinds[spot->n_kinds++] = (struct kind){out, suit, 0};
        for (int p = 0; p < 2; p++) {
            struct side *side = &spot->side[p];
            for (int n = 0; n < spot->active; n++)
                memset(&side->credit[k][spot->blocks[n]], 0, sizeof(struct credit));
            add_up_blocks(side, &spot->kinds[k], side->sums[k], spot);
        }
    }
    return k;
}

/* What a river card changes in the blocks of its rank, and what they were before. */
struct kept {
    struct block sums[RANKS];
    struct credit credit[RANKS];
};

/* Take the river card's combos out of the sums of their blocks, and start those blocks' credits
 * afresh. */
static void take_out(struct side *side, const struct spot *spot, int k, int card, struct kept *kept)
{
    int rank = card >> 2;
    for (int n = 0; n < spot->n_mates[rank]; n++) {
        int j = spot->mates[rank][n], b = block_of(rank, j);
        struct block *block = &side->sums[k][b];
        kept->sums[n] = *block;
        kept->credit[n] = side->credit[k][b];
        memset(&side->credit[k][b], 0, sizeof(struct credit));
        v4 row = in_block(&spot->kinds[k], card, side->weight[card].of[j]);
        double sum = sum4(row);
        v4 *own = rank > j ? &block->high : &block->low;
        *(rank < j ? &block->high : &block->low) -= row;
        (*own)[card & 3] -= sum;
        block->half -= four(sum / 2);
    }
}

/* Take back what the river card's own combos were credited with in their blocks, and put the blocks
 * back. */
static void take_back(struct side *side, const struct side *other, const struct spot *spot, int k,
                      int card, double runouts, const struct kept *kept)
{
    v4 times = four(runouts);
    const struct kind *kind = &spot->kinds[k];
    int rank = card >> 2, suit = card & 3;
    for (int n = 0; n < spot->n_mates[rank]; n++) {
        int j = spot->mates[rank][n], b = block_of(rank, j), own = rank > j, mate = rank < j;
        struct credit *credit = &side->credit[k][b];
        v4 win = four(credit->win[own][suit]) + credit->win[mate];
        v4 all =
            four(credit->all[own][suit]) + credit->all[mate] - times * other->weight[card].of[j];
        side->win[card].of[j] += in_block(kind, card, win * spot->live.of[j]);
        side->all[card].of[j] += in_block(kind, card, all * spot->live.of[j]);
        for (int i = 0; i < 2; i++) {
            credit->win[i] += kept->credit[n].win[i];
            credit->all[i] += kept->credit[n].all[i];
        }
        side->sums[k][b] = kept->sums[n];
    }
}

static void run_river(struct spot *spot, uint64_t word, uint64_t board, int card, double runouts)
{
    const struct item *blocks = order_blocks(spot, word, card >> 2);
    int out = NO_FLUSH, suit = 0, rank = card >> 2;
    uint32_t ranks = 0;
    for (int s = 0; s < 4; s++) {
        uint32_t suited = sw_suit_ranks(board, s);
        int count = __builtin_popcount(suited);
        if (count >= 3) {
            out = count == 3 ? PAIRS : SUIT;
            suit = s;
            ranks = suited;
        }
    }
    int k = find_kind(spot, out, suit);
    struct kind *kind = &spot->kinds[k];
    kind->runouts += runouts;

    struct kept kept[2];
    struct state state[2];
    memset(state, 0, sizeof state);
    for (int p = 0; p < 2; p++)
        if (spot->held[p] >> card & 1)
            take_out(&spot->side[p], spot, k, card, &kept[p]);

    struct block *const sums[2] = {spot->side[0].sums[k], spot->side[1].sums[k]};
    struct credit *const credit[2] = {spot->side[0].credit[k], spot->side[1].credit[k]};
    if (out == NO_FLUSH) {
        sweep_blocks(blocks, spot->active, sums, credit, state, runouts);
    } else {
        struct item order[BLOCKS + FLUSH_ITEMS];
        struct flush_sweep sweep = {spot, state, kind, spot->live, runouts};
        int n = merge_flushes(spot, kind, ranks, blocks, order);
        sweep.live.of[rank][card & 3] = 0;
        sweep_flushes(&sweep, order, n, sums, credit);
    }

    for (int p = 0; p < 2; p++)
        if (spot->held[p] >> card & 1)
            take_back(&spot->side[p], &spot->side[!p], spot, k, card, runouts, &kept[p]);
}

/* Cards of the same rank above a suit: a pair is priced once. */
static const v4 higher[4] = {{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}};

/* Price every combo from the credits of its block, over all rivers of a kind. */
static void price(struct side *side, const struct side *other, const struct kind *kind,
                  const struct credit *credit, const struct spot *spot)
{
    for (int n = 0; n < spot->active; n++) {
        int b = spot->blocks[n], i = spot->low[b], j = spot->high[b], mate = i < j;
        for (int s = 0; s < 4; s++) {
            int card = 4 * i + s;
            v4 here = spot->live.of[j] * four(spot->live.of[i][s]);
            if (i == j)
                here *= higher[s];
            v4 win = four(credit[b].win[0][s]) + credit[b].win[mate];
            v4 all = four(credit[b].all[0][s]) + credit[b].all[mate] -
                     four(kind->runouts) * other->weight[card].of[j];
            side->win[card].of[j] -= in_block(kind, card, here * win);
            side->all[card].of[j] -= in_block(kind, card, here * all);
        }
    }
}

static inline void weigh(struct side *side, int a, int b, double weight)
{
    side->weight[a].of[b >> 2][b & 3] = side->weight[b].of[a >> 2][a & 3] = weight;
}

/* Take the cards of a turn from both ranges, or, all of them at once, give them back; `gone` never
 * comes back. */
static void weigh_turn(struct spot *spot, const double *weights, uint64_t turn, uint64_t gone)
{
    for (uint64_t left = turn; left; left &= left - 1) {
        int card = __builtin_ctzll(left);
        spot->live.of[card >> 2][card & 3] = !(gone >> card & 1);
        for (int other = 0; other < DECK; other++) {
            int high = card > other ? card : other, low = card > other ? other : card;
            int blocked = (gone >> card | gone >> other) & 1;
            for (int p = 0; p < 2 && high != low; p++)
                weigh(&spot->side[p], low, high,
                      blocked ? 0 : weights[COMBOS * p + high * (high - 1) / 2 + low]);
        }
    }
}

static void start_spot(struct spot *spot, const double *weights, uint64_t gone, uint64_t river)
{
    uint8_t found[RANKS][RANKS] = {0};
    memset(spot->side, 0, sizeof spot->side);
    memset(spot->n_mates, 0, sizeof spot->n_mates);
    for (int card = 0; card < DECK; card++)
        spot->live.of[card >> 2][card & 3] = !(gone >> card & 1);
    for (int p = 0; p < 2; p++) {
        const double *weight = weights + COMBOS * p;
        spot->held[p] = 0;
        for (int b = 1; b < DECK; b++)
            for (int a = 0; a < b; a++, weight++) {
                uint64_t combo = 1ull << a | 1ull << b;
                if (*weight == 0 || combo & gone)
                    continue;
                weigh(&spot->side[p], a, b, *weight);
                spot->held[p] |= combo;
                found[a >> 2][b >> 2] |= !(combo & river);
            }
    }
    spot->active = 0;
    for (int j = 0, b = 0; j < RANKS; j++)
        for (int i = 0; i <= j; i++, b++) {
            spot->low[b] = (uint8_t)i;
            spot->high[b] = (uint8_t)j;
            if (!found[i][j])
                continue;
            spot->blocks[spot->active++] = (uint8_t)b;
            spot->mates[j][spot->n_mates[j]++] = (uint8_t)i;
            if (i < j)
                spot->mates[i][spot->n_mates[i]++] = (uint8_t)j;
        }
    spot->board = spot->ordered = 0;
}

/* Results go to combos without a card that is `gone`: on the board or dead. */
static void add_results(const struct spot *spot, uint64_t gone, double *tally)
{
    for (int p = 0; p < 2; p++) {
        const struct side *side = &spot->side[p];
        const cards *results[2] = {side->win, side->all};
        for (int what = 0; what < 2; what++)
            for (int b = 1; b < DECK; b++)
                for (int a = 0; a < b; a++, tally++)
                    if (!(gone >> a & 1) && !(gone >> b & 1))
                        *tally +=
                            results[what][a].of[b >> 2][b & 3] + results[what][b].of[a >> 2][a & 3];
    }
}

static uint64_t heads_up(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                         uint64_t first, uint64_t last, double *tally)
{
    struct walk walk = sw_walk(weights, 2, board, n_board, dead, first);
    uint64_t counted = 0;
    struct spot spot;
    start_spot(&spot, weights, walk.gone, walk.river);
    for (uint64_t turn = first; turn < last; turn++, sw_next_turn(&walk)) {
        if (!walk.turns)
            continue;
        weigh_turn(&spot, weights, walk.come, walk.gone | walk.come);
        spot.n_kinds = 0;
        for (int i = sw_first_river(&walk); i < walk.n_live; i++) {
            unsigned times = sw_river_times(&walk, i);
            if (times)
                run_river(&spot, walk.word, walk.shown | walk.come | 1ull << walk.live[i],
                          walk.live[i], times);
            counted += times;
        }
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < spot.n_kinds; k++)
                price(&spot.side[p], &spot.side[!p], &spot.kinds[k], spot.side[p].credit[k], &spot);
        weigh_turn(&spot, weights, walk.come, walk.gone);
    }
    add_results(&spot, walk.gone | walk.river, tally);
    return counted;
}
