/* evaluate.inc.h -- strengths of many hands. Included by each kernel_*.c after it has defined the
 * words of kernel.h; there is no other copy of this algorithm.
 *
 * The words of a hand's cards are added up; two dependent loads turn the key into a strength (a
 * perfect hash, tables/README.md). Hands with a flush (3 %) are noted on the way and looked up by
 * suit after their block. Every row is checked in the same pass, but the marks are looked at only
 * once a block: until then a bad row does no harm, since every key has its cell. */

enum {
    BLOCK = 256, /* hands between two looks at the marks */
    SLACK = 64   /* bytes that a load may touch beyond its rows */
};

#ifndef SW_CHECKED
#define SW_CHECKED 1 /* 0 only in the benchmark that prices the checks */
#endif

static void flush_strengths(const uint8_t *cards, int k, const uint8_t *plain, uint16_t *strength)
{
    for (int group = 0; group < BLOCK / HANDS; group += 8) {
        uint64_t flush;
        memcpy(&flush, plain + group, sizeof flush);
        flush = ~flush & ((1u << HANDS) - 1) * 0x0101010101010101ull;
        for (; flush; flush &= flush - 1) {
            int bit = __builtin_ctzll(flush), i = (group + bit / 8) * HANDS + bit % 8;
            uint64_t word = SW_NO_CARDS, mask = 0;
            for (int card = i * k; card < i * k + k; card++) {
                word += sw_card_words[cards[card] & 63];
                mask |= 1ull << (cards[card] & 63);
            }
            strength[i] = sw_flush_strength(word, mask);
        }
    }
}

/* n <= BLOCK rows, n a multiple of HANDS. Returns whether all were hands. */
static inline int evaluate_block(const uint8_t *cards, int n, int k, uint16_t *strength)
{
    uint8_t plain[BLOCK / HANDS];
    marks seen = unmarked();
    memset(plain, -1, sizeof plain);
    for (int i = 0; i < n; i += HANDS) {
        hands hand = load(cards + i * k, k);
        if (SW_CHECKED)
            seen = mark(seen, hand, k);
        words word = add_up(hand, k);
        plain[i / HANDS] = (uint8_t)no_flush(word);
        strengths(word, k, strength + i);
    }
    flush_strengths(cards, k, plain, strength);
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
