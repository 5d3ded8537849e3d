"""Properties of whole hands: random tables, random legal actions, every illegal neighbour refused."""

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import steelwheel as sw
from steelwheel.holdem.dealer import Operation
from steelwheel.holdem.rules import OPTIONS, Schedule
from steelwheel.holdem.table import STEPS, Status, Table

TIMES = int(os.environ.get("STEELWHEEL_TIMES", "1"))
"""How many times as many random hands as usual."""
EXAMPLES = settings(max_examples=300 * TIMES, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def tables(draw):
    """A table before its first hand, under any rules."""
    seats = draw(st.integers(2, 10))
    structure = draw(st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]))
    blinds = draw(st.sampled_from([(1, 2), (5, 10), (10,), (0, 4), (3, 3)] + ([(2, 5, 10), (1, 1, 2)] if seats > 2 else [])))
    big = max(blinds)
    options = {
        name: draw(st.sampled_from(values))
        for name, values in OPTIONS.items()
        if name not in ("structure", "button_movement", "irregularities")
    }
    options["trim_antes"] = draw(st.booleans())
    options["cap_heads_up"] = draw(st.booleans())
    options["open_fold"] = draw(st.booleans())
    options["table_all_in"] = draw(st.booleans())
    options["runouts"] = draw(st.sampled_from([1, 1, 2]))
    if draw(st.booleans()):
        options["ante"] = draw(st.integers(0, big))
    elif draw(st.booleans()):
        options["big_blind_ante"] = big
    elif draw(st.booleans()):
        options["ante"] = tuple(draw(st.lists(st.integers(0, big), min_size=seats, max_size=seats)))
    free = seats - len(blinds) if seats > 2 else 0
    if free and draw(st.booleans()):
        options["straddles"] = (2 * big, 4 * big)[: min(free, draw(st.integers(1, 2)))]
    rules = {
        "no_limit": sw.Rules.no_limit,
        "pot_limit": sw.Rules.pot_limit,
        "fixed_limit": lambda blinds, **more: sw.Rules.fixed_limit(blinds=blinds, **more),
    }[structure](blinds=blinds, **options)
    stack = st.one_of(st.integers(1, 3 * big), st.integers(1, 100 * big))
    stacks = draw(st.lists(stack, min_size=seats, max_size=seats))
    return Table(rules, stacks, draw(st.integers(0, seats - 1)), seed=draw(st.integers(0, 2**64 - 1)))


def any_action(rng, legal):
    """A random action that `legal` allows."""
    choices = []
    if legal.fold:
        choices.append(sw.fold())
    if legal.check:
        choices.append(sw.check())
    if legal.call:
        choices += [sw.call()] * 3
    if legal.raise_to:
        low, high = legal.raise_to
        choices += [sw.raise_to(low), sw.raise_to(rng.randint(low, high)), sw.raise_to(rng.choice([low, high]))]
    return rng.choice(choices)


def state(table):
    return (
        table.stacks,
        table.bets,
        table.pot,
        table.pots,
        table.board,
        table.burns,
        table.stub,
        table.actor,
        table.legal,
        table.history,
        table.events,
        table.status,
    )


def refused(table, action):
    before = state(table)
    with pytest.raises(sw.IllegalAction):
        table.act(action)
    assert state(table) == before


def check_neighbours(table):
    """One chip less, one chip more, out of turn, and whatever `legal` does not name, is refused and changes nothing."""
    legal, actor = table.legal, table.actor
    if not legal.fold:
        refused(table, sw.fold())
    if not legal.check:
        refused(table, sw.check())
    if not legal.call:
        refused(table, sw.call())
    assert bool(legal.call) != legal.check
    other = (actor + 1) % table.seats
    for action in (sw.fold(other), sw.check(other), sw.call(other), sw.raise_to(10, seat=other), sw.all_in(other)):
        refused(table, action)
    if legal.raise_to:
        low, high = legal.raise_to
        refused(table, sw.raise_to(low - 1))
        refused(table, sw.raise_to(high + 1))
    else:
        for to in (table.bets[actor], max(table.bets), max(table.bets) + 1, table.bets[actor] + table.stacks[actor]):
            refused(table, sw.raise_to(to))


def accepts(table, action):
    try:
        table.copy().act(action)
    except sw.IllegalAction:
        return False
    return True


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_J8_chips_are_conserved_and_legal_is_exactly_what_is_accepted(table, rng):
    chips = sum(table.stacks)
    before = table.stacks
    table.deal()
    steps = 0
    while table.actor is not None:
        assert sum(table.stacks) + table.pot == chips
        assert all(stack >= 0 for stack in table.stacks)
        check_neighbours(table)
        legal = table.legal
        if legal.raise_to:
            assert accepts(table, sw.raise_to(legal.raise_to[0]))
            assert accepts(table, sw.raise_to(legal.raise_to[1]))
        table.act(any_action(rng, legal))
        steps += 1
        assert steps < 2000
    assert table.over
    assert table.pot == 0
    assert sum(table.stacks) == chips
    assert sum(table.payoffs) == 0
    dead = sum(event.chips for event in table.events if "ante" in event.kind)
    for seat in range(table.seats):  # nobody wins more than his own stake from each opponent, dead antes aside
        stake = before[seat] - table.stacks[seat] + sum(e.chips for e in table.events if e.kind == "award" and e.seat == seat)
        assert table.payoffs[seat] <= stake * (table.seats - 1) + dead


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_a_copy_goes_its_own_way_to_the_same_end(table, rng):
    table.deal()
    while table.actor is not None and rng.random() < 0.8:
        table.act(any_action(rng, table.legal))
    twin, untouched = table.copy(), state(table)
    assert state(twin) == untouched
    actions = []
    while twin.actor is not None:
        actions.append(any_action(rng, twin.legal))
        twin.act(actions[-1])
    assert state(table) == untouched
    for action in actions:
        table.act(action)
    assert state(table) == state(twin)


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_E16_the_history_replays_to_the_same_table(table, rng):
    table.deal()
    halfway = None
    while table.actor is not None:
        table.act(any_action(rng, table.legal))
        if halfway is None and rng.random() < 0.3:
            halfway = len(table.history), state(table)
    assert state(table.rewind(len(table.history))) == state(table)
    if halfway:
        assert state(table.rewind(halfway[0])) == halfway[1]


def too_few_for_the_blinds(table):
    """Players have gone, and the rules name blinds, straddles or antes of more."""
    players, rules = sum(stack > 0 for stack in table.stacks), table.rules
    if isinstance(rules.ante, tuple) and len(rules.ante) != players:
        return True
    return len(rules.blinds) + len(rules.straddles) > players or (players == 2 and any(rules.straddles))


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_hand_after_hand_until_one_player_has_everything(table, rng):
    chips = sum(table.stacks)
    for _ in range(30):
        if too_few_for_the_blinds(table):
            with pytest.raises(ValueError, match="players"):
                table.deal()
            return
        table.deal()
        while table.actor is not None:
            table.act(any_action(rng, table.legal))
        assert sum(table.stacks) == chips
        if sum(stack > 0 for stack in table.stacks) < 2:
            with pytest.raises(sw.IllegalAction, match="only seat"):
                table.next_hand()
            return
        button = table.button
        table.next_hand()
        assert table.button != button or table.seats == 2
        assert table.stacks[table.button] > 0


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_a_dealer_by_hand_comes_to_the_same_end(table, rng):
    slow = Table(table.rules, table.stacks, table.button, seed=table._seed, automatic=False)
    table.deal()
    while not slow.over:
        if slow.todo:
            slow.step()
        else:
            action = any_action(rng, slow.legal)
            slow.act(action)
            table.act(action)
    assert slow.stacks == table.stacks
    assert slow.events == table.events
    assert state(slow.rewind(len(slow.history))) == state(slow)


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False))
def test_C3_a_view_never_shows_what_others_hold(table, rng):
    table.deal()
    while True:
        hidden = set(table.stub)
        for seat in range(table.seats):
            view = table.view(seat)
            assert view.hole_cards == table.hole_cards(seat)
            for other in range(table.seats):
                if other not in table.shown:
                    assert view.seen[other] == ()
            assert not hidden & {card for cards in view.seen for card in cards}
            assert not view.exposed
        if table.actor is None:
            break
        table.act(any_action(rng, table.legal))
    assert table.view(None).hole_cards == ()


def any_mistake(rng, table):
    """A random mistake of the dealer, if it can be one now."""
    seat = rng.choice(table.order)
    mistake, *arguments = rng.choice(
        [
            (table.deal_board_early,),
            (table.flop_too_many, rng.choice([4, 5])),
            (table.misburn, rng.choice([0, 2]), rng.random() < 0.5),
            (table.expose_hole_card, seat, rng.randint(0, 1)),
            (table.expose_own_card, seat, rng.randint(0, 1)),
            (table.deal_extra_card, seat),
            (table.call_misdeal,),
        ]
    )
    before = state(table)
    try:
        mistake(*arguments)
    except sw.IllegalAction:
        assert state(table) == before
    if table.status == Status.MISDEAL:
        table.deal()


@EXAMPLES
@given(tables(), st.randoms(use_true_random=False), st.sampled_from(OPTIONS["irregularities"]))
def test_no_card_and_no_chip_is_lost_whatever_mistakes_the_dealer_makes(table, rng, irregularities):
    chips = sum(table.stacks)
    table.rules = table.rules.replace(irregularities=irregularities, runouts=1)
    table.deal()
    while table.actor is not None:
        if rng.random() < 0.3:
            any_mistake(rng, table)
        if table.actor is not None:
            table.act(any_action(rng, table.legal))
        lying = [*table.board, *table.burns, *table.stub, *table.set_aside, *table._discards]
        lying += [card for seat in range(table.seats) for card in table.hole_cards(seat)]
        assert sorted(lying) == list(range(52))
        assert sum(table.stacks) + table.pot == chips
    again = table.rewind(len(table.history))
    assert (again.stacks, again.board, again.burns, again.events) == (table.stacks, table.board, table.burns, table.events)


def test_the_same_seed_deals_the_same_hands():
    def hands(seed):
        table = Table(sw.Rules.no_limit(blinds=(1, 2)), [200] * 6, seed=seed)
        table.deal()
        return [table.hole_cards(seat) for seat in range(6)]

    assert hands(42) == hands(42)
    assert hands(42) != hands(43)
    row = sw.deal(1, 52, seed=42)[0].tolist()
    assert hands(42)[1] == (row[0], row[6])


def test_every_step_of_the_dealer_can_be_done_by_hand():
    table = Table(sw.Rules.no_limit(blinds=(5, 10)), [100, 100, 100], seed=3, automatic=False)
    done = []
    while not table.over:
        if table.todo:
            done.append(table.todo)
            table.step()
        else:
            table.act(sw.call() if table.to_call else sw.check())
    assert done == ["post", "deal", "collect", "burn", "board", "collect", "burn", "board", "collect", "burn", "board", "collect",
                    "show", "award"]  # fmt: skip
    assert set(done) == set(STEPS)
    assert Operation("step") in table.history
    with pytest.raises(sw.IllegalAction, match="nothing to do: the hand is over"):
        table.step()


def test_some_steps_by_hand_and_the_rest_by_itself():
    table = Table(sw.Rules.no_limit(blinds=(5, 10)), [100, 100], seed=3, automatic=set(STEPS) - {"award"})
    table.deal()
    table.act(sw.fold())
    assert table.todo == "award"
    assert table.pot == 10
    table.award_pots()
    assert table.stacks == (95, 105)


def test_a_bad_table_is_refused_in_words():
    rules = sw.Rules.no_limit(blinds=(1, 2))
    for stacks, button, more, words in [
        ([100], 0, {}, "1 seats: a table has 2 to 22"),
        ([100] * 23, 0, {}, "23 seats"),
        ([100, 100], 2, {}, "button 2 is no seat of 0..1"),
        ([100, -1], 0, {}, "seat 1 cannot have -1 chips"),
        ([100, 0.5], 0, {}, "seat 1 cannot have 0.5 chips"),
        ([100, True], 0, {}, "seat 1 cannot have True chips"),
        ([100, 0], 0, {}, "at least two seats need chips"),
        ([100, 100], 0, {"seed": -1}, "seed -1 is outside"),
        ([100, 100], 0, {"automatic": ["shuffle"]}, "the dealer's steps are post"),
        ([100, 100], 0, {"deck": "As As"}, "As stands twice"),
    ]:
        with pytest.raises(ValueError, match=words):
            Table(rules, stacks, button, **more)


def test_messages_name_the_seat_the_try_and_what_is_legal():
    table = Table(sw.Rules.no_limit(blinds=(5, 10)), [1000, 1000, 1000], seed=1)
    with pytest.raises(sw.IllegalAction, match="nobody can fold: the hand is not dealt yet"):
        table.act(sw.fold())
    table.deal()
    table.act(sw.raise_to(30))
    with pytest.raises(sw.IllegalAction, match=r"seat 1 cannot raise to 49: he may fold or call 25 or raise to 50\.\.1000"):
        table.act(sw.raise_to(49))
    with pytest.raises(sw.IllegalAction, match="seat 2 cannot fold: it is the turn of seat 1, who may fold"):
        table.act(sw.fold(seat=2))
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot check"):
        table.act(sw.check())
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot bet 60: he may"):
        table.act(sw.bet(60))
    with pytest.raises(sw.IllegalAction, match="cannot deal: it is the turn of seat 1"):
        table.deal()


def test_sitting_out_and_new_players_between_hands_only():
    table = Table(sw.Rules.no_limit(blinds=(1, 2)), [100, 100, 100, 0], seed=5)
    table.sit_out(2)
    table.deal()
    assert table.order == (1, 0)
    with pytest.raises(sw.IllegalAction, match="seat 3 cannot be given 50 chips during a hand"):
        table.seat_player(3, 50)
    table.act(sw.fold())
    table.seat_player(3, 50)
    table.sit_in(2)
    table.next_hand()
    table.deal()
    assert table.button == 1
    assert table.order == (2, 3, 0, 1)
    with pytest.raises(sw.IllegalAction, match=r"there are seats 0\.\.3"):
        table.sit_out(4)


def test_status_tells_where_the_hand_stands():
    table = Table(sw.Rules.no_limit(blinds=(1, 2)), [100, 100], seed=5, automatic=set(STEPS) - {"show"})
    assert table.status == Status.READY
    table.deal()
    assert table.status == "betting"
    while table.actor is not None:
        table.act(sw.call() if table.to_call else sw.check())
    assert table.status == Status.SHOWDOWN
    table.step()
    assert table.status == Status.OVER
    assert "over" in repr(table)


def test_A9_a_schedule_changes_levels_between_hands_only():
    levels = Schedule((sw.Rules.no_limit(blinds=(5, 10)), sw.Rules.no_limit(blinds=(10, 20))), hands=2)
    table = Table(levels, [1000] * 3, seed=1)
    seen = []
    for _ in range(5):
        table.deal()
        seen.append(max(table.bets))
        with pytest.raises(sw.IllegalAction, match="the rules cannot change during a hand"):
            table.rules = levels.levels[1]
        while table.actor is not None:
            table.act(sw.fold() if table.to_call else sw.check())
        table.next_hand()
    assert seen == [10, 10, 20, 20, 20]


def test_random_hands_by_the_thousand_keep_all_chips():
    rng = random.Random(7)
    rules = [sw.Rules.no_limit(blinds=(1, 2)), sw.Rules.pot_limit(blinds=(1, 2)), sw.Rules.fixed_limit(2, 4)]
    for number in range(2000 * TIMES):
        stacks = [rng.choice([1, 2, 3, 7, 40, 200]) for _ in range(rng.randint(2, 10))]
        table = Table(rules[number % len(rules)], stacks, rng.randrange(len(stacks)), seed=number)
        table.deal()
        while table.actor is not None:
            table.act(any_action(rng, table.legal))
        assert sum(table.stacks) == sum(stacks)
