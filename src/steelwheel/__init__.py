"""steelwheel: Texas hold'em from Python on a C core.

Cards are ints 0..51, ``4 * rank + suit`` (2c = 0, As = 51); strengths are ints 1..7462, higher is better.
"""

from steelwheel.boards import EquityHistogram, HandStats, RunoutEquity, equity_histogram, hand_stats, runout_equity, showdown
from steelwheel.cards import (
    CODINGS,
    CardError,
    card_text,
    cards_mask,
    combo_cards,
    combo_index,
    format_cards,
    from_coding,
    parse_cards,
    to_coding,
)
from steelwheel.decks import deal
from steelwheel.equities import Equity, equity, equity_many
from steelwheel.hands import (
    Category,
    best_five,
    board_strengths,
    cactus_kev,
    category,
    describe,
    evaluate,
    evaluate_masks,
    kernel,
    kernels,
    kickers,
    use_kernel,
)
from steelwheel.range_reader import RangeError
from steelwheel.ranges import Range, RangeLike

__version__ = "0.1.0"

__all__ = [
    "CODINGS",
    "CardError",
    "Category",
    "Equity",
    "EquityHistogram",
    "HandStats",
    "Range",
    "RangeError",
    "RangeLike",
    "RunoutEquity",
    "best_five",
    "board_strengths",
    "cactus_kev",
    "card_text",
    "cards_mask",
    "category",
    "combo_cards",
    "combo_index",
    "deal",
    "describe",
    "equity",
    "equity_histogram",
    "equity_many",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "from_coding",
    "hand_stats",
    "kernel",
    "kernels",
    "kickers",
    "parse_cards",
    "runout_equity",
    "showdown",
    "to_coding",
    "use_kernel",
]
