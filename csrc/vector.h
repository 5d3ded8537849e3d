/* vector.h -- what vector.c and observe.c share. */
#ifndef SW_VECTOR_H
#define SW_VECTOR_H

#include "steelwheel.h"

/* The sizes that say how far to reach into the arrays of many tables. */
static inline int sw_sound_sizes(const struct sw_tables *all)
{
    return all->seats >= 2 && all->seats <= SW_TABLES_SEATS && all->fractions >= 0 &&
           all->fractions <= SW_TABLES_FRACTIONS;
}

#endif
