/* tables.h -- the look-up tables: name, size, meaning. tables/generate.py derives them from the
 * rules of poker into tables/NAME.bin, build_ffi.py turns those files into tables.c by the
 * declarations below; tables/README.md has the reasons. */
#ifndef SW_TABLES_H
#define SW_TABLES_H

#include "steelwheel.h"

/* sw_card_words, in steelwheel.h: a card's 64-bit word. The words of a hand's cards add up to
 *   bits  0..31  the key; its low SW_KEY_BITS_k bits differ for every multiset of k ranks
 *   bits 35..38, 39..42, 51..54, 55..58  how many clubs, diamonds, hearts, spades
 *   bits 59..63  how many bytes that are no card
 * The bits between belong to the planes that the key is made from. sw_card_masks has bit c for card
 * c, and nothing for what is no card. */

/* Sum of the words of the cards in byte i of a card mask. */
extern const uint64_t sw_mask_words[7][256];

/* The same words as four byte planes, for kernels that shuffle bytes: sums of planes 0..3 over a
 * hand, each at most 11 bits, are 16-bit fields whose dot product with the multipliers is the key.
 * By card; or by rank and by the low four bits of a card. */
extern const uint8_t sw_card_planes[4][64];
extern const uint8_t sw_rank_planes[4][16];
extern const uint8_t sw_suit_planes[4][16];
extern const uint16_t sw_multipliers[4];

/* Byte shuffles from rows of k = 5, 6, 7 cards to eight lanes a hand, eight hands: [k - 5][turn]
 * puts card (lane + turn) % k of each row into its lane; 0x80 marks the lanes past the k-th. */
extern const uint8_t sw_row_turns[3][4][64];

/* Perfect hash: strength = strengths[rows[key >> 12] + (key & 4095)]. No key of the right number of
 * bits reads outside. Those of seven cards are in steelwheel.h. */
#define SW_COLUMN_BITS 12
#define SW_KEY_BITS_5 22
#define SW_KEY_BITS_6 24
#define SW_KEY_BITS_7 25
extern const uint16_t sw_rows_5[1024];
extern const uint16_t sw_rows_6[4096];
extern const uint16_t sw_strengths_5[9491];
extern const uint16_t sw_strengths_6[21594];

/* Strength of the best hand in one suit by the 13-bit mask of its ranks; 0 below five cards. */
extern const uint16_t sw_flush_strengths[8192];

/* sw_preflop, of tables/preflop.py, is declared in steelwheel.h. */

#endif
