/* incremental.c -- showdowns of two players, ranked card by card and in rows; incremental.py
 * compiles it, runs it and shows what it prints: a line for each way, nanoseconds a showdown in
 * every round. All ways take turns in each round and must count the same wins. */
#define _POSIX_C_SOURCE 199309L
#include <steelwheel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 200000, CARDS = 9, ROUNDS = 101, WAYS = 8 };

static uint8_t deals[N * CARDS + 64], rows[N * 14]; /* boards of five, then two cards a player */
static uint16_t strengths[N * 2];

static size_t card_by_card(void)
{
    size_t won = 0;
    for (const uint8_t *deal = deals; deal < deals + N * CARDS; deal += CARDS) {
        sw_hand board = sw_no_cards();
        for (int i = 0; i < 5; i++)
            board = sw_add(board, deal[i]);
        won += sw_hand_strength(sw_add(sw_add(board, deal[5]), deal[6])) >
               sw_hand_strength(sw_add(sw_add(board, deal[7]), deal[8]));
    }
    return won;
}

static size_t ready_rows(void)
{
    size_t won = 0;
    sw_evaluate(rows, 2 * N, 7, strengths);
    for (size_t i = 0; i < N; i++)
        won += strengths[2 * i] > strengths[2 * i + 1];
    return won;
}

static size_t written_rows(void)
{
    uint8_t *row = rows;
    for (const uint8_t *deal = deals; deal < deals + N * CARDS; deal += CARDS)
        for (int player = 0; player < 2; player++, row += 7) {
            memcpy(row, deal, 5);
            memcpy(row + 5, deal + 5 + 2 * player, 2);
        }
    return ready_rows();
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void)
{
    static double times[WAYS][ROUNDS];
    const char *kernels[WAYS];
    int ways = 0;
    sw_deal(1, 0, N, CARDS, 0, deals);
    size_t wanted = written_rows();
    kernels[ways++] = NULL; /* card by card */
    for (const char *name; ways < WAYS && (name = sw_kernel_name((ways - 1) / 2)); ways += 2)
        kernels[ways] = kernels[ways + 1] = name;
    for (int round = -1; round < ROUNDS; round++)
        for (int way = 0; way < ways; way++) {
            if (kernels[way])
                sw_use_kernel(kernels[way]);
            double start = now();
            size_t won = !kernels[way] ? card_by_card() : way % 2 ? ready_rows() : written_rows();
            if (round >= 0)
                times[way][round] = (now() - start) / N;
            if (won != wanted) {
                fprintf(stderr, "%zu wins instead of %zu\n", won, wanted);
                return 1;
            }
        }
    for (int way = 0; way < ways; way++) {
        printf("%s%s", kernels[way] ? kernels[way] : "card by card",
               !kernels[way] ? ""
               : way % 2     ? " rows"
                             : " rows, written first");
        for (int round = 0; round < ROUNDS; round++)
            printf(",%.3f", times[way][round]);
        printf("\n");
    }
    return 0;
}
