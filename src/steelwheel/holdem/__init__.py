"""The game: Texas hold'em by the book, one table at a time.

RULES.md in this folder states the rules under the numbers that the tests name. `rules` holds the agreements made before the cards
are dealt, `seats` who sits where and posts what, `pots` how chips are divided. A hand is built in layers: `dealer` has the cards,
`betting` the chips in play, `showdown` the end, `irregularities` the dealer's mistakes; `table` is all of them, one hand after
another. `history` reads and writes hands: `records` as such, `phh` and `acpc` as text.
"""
