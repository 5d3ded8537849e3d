"""VectorTable: the same game as Table, in bulk; what it refuses; and what can be read of it."""

import contextlib
import copy
import os
import pickle
import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from vector_differential import replay, run

import steelwheel as sw
from steelwheel.holdem.history import read_acpc, read_phh
from steelwheel.sim.vector import VectorTable, table_seeds

DATA = os.environ.get("STEELWHEEL_DATA")
real = pytest.mark.skipif(not DATA, reason="STEELWHEEL_DATA names no folder with real hands")
RULES = sw.Rules.no_limit(blinds=(1, 2))


def vector(n=5, stacks=(200,) * 6, rules=RULES, seed=1, **options):
    v = VectorTable(n, rules, list(stacks), seed, **options)
    v.reset()
    return v


def state_of(v):
    return {name: array.copy() for name, array in v._arrays.items()}


def unchanged(v, before):
    return all((array == before[name]).all() for name, array in v._arrays.items())


def random_codes(v, rng):
    return np.where(v.mask, rng.random(v.mask.shape), -1).argmax(1)


# ------------------------------------------------------------------------------------------------- the same game as Table


@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_with_table_after_every_step(seed):
    """A few; `.ci/run` plays millions, see vector_differential.py."""
    assert run(30_000, seed) >= 30_000


@real
def test_real_no_limit_hands_replay_to_the_same_stacks():
    replay([record.play() for record in read_phh((Path(DATA) / "pluribus.phhs").read_text())])


@real
@pytest.mark.parametrize("kind", ["2p.limit", "2p.nolimit", "3p.limit", "3p.nolimit"])
def test_real_acpc_hands_replay_to_the_same_stacks(kind):
    players, structure = kind.split(".")
    game = f"holdem.{structure}.{players}.reverse_blinds.game" if players == "2p" else f"holdem.{structure}.{players}.game"
    records = read_acpc((Path(DATA) / f"acpc.{kind}.log").read_text(), (Path(DATA) / game).read_text())
    assert len(records) == 750
    replay([record.play() for record in records])


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
def test_hands_played_with_pokerkit_end_in_its_stacks(structure):
    pytest.importorskip("pokerkit", reason="the oracle pokerkit is not installed")
    from test_pokerkit import THEIRS, play_both

    rng = random.Random(structure)
    options = THEIRS | {"blinds": (5, 10), "ante": 1}
    if structure == "fixed_limit":
        options |= {"max_raises": (4, 4, 4, 4), "cap_heads_up": True}
    rules = getattr(sw.Rules, structure)(**options)
    played = []
    for seed in range(1100):
        both = play_both(rules, [rng.choice([60, 400, 1000]) + rng.randint(0, 9) for _ in range(rng.randint(2, 6))], seed, rng)
        if both is not None and list(both[0].stacks) == list(both[1]):
            played.append(both[0])
    assert len(played) > 1000
    replay(played)


def test_one_table_is_the_table_of_its_seed_hand_after_hand():
    v = vector(3, [100, 40, 300], keep_stacks=True, button=2)
    table = sw.Table(RULES, [100, 40, 300], 2, seed=int(v.seed[1]))
    table.deal()
    for _ in range(60):
        assert (int(v.actor[1]), v.stacks[1].tolist()) == (table.actor, list(table.stacks))
        legal = table.legal
        v.step([1, 1, 1])
        table.act(sw.call() if legal.call else sw.check())
        if table.over:
            assert v.payoffs[1].tolist() == list(table.payoffs)
            table.next_hand()
            table.deal()


# ------------------------------------------------------------------------------------------------------------- independence


def test_a_table_depends_on_its_seed_alone():
    rng = np.random.default_rng(0)
    wide = vector(300)
    narrow = VectorTable(20, RULES, [200] * 6, 0)
    narrow.reset(seed=table_seeds(1, 100, 20))
    assert (narrow.seed == wide.seed[100:120]).all()
    for _ in range(100):
        codes = random_codes(wide, rng)
        wide.step(codes)
        narrow.step(codes[100:120])
        assert (narrow.hole_cards == wide.hole_cards[100:120]).all()
        assert (narrow.stacks == wide.stacks[100:120]).all()


@pytest.mark.parametrize("kernel", sw.kernels())
def test_a_table_is_the_same_with_any_kernel(kernel):
    wanted, got = vector(100), vector(100)
    before = sw.kernel()
    for step in range(60):
        codes = random_codes(wanted, np.random.default_rng(step))
        wanted.step(codes)
        sw.use_kernel(kernel)
        try:
            got.step(codes)
        finally:
            sw.use_kernel(before)
    assert unchanged(got, state_of(wanted))


def test_seeds_do_not_overlap():
    seeds = np.concatenate([table_seeds(seed, 0, 1000) for seed in (0, 1, 2, 3, 2**64 - 1)])
    assert len(set(seeds.tolist())) == 5000
    assert table_seeds(7, 10, 5).tolist() == table_seeds(7, 0, 15)[10:].tolist()
    assert table_seeds(2**64 - 1, 2**64 - 1, 2).dtype == np.uint64


def test_chips_are_conserved_in_every_array_at_every_step():
    rng = np.random.default_rng(3)
    stacks = rng.integers(1, 300, (500, 9))
    rules = sw.Rules.no_limit(blinds=(1, 2), ante=1, big_blind_ante=2)
    v = VectorTable(500, rules, stacks, 5, keep_stacks=True)
    v.reset()
    for _ in range(60):
        rows = np.flatnonzero(v.actor >= 0)
        v.step(random_codes(v, rng)[rows], tables=rows)
        assert (v.stacks.sum(1) + v.pot == stacks.sum(1)).all()
        assert (v.pot == v.bets.sum(1) + v.stakes.sum(1) + v.dead).all()
        assert (v.pots.sum(1) == v.stakes.sum(1) + v.dead).all()
        assert (v.payoffs.sum(1) == 0).all()
        assert (v.stacks >= 0).all()
    assert (v.actor == -1).any()
    assert (v.actor >= 0).any()


def test_threads_step_tables_of_their_own():
    def play(seed, out):
        rng = np.random.default_rng(seed)
        v = vector(200, seed=seed)
        for _ in range(300):
            v.step(random_codes(v, rng))
        out[seed] = v.stacks.copy()

    alone, together = {}, {}
    for seed in range(2):
        play(seed, alone)
    threads = [threading.Thread(target=play, args=(seed, together)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((alone[seed] == together[seed]).all() for seed in range(2))


# --------------------------------------------------------------------------------------------------------------- what it is


def test_shapes_and_dtypes():
    v = vector(5)
    assert (v.n, v.seats, v.codes, len(v)) == (5, 6, 6, 5)
    shapes = {"hole_cards": (5, 6, 2), "board": (5, 5), "stacks": (5, 6), "totals": (5, 6), "mask": (5, 6), "actor": (5,)}
    for name, shape in shapes.items():
        assert getattr(v, name).shape == shape
    assert (v.mask.dtype, v.stacks.dtype, v.hole_cards.dtype) == (np.bool_, np.int64, np.uint8)
    assert (v.board == 255).all()
    assert "5 tables" in repr(v)


def test_views_are_of_the_state_and_cannot_be_written():
    v = vector()
    stacks = v.stacks
    v.step([1] * 5)
    assert stacks is v.stacks
    assert stacks[0, 3] == 198
    with pytest.raises(ValueError, match="read-only"):
        v.stacks[0, 0] = 1000


def test_codes_are_fold_call_least_raise_fractions_and_all_in():
    v = vector(1, raises=(0.5, 1, 2))
    assert v.totals[0].tolist() == [-1, 2, 4, 4, 7, 12, 200]  # to call 2 into 3: half of 5 is 2
    assert v.mask[0].tolist() == [True] * 7
    v.step([1])
    v.step([5])  # twice the pot of 7 after calling: 2 + 14
    assert v.bets[0].tolist() == [0, 1, 2, 2, 16, 0]
    assert vector(1, [200, 200], sw.Rules.fixed_limit(4, 8)).totals[0].tolist() == [-1, 4, 8, 8, -2, -2]
    assert [v.code_name(code) for code in range(7)][2:5] == ["least raise", "raise by 0.5 of the pot", "raise by 1 of the pot"]


def test_fractions_are_exact_thousandths():
    v = vector(1, [10**6] * 3, sw.Rules.no_limit(blinds=(30, 70)), raises=(0.29, 0.333))
    assert v.totals[0, 3:5].tolist() == [-2, -2]  # less than the least raise
    v = vector(1, [10**6] * 3, sw.Rules.no_limit(blinds=(0, 100), min_bet=1), raises=(0.29, 0.333))
    assert v.totals[0, 3:5].tolist() == [100 + 58, 100 + 66]


def test_a_hand_without_automatic_next_waits_for_a_reset():
    v = vector(2, [100, 100], next_hand=False)
    assert v.step([0, 1]).tolist() == [1, 0]
    assert (v.actor.tolist(), v.payoffs[0].tolist()) == ([-1, 1], [-1, 1])
    assert (v.totals[0] == -2).all()
    assert not v.mask[0].any()
    assert v.call[0] == v.max_raise_to[0] == 0
    with pytest.raises(sw.IllegalAction, match="table 0: nobody can act: the hand is over"):
        v.step([1, 1])
    v.step([1], tables=[1])
    assert v.street.tolist() == [0, 1]
    assert (v.board[1] < 52).sum() == 3
    v.reset(tables=[0], hand=7, button=1)
    assert (v.hand[0], v.button[0], v.actor[0], v.street[1]) == (7, 1, 1, 1)
    assert v.payoffs[0].tolist() == [0, 0]


def test_blinds_that_leave_no_decision_play_hand_after_hand():
    v = vector(1, [1, 1])
    assert (v.actor[0], v.finished[0]) == (-1, 255)
    busy = vector(1, [2, 1, 50], keep_stacks=True)
    while busy.actor[0] >= 0:
        busy.step([1])
    assert sorted(busy.stacks[0].tolist())[:2] == [0, 0]


def test_injected_decks_are_dealt_as_they_lie():
    decks = np.stack([np.arange(52), np.arange(52)[::-1]])
    v = vector(2, [100] * 3)
    v.reset(decks=decks)
    assert v.hole_cards.tolist() == [[[2, 5], [0, 3], [1, 4]], [[49, 46], [51, 48], [50, 47]]]
    v.reset(decks=decks[:, :14])  # enough for three players
    for _ in range(3):
        v.step([1, 1])
    assert v.board[0].tolist() == [7, 8, 9, 255, 255]


def test_pots_are_built_as_in_split_pots():
    v = vector(1, [10, 40, 200, 200])
    assert v.pots[0].tolist() == [0] * 4
    for to in (50, 10, 40, 50):
        v.step(to=[to])
    assert v.pots[0].tolist() == [40, 90, 20, 0]
    assert v.folded[0].tolist() == [False] * 4
    assert v.legal(0) == sw.Legal(False, True, 0, (2, 150))
    v.step([5])
    assert v.finished[0] == 0
    v.step([1])
    assert v.finished[0] == 1
    assert sorted(v.payoffs[0].tolist())[0] <= -10


# ---------------------------------------------------------------------------------------------------------- copy, restore


def test_copies_are_independent_and_restore_brings_back():
    rng = np.random.default_rng(1)
    v = vector(50)
    for _ in range(20):
        v.step(random_codes(v, rng))
    before, saved = state_of(v), v.copy()
    twins = v.copy([3] * 7 + [9])
    codes = random_codes(twins, rng)
    twins.step(codes)
    assert unchanged(v, before)
    for _ in range(30):
        v.step(random_codes(v, rng))
    assert not unchanged(v, before)
    v.restore(saved.copy([4, 6]), [4, 6])
    assert (v.stacks[[4, 6]] == before["stacks"][[4, 6]]).all()
    v.restore(saved)
    assert unchanged(v, before)
    v.step([1] * 50)
    saved.step([1] * 50)
    assert unchanged(v, state_of(saved))
    v.reset()
    saved.reset()
    assert unchanged(v, state_of(saved))


def test_tables_can_be_pickled_and_copied_whole():
    v = vector(9)
    v.step([1] * 9)
    for twin in (pickle.loads(pickle.dumps(v)), copy.deepcopy(v), copy.copy(v)):
        assert unchanged(twin, state_of(v))
        twin.step([1] * 9)
        assert not unchanged(twin, state_of(v))
        twin.reset()
        assert (twin.pot == 3).all()


def test_two_threads_at_one_table_wait_for_each_other():
    v = vector(2000)

    def play(seed):
        rng = np.random.default_rng(seed)
        for _ in range(200):
            with contextlib.suppress(sw.IllegalAction):
                v.step(random_codes(v, rng))
            v.copy()

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (v.stacks.sum(1) + v.pot == 1200).all()
    assert (v.actor >= 0).all()


# --------------------------------------------------------------------------------------------------------------- redealing


@pytest.mark.parametrize("street", range(4))
def test_redealing_keeps_what_is_known_and_shuffles_the_rest(street):
    v = vector(1, [200] * 5, button=3)
    while v.street[0] < street:
        v.step([1])
    rollouts = v.copy([0] * 20_000)
    seat = int(v.actor[0])
    rollouts.redeal(5, known=seat)
    assert (rollouts.board == v.board[0]).all()
    assert (rollouts.hole_cards[:, seat] == v.hole_cards[0, seat]).all()
    known = set(v.hole_cards[0, seat].tolist() + v.board[0].tolist()) - {255}
    while rollouts.street[0] < 3:
        rollouts.step([1] * 20_000)
    cards = np.concatenate([rollouts.hole_cards.reshape(-1, 10), rollouts.board], 1)
    assert (np.diff(np.sort(cards, 1), axis=1) > 0).all()  # no card twice
    for other in set(range(5)) - {seat}:
        counts = np.bincount(rollouts.hole_cards[:, other].ravel(), minlength=52)
        assert set(np.flatnonzero(counts)) == set(range(52)) - known
        expected = 40_000 / (52 - len(known))
        assert (((counts - expected) ** 2)[counts > 0].sum() / expected) < 120  # chi square of up to 50 cards
    assert (rollouts.stacks.sum(1) + rollouts.pot == 1000).all()
    rollouts.step([1] * 20_000)


def test_redealing_the_cards_to_come_leaves_the_hands():
    v = vector(300, [200, 0, 200, 200], seed=4)
    v.step([1] * 300)
    hole = v.hole_cards.copy()
    before = v.copy()
    v.redeal(9, tables=np.arange(300) % 2 == 0)
    assert (v.hole_cards == hole).all()
    for tables in (before, v):
        while tables.street[0] < 1:
            tables.step([1] * 300)
    same = (v.board == before.board).all(1)
    assert same[1::2].all()
    assert same[::2].mean() < 0.1
    again = before.copy()
    again.redeal(9, known=[2] * 300)
    twin = before.copy()
    twin.redeal(9, known=2)
    assert unchanged(twin, state_of(again))
    with pytest.raises(ValueError, match="table 0: known 4"):
        v.redeal(9, known=4)


def test_redealing_needs_a_hand_and_cards_that_are_known():
    v = vector(2, [100, 0, 100], next_hand=False)
    before = state_of(v)
    with pytest.raises(ValueError, match="table 0: seat 1 has no cards that could be known"):
        v.redeal(1, known=1)
    assert unchanged(v, before)
    v.step([0], tables=[1])
    with pytest.raises(ValueError, match="table 1: there are no cards to come: nobody is to act"):
        v.redeal(1)
    v.redeal(1, tables=[0])
    v.redeal(1, tables=[])
    v.copy([]).redeal(1)


def test_tables_before_their_first_hand_are_empty():
    v = VectorTable(2, RULES, [100, 100], 1)
    assert (v.hole_cards == 255).all()
    assert (v.board == 255).all()
    v.reset([0])
    assert v.pots.tolist() == [[0, 0], [0, 0]]
    v.step([1], tables=[0])
    v.step([1], tables=[0])
    assert v.pots.tolist() == [[4, 0], [0, 0]]
    assert v.legal(1) == sw.Legal(False, False, 0, None)
    for table in (-1, 2):
        with pytest.raises(ValueError, match=f"there is no table {table}"):
            v.legal(table)
    with pytest.raises(AttributeError, match="stacks of a VectorTable cannot be deleted"):
        del v.stacks


def test_equity_by_redealing_is_that_of_the_engine():
    decks = [sw.parse_cards("Kd Ac Kh As") + tuple(card for card in range(52) if card not in sw.parse_cards("Kd Ac Kh As"))]
    v = VectorTable(1, RULES, [100, 100], 1, next_hand=False)
    v.reset(decks=decks)
    rollouts = v.copy([0] * 50_000)
    rollouts.redeal(3)
    rollouts.step([5] * 50_000)
    rollouts.step([1] * 50_000)
    share = (rollouts.payoffs[:, 0].mean() + 100) / 200
    assert abs(share - sw.equity(["AcAs", "KhKd"]).equity[0]) < 0.008


# ------------------------------------------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize("name", ["stacks", "seats", "raises", "n", "rules", "actor", "mask"])
def test_the_state_cannot_be_set_from_outside(name):
    v = vector()
    with pytest.raises(AttributeError, match=f"{name} of a VectorTable cannot be set"):
        setattr(v, name, getattr(v, name))
    v.note = "one's own"
    with pytest.raises(ValueError, match="WRITEABLE"):
        v.actor.flags.writeable = True


def test_actions_that_another_thread_changes_are_read_once():
    v = vector(20_000)
    codes, over = np.ones(20_000, np.int64), threading.Event()

    def scribble():
        while not over.is_set():
            codes[-1] = 1 << 40
            codes[-1] = 1

    thread = threading.Thread(target=scribble)
    thread.start()
    for _ in range(200):
        with contextlib.suppress(sw.IllegalAction):
            v.step(codes)
    over.set()
    thread.join()
    assert (v.stacks.sum(1) + v.pot == 1200).all()


def test_copies_of_tables_that_another_thread_steps_are_whole():
    v, w, over = vector(3000), vector(3000), threading.Event()

    def step():
        rng = np.random.default_rng(0)
        while not over.is_set():
            v.step(random_codes(v, rng))

    thread = threading.Thread(target=step)
    thread.start()
    for _ in range(50):
        w.restore(v)
        assert (w.stacks.sum(1) + w.pot == 1200).all()
        twin = pickle.loads(pickle.dumps(v))
        assert (twin.stacks.sum(1) + twin.pot == 1200).all()
    over.set()
    thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_is_not_kept_waiting_by_a_thread_of_its_parent():
    v, over = vector(50_000), threading.Event()

    def step():
        while not over.is_set():
            v.step(np.ones(50_000, int))

    thread = threading.Thread(target=step)
    thread.start()
    for _ in range(10):
        child = os.fork()
        if not child:
            v.reset()
            os._exit(0)
        deadline = time.monotonic() + 60
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            assert time.monotonic() < deadline, "the child hangs"
            time.sleep(0.01)
    over.set()
    thread.join()


@pytest.mark.parametrize("seed", [np.int64(5), np.uint64(5), np.array(5)])
def test_seeds_of_numpy_are_seeds(seed):
    assert unchanged(vector(seed=5), state_of(vector(seed=seed)))


@pytest.mark.parametrize("seed", [1.5, 1e3, True, "1", -1, 2**64])
def test_other_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="seed"):
        vector(seed=seed)
    with pytest.raises(ValueError, match="seed"):
        vector().reset(seed=seed)


def test_large_seeds_in_a_list_are_taken_as_they_are():
    v = vector(2)
    v.reset(seed=[1, 2**64 - 1], hand=[0, 2**64 - 1])
    assert v.seed.tolist() == [1, 2**64 - 1]
    assert v.hand.tolist() == [0, 2**64 - 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"actions": np.array([1, 2**64 - 1], np.uint64)}, "table 3: code 18446744073709551615 is out of range"),
        ({"actions": [1.0, 1.0]}, "as 1.0 of table 2"),
        ({"to": [2, 3]}, "table 3: seat 3 cannot make it 3"),
    ],
)
def test_errors_name_the_table_and_not_its_place_among_the_chosen(arguments, message):
    with pytest.raises(sw.IllegalAction, match=message):
        vector(5).step(**arguments, tables=[2, 3])


def test_twelve_raises_and_caps_beyond_a_byte():
    v = vector(3, raises=[0.1 * (i + 1) for i in range(12)])
    assert v.codes == 16
    assert v.totals[0, -1] == 200
    with pytest.raises(ValueError, match=r"max_raises = \(3, 300, 4, 4\) is not carried"):
        vector(rules=sw.Rules.fixed_limit(2, max_raises=(3, 300, 4, 4)))


def test_empty_seats_are_passed_over_and_may_have_the_button():
    v = vector(1, [100, 0, 100, 0, 100], button=1)
    table = sw.Table(RULES, [100, 0, 100, 0, 100], 1, seed=int(v.seed[0]))
    table.deal()
    assert (v.actor[0], v.bets[0].tolist(), v.button[0]) == (table.actor, list(table.bets), table.button)
    assert v.hole_cards[0, 1].tolist() == [255, 255]


# ------------------------------------------------------------------------------------------------------------ restoring


def test_tables_of_another_game_are_not_restored():
    v = vector(2)
    with pytest.raises(ValueError, match="3 tables cannot be restored to 2"):
        v.restore(vector(3))
    with pytest.raises(ValueError, match="rules is"):
        v.restore(vector(2, rules=sw.Rules.no_limit(blinds=(1, 3))))
    with pytest.raises(ValueError, match=r"there is no table 2: there are tables 0\.\.1"):
        v.copy([0, 2])


# ---------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"actions": [1, 1, 1, 9, 1]}, r"table 3: seat 3 cannot play code 9: legal are 0 \(fold\), 1 \(check or call\), 2 \(least"),
        ({"actions": [1, 1, -1, 1, 1]}, "table 2: seat 3 cannot play code -1"),
        ({"to": [2, 2, 2, 2, 3]}, "table 4: seat 3 cannot make it 3 with 0 in front: he may fold or call 2 or raise to 4..200"),
        ({"to": [-2, 2, 2, 2, 3]}, "table 0: seat 3 cannot make it -2"),
        ({"to": [2, 201, 2, 2, 3]}, "table 1: seat 3 cannot make it 201"),
        ({"actions": [1, 1]}, r"codes of shape \(2,\): there must be one for each of 5 tables"),
        ({"actions": 1}, r"codes of shape \(\)"),
        ({"actions": [[1] * 5]}, "codes of shape"),
        ({"actions": [1.0] * 5}, "codes of type float64, as 1.0 of table 0: they must be whole numbers"),
        ({"actions": [True] * 5}, "codes of type bool"),
        ({"actions": ["1"] * 5}, "codes of type"),
        ({"to": np.full(5, 2**64 - 1, np.uint64)}, "table 0: total 18446744073709551615 is out of range"),
        ({}, "either codes or"),
        ({"actions": [1] * 5, "to": [2] * 5}, "either codes or"),
    ],
)
def test_illegal_actions_are_refused_and_change_nothing(arguments, message):
    v = vector(5)
    before = state_of(v)
    with pytest.raises(sw.IllegalAction, match=message):
        v.step(**arguments)
    assert unchanged(v, before)


def test_a_check_is_no_fold_and_a_fold_needs_a_bet():
    v = vector(1, [100, 100])
    v.step([1])
    with pytest.raises(sw.IllegalAction, match=r"seat 1 cannot fold: he may check or bet or raise to 4\.\.100"):
        v.step(to=[-1])
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot play code 0"):
        v.step([0])
    v.step(to=[2])
    assert v.street[0] == 1


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ([0, 0], "table 0 comes after table 0: indices must rise"),
        ([3, 1], "table 1 comes after table 3"),
        ([5], "there is no table 5: there are tables 0..4"),
        ([-1], "there is no table -1"),
        ([0.0], "tables of type float64"),
        ([[0]], r"shape \(1, 1\)"),
        (np.array([True]), "they must be indices or bool"),
    ],
)
def test_tables_that_are_none(tables, message):
    v = vector(5)
    before = state_of(v)
    for call in (lambda: v.step([1] * len(tables), tables=tables), lambda: v.reset(tables)):
        with pytest.raises(ValueError, match=message):
            call()
    assert unchanged(v, before)


def test_some_tables_by_mask_or_by_none():
    v = vector(5)
    v.step([1, 1], tables=np.array([True, False, True, False, False]))
    assert v.actor.tolist() == [4, 3, 4, 3, 3]
    v.step([], tables=[])
    v.step(np.array([1], np.uint8), tables=np.array([4], np.uint32))
    assert v.actor.tolist() == [4, 3, 4, 3, 4]


def test_strided_arrays_are_read_as_they_are():
    v, w = vector(5), vector(5)
    v.step(np.arange(10)[::2] % 2 + 1)
    w.step([1, 1, 1, 1, 1])
    assert unchanged(v, state_of(w))
    w.step(np.ones((5, 3), np.int32)[:, 1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rake": lambda pot, flop: 0}, "rake = .* is not carried by a VectorTable"),
        ({"runouts": 2}, "runouts = 2 is not carried by a VectorTable, only 1"),
        ({"button_movement": "dead_button"}, "button_movement = 'dead_button' is not carried"),
        ({"table_all_in": False}, "table_all_in = False is not carried"),
        ({"ante": (1, 2, 3), "trim_antes": True}, "trim_antes with antes"),
        ({"ante": 1 << 40}, "1099511627776 chips are more than a VectorTable carries"),
    ],
)
def test_rules_that_are_not_carried_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        VectorTable(2, RULES.replace(**change), [100] * 3, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, RULES, [100] * 3), "the number of tables is -1"),
        ((2, RULES, [100]), r"stacks of shape \(1,\)"),
        ((2, RULES, [100] * 11), "2 to 10 seats"),
        ((2, RULES, [[100] * 3] * 3), "do not fit 2 tables"),
        ((2, RULES, [100, -1]), r"table 0: stacks \[100, -1\]"),
        ((2, RULES, [1 << 39] * 3), "in sum"),
        ((2, RULES, [1.5] * 3), "whole numbers"),
        ((2, RULES, [[5, 5], [0, 5]]), r"table 1, stacks \[0, 5\]: at least two seats need chips"),
        ((2, RULES, [100] * 2, 1 << 64), "seed 18446744073709551616 is outside"),
        ((2, sw.Schedule((RULES,), 5), [100] * 2), "plays by one `Rules`"),
        ((2, sw.Rules.no_limit(blinds=(1, 2, 4)), [100] * 2), "table 0, stacks .* need 3 players"),
    ],
)
def test_tables_that_cannot_be_made(arguments, message):
    with pytest.raises(ValueError, match=message):
        VectorTable(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"button": 3}, "table 0: button 3: 0..2"),
        ({"raises": (0,)}, "a raise by 0 of the pot"),
        ({"raises": (float("nan"),)}, "a raise by nan"),
        ({"raises": (1,) * 13}, "13 raises: at most 12"),
        ({"raises": (5, 0.9)}, r"raises \(5, 0.9\) must rise"),
        ({"raises": (0.5, 0.5001)}, r"raises \(0.5, 0.5001\) must rise"),
        ({"raises": (0.0001,)}, "a raise by 0.0001 of the pot"),
        ({"rules": sw.Rules.no_limit(blinds=(1, 2, 4)), "keep_stacks": True}, "the players can become 2: blinds"),
    ],
)
def test_options_out_of_range(options, message):
    with pytest.raises(ValueError, match=message):
        vector(2, [100] * 3, **options)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"stacks": [100, 0, 0]}, ValueError, "table 1, stacks .* at least two seats need chips"),
        ({"stacks": [100, 100]}, ValueError, "do not fit"),
        ({"button": [0, 9]}, ValueError, "table 2: button 9"),
        ({"seed": -1}, ValueError, "seed -1"),
        ({"seed": [1, 2, 3]}, ValueError, r"seed of shape \(3,\)"),
        ({"hand": 1.5}, ValueError, "hand 1.5"),
        ({"decks": [[0] * 20] * 2}, sw.CardError, "table 1: the deck holds 2c twice"),
        ({"decks": [[*range(19), 52], [*range(20)]]}, sw.CardError, r"table 1: the deck's card \[19\] is none"),
        ({"decks": [[*range(13)]] * 2}, sw.CardError, "table 1: 13 cards are not enough for 3 players, who need 14"),
        ({"decks": [[*range(20)]]}, sw.CardError, r"decks of shape \(1, 20\): there must be 2 rows"),
        ({"decks": [[0.5] * 20] * 2}, sw.CardError, "decks of type float64"),
    ],
)
def test_resets_that_are_refused_change_nothing(arguments, error, message):
    v = vector(3, [100] * 3)
    v.step([1, 2, 1])
    before = state_of(v)
    with pytest.raises(error, match=message):
        v.reset([1, 2], **arguments)
    assert unchanged(v, before)


def test_no_tables_at_all():
    v = vector(0)
    assert v.step([]).shape == (0,)
    assert v.copy().n == 0
