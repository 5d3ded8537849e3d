"""steelwheel: Texas hold'em from Python on a C core.

Cards are ints 0..51, ``4 * rank + suit`` (2c = 0, As = 51); strengths are ints 1..7462, higher is better.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from steelwheel.decks import Deck, deal
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

if TYPE_CHECKING:
    from steelwheel.holdem import history
    from steelwheel.holdem.betting import Action, IllegalAction, Legal, all_in, bet, call, check, fold, raise_by, raise_to
    from steelwheel.holdem.pots import Pot, split_pots
    from steelwheel.holdem.rules import Rules, Schedule
    from steelwheel.holdem.table import Street, Table
    from steelwheel.sim import arena
    from steelwheel.sim.vector import VectorTable

__version__ = "0.1.0"

__all__ = [
    "CODINGS",
    "Action",
    "CardError",
    "Category",
    "Deck",
    "Equity",
    "EquityHistogram",
    "HandStats",
    "IllegalAction",
    "Legal",
    "Pot",
    "Range",
    "RangeError",
    "RangeLike",
    "Rules",
    "RunoutEquity",
    "Schedule",
    "Street",
    "Table",
    "VectorTable",
    "all_in",
    "arena",
    "best_five",
    "bet",
    "board_strengths",
    "cactus_kev",
    "call",
    "card_text",
    "cards_mask",
    "category",
    "check",
    "combo_cards",
    "combo_index",
    "deal",
    "describe",
    "equity",
    "equity_histogram",
    "equity_many",
    "evaluate",
    "evaluate_masks",
    "fold",
    "format_cards",
    "from_coding",
    "hand_stats",
    "history",
    "kernel",
    "kernels",
    "kickers",
    "parse_cards",
    "raise_by",
    "raise_to",
    "runout_equity",
    "showdown",
    "split_pots",
    "to_coding",
    "use_kernel",
]

_GAME = {
    "holdem.betting": ("Action", "IllegalAction", "Legal", "all_in", "bet", "call", "check", "fold", "raise_by", "raise_to"),
    "holdem.pots": ("Pot", "split_pots"),
    "holdem.rules": ("Rules", "Schedule"),
    "holdem.table": ("Street", "Table"),
    "holdem.history": ("history",),
    "sim.arena": ("arena",),
    "sim.vector": ("VectorTable",),
}
_MODULE_OF = {name: module for module, names in _GAME.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import the game with its first use: evaluating hands does not wait for it."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_MODULE_OF[name]}")
    value = getattr(module, name, module)  # `history` and `arena` are modules themselves
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
