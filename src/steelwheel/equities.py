"""Equities: how often each player wins.

*Equity* is the expected share of the pot, *win* the probability to win it alone, *tie* the probability to be in a split. A
*run-out* is one way for the rest of the board to come.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelwheel._native import ffi, lib
from steelwheel.cards import CardError, CardsLike, card_text, cards_mask, format_cards, parse_cards

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Equity:
    """What each player can expect of one spot; tuples have one entry a player."""

    players: tuple[str, ...]
    """Hole cards, as text."""
    equity: tuple[float, ...]
    """Expected share of the pot, 0..1; adds up to 1."""
    win: tuple[float, ...]
    """Probability to win the pot alone."""
    tie: tuple[float, ...]
    """Probability to be in a split."""
    wins: tuple[int, ...]
    """Run-outs that the player wins alone."""
    ties: tuple[int, ...]
    """Run-outs in which the player splits."""
    runouts: int
    """Run-outs counted."""
    method: str
    """How: ``exact`` counts every run-out."""

    def __str__(self) -> str:
        width = max(map(len, self.players))
        lines = [f"{'':{width}}   equity      win      tie"]
        lines += [
            f"{player:{width}}  {100 * equity:6.2f}%  {100 * win:6.2f}%  {100 * tie:6.2f}%"
            for player, equity, win, tie in zip(self.players, self.equity, self.win, self.tie)
        ]
        return "\n".join([*lines, f"{self.method}: ties {max(self.ties)} of {self.runouts} run-outs"])


def equity(players: Sequence[CardsLike], *, board: CardsLike = (), dead: CardsLike = ()) -> Equity:
    """Exact equity of two to ten hands, by playing every run-out.

    Args:
        players: hole cards of each player, two cards as text or codes.
        board: no, three, four or five board cards.
        dead: further cards that cannot come, such as folded hands.

    Raises:
        CardError: a card that is none or stands twice, hands without two cards, or a board of 1, 2 or more than 5 cards.
        ValueError: not 2 to 10 players.

    >>> equity(["AhKh", "QsQd"], board="Qh 7h 2c").equity
    (0.25555555555555554, 0.7444444444444445)
    """
    if isinstance(players, str) or not 2 <= len(players) <= MOST_PLAYERS:
        given = "one text" if isinstance(players, str) else len(players)
        raise ValueError(f"equity is between 2 to {MOST_PLAYERS} players in a sequence, not {given}")
    holes = [parse_cards(player) for player in players]
    shown, out = parse_cards(board), parse_cards(dead)
    for i, hole in enumerate(holes):
        if len(hole) != 2:
            raise CardError(f"player {i} has {len(hole)} hole cards, {format_cards(hole)!r}, where 2 are wanted")
    if len(shown) not in (0, 3, 4, 5):
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(shown)}: {format_cards(shown)}")
    _refuse_repeats([(f"player {i}", hole) for i, hole in enumerate(holes)] + [("the board", shown), ("dead", out)])

    n = len(holes)
    shares = np.zeros((n, n), np.uint64)
    cards = bytes(card for hole in holes for card in hole)
    runouts = lib.sw_runouts(cards, n, bytes(shown), len(shown), cards_mask(out), ffi.from_buffer("uint64_t[]", shares))
    if runouts == 0:
        raise CardError("too few cards are left in the deck to complete the board")
    wins = [int(counts[0]) for counts in shares]
    ties = [int(counts[1:].sum()) for counts in shares]
    return Equity(
        players=tuple(format_cards(hole, "") for hole in holes),
        equity=tuple(sum(int(count) / winners for winners, count in enumerate(row, 1)) / runouts for row in shares),
        win=tuple(count / runouts for count in wins),
        tie=tuple(count / runouts for count in ties),
        wins=tuple(wins),
        ties=tuple(ties),
        runouts=runouts,
        method="exact",
    )


def _refuse_repeats(groups: list[tuple[str, tuple[int, ...]]]) -> None:
    owner: dict[int, str] = {}
    for name, cards in groups:
        for card in cards:
            if card in owner:
                raise CardError(f"{card_text(card)} stands twice: {owner[card]} and {name}")
            owner[card] = name
