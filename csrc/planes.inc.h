/* planes.inc.h -- the words of kernel.h for kernels that shuffle bytes.
 *
 * A hand is eight byte lanes. Four byte planes, looked up by card and added over the lanes, are the
 * 16-bit fields of its word (tables.h). A lane past the k-th holds 0, the deuce of clubs: its rank
 * adds nothing, and the clubs it adds are known. Sums of two vectors of hands share one: what
 * follows the sums is done for twice as many hands at once. */
enum { HALF = HANDS / 2 };

typedef struct {
    const uint8_t *rows;
    vec first, second; /* HALF hands each */
} hands;

typedef struct {
    vec key, suits; /* 32 bits a hand: hand i of the first half, then hand i of the second */
} words;

typedef struct {
    vec closest, farthest;
} marks;

typedef struct {
    uint16_t column, row;
} place;

typedef uint32_t vec32 __attribute__((vector_size(sizeof(vec))));

static inline unsigned hand_of(unsigned lane)
{
    return lane / 2 + lane % 2 * HALF;
}

static inline hands load(const uint8_t *rows, int k)
{
    const uint8_t *straight = sw_row_turns[k - 5][0];
    return (hands){rows, shuffle_rows(rows, k, straight),
                   shuffle_rows(rows + HALF * k, k, straight)};
}

static inline marks unmarked(void)
{
    return (marks){splat(~0ull), splat(0)};
}

/* A repeated card meets itself when its row is turned by 1, 2 or 3 places. */
static inline marks mark(marks seen, hands hand, int k)
{
    for (int turn = 1; turn <= k / 2; turn++) {
        const uint8_t *pattern = sw_row_turns[k - 5][turn];
        vec first = hand.first ^ shuffle_rows(hand.rows, k, pattern);
        vec second = hand.second ^ shuffle_rows(hand.rows + HALF * k, k, pattern);
        seen.closest = closer(closer(seen.closest, first), second);
    }
    seen.farthest = farther(farther(seen.farthest, hand.first), hand.second);
    return seen;
}

static inline int marked(marks seen, int k)
{
    vec past = splat(~(~0ull >> (64 - 8 * k)));
    return any_zero(seen.closest | past) || any_above_51(seen.farthest);
}

/* Sums of planes i and i + 1, 16 bits each. */
static inline vec sums(hands hand, int i)
{
    return (sum8(plane(hand.first, i)) | sum8(plane(hand.first, i + 1)) << 16) |
           (sum8(plane(hand.second, i)) << 32 | sum8(plane(hand.second, i + 1)) << 48);
}

static inline words add_up(hands hand, int k)
{
    uint32_t none = (SW_NO_CARDS - (uint64_t)(8 - k) * SW_CLUB) >> 32;
    vec suits = sums(hand, 2);
    vec low = madd(sums(hand, 0), sw_multipliers);
    vec high = madd(suits & splat(0x0007000700070007), sw_multipliers + 2); /* no suit counters */
    return (words){(vec)((vec32)low + (vec32)high), suits + splat(none * 0x100000001ull)};
}

static inline unsigned flushes(words word)
{
    return some_of(word.suits, splat((SW_FLUSH >> 32) * 0x100000001ull));
}

static inline void places(words word, int k, place *at)
{
    uint32_t column = (1u << SW_COLUMN_BITS) - 1, row = sw_hash[k - 5].key >> SW_COLUMN_BITS << 16;
    vec found = (word.key << (16 - SW_COLUMN_BITS) & splat(row * 0x100000001ull)) |
                (word.key & splat(column * 0x100000001ull));
    memcpy(at, &found, sizeof found);
}

static inline uint16_t strength_at(place at, int k)
{
    const struct sw_hash *hash = &sw_hash[k - 5];
    return hash->strengths[(size_t)hash->rows[at.row] + at.column];
}
