/* driver.c -- every function of steelwheel.h, without Python: for sanitizers, and for machines
 * under emulation.
 *
 * Buffers are of exactly the size stated, so that AddressSanitizer sees a byte read or written
 * beside them. Prints a checksum of strengths and deals that is the same on every machine; exit
 * status 0 if all is well, 1 at the first thing that is not. */
#include "steelwheel.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 256,       /* rows between two looks at the marks, evaluate.inc.h */
    ROWS = BLOCK + 44, /* a block and a tail */
    HANDS = 20 * BLOCK + 3,
    COMBOS = 1326,
    CANARY = 0xa5
};

static uint64_t checksum = 14695981039346656037ull;
static uint64_t state = 1;

static void fail(int line, const char *what)
{
    fprintf(stderr, "driver.c:%d: %s (kernel %s)\n", line, what, sw_kernel());
    exit(1);
}

#define CHECK(condition)                                                                           \
    do                                                                                             \
        if (!(condition))                                                                          \
            fail(__LINE__, #condition);                                                            \
    while (0)

static void add_to_checksum(const void *bytes, size_t n) /* FNV-1a */
{
    for (size_t i = 0; i < n; i++)
        checksum = (checksum ^ ((const uint8_t *)bytes)[i]) * 1099511628211ull;
}

static uint32_t below(uint32_t limit) /* xorshift; slightly unfair does not matter here */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

static void *exactly(size_t bytes)
{
    void *memory = malloc(bytes);
    CHECK(memory || !bytes);
    return memory;
}

/* n random hands of k cards; every other one from two suits, so that flushes abound. */
static uint8_t *random_hands(size_t n, int k)
{
    uint8_t *cards = exactly(n * (size_t)k);
    for (size_t i = 0; i < n; i++) {
        uint8_t deck[52];
        uint32_t size = 0;
        for (int card = 0; card < 52; card++)
            if (i % 2 || card % 4 < 2)
                deck[size++] = (uint8_t)card;
        for (int j = 0; j < k; j++) {
            uint32_t drawn = below(size);
            cards[i * (size_t)k + (size_t)j] = deck[drawn];
            deck[drawn] = deck[--size];
        }
    }
    return cards;
}

static int is_hand(const uint8_t *cards, int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i; j++)
            if (cards[i] > 51 || (j < i && cards[i] == cards[j]))
                return 0;
    return 1;
}

static size_t first_bad(const uint8_t *cards, size_t n, int k)
{
    size_t row = 0;
    while (row < n && is_hand(cards + row * (size_t)k, k))
        row++;
    return row;
}

static uint64_t mask_of(const uint8_t *cards, int k)
{
    uint64_t mask = 0;
    for (int i = 0; i < k; i++)
        mask |= 1ull << cards[i];
    return mask;
}

/* ------------------------------------------------------------------------------------ evaluate */

/* Evaluate a copy of n rows `offset` bytes into its memory, and compare. */
static void evaluate_copy(const uint8_t *cards, size_t n, int k, const uint16_t *wanted,
                          size_t offset)
{
    size_t bytes = n * (size_t)k, good = first_bad(cards, n, k);
    uint8_t *memory = exactly(offset + bytes);
    uint16_t *strength = exactly(n * sizeof *strength);
    memset(memory, 255, offset);
    memcpy(memory + offset, cards, bytes);
    CHECK(sw_evaluate(memory + offset, n, k, strength) == good);
    CHECK(memcmp(strength, wanted, good * sizeof *strength) == 0);
    CHECK(memcmp(memory + offset, cards, bytes) == 0);
    free(strength);
    free(memory);
}

static void every_corrupted_byte(uint8_t *cards, int k, const uint16_t *wanted)
{
    static const size_t places[] = {0, 1, BLOCK - 1, BLOCK, ROWS - 1};
    for (size_t place = 0; place < sizeof places / sizeof *places; place++)
        for (int column = 0; column < k; column++) {
            uint8_t *byte = cards + places[place] * (size_t)k + column, right = *byte;
            for (int wrong = 52; wrong < 256; wrong++) {
                *byte = (uint8_t)wrong;
                evaluate_copy(cards, ROWS, k, wanted, 0);
            }
            *byte = right;
        }
    for (size_t row = 0; row < ROWS; row++)
        for (int column = 1; column < k; column++)
            for (int other = 0; other < column; other++) {
                uint8_t *hand = cards + row * (size_t)k, right = hand[column];
                hand[column] = hand[other];
                CHECK(first_bad(cards + row * (size_t)k, 1, k) == 0);
                evaluate_copy(cards, ROWS, k, wanted, 0);
                hand[column] = right;
            }
}

static void noise(int k)
{
    for (int round = 0; round < 200; round++) {
        size_t n = 1 + below(2 * BLOCK);
        uint8_t *cards = random_hands(n, k);
        uint16_t *strength = exactly(n * sizeof *strength);
        for (size_t i = below((uint32_t)n) * (size_t)k; i < n * (size_t)k; i++)
            cards[i] = (uint8_t)below(round % 2 ? 256 : 64);
        CHECK(sw_evaluate(cards, n, k, strength) == first_bad(cards, n, k));
        free(strength);
        free(cards);
    }
}

static void evaluate_masks(const uint8_t *cards, size_t n, int k, const uint16_t *wanted)
{
    static const uint64_t bad[] = {0,
                                   0xf,
                                   0xff,
                                   1ull << 52 | 0xf,
                                   0x1full << 52,
                                   1ull << 63 | 0x3f,
                                   UINT64_MAX,
                                   (1ull << 52) - 1};
    uint64_t *masks = exactly(n * sizeof *masks);
    uint16_t *strength = exactly(n * sizeof *strength);
    for (size_t i = 0; i < n; i++)
        masks[i] = mask_of(cards + i * (size_t)k, k);
    CHECK(sw_evaluate_masks(masks, n, strength) == n);
    CHECK(memcmp(strength, wanted, n * sizeof *strength) == 0);
    CHECK(sw_evaluate_masks(masks, 0, strength) == 0);
    for (size_t i = 0; i < 20; i++)
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
            uint64_t right = masks[i];
            masks[i] = bad[j];
            CHECK(sw_evaluate_masks(masks, n, strength) == i);
            CHECK(memcmp(strength, wanted, i * sizeof *strength) == 0);
            masks[i] = right;
        }
    free(strength);
    free(masks);
}

/* All hands of five cards fall into the categories as often as they must. */
static void all_five_card_hands(void)
{
    static const uint16_t last[] = {1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462};
    static const uint32_t wanted[] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40};
    uint32_t counts[9] = {0};
    enum { MOST = 19600 }; /* three of the 50 cards above the two lowest */
    uint8_t *rows = exactly(5 * MOST);
    uint16_t *strength = exactly(MOST * sizeof *strength);
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++) {
            size_t n = 0;
            for (int c = b + 1; c < 52; c++)
                for (int d = c + 1; d < 52; d++)
                    for (int e = d + 1; e < 52; e++) {
                        uint8_t hand[] = {(uint8_t)c, (uint8_t)a, (uint8_t)e, (uint8_t)b,
                                          (uint8_t)d};
                        memcpy(rows + 5 * n++, hand, sizeof hand);
                    }
            CHECK(sw_evaluate(rows, n, 5, strength) == n);
            for (size_t i = 0; i < n; i++) {
                int category = 0;
                while (strength[i] > last[category])
                    category++;
                counts[category]++;
            }
        }
    CHECK(memcmp(counts, wanted, sizeof counts) == 0);
    free(strength);
    free(rows);
}

static void evaluator(int k)
{
    state = (uint64_t)k; /* whatever the number of kernels before */
    uint8_t *cards = random_hands(HANDS, k);
    uint16_t *wanted = exactly(HANDS * sizeof *wanted);
    for (size_t i = 0; i < HANDS; i++) {
        wanted[i] = sw_strength(cards + i * (size_t)k, k);
        CHECK(wanted[i] >= 1 && wanted[i] <= 7462);
    }
    add_to_checksum(wanted, HANDS * sizeof *wanted);
    for (int i = 0; sw_kernel_name(i); i++) {
        CHECK(sw_use_kernel(sw_kernel_name(i)) == 0);
        evaluate_copy(cards, HANDS, k, wanted, 0);
        for (size_t n = 0; n <= 2 * BLOCK + 80; n++)
            evaluate_copy(cards + n % 50 * (size_t)k, n, k, wanted + n % 50, n % 64);
        for (size_t offset = 0; offset < 64; offset++)
            evaluate_copy(cards, ROWS, k, wanted, offset);
        every_corrupted_byte(cards, k, wanted);
        noise(k);
        evaluate_masks(cards, HANDS, k, wanted);
    }
    free(wanted);
    free(cards);
}

static void single_hands(void)
{
    static const struct {
        uint8_t cards[7];
        int k;
        uint16_t strength;
    } known[] = {
        {{51, 47, 43, 39, 35}, 5, 7462},       /* royal flush */
        {{51, 47, 43, 39, 35, 0, 4}, 7, 7462}, /* the same with two more */
        {{20, 12, 9, 6, 3}, 5, 1},             /* 7-5-4-3-2 */
        {{48, 0, 4, 8, 12}, 5, 7453},          /* steel wheel: tenth from the top */
        {{48, 1, 4, 8, 12, 17, 18}, 7, 5855},  /* six-high straight, not the wheel */
        {{0, 1, 2, 3, 51, 50}, 6, 7308},       /* four deuces, ace kicker */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        CHECK(sw_strength(known[i].cards, known[i].k) == known[i].strength);
    uint8_t hand[7] = {0, 5, 10, 15, 20, 25, 30};
    for (int k = 5; k <= 7; k++)
        for (int i = 0; i < k; i++) {
            uint8_t right = hand[i];
            for (int wrong = 52; wrong < 256; wrong++) {
                hand[i] = (uint8_t)wrong;
                CHECK(sw_strength(hand, k) == 0);
            }
            hand[i] = hand[(i + 1) % k];
            CHECK(sw_strength(hand, k) == 0);
            hand[i] = right;
            CHECK(sw_strength(hand, k) != 0);
        }
}

static void bad_numbers_of_cards(void)
{
    static const int numbers[] = {INT_MIN, -7, -1, 0, 1, 4, 8, 9, 52, 261, INT_MAX};
    uint8_t *nothing = exactly(0);
    uint16_t *strength = exactly(0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(sw_evaluate(nothing, 1000, numbers[i], strength) == 0);
        CHECK(sw_strength(nothing, numbers[i]) == 0);
    }
    for (int k = 5; k <= 7; k++)
        CHECK(sw_evaluate(nothing, 0, k, strength) == 0);
    free(strength);
    free(nothing);
}

static void choice_of_kernels(void)
{
    int n = 0;
    while (sw_kernel_name(n))
        n++;
    CHECK(n >= 1);
    CHECK(strcmp(sw_kernel_name(n - 1), "scalar") == 0);
    CHECK(!sw_kernel_name(-1) && !sw_kernel_name(INT_MIN));
    CHECK(!sw_kernel_name(n) && !sw_kernel_name(INT_MAX));
    CHECK(strcmp(sw_kernel(), sw_kernel_name(0)) == 0); /* the best, before any is chosen */
    for (int i = 0; i < n; i++) {
        CHECK(sw_use_kernel(sw_kernel_name(i)) == 0);
        CHECK(strcmp(sw_kernel(), sw_kernel_name(i)) == 0);
        CHECK(sw_use_kernel("abacus") == -1 && sw_use_kernel("") == -1);
        CHECK(strcmp(sw_kernel(), sw_kernel_name(i)) == 0);
    }
    CHECK(sw_use_kernel(NULL) == 0);
    CHECK(strcmp(sw_kernel(), sw_kernel_name(0)) == 0);
}

/* -------------------------------------------------------------------------------------- boards */

static void board_is_right(const uint8_t *board, const uint16_t *strength)
{
    uint8_t hand[7];
    memcpy(hand, board, 5);
    for (int b = 1; b < 52; b++)
        for (int a = 0; a < b; a++) {
            hand[5] = (uint8_t)a;
            hand[6] = (uint8_t)b;
            CHECK(strength[b * (b - 1) / 2 + a] == sw_strength(hand, 7));
        }
}

static void boards(void)
{
    enum { N = 60 };
    uint8_t *rows = random_hands(N, 5);
    uint16_t *strength = exactly(N * COMBOS * sizeof *strength);
    for (int suit = 0; suit < 4; suit++) /* five of a suit, in all suits */
        for (int i = 0; i < 5; i++)
            rows[5 * suit + i] = (uint8_t)(4 * (2 * i + suit) + suit);
    CHECK(sw_board_strengths(rows, N, strength) == N);
    for (int i = 0; i < N; i++)
        board_is_right(rows + 5 * i, strength + COMBOS * i);
    add_to_checksum(strength, N * COMBOS * sizeof *strength);
    CHECK(sw_board_strengths(rows, 0, strength) == 0);
    for (size_t i = 0; i < 5 * 4; i++) {
        uint8_t right = rows[i];
        for (int wrong = 52; wrong < 256; wrong++) {
            rows[i] = (uint8_t)wrong;
            CHECK(sw_board_strengths(rows, 4, strength) == i / 5);
        }
        rows[i] = rows[i / 5 * 5 + (i + 1) % 5];
        CHECK(sw_board_strengths(rows, 4, strength) == i / 5);
        rows[i] = right;
    }
    free(strength);
    free(rows);
}

/* ---------------------------------------------------------------------------------------- deal */

static void deals(void)
{
    enum { N = 40 };
    for (int k = 1; k <= 52; k++) {
        size_t row = (size_t)k;
        for (int n_dead = 0; n_dead <= 52 - k; n_dead += 1 + n_dead / 2) {
            uint8_t *two = random_hands(2, 26); /* the second hand is of all suits */
            uint64_t dead = mask_of(two + 26, n_dead < 26 ? n_dead : 26);
            uint8_t *all = exactly(N * row), *part = exactly(7 * row);
            size_t size = 52;
            for (int card = 0; card < 52; card++)
                size -= dead >> card & 1;
            size_t dealt = sw_deal((uint64_t)k, 0, N, k, dead, all);
            CHECK(dealt == (row <= size ? N : 0));
            for (size_t i = 0; i < dealt; i++) {
                CHECK(is_hand(all + i * row, k));
                CHECK(!(mask_of(all + i * row, k) & dead));
            }
            for (uint64_t first = 0; dealt && first + 7 <= N; first += 11) {
                CHECK(sw_deal((uint64_t)k, first, 7, k, dead, part) == 7);
                CHECK(memcmp(part, all + first * row, 7 * row) == 0);
            }
            CHECK(sw_deal((uint64_t)k, 0, 0, k, dead, part) == 0);
            if (dealt) {
                CHECK(sw_deal((uint64_t)k, 0, 7, k, dead | 0xfffull << 52, part) == 7);
                CHECK(memcmp(part, all, 7 * row) == 0); /* there are no cards above 51 */
                CHECK(sw_deal(UINT64_MAX, UINT64_MAX - 3, 7, k, dead, part) == 7);
                add_to_checksum(all, N * row);
                add_to_checksum(part, 7 * row);
            }
            free(part);
            free(all);
            free(two);
        }
    }
}

static void impossible_deals(void)
{
    static const int numbers[] = {INT_MIN, -1, 0, 53, 64, 65, 308, INT_MAX};
    uint8_t untouched[64], cards[64];
    memset(untouched, CANARY, sizeof untouched);
    memset(cards, CANARY, sizeof cards);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        CHECK(sw_deal(1, 0, 1, numbers[i], 0, cards) == 0);
    CHECK(sw_deal(1, 0, 1, 1, UINT64_MAX, cards) == 0);
    CHECK(sw_deal(1, 0, 1, 52, 1, cards) == 0);
    CHECK(sw_deal(1, 0, 1, 3, (1ull << 52) - 4, cards) == 0);
    CHECK(memcmp(cards, untouched, sizeof cards) == 0);
    CHECK(sw_deal(1, 0, 1, 2, (1ull << 52) - 4, cards) == 1);
    CHECK(mask_of(cards, 2) == 3 && cards[2] == CANARY);
}

/* ---------------------------------------------------------------------------- explicit hands */

enum { MOST_PLAYERS = 10, UNKNOWN = 255 };

static void count_showdown(const uint8_t *hole, int players, const uint8_t *board, uint64_t *shares)
{
    uint16_t strength[MOST_PLAYERS], best = 0;
    int winners = 0;
    for (int p = 0; p < players; p++) {
        uint8_t hand[7] = {hole[2 * p], hole[2 * p + 1]};
        memcpy(hand + 2, board, 5);
        strength[p] = sw_strength(hand, 7);
        best = strength[p] > best ? strength[p] : best;
    }
    for (int p = 0; p < players; p++)
        winners += strength[p] == best;
    for (int p = 0; p < players; p++)
        shares[p * players + winners - 1] += strength[p] == best;
}

/* Complete the board in every way with cards from `from` on, outside `taken`. */
static void count(const uint8_t *hole, int players, uint8_t *board, int n_board, int from,
                  uint64_t taken, uint64_t *shares)
{
    if (n_board == 5) {
        count_showdown(hole, players, board, shares);
        return;
    }
    for (int card = from; card < 52; card++)
        if (!(taken >> card & 1)) {
            board[n_board] = (uint8_t)card;
            count(hole, players, board, n_board + 1, card + 1, taken, shares);
        }
}

/* All but 12 of the cards outside `taken`, if the board is of less than four cards. */
static uint64_t many_dead(uint64_t taken, int n_board)
{
    uint64_t dead = 0;
    int live = 52 - __builtin_popcountll(taken);
    for (int card = 0; card < 52 && n_board < 4 && live > 12; card++)
        if (!(taken >> card & 1)) {
            dead |= 1ull << card;
            live--;
        }
    return dead;
}

static void spots(void)
{
    static const int sizes[] = {0, 3, 4, 5};
    for (int players = 2; players <= MOST_PLAYERS; players++)
        for (int i = 0; i < 4; i++) {
            int n_board = sizes[i];
            size_t cells = (size_t)(players * players);
            uint8_t *two = random_hands(2, 26), *cards = two + 26, complete[5];
            uint8_t *hole = exactly(2 * (size_t)players), *board = exactly(5);
            uint64_t *shares = exactly(cells * sizeof *shares), wanted[100] = {0};
            memset(board, UNKNOWN, 5);
            memcpy(hole, cards, 2 * (size_t)players);
            memcpy(board, cards + 2 * players, (size_t)n_board);
            memcpy(complete, board, 5);
            uint64_t taken = mask_of(cards, 2 * players + n_board);
            uint64_t dead = many_dead(taken, n_board);
            memset(shares, CANARY, cells * sizeof *shares);
            count(hole, players, complete, n_board, 0, taken | dead, wanted);
            CHECK(sw_many(hole, board, 1, players, dead, shares) == 1);
            CHECK(memcmp(shares, wanted, cells * sizeof *shares) == 0);
            add_to_checksum(wanted, cells * sizeof *shares);
            free(shares);
            free(board);
            free(hole);
            free(two);
        }
}

static void impossible_spots(void)
{
    static const int players[] = {INT_MIN, -1, 0, 1, 11, INT_MAX};
    uint8_t hole[8] = {0, 1, 2, 3, 4, 5, 6, 7}, boards[10];
    uint64_t shares[8];
    memset(boards, UNKNOWN, 10);
    for (int i = 0; i < 4; i++) /* two spots on the turn */
        boards[i] = boards[5 + i] = (uint8_t)(20 + i);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        CHECK(sw_many(hole, boards, 1, players[i], 0, shares) == 0);
    CHECK(sw_many(hole, boards, 0, 2, 0, shares) == 0);
    CHECK(sw_many(hole, boards, 2, 2, 0, shares) == 2);
    CHECK(sw_many(hole, boards, 2, 2, 1ull << 7, shares) == 1);
    CHECK(sw_many(hole, boards, 2, 2, 1ull << 23, shares) == 0);
    CHECK(sw_many(hole, boards, 2, 2, 1ull << 24, shares) == 2);
    for (int i = 4; i < 8; i++) {
        for (int wrong = 0; wrong < 256; wrong++) {
            hole[i] = (uint8_t)wrong;
            int possible =
                wrong < 52 && (wrong < 20 || wrong > 23) && (wrong < 4 || wrong > 7 || wrong == i);
            CHECK(sw_many(hole, boards, 2, 2, 0, shares) == (possible ? 2 : 1));
        }
        hole[i] = (uint8_t)i;
    }
    for (int i = 5; i < 10; i++) {
        uint8_t right = boards[i];
        for (int wrong = 0; wrong < 256; wrong++) {
            boards[i] = (uint8_t)wrong;
            int twice = (wrong >= 4 && wrong < 8) || (wrong >= 20 && wrong < 24 && wrong != 15 + i);
            int known = i == 9 || i == 8 ? wrong < 52 || wrong == UNKNOWN : wrong < 52;
            CHECK(sw_many(hole, boards, 2, 2, 0, shares) == (known && !twice ? 2 : 1));
        }
        boards[i] = right;
    }
    memset(boards + 6, UNKNOWN, 4); /* a board of one card */
    CHECK(sw_many(hole, boards, 2, 2, 0, shares) == 1);
    CHECK(sw_many(hole, boards + 5, 1, 2, 0, shares) == 0);
    boards[5] = UNKNOWN; /* and of none, with too few cards left for it: four, then five */
    CHECK(sw_many(hole, boards + 5, 1, 2, ~0xffull & ((1ull << 52) - 1), shares) == 0);
    CHECK(sw_many(hole, boards + 5, 1, 2, ~0x1ffull & ((1ull << 52) - 1), shares) == 1);
}

/* -------------------------------------------------------------------------------------- ranges */

struct field { /* a spot of two or three ranges */
    double weights[3 * COMBOS];
    uint8_t board[5];
    int n_board;
    uint64_t dead;
};

static uint64_t combo_mask[COMBOS];

static void list_combos(void)
{
    for (int b = 1, combo = 0; b < 52; b++)
        for (int a = 0; a < b; a++, combo++)
            combo_mask[combo] = 1ull << a | 1ull << b;
}

/* Ranges of about `size` combos in eighths, so that sums are exact. */
static struct field random_field(int size, int n_board, int n_dead)
{
    struct field field = {.n_board = n_board};
    uint8_t *two = random_hands(2, 26), *cards = two + 26;
    memcpy(field.board, cards, (size_t)n_board);
    field.dead = mask_of(cards + n_board, n_dead);
    for (int i = 0; i < 3 * COMBOS; i++)
        if (!(combo_mask[i % COMBOS] & mask_of(cards, n_board + n_dead)) &&
            (int)below(COMBOS) < size)
            field.weights[i] = (1 + below(8)) / 8.0;
    free(two);
    return field;
}

/* Strengths on the board and the river `card`; 0 for combos that cannot be held there. */
static void strengths_on(const struct field *field, int card, uint16_t *strength)
{
    uint8_t board[5];
    memcpy(board, field->board, 5);
    if (field->n_board == 4)
        board[4] = (uint8_t)card;
    CHECK(sw_board_strengths(board, 1, strength) == 1);
}

static int can_come(const struct field *field, int card)
{
    uint64_t gone = mask_of(field->board, field->n_board) | field->dead;
    return field->n_board == 5 ? card == 0 : !(gone >> card & 1);
}

/* For two players: two rows of combos for each, as sw_heads_up has them. */
static void count_heads_up(const struct field *field, double *tally)
{
    uint16_t strength[COMBOS];
    for (int card = 0; card < 52; card++) {
        if (!can_come(field, card))
            continue;
        strengths_on(field, card, strength);
        for (int x = 0; x < COMBOS; x++)
            for (int y = 0; y < COMBOS && field->weights[x] > 0; y++) {
                double a = field->weights[x], b = field->weights[COMBOS + y];
                if (b == 0 || !strength[x] || !strength[y] || combo_mask[x] & combo_mask[y])
                    continue;
                tally[x] += strength[x] > strength[y] ? b : 0;
                tally[COMBOS + x] += strength[x] >= strength[y] ? b : 0;
                tally[2 * COMBOS + y] += strength[y] > strength[x] ? a : 0;
                tally[3 * COMBOS + y] += strength[y] >= strength[x] ? a : 0;
            }
    }
}

/* One deal of combos to three players: nine rows as sw_three_way has them. */
static void count_deal(const struct field *field, const int *deal, const uint16_t *strength,
                       double *tally)
{
    uint16_t best = 0;
    int winners = 0;
    double product = 1;
    for (int p = 0; p < 3; p++) {
        best = strength[deal[p]] > best ? strength[deal[p]] : best;
        product *= field->weights[p * COMBOS + deal[p]];
    }
    for (int p = 0; p < 3; p++)
        winners += strength[deal[p]] == best;
    for (int p = 0; p < 3; p++)
        if (strength[deal[p]] == best)
            tally[(3 * p + winners - 1) * COMBOS + deal[p]] +=
                product / field->weights[p * COMBOS + deal[p]];
}

static void count_three_way(const struct field *field, double *tally)
{
    uint16_t strength[COMBOS];
    int deal[3];
    for (int card = 0; card < 52; card++) {
        if (!can_come(field, card))
            continue;
        strengths_on(field, card, strength);
        for (deal[0] = 0; deal[0] < COMBOS; deal[0]++) {
            if (field->weights[deal[0]] == 0 || !strength[deal[0]])
                continue;
            for (deal[1] = 0; deal[1] < COMBOS; deal[1]++) {
                if (field->weights[COMBOS + deal[1]] == 0 || !strength[deal[1]] ||
                    combo_mask[deal[0]] & combo_mask[deal[1]])
                    continue;
                for (deal[2] = 0; deal[2] < COMBOS; deal[2]++)
                    if (field->weights[2 * COMBOS + deal[2]] > 0 && strength[deal[2]] &&
                        !((combo_mask[deal[0]] | combo_mask[deal[1]]) & combo_mask[deal[2]]))
                        count_deal(field, deal, strength, tally);
            }
        }
    }
}

typedef uint64_t walker(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                        uint64_t first, uint64_t last, double *tally);

/* Tallies agree wherever a combo has weight. */
static void same_tally(const struct field *field, int players, int rows, const double *found,
                       const double *wanted)
{
    for (int i = 0; i < players * rows * COMBOS; i++)
        if (field->weights[i / (rows * COMBOS) * COMBOS + i % COMBOS] > 0)
            CHECK(found[i] == wanted[i]);
}

static void walked(walker *walk, const struct field *field, int players, int rows,
                   const double *wanted)
{
    size_t bytes = (size_t)(players * rows * COMBOS) * sizeof(double);
    double *weights = exactly((size_t)(players * COMBOS) * sizeof *weights),
           *tally = exactly(bytes);
    uint8_t *board = exactly((size_t)field->n_board);
    memcpy(weights, field->weights, (size_t)(players * COMBOS) * sizeof *weights);
    memcpy(board, field->board, (size_t)field->n_board);
    memset(tally, 0, bytes);
    uint64_t runouts = 0;
    for (int card = 0; card < 52; card++)
        runouts += (uint64_t)can_come(field, card);
    CHECK(walk(weights, board, field->n_board, field->dead, 0, 1, tally) == runouts);
    same_tally(field, players, rows, tally, wanted);
    CHECK(walk(weights, board, field->n_board, field->dead, 0, 0, tally) == 0);
    CHECK(walk(weights, board, field->n_board, field->dead, 0, 2, tally) == 0); /* one turn only */
    CHECK(walk(weights, board, 1, field->dead, 0, 1, tally) == 0);
    CHECK(walk(weights, board, field->n_board, 1ull << board[1], 0, 1, tally) == 0);
    same_tally(field, players, rows, tally, wanted);
    board[2] = board[0];
    CHECK(walk(weights, board, field->n_board, field->dead, 0, 1, tally) == 0);
    board[2] = 52;
    CHECK(walk(weights, board, field->n_board, field->dead, 0, 1, tally) == 0);
    free(board);
    free(tally);
    free(weights);
}

static void two_and_three_ranges(void)
{
    static const int sizes[] = {12, 40, 700};
    static double wanted[9 * COMBOS];
    for (int round = 0; round < 6; round++) {
        struct field field = random_field(sizes[round % 3], round < 2 ? 4 : 5, round);
        memset(wanted, 0, sizeof wanted);
        count_heads_up(&field, wanted);
        walked(sw_heads_up, &field, 2, 2, wanted);
        if (round % 3 < 2) {
            memset(wanted, 0, sizeof wanted);
            count_three_way(&field, wanted);
            walked(sw_three_way, &field, 3, 3, wanted);
        }
    }
}

/* Slices add up to the whole, and suit symmetries to what all run-outs give. */
static void slices(void)
{
    static double weights[2 * COMBOS], whole[4 * COMBOS], parts[4 * COMBOS];
    static const uint8_t flop[] = {0, 5, 10};
    uint64_t turns = sw_turns(3, 0), runouts = 0;
    double beaten = 0, tied = 0;
    CHECK(turns == 49 && sw_turns(0, 0) == 270725 && sw_turns(4, 0) == 1 && sw_turns(5, 1) == 1);
    CHECK(sw_turns(3, 0xf0) == 45 && sw_turns(0, (1ull << 52) - 8) == 0);
    for (int i = 0; i < COMBOS; i++)
        weights[i] = weights[COMBOS + i] = !(combo_mask[i] & mask_of(flop, 3));
    memset(whole, 0, sizeof whole);
    memset(parts, 0, sizeof parts);
    CHECK(sw_heads_up(weights, flop, 3, 0, 0, turns, whole) == 49 * 48 / 2);
    for (uint64_t first = 0; first < turns; first += 10)
        runouts +=
            sw_heads_up(weights, flop, 3, 0, first, first + 10 < turns ? first + 10 : turns, parts);
    CHECK(runouts == 49 * 48 / 2);
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    for (int i = 0; i < COMBOS; i++) {
        beaten += whole[i] * weights[i];
        tied += (whole[COMBOS + i] - whole[i]) * weights[i];
    }
    CHECK(2 * beaten + tied ==
          1176.0 * 1081 * 990); /* what one of two equal ranges wins, the other loses */
    add_to_checksum(&beaten, sizeof beaten);
    uint8_t suits[4 * 24];
    for (int i = 0; i < 2 * COMBOS; i++)
        weights[i] = 1;
    CHECK(sw_symmetries(weights, 2, 0, 0, suits) == 24);
    CHECK(suits[0] == 0 && suits[1] == 1 && suits[2] == 2 && suits[3] == 3);
    CHECK(sw_symmetries(weights, 2, 1, 0, suits) == 6);
    CHECK(sw_symmetries(weights, 2, 3, 12, suits) == 4);
    weights[COMBOS + 7] = 0.5;
    CHECK(sw_symmetries(weights, 1, 0, 0, suits) == 24 &&
          sw_symmetries(weights, 2, 0, 0, suits) < 24);
}

struct lots { /* what a Monte Carlo draws from: three players */
    uint16_t combo[3 * COMBOS], alias[3 * COMBOS];
    double keep[3 * COMBOS];
    int size[3], group[3], players;
    const uint8_t *board;
    int n_board;
    uint64_t dead;
};

static uint64_t draw(const struct lots *lots, uint64_t first, uint64_t n, uint64_t *counts)
{
    return sw_sample(7, first, n, lots->combo, lots->alias, lots->keep, lots->size, lots->players,
                     lots->group, lots->board, lots->n_board, lots->dead, counts);
}

enum { SAMPLES = 3000, COUNTS = 3 * 4 * 4 };

/* Slices add up to the whole, and in every sample the winners share one pot. */
static void fair_samples(const struct lots *lots)
{
    uint64_t whole[COUNTS] = {0}, parts[COUNTS] = {0}, pots = 0;
    CHECK(draw(lots, 0, SAMPLES, whole) == SAMPLES);
    CHECK(draw(lots, 0, 0, whole) == 0);
    for (uint64_t first = 0; first < SAMPLES; first += 700) {
        uint64_t n = first + 700 < SAMPLES ? 700 : SAMPLES - first;
        CHECK(draw(lots, first, n, parts) == n);
    }
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    for (uint64_t i = 0; i < COUNTS; i++)
        if (whole[i]) {
            CHECK(i % 4 >= i / 4 % 4 && i / 4 % 4 > 0);
            pots += whole[i] * 6 / (i % 4) * (i / 4 % 4);
        }
    CHECK(pots == 6 * SAMPLES);
    add_to_checksum(whole, sizeof whole);
}

static void no_samples(struct lots lots)
{
    uint64_t counts[COUNTS] = {0};
    CHECK(draw(&lots, 0, SAMPLES, counts) == 0);
    for (int i = 0; i < COUNTS; i++)
        CHECK(counts[i] == 0);
}

static void samples(void)
{
    static const uint8_t board[] = {51, 46, 41, 3, 13};
    static struct lots lots = {.size = {1, 0, 2}, .group = {0, 1, 2}, .players = 3, .board = board};
    for (int i = 0; i < 3 * COMBOS; i++)
        lots.keep[i] = 1;
    lots.combo[0] = lots.combo[2 * COMBOS] = 1; /* both 2c2h: never dealt so */
    lots.combo[2 * COMBOS + 1] = 9 * 8 / 2 + 5;
    for (int groups = 3; groups > 0; groups--)
        for (lots.n_board = 0; lots.n_board <= 5; lots.n_board += lots.n_board ? 1 : 3) {
            lots.group[2] = groups - 1;
            lots.group[1] = groups == 1 ? 0 : 1;
            fair_samples(&lots);
        }
    lots.n_board = 5;
    struct lots bad = lots;
    bad.size[2] = 1; /* nothing but collisions */
    no_samples(bad);
    static const int players[] = {INT_MIN, -1, 0, 1, 11, INT_MAX};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        bad = lots;
        bad.players = players[i];
        no_samples(bad);
    }
    static const int sizes[] = {INT_MIN, -1, COMBOS + 1, INT_MAX},
                     groups[] = {INT_MIN, -1, 3, INT_MAX};
    for (int i = 0; i < 4; i++) {
        bad = lots;
        bad.size[2] = sizes[i];
        no_samples(bad);
        bad = lots;
        bad.group[2] = groups[i];
        no_samples(bad);
    }
    static const int boards[] = {INT_MIN, -1, 1, 2, 6, INT_MAX};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        bad = lots;
        bad.n_board = boards[i];
        no_samples(bad);
    }
    static const uint64_t dead[] = {1ull << 51, 1ull << 52, UINT64_MAX};
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++) {
        bad = lots;
        bad.dead = dead[i];
        no_samples(bad);
    }
    bad = lots;
    bad.alias[2 * COMBOS + 1] = COMBOS;
    no_samples(bad);
    bad = lots;
    bad.combo[0] = UINT16_MAX;
    no_samples(bad);
}

static void preflop_table(void)
{
    uint64_t ties = 0;
    for (int i = 0; i < 47008; i++) {
        CHECK(sw_preflop[i][0] <= 1712304 && sw_preflop[i][1] <= 1712304 - sw_preflop[i][0]);
        ties += sw_preflop[i][1];
    }
    CHECK(ties > 0);
}

/* ---------------------------------------------------------------------------------------- pots */

struct pot_hands {
    int64_t *bets, *button, *dead, *pots, *awards, *refunds;
    uint8_t *folded;
    uint16_t *strengths;
};

static struct pot_hands pot_hands(size_t n, int seats)
{
    size_t cells = n * (size_t)seats, row = n * sizeof(int64_t), all = cells * sizeof(int64_t);
    struct pot_hands h = {exactly(all), exactly(row), exactly(row),   exactly(all),
                          exactly(all), exactly(all), exactly(cells), exactly(2 * cells)};
    for (size_t i = 0; i < cells; i++) {
        h.bets[i] = below(below(2) ? 4 : 1000);
        h.folded[i] = i % (size_t)seats && below(2);
        h.strengths[i] = (uint16_t)(1 + below(3));
    }
    for (size_t i = 0; i < n; i++) {
        h.button[i] = below((uint32_t)seats);
        h.dead[i] = below(2) ? 0 : below(9);
    }
    return h;
}

static size_t split(struct pot_hands h, size_t n, int seats, int first_takes_odd)
{
    return sw_split_pots(h.bets, h.folded, h.strengths, h.button, h.dead, n, seats, first_takes_odd,
                         h.pots, h.awards, h.refunds);
}

static void pots(void)
{
    enum { N = 500 };
    for (int seats = 1; seats <= 64; seats += 1 + seats / 12) {
        struct pot_hands h = pot_hands(N, seats);
        for (int first_takes_odd = 0; first_takes_odd < 2; first_takes_odd++) {
            CHECK(split(h, N, seats, first_takes_odd) == N);
            for (size_t i = 0; i < N; i++) {
                int64_t in = h.dead[i], out = 0, lying = 0;
                for (size_t j = i * (size_t)seats; j < (i + 1) * (size_t)seats; j++) {
                    CHECK(h.pots[j] >= 0 && h.awards[j] >= 0 && h.refunds[j] >= 0);
                    CHECK(!h.folded[j] || (h.awards[j] == 0 && h.refunds[j] == 0));
                    in += h.bets[j];
                    out += h.awards[j] + h.refunds[j];
                    lying += h.pots[j] + h.refunds[j];
                }
                CHECK(in == out && in == lying);
            }
        }
        h.bets[7 * seats] = -1;
        CHECK(split(h, N, seats, 0) == 7);
        h.bets[7 * seats] = INT64_MAX;
        CHECK(split(h, N, seats, 0) == 7);
        h.bets[7 * seats] = 0;
        h.button[3] = seats;
        CHECK(split(h, N, seats, 0) == 3);
        h.dead[2] = -1;
        CHECK(split(h, N, seats, 0) == 2);
        memset(h.folded, 1, (size_t)seats);
        CHECK(split(h, N, seats, 0) == 0);
        CHECK(split(h, 0, seats, 0) == 0);
        CHECK(split(h, N, 0, 0) == 0 && split(h, N, 65, 0) == 0 && split(h, N, -1, 0) == 0);
        free(h.bets);
        free(h.button);
        free(h.dead);
        free(h.pots);
        free(h.awards);
        free(h.refunds);
        free(h.folded);
        free(h.strengths);
    }
}

/* --------------------------------------------------------------------------------- simulators */

static uint16_t by_card(const uint8_t *cards, size_t n)
{
    sw_hand hand = sw_no_cards();
    for (size_t i = 0; i < n; i++)
        hand = sw_add(hand, cards[i]);
    return sw_hand_strength(hand);
}

static void card_by_card(void)
{
    for (int k = 1; k <= 9; k++) {
        uint8_t *cards = random_hands(HANDS, k);
        for (size_t i = 0; i < HANDS; i++) {
            uint8_t *row = cards + i * (size_t)k;
            uint16_t wanted = sw_strength(row, k);
            CHECK(!wanted == (k < 5 || k > 7));
            CHECK(by_card(row, (size_t)k) == wanted && sw_strength_of(mask_of(row, k)) == wanted);
            row[below((uint32_t)k)] = (uint8_t)below(256);
            CHECK(!by_card(row, (size_t)k) == !(wanted && is_hand(row, k)));
            CHECK(!sw_strength(row, k) == !(wanted && is_hand(row, k)));
        }
        free(cards);
    }
    for (int card = 0; card < 256; card++) { /* any byte, any number of times */
        uint8_t *cards = exactly(4100);
        memset(cards, card, 4100);
        for (size_t n = 0; n <= 4100; n++)
            CHECK(by_card(cards, n) == 0);
        for (uint8_t i = 0; i < 7; i++)
            cards[4093 + i] = (uint8_t)(card + i * 9) % 52;
        for (size_t n = 8; n <= 4100; n++)
            CHECK(by_card(cards + 4100 - n, n) == 0);
        free(cards);
    }
}

static void random_draws(void)
{
    uint64_t seeded = 7, before;
    CHECK(sw_random_below(&seeded, 0) == 0 && sw_random_below(&seeded, 1) == 0);
    for (int i = 0; i < 100000; i++) {
        uint64_t limit = sw_random64(&seeded) >> below(64);
        CHECK(limit == 0 || sw_random_below(&seeded, limit) < limit);
        CHECK(sw_random_below(&seeded, ~0ull - below(3)) < ~0ull);
    }
    for (int k = 0; k <= 52; k++)
        for (int n = k; n <= 52; n++) {
            uint8_t *deck = exactly((size_t)n);
            uint64_t mask = ((1ull << n) - 1) << (52 - n);
            CHECK(sw_list_cards(mask | 0xfffull << 52, deck) == n);
            CHECK(sw_random_cards(&seeded, deck, n, k) == k);
            CHECK(mask_of(deck, n) == mask);
            add_to_checksum(deck, (size_t)n);
            before = seeded;
            CHECK(sw_random_cards(&seeded, deck, n, n + 1) == 0 && seeded == before);
            CHECK(sw_random_cards(&seeded, deck, n, -1) == 0 && seeded == before);
            CHECK(sw_random_cards(&seeded, deck, 53, k) == 0 && seeded == before);
            CHECK(mask_of(deck, n) == mask);
            free(deck);
        }
}

/* -------------------------------------------------------------------------------------- tables */

enum { TABLES = 37, FRACTIONS = SW_TABLES_FRACTIONS, CODES = 4 + FRACTIONS };

/* Tables of their own arrays, each of exactly the size stated. */
static struct sw_tables *new_tables(int seats)
{
    static const struct sw_tables nothing;
    struct sw_tables *all = exactly(sizeof *all);
    size_t n = TABLES, rows = TABLES * (size_t)seats;
    *all = nothing;
    all->n = n;
    all->seats = seats;
    all->structure = (int)below(3);
    all->reopening = (int)below(4);
    all->cap_heads_up = (int)below(2);
    all->open_fold = (int)below(2);
    all->short_blind_counts = (int)below(2);
    all->first_takes_odd = (int)below(2);
    all->next_hand = (int)below(4) > 0;
    all->keep_stacks = (int)below(2);
    all->min_bet = 1 + below(4);
    all->big_bet = 2 * all->min_bet;
    all->first_high = all->first_raise = all->min_bet;
    all->table_ante = below(3);
    all->ante_first = (int)below(2);
    all->antes_dead = (int)below(2);
    all->table_ante_dead = (int)below(2);
    for (int street = 0; street < 4; street++)
        all->raises_allowed[street] = (int)below(6) - 1;
    for (int players = 2; players <= seats; players++) {
        all->blind[players][0] = all->min_bet / 2;
        all->blind[players][1] = all->min_bet;
        all->opener[players] = all->big_blind[players] = 1;
        for (int place = 0; place < players; place++)
            all->ante[players][place] = below(2);
    }
    all->fractions = FRACTIONS;
    for (int i = 0; i < FRACTIONS; i++)
        all->permille[i] = 1 + below(3000);
    all->deck = exactly(n * SW_TABLES_DECK);
    all->hole_cards = exactly(2 * rows);
    all->board = exactly(5 * n);
    all->mask = exactly(n * CODES);
    all->totals = exactly(n * CODES * sizeof(int64_t));
    uint64_t **numbers[] = {&all->seed, &all->hand};
    uint8_t **bytes[] = {&all->raised, &all->capped, &all->finished};
    int8_t **seat[] = {&all->street, &all->button, &all->actor};
    uint16_t **masks[] = {&all->dealt, &all->live, &all->able, &all->pending, &all->acted};
    int64_t **chips[] = {&all->pot,  &all->dead,         &all->missing,
                         &all->high, &all->full_raise,   &all->full_level,
                         &all->call, &all->min_raise_to, &all->max_raise_to};
    int64_t **of_seats[] = {&all->stacks, &all->bets, &all->stakes, &all->start, &all->payoffs};
#define LEND(arrays, size)                                                                         \
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)                                    \
    memset(*arrays[i] = exactly((size) * sizeof **arrays[i]), 0, (size) * sizeof **arrays[i])
    LEND(numbers, n);
    LEND(bytes, n);
    LEND(seat, n);
    LEND(masks, n);
    LEND(chips, n);
    LEND(of_seats, rows);
#undef LEND
    for (size_t i = 0; i < n; i++) {
        all->seed[i] = below(1000);
        all->button[i] = (int8_t)below((uint32_t)seats);
        for (int j = 0; j < seats; j++)
            all->stacks[i * (size_t)seats + (size_t)j] = 1 + below(i % 2 ? 6 : 200);
    }
    return all;
}

static void free_tables(struct sw_tables *all)
{
    void *arrays[] = {all->seed,         all->hand,     all->deck,       all->hole_cards,
                      all->board,        all->mask,     all->totals,     all->raised,
                      all->capped,       all->finished, all->street,     all->button,
                      all->actor,        all->dealt,    all->live,       all->able,
                      all->pending,      all->acted,    all->pot,        all->dead,
                      all->missing,      all->high,     all->full_raise, all->full_level,
                      all->call,         all->stacks,   all->bets,       all->stakes,
                      all->min_raise_to, all->start,    all->payoffs,    all->max_raise_to};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(all);
}

static int64_t chips_of(const struct sw_tables *all, size_t i)
{
    int64_t sum = all->pot[i];
    for (int j = 0; j < all->seats; j++)
        sum += all->stacks[i * (size_t)all->seats + (size_t)j];
    return sum;
}

/* A digest of all that a step may change. */
static uint64_t digest(const struct sw_tables *all)
{
    uint64_t before = checksum, sum;
    size_t rows = all->n * (size_t)all->seats;
    add_to_checksum(all->stacks, rows * sizeof *all->stacks);
    add_to_checksum(all->bets, rows * sizeof *all->bets);
    add_to_checksum(all->payoffs, rows * sizeof *all->payoffs);
    add_to_checksum(all->totals, all->n * CODES * sizeof *all->totals);
    add_to_checksum(all->hand, all->n * sizeof *all->hand);
    add_to_checksum(all->board, all->n * 5);
    add_to_checksum(all->actor, all->n);
    sum = checksum;
    checksum = before;
    return sum;
}

/* Actions of which number `bad` is hostile and the others are legal. */
static void hostile_step(const struct sw_tables *all, const int64_t *which, size_t n, size_t bad)
{
    static const int64_t hostile[2][5] = {{INT64_MIN, -1, CODES, 1 << 20, INT64_MAX},
                                          {INT64_MIN, -2, -3, 1 << 20, INT64_MAX}};
    int64_t *actions = exactly(n * sizeof *actions);
    uint64_t before = digest(all);
    for (int by_total = 0; by_total < 2; by_total++)
        for (size_t j = 0; j < 5; j++) {
            for (size_t k = 0; k < n; k++)
                actions[k] = by_total ? all->totals[(size_t)which[k] * CODES + 1] : 1;
            actions[bad] = hostile[by_total][j];
            CHECK(sw_tables_step(all, which, n, by_total ? NULL : actions,
                                 by_total ? actions : NULL) == bad);
            CHECK(digest(all) == before);
        }
    free(actions);
}

static void play_tables(struct sw_tables *all, int steps)
{
    int64_t wanted[TABLES];
    CHECK(sw_tables_reset(all, NULL, TABLES, NULL, 0) == TABLES);
    for (size_t i = 0; i < TABLES; i++)
        wanted[i] = chips_of(all, i);
    for (int step = 0; step < steps; step++) {
        int64_t *which = exactly(TABLES * sizeof *which), *actions = exactly(sizeof wanted);
        size_t n = 0;
        for (size_t i = 0; i < TABLES; i++)
            if (all->actor[i] >= 0 && below(8))
                which[n++] = (int64_t)i;
        for (size_t k = 0; k < n; k++) {
            const uint8_t *mask = all->mask + which[k] * CODES;
            do
                actions[k] = below(CODES);
            while (!mask[actions[k]]);
            if (step % 2)
                actions[k] = all->totals[which[k] * CODES + actions[k]];
        }
        if (n && step % 10 == 0)
            hostile_step(all, which, n, below((uint32_t)n));
        CHECK(sw_tables_step(all, which, n, step % 2 ? NULL : actions, step % 2 ? actions : NULL) ==
              n);
        for (size_t i = 0; i < TABLES; i++) {
            int64_t sum = 0;
            for (int j = 0; j < all->seats; j++) {
                sum += all->payoffs[i * (size_t)all->seats + (size_t)j];
                CHECK(all->stacks[i * (size_t)all->seats + (size_t)j] >= 0);
            }
            CHECK(sum == 0);
            CHECK(chips_of(all, i) == wanted[i]);
        }
        free(actions);
        free(which);
    }
    add_to_checksum(all->stacks, TABLES * (size_t)all->seats * sizeof *all->stacks);
}

/* Views of the tables in an order of their own, from the seats to act or from others. */
static void observe_tables(const struct sw_tables *all)
{
    size_t n = 0, wide = (size_t)all->seats;
    int64_t *which = exactly(TABLES * sizeof *which);
    int64_t *seats = exactly(TABLES * sizeof *seats);
    for (size_t i = TABLES; i-- > 0;)
        if (all->actor[i] >= 0)
            which[n++] = (int64_t)i;
    struct sw_views views = {
        .hole_cards = exactly(2 * n),
        .board = exactly(5 * n),
        .street = exactly(n * sizeof *views.street),
        .button = exactly(n * sizeof *views.button),
        .live = exactly(n * wide),
        .stacks = exactly(n * wide * sizeof(float)),
        .bets = exactly(n * wide * sizeof(float)),
        .stakes = exactly(n * wide * sizeof(float)),
        .pot = exactly(n * sizeof(float)),
        .to_call = exactly(n * sizeof(float)),
        .raise_to = exactly(2 * n * sizeof(float)),
        .action_mask = exactly(n * CODES),
        .key = exactly(n * sizeof *views.key),
    };
    for (int others = 0; others < 2; others++) {
        for (size_t k = 0; k < n; k++)
            seats[k] = (all->actor[which[k]] + others) % all->seats;
        CHECK(sw_tables_observe(all, which, n, others ? seats : NULL, 1, &views) == n);
        for (size_t k = 0; k < n; k++) {
            size_t i = (size_t)which[k], seat = (size_t)seats[k], row = wide * i;
            int card = all->hole_cards[2 * (row + seat)];
            CHECK(views.hole_cards[2 * k] == (card < 52 ? card : 52));
            CHECK(views.board[5 * k + 4] == (all->street[i] == 3 ? all->board[5 * i + 4] : 52));
            CHECK(views.live[wide * k + wide - 1] ==
                  (all->live[i] >> (seat + wide - 1) % wide & 1));
            CHECK(views.stacks[wide * k] == (float)all->stacks[row + seat]);
            CHECK(views.bets[wide * k + 1] == (float)all->bets[row + (seat + 1) % wide]);
            CHECK(views.action_mask[CODES * k + 1] == !others);
            CHECK(views.to_call[k] == (others ? 0 : (float)all->call[i]));
            CHECK((views.key[k] == 0) == others);
        }
    }
    static const int64_t no_table[] = {-1, TABLES, INT64_MIN, INT64_MAX};
    static const int64_t no_seat[] = {-1, 10, INT64_MIN, INT64_MAX};
    for (size_t j = 0; n && j < 4; j++) {
        size_t bad = below((uint32_t)n);
        int64_t right = which[bad], seat = seats[bad];
        which[bad] = no_table[j];
        CHECK(sw_tables_observe(all, which, n, seats, 1, &views) == bad);
        which[bad] = right;
        seats[bad] = no_seat[j];
        CHECK(sw_tables_observe(all, which, n, seats, 1, &views) == bad);
        seats[bad] = seat;
    }
    void *arrays[] = {views.hole_cards, views.board, views.street,      views.button, views.live,
                      views.stacks,     views.bets,  views.stakes,      views.pot,    views.to_call,
                      views.raise_to,   views.key,   views.action_mask, which,        seats};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

/* What no table can begin with, and sizes that reach beyond the arrays. */
static void impossible_tables(struct sw_tables *all)
{
    int64_t order[] = {3, 3}, none[] = {-1}, beyond[] = {TABLES}, call[] = {1, 1};
    uint8_t *decks = random_hands(2, 26);
    int64_t right = all->stacks[0];
    CHECK(sw_tables_step(all, order, 2, call, NULL) <= 1);
    CHECK(sw_tables_step(all, none, 1, call, NULL) == 0);
    CHECK(sw_tables_step(all, beyond, 1, call, NULL) == 0);
    CHECK(sw_tables_reset(all, beyond, 1, NULL, 0) == 0);
    CHECK(sw_tables_reset(all, NULL, 1, decks, 11) == 0);
    decks[1] = decks[0];
    CHECK(sw_tables_reset(all, NULL, 1, decks, 26) == 0);
    static const int64_t stacks[] = {-1, INT64_MIN, SW_TABLES_CHIPS + 1, INT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        all->stacks[0] = stacks[i];
        CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
    }
    all->stacks[0] = right;
    static const int seats[] = {INT_MIN, -1, 0, 1, 11, INT_MAX};
    int seats_before = all->seats;
    for (size_t i = 0; i < 6; i++) {
        all->seats = seats[i];
        CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
        CHECK(sw_tables_step(all, NULL, 1, call, NULL) == 0);
        CHECK(sw_tables_observe(all, NULL, 1, NULL, 1, NULL) == 0);
    }
    all->seats = seats_before;
    all->fractions = FRACTIONS + 1;
    CHECK(sw_tables_step(all, NULL, 1, call, NULL) == 0);
    all->fractions = FRACTIONS;
    int64_t *chips[] = {&all->min_bet,     &all->big_bet,     &all->table_ante, &all->first_high,
                        &all->first_raise, &all->blind[2][1], &all->ante[2][0]};
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        for (size_t j = 0; j < 4; j++) {
            right = *chips[i];
            *chips[i] = stacks[j];
            CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
            *chips[i] = right;
        }
    int *options[] = {&all->structure, &all->reopening, &all->opener[2]};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (int j = 0; j < 2; j++) {
            int before = *options[i];
            *options[i] = j ? 9 : -2;
            CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
            *options[i] = before;
        }
    all->first_high = all->blind[2][1] - 1;
    CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
    all->first_high++;
    all->opener[2] = 2;
    CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
    all->opener[2] = -2;
    CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
    all->opener[2] = 1;
    all->permille[0] = UINT32_MAX;
    CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 0);
    all->permille[0] = 500;
    all->stacks[0] = all->stacks[1] = 50;
    CHECK(sw_tables_reset(all, NULL, 1, NULL, 0) == 1);
    free(decks);
}

static void tables(void)
{
    for (int round = 0; round < 60; round++) {
        struct sw_tables *all = new_tables(2 + round % 9);
        play_tables(all, 100);
        observe_tables(all);
        impossible_tables(all);
        free_tables(all);
    }
}

int main(void)
{
    list_combos();
    choice_of_kernels();
    single_hands();
    for (int k = 5; k <= 7; k++)
        evaluator(k);
    for (int i = 0; sw_kernel_name(i); i++) {
        CHECK(sw_use_kernel(sw_kernel_name(i)) == 0);
        bad_numbers_of_cards();
        all_five_card_hands();
        state = 2;
        two_and_three_ranges();
        printf("kernel %s is well\n", sw_kernel());
    }
    state = 1;
    boards();
    deals();
    impossible_deals();
    spots();
    impossible_spots();
    slices();
    samples();
    preflop_table();
    pots();
    card_by_card();
    random_draws();
    tables();
    printf("checksum %016llx\n", (unsigned long long)checksum);
    return 0;
}
