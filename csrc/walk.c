/* walk.c -- every run-out of a spot, once per suit class, in slices. */
#include "walk.h"

static uint64_t choose(int n, int k)
{
    uint64_t ways = n < k ? 0 : 1;
    for (int i = 0; i < k && ways; i++)
        ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return ways;
}

uint64_t sw_turns(int n_board, uint64_t dead)
{
    int live = 52 - n_board - __builtin_popcountll(dead & SW_DECK);
    return n_board < 4 ? choose(live, 4 - n_board) : 1;
}

static void look_at_turn(struct walk *walk, uint64_t word)
{
    walk->come = 0;
    walk->word = word;
    for (int i = 0; i < walk->to_come; i++) {
        int card = walk->live[walk->set[i]];
        walk->come |= 1ull << card;
        walk->word += sw_card_words[card];
    }
    walk->turns = sw_class_size(walk->come, &walk->symmetries);
}

/* The `index`-th set of k places out of n, in lexicographic order. */
static void find_set(int n, int k, uint64_t index, int *set)
{
    for (int found = 0, place = 0; found < k; place++) {
        uint64_t with = choose(n - place - 1, k - found - 1);
        if (index < with)
            set[found++] = place;
        else
            index -= with;
    }
}

struct walk sw_walk(const double *weights, int n, const uint8_t *board, int n_board, uint64_t dead,
                    uint64_t first)
{
    struct walk walk = {.to_come = n_board < 4 ? 4 - n_board : 0};
    uint64_t word = SW_NO_CARDS;
    for (int i = 0; i < n_board && i < 4; i++) {
        walk.shown |= 1ull << board[i];
        word += sw_card_words[board[i]];
    }
    walk.river = n_board == 5 ? 1ull << board[4] : 0;
    walk.gone = walk.shown | dead;
    walk.symmetries = sw_find_symmetries(weights, n, walk.shown | walk.river, dead);
    for (int card = 0; card < 52; card++)
        if (!(walk.gone >> card & 1))
            walk.live[walk.n_live++] = card;
    if (first < sw_turns(n_board, dead))
        find_set(walk.n_live, walk.to_come, first, walk.set);
    look_at_turn(&walk, word);
    return walk;
}

void sw_next_turn(struct walk *walk)
{
    uint64_t word = walk->word;
    int n = walk->n_live, k = walk->to_come, i = k - 1;
    for (int place = 0; place < k; place++)
        word -= sw_card_words[walk->live[walk->set[place]]];
    while (i >= 0 && walk->set[i] == n - k + i)
        i--;
    if (i >= 0)
        walk->set[i]++;
    for (i++; i > 0 && i < k; i++)
        walk->set[i] = walk->set[i - 1] + 1;
    look_at_turn(walk, word);
}

int sw_is_spot(const uint8_t *board, int n_board, uint64_t dead, uint64_t last)
{
    int known = n_board == 0 || (n_board >= 3 && n_board <= 5);
    return known && dead <= SW_DECK && (n_board == 0 || sw_distinct(board, n_board, dead)) &&
           last <= sw_turns(n_board, dead);
}
