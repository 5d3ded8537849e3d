"""Cases of betting, pots, dealing and showdown: what each operation of data/cases.json means.

`OPS` maps an operation to a function of the case's input and expectation, which asserts. Amounts of actions are totals for the
street; seats count from 0 clockwise. A case may name only some of the state that it expects.
"""

import pytest

import steelwheel as sw
from steelwheel.holdem.pots import split_pots, split_runouts
from steelwheel.holdem.seats import Positions, dead_button_positions
from steelwheel.holdem.showdown import show_or_muck, show_order
from steelwheel.holdem.table import Table


def run(case):
    """Run one case; an expectation `any_of` is met if one of its answers is."""
    given, expected = case["input"], case["expected"]
    answers = expected.get("any_of", [expected])
    for answer in answers[:-1]:
        try:
            return OPS[given["op"]](given, answer)
        except AssertionError:
            pass
    return OPS[given["op"]](given, answers[-1])


# ------------------------------------------------------------------------------------------------------------- a hand


def rules_of(given):
    straddles = straddle_amounts(given)
    forced = {"blinds": tuple(given["blinds"]), "ante": given.get("ante", 0), "straddles": straddles}
    if given["limit"] == "FL":
        bets = given.get("bets", {})
        caps = (bets["cap"] - 1, *[bets["cap"]] * 3) if "cap" in bets else None
        return sw.Rules.fixed_limit(bets.get("small"), bets.get("big"), max_raises=caps, **forced)
    return {"NL": sw.Rules.no_limit, "PL": sw.Rules.pot_limit}[given["limit"]](**forced)


def straddle_amounts(given):
    """Straddles by seat as chips of the seats after the blinds."""
    seats, blinds = len(given["stacks"]), len(given["blinds"])
    amounts = {(seat - given["button"] - 1) % seats - blinds: chips for seat, chips in given.get("straddle", [])}
    return tuple(amounts.get(i, 0) for i in range(max(amounts, default=-1) + 1))


def deck_for(given, seats, button):
    """A deck that deals the hole cards and board of a case; cards that it leaves open are the lowest unused ones."""
    order = [(button + 1 + i) % seats for i in range(seats)]
    holes = [[None, None] for _ in range(seats)]
    for seat, cards in enumerate(given.get("holes", [])):
        if cards:
            holes[seat] = list(sw.parse_cards("".join(cards)))
    board = list(sw.parse_cards("".join(given.get("board", []))))
    board += [None] * (5 - len(board))
    deck = [holes[seat][i] for i in (0, 1) for seat in order]
    deck += [None, *board[:3], None, board[3], None, board[4]]
    unused = iter(sorted(set(range(52)) - set(deck)))
    return [next(unused) if card is None else card for card in deck] + list(unused)


class ScoredTable(Table):
    """A table where strengths are given instead of judged."""

    __slots__ = ("scores",)

    def _judge(self, board):
        self._strengths = list(self.scores)


def table_for(given):
    kind = ScoredTable if "scores" in given else Table
    table = kind(rules_of(given), given["stacks"], given["button"], deck=deck_for(given, len(given["stacks"]), given["button"]))
    if "scores" in given:
        table.scores = given["scores"]
    table.deal()
    return table


def take(table, seat, kind, amount=None):
    if kind in ("bet", "raise"):
        table.act(sw.raise_to(amount, seat=seat))
    else:
        table.act({"fold": sw.fold, "check": sw.check, "call": sw.call, "all_in": sw.all_in}[kind](seat=seat))


def play_hand(given, expected):
    table = table_for(given)
    actions = given["actions"]
    if "error" in expected:
        for action in actions[:-1]:
            take(table, *action)
        before = vars_of(table)
        with pytest.raises(sw.IllegalAction, match=f"seat {actions[-1][0]}"):
            take(table, *actions[-1])
        assert vars_of(table) == before
        return
    for action in actions:
        take(table, *action)
    state = {
        "to_act": table.actor,
        "call_cost": table.to_call,
        "can_check": table.legal.check,
        "can_raise": table.legal.raise_to is not None,
        "min_raise_to": table.min_raise_to,
        "max_raise_to": table.max_raise_to,
        "street": str(table.street),
        "pot_total": table.pot,
        "pots": [{"amount": pot.chips, "eligible": sorted(pot.seats)} for pot in table.pots],
        "final_stacks": list(table.stacks),
        "returned": refunds(table),
        "hand_over": table.over,
        "show_order": list(table.shown),
    }
    assert {key: state[key] for key in expected} == expected
    assert sum(table.stacks) + table.pot == sum(given["stacks"])


def vars_of(table):
    return table.stacks, table.bets, table.pot, table.actor, table.legal, table.history, table.events, table.status


def refunds(table):
    back = [0] * table.seats
    for event in table.events:
        if event.kind == "refund":
            back[event.seat] += event.chips
    return back


# ------------------------------------------------------------------------------------------------------------- the rest


def payout(given, expected):
    split = split_pots(given["contributed"], given["folded"], given["scores"], given["button"], dead=given.get("dead", 0))
    awards = [award + refund for award, refund in zip(split.awards, split.refunds)]
    state = {
        "pots": [{"amount": pot.chips, "eligible": sorted(pot.seats)} for pot in split.pots],
        "awarded": list(split.awards),
        "returned": list(split.refunds),
    }
    assert {key: state[key] for key in expected} == expected
    assert sum(awards) == sum(given["contributed"]) + given.get("dead", 0)


def run_twice_split(given, expected):
    assert list(split_runouts(given["pot"], given["winners_by_board"], given["button"], 2)) == expected["awarded"]


def deal(given, expected):
    rules = sw.Rules.no_limit(blinds=(1, 2))
    if "error" in expected:
        with pytest.raises(ValueError, match=r"not enough cards|seats"):
            Table(rules, [100] * given["players"], given["button"], deck=given["deck"]).deal()
        return
    table = Table(rules, [100] * given["players"], given["button"], deck=given["deck"])
    table.deal()
    while table.actor is not None:
        table.act(sw.call() if table.to_call else sw.check())
    state = {
        "holes": [[sw.card_text(card) for card in table.hole_cards(seat)] for seat in range(given["players"])],
        "burns": [sw.card_text(card) for card in table.burns],
        "board": [sw.card_text(card) for card in table.board],
    }
    assert {key: state[key] for key in expected} == expected


def dealable(given, expected):
    table = Table(sw.Rules.no_limit(blinds=(1, 2)), [100] * given["players"], seed=1)
    table.deal()
    for _ in range(given["folded"]):
        table.act(sw.fold())
    while len(table.board) < given["board"]:
        table.act(sw.call() if table.to_call else sw.check())
    assert sum(len(table.hole_cards(seat)) for seat in range(given["players"])) == given["holes_dealt"]
    assert len(table.burns) == given["burned"]
    assert len(table.stub) == expected["dealable_cards"]


def positions(given, expected):
    dealt = sum(1 << seat for seat, taken in enumerate(given["occupied"]) if taken)
    last = given["previous"]
    now = dead_button_positions(dealt, Positions(last["button"], last["sb"], last["bb"]))
    assert {"button": now.button, "sb": now.small_blind, "bb": now.big_blind} == expected


def order(given, expected):
    live = sum(1 << seat for seat in given["live"])
    assert list(show_order(live, given["button"], given["river_aggressor"])) == expected["show_order"]


def show_or_muck_case(given, expected):
    board = "".join(given["board"])
    strengths = [sw.evaluate("".join(hole) + board) for hole in given["holes"]]
    shown, mucked = show_or_muck(given["order"], strengths, [1] * len(strengths))
    state = {"must_show": shown, "may_muck": mucked, "winner": strengths.index(max(strengths))}
    assert {key: state[key] for key in expected} == expected


def all_in_shows_all(given, expected):
    """Hands at an all-in are all tabled, those that lose too."""
    players = given.get("players", len(given.get("holes", [])) or 2)
    stacks = given.get("stacks", [100] * players)
    button = given.get("button", 0)
    table = Table(sw.Rules.no_limit(blinds=(1, 2)), stacks, button, deck=deck_for(given, players, button))
    table.deal()
    table.act(sw.all_in())
    while table.actor is not None:
        table.act(sw.call() if table.to_call else sw.check())
    wanted = expected.get("must_show", expected.get("show_order", list(range(players))))
    assert sorted(table.shown) == sorted(wanted)


def shuffle(given, expected):
    """The same seed gives the same deck, each of all 52 cards once; other seeds and later hands give others."""
    decks = [sw.Deck(seed=given["seed"], number=number).cards for number in range(given.get("times", 1))]
    assert all(sorted(deck) == list(range(52)) for deck in decks)
    assert decks == [sw.Deck(seed=given["seed"], number=number).cards for number in range(len(decks))]
    assert len(set(decks)) == len(decks)
    assert decks[0] != sw.Deck(seed=given["seed"] + 1).cards


OPS = {
    "hand": play_hand,
    "payout": payout,
    "run_twice_split": run_twice_split,
    "deal": deal,
    "dealable": dealable,
    "positions": positions,
    "order": order,
    "show_or_muck": show_or_muck_case,
    "all_in_shows_all": all_in_shows_all,
    "shuffle": shuffle,
}
