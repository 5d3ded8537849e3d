/* three_way.inc.h -- three ranges on every run-out, exactly. Included by each kernel_*.c after
 * heads_up.inc.h.
 *
 * A combo (a, b) meets pairs of disjoint combos, x of one opponent's set A and y of the other's set
 * B, that avoid a and b. With T the weight of a set, C[c] that of its combos with card c, both over
 * combos that avoid a and b, their weight is
 *
 *     F(A, B) = TA TB - sum over cards c of CA[c] CB[c] + sum over combos x of A(x) B(x)
 *
 * (pairs that share one card are taken out once; equal combos, which share two, twice, so once is
 * put back). A and B are what is weaker than the combo or equal to it, kept as sums by card while
 * combos pass in order of strength. */

enum { PLAYERS3 = 3 };

struct set {
    cards row[DECK]; /* row[a], card b: weight of combo a b */
    cards c;
    double total;
};

struct overlap { /* sum over combos of A(x) B(x), of all and of those with a card */
    double c[DECK], total;
};

struct three {
    struct set weaker[PLAYERS3], equal[PLAYERS3];
    struct overlap both_weaker[PLAYERS3],
        both_equal[PLAYERS3]; /* of the two others than player i */
    uint16_t active[COMBOS];
    uint8_t a[COMBOS], b[COMBOS];
    int n;
};

static inline double weight_of(const struct set *set, int a, int b)
{
    return set->row[a].of[b >> 2][b & 3];
}

static inline void put_combo(struct set *set, int a, int b, double weight)
{
    set->row[a].of[b >> 2][b & 3] += weight;
    set->row[b].of[a >> 2][a & 3] += weight;
    set->c.of[a >> 2][a & 3] += weight;
    set->c.of[b >> 2][b & 3] += weight;
    set->total += weight;
}

static inline void put_overlap(struct overlap *overlap, int a, int b, double product)
{
    overlap->c[a] += product;
    overlap->c[b] += product;
    overlap->total += product;
}

struct avoiding { /* a set without the combos that hold a or b */
    double total, at_a, at_b, own;
};

static inline struct avoiding avoid(const struct set *set, int a, int b)
{
    double own = weight_of(set, a, b), at_a = set->c.of[a >> 2][a & 3],
           at_b = set->c.of[b >> 2][b & 3];
    return (struct avoiding){set->total - at_a - at_b + own, at_a - own, at_b - own, own};
}

static inline double pairs(struct avoiding x, struct avoiding y, double dot)
{
    return x.total * y.total - (dot - x.at_a * y.at_a - x.at_b * y.at_b);
}

static inline double twice_in(const struct overlap *overlap, int a, int b, double own)
{
    return overlap->total - overlap->c[a] - overlap->c[b] + own;
}

/* Weight of opponents' pairs that lose to (a, b), of those in which one of the two ties, and of
 * those in which both do. */
static inline void meet(const struct three *three, int player, int a, int b, double met[3])
{
    int q = (player + 1) % PLAYERS3, r = (player + 2) % PLAYERS3;
    const struct set *wq = &three->weaker[q], *wr = &three->weaker[r];
    const struct set *eq = &three->equal[q], *er = &three->equal[r];
    struct avoiding low_q = avoid(wq, a, b), low_r = avoid(wr, a, b);
    v4 low_low = four(0);
    if (eq->total == 0 && er->total == 0) {
        for (int j = 0; j < RANKS; j++) {
            v4 x = wq->c.of[j] - wq->row[a].of[j] - wq->row[b].of[j];
            v4 y = wr->c.of[j] - wr->row[a].of[j] - wr->row[b].of[j];
            low_low += x * y;
        }
        met[1] = met[2] = 0;
    } else {
        struct avoiding even_q = avoid(eq, a, b), even_r = avoid(er, a, b);
        v4 low_even = four(0), even_low = four(0), even_even = four(0);
        for (int j = 0; j < RANKS; j++) {
            v4 x = wq->c.of[j] - wq->row[a].of[j] - wq->row[b].of[j];
            v4 y = wr->c.of[j] - wr->row[a].of[j] - wr->row[b].of[j];
            v4 ex = eq->c.of[j] - eq->row[a].of[j] - eq->row[b].of[j];
            v4 ey = er->c.of[j] - er->row[a].of[j] - er->row[b].of[j];
            low_low += x * y;
            low_even += x * ey;
            even_low += ex * y;
            even_even += ex * ey;
        }
        met[1] = pairs(low_q, even_r, sum4(low_even)) + pairs(even_q, low_r, sum4(even_low));
        met[2] = pairs(even_q, even_r, sum4(even_even)) +
                 twice_in(&three->both_equal[player], a, b, even_q.own * even_r.own);
    }
    met[0] = pairs(low_q, low_r, sum4(low_low)) +
             twice_in(&three->both_weaker[player], a, b, low_q.own * low_r.own);
}

/* Combos of a board in order of strength; returns how many it leaves. */
static int order_combos(const struct three *three, const uint16_t *strength, uint16_t *order)
{
    uint16_t from[COMBOS], to[COMBOS];
    int n = 0;
    for (int k = 0; k < three->n; k++)
        if (strength[three->active[k]])
            from[n++] = (uint16_t)k;
    for (int shift = 0; shift < 16; shift += 8) { /* two passes of a radix sort */
        int start[257] = {0};
        for (int k = 0; k < n; k++)
            start[(strength[three->active[from[k]]] >> shift & 255) + 1]++;
        for (int byte = 0; byte < 256; byte++)
            start[byte + 1] += start[byte];
        for (int k = 0; k < n; k++)
            to[start[strength[three->active[from[k]]] >> shift & 255]++] = from[k];
        memcpy(from, to, (size_t)n * sizeof *from);
    }
    memcpy(order, from, (size_t)n * sizeof *order);
    return n;
}

static void put_everywhere(struct set *sets, struct overlap *overlaps, const double *weights,
                           int combo, int a, int b)
{
    double w[PLAYERS3];
    for (int p = 0; p < PLAYERS3; p++) {
        w[p] = weights[COMBOS * p + combo];
        if (w[p] != 0)
            put_combo(&sets[p], a, b, w[p]);
    }
    for (int p = 0; p < PLAYERS3; p++)
        put_overlap(&overlaps[p], a, b, w[(p + 1) % PLAYERS3] * w[(p + 2) % PLAYERS3]);
}

/* Sets start empty and exactly zero for the next group or board: rounding must leave nothing
 * behind. */
static void empty_sets(struct three *three, struct set *sets, struct overlap *overlaps,
                       const uint16_t *order, int n)
{
    for (int p = 0; p < PLAYERS3; p++) {
        for (int k = 0; k < n; k++) {
            int a = three->a[order[k]], b = three->b[order[k]];
            sets[p].row[a].of[b >> 2][b & 3] = 0;
            sets[p].row[b].of[a >> 2][a & 3] = 0;
        }
        memset(&sets[p].c, 0, sizeof sets[p].c);
        sets[p].total = 0;
        memset(&overlaps[p], 0, sizeof overlaps[p]);
    }
}

static void three_on_board(struct three *three, const double *weights, const uint16_t *strength,
                           double times, double *tally)
{
    uint16_t order[COMBOS];
    int n = order_combos(three, strength, order);
    for (int from = 0, to; from < n; from = to) {
        uint16_t level = strength[three->active[order[from]]];
        for (to = from; to < n && strength[three->active[order[to]]] == level; to++) {
            int k = order[to];
            put_everywhere(three->equal, three->both_equal, weights, three->active[k], three->a[k],
                           three->b[k]);
        }
        for (int at = from; at < to; at++) {
            int k = order[at], combo = three->active[k];
            for (int p = 0; p < PLAYERS3; p++)
                if (weights[COMBOS * p + combo] != 0) {
                    double met[3], *row = tally + 3 * COMBOS * p + combo;
                    meet(three, p, three->a[k], three->b[k], met);
                    for (int ties = 0; ties < 3; ties++)
                        row[COMBOS * ties] += times * met[ties];
                }
        }
        empty_sets(three, three->equal, three->both_equal, order + from, to - from);
        for (int at = from; at < to; at++) {
            int k = order[at];
            put_everywhere(three->weaker, three->both_weaker, weights, three->active[k],
                           three->a[k], three->b[k]);
        }
    }
    empty_sets(three, three->weaker, three->both_weaker, order, n);
}

static void find_combos(struct three *three, const double *weights, uint64_t gone)
{
    three->n = 0;
    for (int b = 1, combo = 0; b < DECK; b++)
        for (int a = 0; a < b; a++, combo++)
            if (!(gone >> a & 1) && !(gone >> b & 1) &&
                (weights[combo] != 0 || weights[COMBOS + combo] != 0 ||
                 weights[2 * COMBOS + combo] != 0)) {
                three->active[three->n] = (uint16_t)combo;
                three->a[three->n] = (uint8_t)a;
                three->b[three->n++] = (uint8_t)b;
            }
}

static uint64_t three_way(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                          uint64_t first, uint64_t last, double *tally)
{
    struct walk walk = sw_walk(weights, PLAYERS3, board, n_board, dead, first);
    uint16_t strength[COMBOS];
    uint64_t counted = 0;
    struct three three;
    memset(&three, 0, sizeof three);
    find_combos(&three, weights, walk.gone | walk.river);
    for (uint64_t turn = first; turn < last; turn++, sw_next_turn(&walk))
        for (int i = sw_first_river(&walk); walk.turns && i < walk.n_live; i++) {
            unsigned times = sw_river_times(&walk, i);
            if (!times)
                continue;
            sw_mask_strengths(walk.shown | walk.come | 1ull << walk.live[i], strength);
            three_on_board(&three, weights, strength, times, tally);
            counted += times;
        }
    return counted;
}
