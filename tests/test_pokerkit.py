"""pokerkit as an independent oracle: thousands of random hands end in the same stacks, and what it is known to do otherwise.

It differs in three things by option (odd chips, short blinds, the number of raises), in who may raise after short all-ins (TDA 47;
L12 shows it), and it merges pots that the same hand wins before it splits them (TDA 21), which moves odd chips.
"""

import random

import pytest
from script import play, table

import steelwheel as sw
from steelwheel.holdem.table import Table

pokerkit = pytest.importorskip("pokerkit", reason="the oracle pokerkit is not installed")

AUTOMATIC = tuple(
    step
    for step in pokerkit.Automation
    if step
    not in (
        pokerkit.Automation.HOLE_DEALING,
        pokerkit.Automation.BOARD_DEALING,
        pokerkit.Automation.CARD_BURNING,
        pokerkit.Automation.RUNOUT_COUNT_SELECTION,
    )
)


class PotLimitTexasHoldem(pokerkit.NoLimitTexasHoldem):
    betting_structure = pokerkit.BettingStructure.POT_LIMIT


THEIRS = {"odd_chips": "first_winner_all", "short_blind": "actual", "ante_order": "ante_first"}


def their_state(rules, stacks):
    """A pokerkit state for players left of the button first."""
    n = len(stacks)
    common = (AUTOMATIC, True, rules.ante, (*rules.blinds, *rules.straddles))
    if rules.structure == "fixed-limit":
        return pokerkit.FixedLimitTexasHoldem.create_state(*common, rules.min_bet, rules.big_bet, stacks, n)
    kind = pokerkit.NoLimitTexasHoldem if rules.structure == "no-limit" else PotLimitTexasHoldem
    return kind.create_state(*common, rules.min_bet, stacks, n)


def deal_theirs(state, ours):
    """Give the other table the cards that ours has dealt."""
    while state.status and state.can_deal_hole():
        seat = state.hole_dealee_index
        state.deal_hole(sw.card_text(ours.hole_cards(seat)[len(state.hole_cards[seat])]))
    while state.status and (state.can_burn_card() or state.can_deal_board()):
        if state.can_burn_card():
            state.burn_card("??")
            continue
        lying = sum(len(cards) for cards in state.board_cards)
        count = 3 if not lying else 1
        state.deal_board("".join(sw.card_text(card) for card in ours.board[lying : lying + count]))


def play_both(rules, stacks, seed, rng):
    """Play a random hand on both tables; gives our table and their stacks, or None when a rule that differs comes up."""
    ours = Table(rules, stacks, len(stacks) - 1, seed=seed)
    theirs = their_state(rules, stacks)
    ours.deal()
    deal_theirs(theirs, ours)
    while ours.actor is not None:
        assert theirs.actor_index == ours.actor
        legal = ours.legal
        assert legal.call == theirs.checking_or_calling_amount
        raises = (
            (theirs.min_completion_betting_or_raising_to_amount, theirs.max_completion_betting_or_raising_to_amount)
            if theirs.can_complete_bet_or_raise_to()
            else None
        )
        if raises != legal.raise_to:
            return None
        verb = rng.choice(["fold"] * legal.fold + ["call", "call"] + ["raise"] * (2 * bool(legal.raise_to)))
        if verb == "fold":
            ours.act(sw.fold())
            theirs.fold()
        elif verb == "call":
            ours.act(sw.call() if legal.call else sw.check())
            theirs.check_or_call()
        else:
            to = rng.choice([legal.raise_to[0], rng.randint(*legal.raise_to)])
            ours.act(sw.raise_to(to))
            theirs.complete_bet_or_raise_to(to)
        deal_theirs(theirs, ours)
    assert not theirs.status
    return ours, theirs.stacks


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize("ante", [0, 1])
def test_random_hands_end_in_the_same_stacks(structure, ante):
    rng = random.Random(f"{structure} {ante}")
    options = THEIRS | {"blinds": (5, 10), "ante": ante}
    if structure == "fixed_limit":
        options |= {"max_raises": (4, 4, 4, 4), "cap_heads_up": True}
    rules = getattr(sw.Rules, structure)(**options)
    agreed = differed = merged = 0
    for seed in range(500):
        stacks = [rng.choice([12, 40, 100, 333, 1000, 1000]) + rng.randint(0, 9) for _ in range(rng.randint(2, 7))]
        both = play_both(rules, stacks, seed, rng)
        if both is None:
            differed += 1
        else:
            ours, theirs = both
            stacks_differ = [abs(one - other) for one, other in zip(ours.stacks, theirs)]
            assert max(stacks_differ) <= len(ours.pots) - 1, (
                seed,
                stacks,
            )  # an odd chip a pot, where it merges pots
            merged += any(stacks_differ)
            agreed += 1
    assert agreed >= 440, (agreed, differed)
    assert merged <= 5


def test_deep_stacks_agree_in_every_hand():
    rng = random.Random(5)
    for structure in ("no_limit", "pot_limit"):
        rules = getattr(sw.Rules, structure)(blinds=(1, 2), **THEIRS)
        for seed in range(200):
            ours, theirs = play_both(rules, [2000] * rng.randint(2, 6), seed, rng)
            assert list(ours.stacks) == list(theirs)


# --------------------------------------------------------------------------------------------------- known deviations


def test_it_lets_a_limper_raise_again_after_a_short_all_in():
    """L12: the small blind's 7,500 is no full raise over 4,000, so a limper may not raise when the big blind only calls."""
    ours = play(table([7500, 90000, 90000, 90000, 90000], blinds=(2000, 4000)), "3 call, 4 fold, 0 all-in, 1 fold, 2 call")
    assert (ours.actor, ours.legal.raise_to) == (3, None)
    state = their_state(sw.Rules.no_limit(blinds=(2000, 4000)), [90000, 90000, 90000, 90000, 7500])
    deal_theirs(state, table([100] * 5, button=4))
    for step in ("check_or_call", "fold"):
        getattr(state, step)()
    state.complete_bet_or_raise_to(7500)
    state.fold()
    state.check_or_call()
    assert state.actor_index == 2
    assert state.can_complete_bet_or_raise_to()


def test_it_lowers_the_bring_in_to_a_short_big_blind():
    assert play(table([2000, 2000, 125, 2000], blinds=(100, 200)), "").to_call == 200
    state = their_state(sw.Rules.no_limit(blinds=(100, 200)), [2000, 125, 2000, 2000])
    deal_theirs(state, table([100] * 4, button=3))
    assert state.checking_or_calling_amount == 125
    assert state.min_completion_betting_or_raising_to_amount == 325


def test_it_gives_all_odd_chips_to_one_winner():
    state = pokerkit.NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (2, 7, 7, 7), 7, [7, 7, 7, 7], 4)
    for hole in ("2c3d", "AsKd", "AdKs", "AhKc"):
        state.deal_hole(hole)
    for cards in ("Qc Jd Th", "4s", "5s"):
        state.burn_card("??") if state.can_burn_card() else None
        if state.actor_index is not None:
            state.fold()
            state.burn_card("??")
        state.deal_board(cards.replace(" ", ""))
    assert sorted(state.stacks) in ([5, 7, 7, 9], [5, 7, 8, 8])
    assert sw.split_pots([2, 7, 7, 7], [1, 0, 0, 0], [0, 5, 5, 5], 3).awards == (0, 8, 8, 7)
    assert sw.split_pots([2, 7, 7, 7], [1, 0, 0, 0], [0, 5, 5, 5], 3, odd_chips="first_winner_all").awards == (0, 9, 7, 7)
