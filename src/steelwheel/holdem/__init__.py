"""The game: Texas hold'em by the book, one table at a time.

RULES.md in this folder states the rules under the numbers that the tests name. `rules` holds the agreements made before the cards
are dealt, `seats` who sits where, `betting` one betting round, `pots` the money, `dealer` the cards and what can go wrong with
them, `showdown` who shows, `table` the whole hand, and `history` hands in and out as text.
"""
