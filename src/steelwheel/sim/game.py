"""Game: the agreements of many tables as the C core takes them."""

from itertools import pairwise
from typing import Any

from steelwheel._native import ffi, lib
from steelwheel.holdem.rules import OPTIONS, Rules
from steelwheel.holdem.seats import first_positions, forced_bets

MOST_SEATS: int = lib.SW_TABLES_SEATS
MOST_FRACTIONS: int = lib.SW_TABLES_FRACTIONS
MOST_CHIPS = (1 << 40) - 1
MOST_RAISES = 254
"""Of a street, that fixed limit can cap; the core counts them in a byte."""

STRUCTURES = OPTIONS["structure"]
REOPENING = OPTIONS["reopening"]

CARRIED = {"rake": None, "runouts": 1, "button_movement": "moving", "table_all_in": True}
"""Options of `Rules` that are carried with one value only."""


def check_rules(rules: Rules) -> None:
    """Refuse rules that a VectorTable does not carry, by the name of the option."""
    if not isinstance(rules, Rules):
        raise ValueError(f"rules are {type(rules).__name__}: a VectorTable plays by one `Rules`")
    for name, value in CARRIED.items():
        if getattr(rules, name) != value:
            raise ValueError(f"{name} = {getattr(rules, name)!r} is not carried by a VectorTable, only {value!r}; a Table plays it")
    for most in rules.max_raises or ():
        if most is not None and most > MOST_RAISES:
            raise ValueError(f"max_raises = {rules.max_raises} is not carried by a VectorTable, which counts to {MOST_RAISES}")
    if rules.trim_antes and not isinstance(rules.ante, int):
        raise ValueError(f"trim_antes with antes {rules.ante} is not carried by a VectorTable; a Table plays it")


def game_of(rules: Rules, seats: int, raises: tuple[float, ...], next_hand: bool, keep_stacks: bool) -> tuple[Any, dict[int, str]]:
    """The rules as the C core takes them, and what is wrong with some numbers of players."""
    game = ffi.new("struct sw_tables *")
    game.seats = seats
    game.structure = STRUCTURES.index(rules.structure)
    game.reopening = REOPENING.index(rules.reopening)
    game.raises_allowed = [-1 if (most := rules.raises_allowed(street)) is None else most for street in range(4)]
    game.cap_heads_up, game.open_fold = rules.cap_heads_up, rules.open_fold
    game.short_blind_counts = rules.short_blind == "actual"
    game.first_takes_odd = rules.odd_chips == "first_winner_all"
    game.next_hand, game.keep_stacks = next_hand, keep_stacks
    game.min_bet, game.big_bet, game.table_ante = _chips(rules.min_bet), _chips(rules.big_bet), _chips(rules.big_blind_ante)
    game.ante_first = rules.ante_order == "ante_first"
    game.antes_dead, game.table_ante_dead = rules.dead_antes, not rules.trim_antes
    game.first_high = largest = max((rules.big_blind, *rules.straddles))
    game.first_raise = largest if rules.straddle_raise == "straddle" and largest > rules.big_blind else rules.min_bet
    game.first_raises = sum(straddle > 0 for straddle in rules.straddles)
    parts = _thousandths(raises)
    game.fractions, game.permille[0 : len(parts)] = len(parts), parts
    return game, _forced(game, rules, seats, keep_stacks)


def _forced(game: Any, rules: Rules, seats: int, keep_stacks: bool) -> dict[int, str]:
    """Write the forced bets of every number of players; gives the numbers that cannot play, and why."""
    unplayable = {0: "at least two seats need chips", 1: "at least two seats need chips"}
    for players in range(2, seats + 1):
        everybody = (1 << players) - 1
        game.big_blind[players] = game.opener[players] = -1
        try:  # with the button on the last seat, seats are places
            posts = forced_bets(rules, everybody, first_positions(everybody, players - 1, rules.blinds))
        except ValueError as error:
            if keep_stacks:
                raise ValueError(f"with keep_stacks the players can become {players}: {error}") from None
            unplayable[players] = str(error)
            continue
        for kind, place, chips in posts:
            if kind == "big blind ante":
                game.big_blind[players] = place
            elif kind == "ante":
                game.ante[players][place] = _chips(chips)
            else:
                game.blind[players][place] = _chips(chips)
                game.opener[players] = place
    return unplayable


def _chips(chips: int) -> int:
    if chips > MOST_CHIPS:
        raise ValueError(f"{chips} chips are more than a VectorTable carries, {MOST_CHIPS}")
    return chips


def _thousandths(raises: tuple[float, ...]) -> list[int]:
    if len(raises) > MOST_FRACTIONS:
        raise ValueError(f"{len(raises)} raises: at most {MOST_FRACTIONS}")
    for part in raises:
        if not 0.0005 < part <= 1000:
            raise ValueError(f"a raise by {part} of the pot: it must be 0.001 to 1000")
    parts = [round(part * 1000) for part in raises]
    if any(low >= high for low, high in pairwise(parts)):
        raise ValueError(f"raises {raises} must rise, so that of two raises the larger code is the larger")
    return parts
