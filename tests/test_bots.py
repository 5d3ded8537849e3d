"""Observations and bots: what seats see, and what the simple players make of it."""

import os
import subprocess
import sys
from threading import Thread

import numpy as np
import pytest

import steelwheel as sw
from steelwheel.sim import bots
from steelwheel.sim.observations import NO_CARD, choose, observe

RULES = sw.Rules.no_limit(blinds=(1, 2))
SEATS = 6


def played(n=64, steps=40, rules=RULES, seed=1, **options):
    """Tables in the middle of hands, all streets among them."""
    v = sw.VectorTable(n, rules, options.pop("stacks", [200] * SEATS), seed, **options)
    v.reset()
    for _ in range(steps):
        v.step(choose([bots.random, bots.caller, bots.caller] * 2, v))
    return v


def turned(values, seat):
    """A list by seats, from a seat on."""
    return [*values[seat:], *values[:seat]]


@pytest.mark.parametrize("rules", [RULES, sw.Rules.fixed_limit(4), sw.Rules.no_limit(blinds=(5, 10), ante=1)])
def test_an_observation_is_the_state_from_the_seat_that_looks(rules):
    v = played(100, rules=rules, stacks=[300, 200, 250, 100, 150, 60])
    assert set(v.street.tolist()) == {0, 1, 2, 3}
    for seats in (None, 5, np.arange(100) % SEATS):
        see = observe(v, seats=seats)
        for i in range(v.n):
            actor = int(v.actor[i])
            seat = actor if seats is None else int(np.broadcast_to(seats, 100)[i])
            bb = rules.big_blind
            assert see["hole_cards"][i].tolist() == v.hole_cards[i, seat].tolist()
            assert see["board"][i].tolist() == [NO_CARD if card == 255 else card for card in v.board[i].tolist()]
            assert (see["board"][i] != NO_CARD).sum() == [0, 3, 4, 5][see["street"][i]]
            assert (seat + see["button"][i]) % SEATS == v.button[i]
            assert see["live"][i].tolist() == turned([v.live[i] >> s & 1 for s in range(SEATS)], seat)
            for name, chips in (("stacks", v.stacks), ("bets", v.bets), ("stakes", v.stakes)):
                assert see[name][i].tolist() == turned((chips[i] / bb).astype(np.float32).tolist(), seat)
            assert see["pot"][i] == np.float32(v.pot[i] / bb)
            ours = seat == actor
            assert see["to_call"][i] == np.float32(v.call[i] / bb) * ours
            assert see["raise_to"][i].tolist() == [
                np.float32(v.min_raise_to[i] / bb) * ours,
                np.float32(v.max_raise_to[i] / bb) * ours,
            ]
            assert see["action_mask"][i].tolist() == [legal and ours for legal in v.mask[i].tolist()]


def test_an_observation_is_that_of_a_table():
    v = sw.VectorTable(1, RULES, [200, 100, 300], seed=9)
    v.reset()
    table = sw.Table(RULES, [200, 100, 300], 0, seed=int(v.seed[0]))
    table.deal()
    for action, code in ((sw.call(), 1), (sw.raise_to(4), 2), (sw.call(), 1), (sw.call(), 1), (sw.check(), 1), (sw.check(), 1)):
        see = observe(v)
        assert see["hole_cards"][0].tolist() == list(table.hole_cards(table.actor))
        assert (see["stacks"][0] * 2).tolist() == turned(list(table.stacks), table.actor)
        assert (see["bets"][0] * 2).tolist() == turned(list(table.bets), table.actor)
        assert see["to_call"][0] * 2 == table.legal.call
        table.act(action)
        v.step([code])


def test_observations_are_new_arrays_of_the_types_they_say():
    v = played()
    see = observe(v)
    kinds = {name: (array.dtype.name, array.shape[1:]) for name, array in see.items()}
    assert kinds == {
        "hole_cards": ("uint8", (2,)),
        "board": ("uint8", (5,)),
        "street": ("int64", ()),
        "button": ("int64", ()),
        "live": ("int8", (6,)),
        "stacks": ("float32", (6,)),
        "bets": ("float32", (6,)),
        "stakes": ("float32", (6,)),
        "pot": ("float32", (1,)),
        "to_call": ("float32", (1,)),
        "raise_to": ("float32", (2,)),
        "action_mask": ("int8", (6,)),
        "key": ("uint64", ()),
    }
    before = {name: array.copy() for name, array in see.items()}
    v.step(bots.caller(see))
    v.reset()
    assert all((see[name] == before[name]).all() for name in see)


def test_the_cards_of_others_do_not_show():
    v = played(next_hand=False, steps=4)
    other = v.copy()
    for i in range(v.n):
        seat = v.actor[i]
        if seat >= 0:
            hidden = np.delete(np.arange(SEATS), seat)
            other._arrays["hole_cards"][i, hidden] = 0
            other._arrays["deck"][i] = 0
    rows = np.flatnonzero(v.actor >= 0)
    assert len(rows) > 20
    first, second = observe(v, rows), observe(other, rows)
    assert all((first[name] == second[name]).all() for name in first)


def test_some_rows_are_what_they_are_among_all():
    v = played()
    rows = np.array([63, 0, 17])
    some, everything = observe(v, rows), observe(v)
    assert all((some[name] == everything[name][rows]).all() for name in some)
    assert all(len(array) == 0 for array in observe(v, []).values())


def test_nobody_looks_where_nobody_is_to_act():
    v = sw.VectorTable(3, RULES, [200] * 3, seed=1)
    v.reset([0, 2])
    with pytest.raises(ValueError, match="table 1: nobody is to act"):
        observe(v)
    assert not observe(v, seats=0)["action_mask"][1].any()


@pytest.mark.parametrize(
    ("rows", "seats", "fault"),
    [
        ([0, 64], None, "there is no table 64: there are tables 0..63"),
        ([-1], None, "there is no table -1"),
        ([0.5], None, "tables of type float64"),
        ([3, 5], [0, 6], "table 5: there is no seat 6: there are seats 0..5"),
        (None, -1, "table 0: there is no seat -1"),
        (None, 1 << 32, "table 0: there is no seat 4294967296"),
        (None, 1.5, "seats of type float64"),
        ([1, 2], [0, 1, 2], r"seats of type int64 and shape \(3,\): there must be one, or one for each of 2 tables"),
    ],
)
def test_tables_and_seats_that_are_none_are_named(rows, seats, fault):
    with pytest.raises(ValueError, match=fault):
        observe(played(), rows, seats)


def test_rows_may_be_a_mask():
    v = played()
    see = observe(v, v.street == 2)
    assert len(see["key"]) == (v.street == 2).sum() > 3
    assert (see["street"] == 2).all()


def test_without_blinds_the_least_bet_is_the_unit():
    v = sw.VectorTable(1, sw.Rules.no_limit((), ante=3), [300] * 3, seed=1)
    v.reset()
    assert observe(v)["stacks"].tolist() == [[99.0, 99.0, 99.0]]


# ------------------------------------------------------------------------------------------------------------------- keys


def test_no_two_decisions_have_the_same_key():
    v = sw.VectorTable(256, RULES, [200] * SEATS, seed=5)
    v.reset()
    keys = []
    for _ in range(200):
        see = observe(v)
        keys.append(see["key"])
        v.step(bots.random(see))
    assert len(np.unique(np.concatenate(keys))) == 200 * 256


@pytest.mark.skipif(sys.hash_info.algorithm != "siphash13", reason="this Python hashes bytes in another way")
def test_a_key_is_one_way_the_siphash_by_which_python_hashes_bytes():
    v = sw.VectorTable(40, RULES, [200] * SEATS)
    v.reset(seed=0, hand=np.arange(40) << 40)  # PYTHONHASHSEED=0 is the seed 0
    for _ in range(6):
        v.step(bots.random(observe(v)))
    places = (v.pot << 6) + (v.street.astype(int) << 4) + v.actor
    decisions = b"".join(int(word).to_bytes(8, "little") for pair in zip(v.hand, places) for word in pair)
    program = f"d = {decisions!r}; print(*(hash(d[i : i + 16]) % 2**64 for i in range(0, len(d), 16)))"
    hashes = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True
    )
    assert observe(v)["key"].tolist() == [int(key) for key in hashes.stdout.split()]


def test_keys_are_for_who_is_to_act():
    v = played()
    assert observe(v)["key"].all()
    assert not observe(v, seats=(v.actor + 1) % SEATS)["key"].any()


def test_keys_are_evenly_spread():
    keys = observe(played(4096, 3))["key"]
    bits = (keys[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).mean(0)
    assert abs(bits - 0.5).max() < 5 * 0.5 / 64


# ------------------------------------------------------------------------------------------------------------------- bots


@pytest.mark.parametrize("name", bots.BOTS)
@pytest.mark.parametrize("rules", [RULES, sw.Rules.fixed_limit(2), sw.Rules.pot_limit((1, 2))])
def test_bots_play_legal_codes(name, rules):
    v = sw.VectorTable(64, rules, [200, 60, 20] * 2, seed=3)
    v.reset()
    policies = [bots.BOTS[name], bots.random] * 3
    hands = 0
    for _ in range(200):
        hands += int(v.step(choose(policies, v)).sum())
    assert hands > 200


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_decides_by_the_row_alone(name):
    v = played(300)
    whole = bots.BOTS[name](observe(v))
    cut = np.concatenate([bots.BOTS[name](observe(v, rows)) for rows in np.array_split(np.arange(300), 7)])
    assert whole.dtype == np.int64
    assert (whole == cut).all()


def test_games_are_the_same_in_any_slices():
    policies = [bots.random, bots.tight, bots.caller, bots.random, bots.tight, bots.folder]

    def total(tables):
        v = sw.VectorTable(len(tables), RULES, [200] * SEATS, next_hand=False)
        won = np.zeros((len(tables), SEATS), int)
        for hand in range(5):
            v.reset(seed=np.array(tables, np.uint64), hand=hand)
            while len(rows := np.flatnonzero(v.actor >= 0)):
                v.step(choose(policies, v, rows), tables=rows)
            won += v.payoffs
        return won

    assert (total(range(60)) == np.concatenate([total(range(7)), total(range(7, 60))])).all()


def test_the_random_bot_takes_every_legal_code_as_often():
    v = sw.VectorTable(20000, RULES, [200] * SEATS, seed=1)
    v.reset()
    counts = np.bincount(bots.random(observe(v)), minlength=6)
    assert abs(counts - 20000 / 6).max() < 5 * (20000 / 6) ** 0.5


def test_the_folder_checks_where_it_is_free():
    v = sw.VectorTable(1, RULES, [200] * 2, seed=1)
    v.reset()
    assert bots.folder(observe(v)).tolist() == [0]
    v.step([1])
    assert bots.folder(observe(v)).tolist() == [1]


def test_the_tight_bot_wins_from_the_others():
    for other in ("random", "caller", "folder"):
        v = sw.VectorTable(1000, RULES, [200] * SEATS, seed=1)
        v.reset()
        won = np.zeros(SEATS, int)
        for _ in range(100):
            v.step(choose([bots.tight] + [bots.BOTS[other]] * 5, v))
            won += v.payoffs.sum(0)
        assert won[0] > 0, other
        assert won.sum() == 0


def test_shares_beaten_are_those_of_random_hands():
    deals = sw.deal(4000, 7, seed=2)
    for street, cards in enumerate((0, 3, 4, 5)):
        board = np.full((4000, 5), NO_CARD)
        board[:, :cards] = deals[:, 2 : 2 + cards]
        shares = bots.share_beaten({"hole_cards": deals[:, :2], "board": board, "street": np.full(4000, street)})
        assert abs(shares.mean() - 0.5) < 0.02
        assert np.allclose(np.quantile(shares, [0.1, 0.9]), [0.1, 0.9], atol=0.03)


def test_the_best_starting_hand_beats_nearly_all():
    hole = np.array([sw.parse_cards("As Ah"), sw.parse_cards("3d 2c")])
    see = {"hole_cards": hole, "board": np.full((2, 5), NO_CARD), "street": np.zeros(2, int)}
    assert bots.share_beaten(see).round(4).tolist() == [round(1 - 3 / 1326, 4), round(6 / 1326, 4)]


def test_the_largest_raise_is_not_all_in_if_there_is_another():
    masks = [[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 1], [1, 1, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1]]
    assert bots.largest_raise({"action_mask": np.array(masks, np.int8)}).tolist() == [4, 2, 5, 1, 3]


@pytest.mark.parametrize(
    ("gives", "what"),
    [
        (lambda k: np.zeros(k), r"codes of type float64 and shape \(64,\)"),
        (lambda k: np.zeros((k, 1), int), r"codes of type int64 and shape \(64, 1\)"),
        (lambda k: np.zeros(1, int), r"codes of type int64 and shape \(1,\)"),
        (lambda k: 1, r"codes of type int64 and shape \(\)"),
        (lambda k: None, r"codes of type object and shape \(\)"),
        (lambda k: [[1], [1, 2]], "rows of different lengths"),
    ],
)
def test_a_policy_that_gives_no_codes_is_named(gives, what):
    def clever(see):
        return gives(len(see["key"]))

    with pytest.raises(sw.IllegalAction, match=f"policy 'clever' gave {what}: there must be 64 whole numbers"):
        choose([clever] * SEATS, played())


@pytest.mark.parametrize("policies", [[bots.caller] * 5, [bots.caller] * 7, "folder", ["caller"] * 6])
def test_there_is_a_policy_for_each_seat(policies):
    with pytest.raises(ValueError, match=r"policies .*: there must be a function for each of 6 seats"):
        choose(policies, played())


def test_an_observation_waits_for_a_step_that_is_not_done():
    v = played()
    looking = Thread(target=observe, args=(v,))
    with v._lock:
        looking.start()
        looking.join(0.2)
        assert looking.is_alive()
    looking.join(10)
    assert not looking.is_alive()


def test_an_illegal_code_of_a_policy_names_the_table():
    v = played()
    with pytest.raises(sw.IllegalAction, match=r"table 0: seat \d cannot play code 9"):
        v.step(choose([lambda see: np.full(len(see["key"]), 9)] * SEATS, v))
