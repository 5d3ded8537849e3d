"""Hands in ACPC notation are read, played and paid alike by OpenSpiel's universal_poker, which is ACPC's own dealer in C."""

import random
import re

import pytest

import steelwheel as sw

pyspiel = pytest.importorskip("pyspiel")

NO_LIMIT = sw.Rules.no_limit(blinds=(50, 100), reopening="always")
LIMIT = sw.Rules.fixed_limit(10, 20, (5, 10), max_raises=(3, 4, 4, 4), cap_heads_up=True)


def universal_poker(rules, stacks):
    """OpenSpiel's game of these rules; heads-up p1 is the big blind, who acts first after the flop."""
    players, (small, big) = len(stacks), rules.blinds
    blinds = [big, small] if players == 2 else [small, big] + [0] * (players - 2)
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "limit" if rules is LIMIT else "nolimit",
            "bettingAbstraction": "fcpa" if rules is LIMIT else "fullgame",
            "numPlayers": players,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds)),
            "raiseSize": "10 10 20 20",
            "maxRaises": "3 4 4 4" if rules is LIMIT else "",
            "firstPlayer": "2 1 1 1" if players == 2 else "3 1 1 1",
            "stack": " ".join(map(str, stacks)),
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
        },
    )


def random_hand(rules, stacks, rng):
    """A finished hand with the button on the last seat, so that seat i is p(i + 1)."""
    table = sw.Table(rules, stacks, len(stacks) - 1, seed=rng.getrandbits(64))
    table.deal()
    while not table.over:
        fold, check, call, raises = table.legal
        choices = [sw.check() if check else sw.call()] * 5 + [sw.fold()] * (fold and call > 0)
        if raises:
            low, high = raises
            choices += [sw.raise_to(rng.choice([low, low, min(high, 2 * low), rng.randint(low, high)]))] * 3
        table.act(rng.choice(choices))
    return table


def cards_of(text):
    """Sets of cards between the marks | and /."""
    return [sorted(re.findall("[2-9TJQKA][cdhs]", group)) for group in re.split(r"[|/]", text)]


@pytest.mark.parametrize(
    ("rules", "players"),
    [*((NO_LIMIT, players) for players in (2, 3, 6, 10)), *((LIMIT, players) for players in (2, 3, 4))],  # it crashes with LIMIT, 5
    ids=lambda value: value if isinstance(value, int) else value.structure,
)
def test_openspiel_plays_what_was_written(rules, players):
    rng = random.Random(players)
    folds = shows = 0
    for _ in range(60):
        stacks = [20000] * players if rules is LIMIT else [rng.randint(300, 20000)] * players
        game = universal_poker(rules, stacks)
        table = random_hand(rules, stacks, rng)
        line = sw.history.to_acpc(table, number=0)
        _, _, betting, cards, payoffs, _ = line.split(":")
        hidden, *boards = cards.split("/")
        state = game.new_initial_state()
        deals = iter(sw.parse_cards(hidden.replace("|", "")) + sw.parse_cards("".join(boards)))
        moves = iter(re.findall(r"f|c|r\d*", betting))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(deals))
            else:
                move = next(moves)
                action = "fc".find(move) if move in "fc" else int(move[1:] or 2)
                assert action in state.legal_actions(), (line, str(state))
                state.apply_action(action)
        assert next(moves, None) is None
        read = re.search(r"STATE:0:([^:]*):(\S*)", str(state))
        assert read
        assert read[1] == betting
        assert cards_of(read[2]) == cards_of(cards)
        assert all(abs(theirs - int(ours)) < 1 for theirs, ours in zip(state.returns(), payoffs.split("|")))  # odd chips are halved
        folds += "f" in betting
        shows += len(boards) == 3
    assert folds > 5
    assert shows > 5
