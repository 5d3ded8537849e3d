/* dispatch.c -- the kernels of this architecture, best first, and the one in use. */
#include "kernel.h"

static const struct sw_kernel *const kernels[] = {
#if defined(__x86_64__)
    &sw_kernel_avx512, &sw_kernel_avx2,
#elif defined(__aarch64__)
    &sw_kernel_neon,
#endif
    &sw_kernel_scalar};

enum { KERNELS = sizeof kernels / sizeof *kernels };

static const struct sw_kernel
    *chosen; /* NULL until asked; two threads asking at once find the same */

static const struct sw_kernel *best(void)
{
    int i = 0;
    while (!kernels[i]->usable())
        i++;
    return kernels[i];
}

static const struct sw_kernel *in_use(void)
{
    const struct sw_kernel *kernel = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (!kernel) {
        kernel = best();
        __atomic_store_n(&chosen, kernel, __ATOMIC_RELAXED);
    }
    return kernel;
}

const char *sw_kernel_name(int i)
{
    for (int j = 0; i >= 0 && j < KERNELS; j++)
        if (kernels[j]->usable() && i-- == 0)
            return kernels[j]->name;
    return NULL;
}

const char *sw_kernel(void)
{
    return in_use()->name;
}

int sw_use_kernel(const char *name)
{
    for (int i = 0; i < KERNELS; i++)
        if (kernels[i]->usable() && (!name || strcmp(kernels[i]->name, name) == 0)) {
            __atomic_store_n(&chosen, kernels[i], __ATOMIC_RELAXED);
            return 0;
        }
    return -1;
}

size_t sw_evaluate(const uint8_t *cards, size_t n, int k, uint16_t *strength)
{
    return in_use()->evaluate(cards, n, k, strength);
}

size_t sw_evaluate_masks(const uint64_t *masks, size_t n, uint16_t *strength)
{
    return in_use()->evaluate_masks(masks, n, strength);
}

uint64_t sw_heads_up(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                     uint64_t first, uint64_t last, double *tally)
{
    if (!sw_is_spot(board, n_board, dead, last))
        return 0;
    return in_use()->heads_up(weights, board, n_board, dead, first, last, tally);
}

uint64_t sw_three_way(const double *weights, const uint8_t *board, int n_board, uint64_t dead,
                      uint64_t first, uint64_t last, double *tally)
{
    if (!sw_is_spot(board, n_board, dead, last))
        return 0;
    return in_use()->three_way(weights, board, n_board, dead, first, last, tally);
}
