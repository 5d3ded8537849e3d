/* planes.inc.h -- the words of kernel.h for kernels that shuffle bytes.
 *
 * A hand is eight byte lanes. Four byte planes, looked up by card and added over the lanes, are the
 * 16-bit fields of its word (tables.h). A lane past the k-th holds 0, the deuce of clubs: its rank
 * adds nothing, and the clubs it adds are known. */
typedef struct {
    const uint8_t *rows;
    vec cards;
} hands;

typedef struct {
    vec key, suits;
} words;

typedef struct {
    vec closest, farthest;
} marks;

static inline hands load(const uint8_t *rows, int k)
{
    return (hands){rows, shuffle_rows(rows, k, sw_row_turns[k - 5][0])};
}

static inline marks unmarked(void)
{
    return (marks){splat(~0ull), splat(0)};
}

/* A repeated card meets itself when its row is turned by 1, 2 or 3 places. */
static inline marks mark(marks seen, hands hand, int k)
{
    for (int turn = 1; turn <= k / 2; turn++) {
        vec turned = shuffle_rows(hand.rows, k, sw_row_turns[k - 5][turn]);
        seen.closest = closer(seen.closest, hand.cards ^ turned);
    }
    seen.farthest = farther(seen.farthest, hand.cards);
    return seen;
}

static inline int marked(marks seen, int k)
{
    vec past = splat(~(~0ull >> (64 - 8 * k)));
    return any_zero(seen.closest | past) || any_above_51(seen.farthest);
}

static inline words add_up(hands hand, int k)
{
    vec suits = sum8(plane(hand.cards, 2)) << 32 | sum8(plane(hand.cards, 3)) << 48;
    vec sums = sum8(plane(hand.cards, 0)) | sum8(plane(hand.cards, 1)) << 16 | suits;
    vec products = madd(sums & splat(0x0007000707ff07ff)); /* rank digits without suit counters */
    return (words){products + (products >> 32),
                   suits + splat(SW_NO_CARDS - (uint64_t)(8 - k) * SW_CLUB)};
}

static inline unsigned no_flush(words word)
{
    return none_of(word.suits, splat(SW_FLUSH));
}

static inline void strengths(words word, int k, uint16_t *strength)
{
    const struct sw_hash *hash = &sw_hash[k - 5];
    uint64_t column = (1u << SW_COLUMN_BITS) - 1, row = (uint64_t)(hash->key >> SW_COLUMN_BITS)
                                                        << 32;
    vec places = (word.key << (32 - SW_COLUMN_BITS) & splat(row)) | (word.key & splat(column));
    struct {
        uint32_t column, row;
    } place[HANDS];
    memcpy(place, &places, sizeof place);
    for (int i = 0; i < HANDS; i++)
        strength[i] = hash->strengths[hash->rows[place[i].row] + place[i].column];
}
