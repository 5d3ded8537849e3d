/* evaluate.inc.h -- strengths of many hands. Included by each kernel_*.c after it has defined the
 * words of kernel.h; there is no other copy of this algorithm.
 *
 * The words of a hand's cards are added up; two dependent loads turn the key into a strength (a
 * perfect hash, tables/README.md). The places to look up pass through memory a block at a time:
 * that is cheaper than taking them out of a vector one by one. Hands with a flush (3 %) are noted
 * on the way and looked up by suit after their block. Every row is checked in the same pass, but
 * the marks are looked at only once a block: until then a bad row does no harm, since every key has
 * its cell.
 */

enum {
    BLOCK = 64, /* hands between two looks at the marks: a word has one bit for each */
    SLACK = 64  /* bytes that a load may touch beyond its rows */
};

#ifndef SW_CHECKED
#define SW_CHECKED 1 /* 0 only in the benchmark that prices the checks */
#endif

/* The suit of five or more of 5..7 cards: each of its two bits is set in that many of them. */
static inline uint32_t flush_ranks(uint64_t mask)
{
    int low = __builtin_popcountll(mask & 0xaaaaaaaaaaaaaull) >> 2;
    int high = __builtin_popcountll(mask & 0xcccccccccccccull) >> 2;
    return suit_ranks(mask, low + 2 * high);
}

static void flush_strengths(const uint8_t *cards, int k, uint64_t flush, uint16_t *strength)
{
    for (; flush; flush &= flush - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(flush);
        size_t i = lane / HANDS * HANDS + hand_of(lane % HANDS);
        const uint8_t *row = cards + i * k;
        uint64_t mask = 0;
        for (int card = 0; card < k; card++)
            mask |= 1ull << (row[card] & 63);
        strength[i] = sw_flush_strengths[flush_ranks(mask)];
    }
}

/* n <= BLOCK rows, n a multiple of HANDS. Returns whether all were hands. */
static inline int evaluate_block(const uint8_t *cards, int n, int k, uint16_t *strength)
{
    place at[BLOCK];
    uint64_t flush = 0;
    marks seen = unmarked();
    for (int i = 0; i < n; i += HANDS) {
        hands hand = load(cards + i * k, k);
        if (SW_CHECKED)
            seen = mark(seen, hand, k);
        words word = add_up(hand, k);
        flush |= (uint64_t)flushes(word) << i;
        places(word, k, at + i);
    }
    for (int i = 0; i < n; i += HANDS)
        for (int lane = 0; lane < HANDS; lane++)
            strength[i + hand_of(lane)] = strength_at(at[i + lane], k);
    flush_strengths(cards, k, flush, strength);
    return !SW_CHECKED || !marked(seen, k);
}

static inline size_t evaluate_rows(const uint8_t *cards, size_t n, int k, uint16_t *strength)
{
    size_t done = 0;
    while (done < n) {
        size_t rows = n - done < BLOCK ? n - done : BLOCK;
        const uint8_t *block = cards + done * k;
        int good;
        if (rows == BLOCK && (n - done - rows) * k >= SLACK) {
            good = evaluate_block(block, BLOCK, k, strength + done);
        } else { /* the end: from a copy with room to read on, filled up with its first row */
            uint8_t copy[BLOCK * 7 + SLACK] = {0};
            uint16_t result[BLOCK];
            size_t full = (rows + HANDS - 1) / HANDS * HANDS;
            memcpy(copy, block, rows * k);
            for (size_t row = rows; row < full; row++)
                memcpy(copy + row * k, block, k);
            good = evaluate_block(copy, (int)full, k, result);
            memcpy(strength + done, result, rows * sizeof *result);
        }
        if (!good) {
            while (sw_distinct(cards + done * k, k, 0))
                done++;
            return done;
        }
        done += rows;
    }
    return done;
}

static size_t evaluate(const uint8_t *cards, size_t n, int k, uint16_t *strength)
{
    switch (k) { /* three copies of the loop, each for its number of cards */
    case 5:
        return evaluate_rows(cards, n, 5, strength);
    case 6:
        return evaluate_rows(cards, n, 6, strength);
    case 7:
        return evaluate_rows(cards, n, 7, strength);
    default:
        return 0;
    }
}

static size_t evaluate_masks(const uint64_t *masks, size_t n, uint16_t *strength)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t mask = masks[i], word = SW_NO_CARDS;
        int k = __builtin_popcountll(mask);
        if (k < 5 || k > 7 || mask > SW_DECK)
            return i;
        for (int byte = 0; byte < 7; byte++)
            word += sw_mask_words[byte][mask >> 8 * byte & 255];
        strength[i] = sw_word_strength(k, word, mask);
    }
    return n;
}
