"""Rules: what a table agrees on before a hand is dealt.

*Chips* are ``int`` counts of the smallest unit at the table. A *structure* says how much may be bet: no limit, the pot, or fixed
sizes. *Forced bets* are antes, blinds and straddles. A *house option* settles what rule books settle differently; its default is
the first of the values named, and RULES.md gives the reasons (decisions D-1 to D-19).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

Structure: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
Rake: TypeAlias = Callable[[int, bool], int]
"""Chips that the house takes from a pot, given its chips and whether there was a flop."""

MOST_PLAYERS = 22
"""Two hole cards each, five on the board and three burned: 2 * 22 + 8 = 52."""

OPTIONS: dict[str, tuple[Any, ...]] = {
    "structure": ("no-limit", "pot-limit", "fixed-limit"),
    "odd_chips": ("clockwise", "first_winner_all"),
    "reopening": ("tda47", "wsop96", "never", "always"),
    "short_blind": ("full", "actual"),
    "showdown": ("in_order", "all_show"),
    "board_claim": ("cards_speak", "declare_or_table", "table"),
    "irregularities": ("roberts", "tda2024", "none"),
    "misdeal_window": ("substantial_action", "two_players_acted"),
    "ante_order": ("blind_first", "ante_first"),
    "button_movement": ("moving", "dead_button"),
    "straddle_raise": ("straddle", "big_blind"),
    "award_order": ("side_first", "main_first"),
}
"""Values of the house options, the default first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreements of one table. Use `no_limit`, `pot_limit` or `fixed_limit` to make them.

    >>> Rules.no_limit(blinds=(1, 2)).min_bet
    2
    """

    structure: Structure
    blinds: tuple[int, ...]
    """Clockwise from the first seat left of the button; heads-up the button posts the first of two. A 0 is posted by nobody."""
    straddles: tuple[int, ...] = ()
    """Live blinds of the next seats, each more than the one before."""
    ante: int | tuple[int, ...] = 0
    """Of every player, or of each one clockwise from the first seat left of the button."""
    big_blind_ante: int = 0
    """Paid by the big blind for the whole table."""
    min_bet: int = 0
    """Smallest opening bet; in fixed limit the bet before and on the flop. 0: the largest blind, without blinds the ante."""
    big_bet: int = 0
    """Fixed limit: the bet on turn and river. 0: twice the small bet."""
    max_raises: tuple[int | None, int | None, int | None, int | None] | None = None
    """Fixed limit: bets and raises allowed on each street, blinds not counted, None = any number. None: a bet (before the flop the
    big blind) and three raises."""
    cap_heads_up: bool = False
    """Fixed limit: the cap holds between two players too."""
    odd_chips: Literal["clockwise", "first_winner_all"] = "clockwise"
    """Odd chips go one by one to the winners clockwise from the button, or all to the first of them."""
    reopening: Literal["tda47", "wsop96", "never", "always"] = "tda47"
    """Who may raise again after all-ins too short for a full raise: a player who faces a full raise in all; everybody as soon as
    consecutive short all-ins add up to one; nobody; everybody."""
    short_blind: Literal["full", "actual"] = "full"
    """What others must call when the big blind is short of chips: the blind's full amount, or what was posted."""
    showdown: Literal["in_order", "all_show"] = "in_order"
    """The last aggressor on the river shows first and beaten hands are mucked, or everybody shows."""
    table_all_in: bool = True
    """With a player all-in and the betting over, every hand is turned up at once."""
    board_claim: Literal["cards_speak", "declare_or_table", "table"] = "cards_speak"
    """What keeps a claim at the showdown: not mucking; tabling the hand or saying "I play the board"; tabling only."""
    irregularities: Literal["roberts", "tda2024", "none"] = "roberts"
    """How the dealer's mistakes are put right."""
    misdeal_window: Literal["substantial_action", "two_players_acted"] = "substantial_action"
    """How long a deal can be called off."""
    ante_order: Literal["blind_first", "ante_first"] = "blind_first"
    """Which a big blind short of chips pays first, the blind or the ante for the table."""
    trim_antes: bool = False
    """Antes of different sizes count as stakes that others must match, and what nobody matches goes back. Otherwise they are dead
    money of the main pot. (Antes that are the same for everybody always count as stakes.)"""
    open_fold: bool = False
    """A player may fold when he could check."""
    button_movement: Literal["moving", "dead_button"] = "moving"
    """The button goes to the next player, or it follows the blinds even to an empty seat so that nobody escapes a big blind."""
    straddle_raise: Literal["straddle", "big_blind"] = "straddle"
    """Smallest raise over a straddle: by the straddle's amount or by the big blind's."""
    award_order: Literal["side_first", "main_first"] = "side_first"
    """Which pots are pushed first; the money is the same."""
    runouts: int = 1
    """Boards to deal when all are all-in before the river; each decides an equal part of every pot."""
    rake: Rake | None = None
    """What the house takes from each pot."""

    def __post_init__(self) -> None:
        for name, values in OPTIONS.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} is {getattr(self, name)!r}: it must be {_either(values)}")
        self._check_forced_bets()
        if not self.min_bet:
            object.__setattr__(self, "min_bet", max(self.blinds, default=0) or self._largest_ante())
        if not self.big_bet:
            object.__setattr__(self, "big_bet", self.min_bet * (2 if self.structure == "fixed-limit" else 1))
        self._check_limits()

    @classmethod
    def no_limit(cls, blinds: Iterable[int] | None = None, *, big_blind: int | None = None, **options: Any) -> Self:
        """No-limit hold'em: any bet up to the whole stack.

        Args:
            blinds: chips, clockwise from the first seat left of the button: ``(small, big)``, or one, or several; ``()`` for a
                game with antes alone.
            big_blind: instead of ``blinds``, an even number of chips; the small blind is half of it.
            options: any other field of `Rules`.

        Raises:
            ValueError: forced bets missing or impossible, or an option's value unknown.
        """
        return cls("no-limit", _blinds(blinds, big_blind), **_tuples(options))

    @classmethod
    def pot_limit(cls, blinds: Iterable[int] | None = None, *, big_blind: int | None = None, **options: Any) -> Self:
        """Pot-limit hold'em: no raise by more than the pot is after calling. Arguments as for `no_limit`."""
        return cls("pot-limit", _blinds(blinds, big_blind), **_tuples(options))

    @classmethod
    def fixed_limit(
        cls, small_bet: int | None = None, big_bet: int | None = None, blinds: Iterable[int] | None = None, **options: Any
    ) -> Self:
        """Fixed-limit hold'em: bets and raises of one size on each street.

        Args:
            small_bet: before and on the flop, in chips; None = the largest blind.
            big_bet: on turn and river; None = twice the small bet.
            blinds: as for `no_limit`; None = half the small bet and the small bet.
            options: any other field of `Rules`.
        """
        forced = _blinds(blinds, small_bet)
        return cls("fixed-limit", forced, min_bet=small_bet or 0, big_bet=big_bet or 0, **_tuples(options))

    def replace(self, **changes: Any) -> Self:
        """The same rules with some fields changed."""
        return replace(self, **_tuples(changes))

    @property
    def big_blind(self) -> int:
        """Largest blind in chips, 0 without blinds."""
        return max(self.blinds, default=0)

    def antes(self, players: int) -> list[int]:
        """Ante of each of so many players, clockwise from the first seat left of the button, without the big blind's ante."""
        return [self.ante] * players if isinstance(self.ante, int) else list(self.ante)

    @property
    def dead_antes(self) -> bool:
        """Antes are dead money of the main pot, not stakes that others match."""
        return not self.trim_antes and not isinstance(self.ante, int) and len(set(self.ante)) > 1

    def raises_allowed(self, street: int) -> int | None:
        """Fixed limit: voluntary bets and raises on a street (0 = before the flop .. 3 = river); None = any number."""
        if self.max_raises is not None:
            return self.max_raises[street]
        return 3 if street == 0 and self.big_blind else 4

    def _largest_ante(self) -> int:
        return max((self.ante,) if isinstance(self.ante, int) else self.ante, default=0) or self.big_blind_ante

    def _check_forced_bets(self) -> None:
        antes = (self.ante,) if isinstance(self.ante, int) else self.ante
        for name, values in (("blinds", self.blinds), ("straddles", self.straddles), ("ante", antes)):
            for value in values:
                _whole(name, value)
        _whole("big_blind_ante", self.big_blind_ante)
        posted = [blind for blind in self.blinds if blind]
        if posted != sorted(posted):
            raise ValueError(f"blinds {self.blinds} fall: they go from the small blind to the big blind")
        if not self.big_blind and not self._largest_ante():
            raise ValueError("blinds are missing: a hand needs a blind or an ante, as in blinds=(1, 2)")
        if self.big_blind_ante and not self.big_blind:
            raise ValueError(f"a big blind ante of {self.big_blind_ante} needs a big blind")
        if self.straddles and not self.big_blind:
            raise ValueError(f"straddles {self.straddles} need a big blind")
        before = self.big_blind
        for straddle in self.straddles:
            if straddle and straddle <= before:
                raise ValueError(f"a straddle of {straddle} does not exceed the {before} before it")
            before = straddle or before
        if self.button_movement == "dead_button" and len(self.blinds) != 2:
            raise ValueError(f"a dead button needs a small and a big blind, not blinds {self.blinds}")

    def _check_limits(self) -> None:
        _whole("min_bet", self.min_bet, least=1)
        _whole("big_bet", self.big_bet, least=1)
        _whole("runouts", self.runouts, least=1)
        if self.max_raises is not None:
            if len(self.max_raises) != 4:
                raise ValueError(f"max_raises {self.max_raises} must have one number for each of the four streets")
            for number in self.max_raises:
                if number is not None:
                    _whole("max_raises", number)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Levels of a tournament. A level can begin only with a new hand (TDA 23)."""

    levels: tuple[Rules, ...]
    hands: int
    """Hands a level; the last level stays."""

    def __post_init__(self) -> None:
        if not self.levels:
            raise ValueError("a schedule needs at least one level")
        _whole("hands", self.hands, least=1)

    def rules(self, hand: int) -> Rules:
        """Rules of a hand, hands counted from 0."""
        return self.levels[min(hand // self.hands, len(self.levels) - 1)]


def _whole(name: str, value: Any, least: int = 0) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}: {value!r} is no number of chips: it must be a whole number, {least} or more")


def _either(values: tuple[Any, ...]) -> str:
    return ", ".join(map(repr, values[:-1])) + f" or {values[-1]!r}"


def _blinds(blinds: Iterable[int] | None, big_blind: int | None) -> tuple[int, ...]:
    if blinds is not None:
        return tuple(blinds)
    if big_blind is None:
        return ()
    _whole("big_blind", big_blind, least=1)
    if big_blind % 2:
        raise ValueError(f"half of a big blind of {big_blind} is no whole number of chips: give blinds=(small, {big_blind})")
    return big_blind // 2, big_blind


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
