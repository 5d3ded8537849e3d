"""Ranges: the grammar item by item, writing that reads back, set algebra, the order of the starting hands."""

import copy
import csv
import itertools
import json
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from cases_ranges import OPS
from hypothesis import example, given, settings
from hypothesis import strategies as st

import steelwheel as sw
from steelwheel import Range, RangeError

HERE = Path(__file__).parent
CASES = [case for case in json.loads((HERE / "data/cases.json").read_text()) if case["input"]["op"] in OPS]
DIALECTS = ("plain", "pio", "gto+")
RANKS = "AKQJT98765432"
HANDS = [
    high + low if i == j else (high + low + "s" if i < j else low + high + "o")
    for i, high in enumerate(RANKS)
    for j, low in enumerate(RANKS)
]


def combos(text):
    """A range by hand: the set of combos (frozensets of two cards) whose every token of `text` is a combo."""
    return {frozenset((word[:2], word[2:])) for word in text.split()}


def held(hands):
    return {frozenset((combo[:2], combo[2:])) for combo in hands}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    OPS[case["input"]["op"]](case["input"], case["expected"])


# -------------------------------------------------------------------------------------------------------- grammar


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("72o", 12),
        ("QQ+", 18), ("22+", 78), ("AA+", 6), ("ATs+", 16), ("AKs+", 4), ("AKo+", 12), ("A2s+", 48), ("A2+", 192), ("KTo+", 36),
        ("T9s+", 4), ("T8s+", 8), ("32o+", 12), ("QJ+", 16),
        ("22-77", 36), ("77-22", 36), ("A5s-A2s", 16), ("A2s-A5s", 16), ("QTs-Q8s", 12), ("T9s-54s", 24), ("54s-T9s", 24),
        ("QTs-97s", 16), ("AKo-32o", 144), ("AK-AT", 64), ("AKs-AKs", 4), ("55-55", 6), ("KQ-JT", 48),
        ("A5s - A2s", 16), ("22 -77", 36), ("22– 77", 36), ("22—77", 36),
        ("AhKh", 1), ("KhAh", 1), ("AhKh AdKd", 2), ("AhAd", 1),
        ("AhXh", 12), ("AhxH", 12), ("Ah*h", 12), ("As*s", 12), ("XhAh", 12),
        ("AhKx", 4), ("AhK*", 4), ("KxAh", 4), ("AhAx", 3),
        ("XhXh", 78), ("*s*s", 78), ("XhXd", 169), ("KhXd", 13), ("Ahx", 51),
        ("Ah*", 51), ("AhXx", 51), ("Ah**", 51), ("Xh*", 585),
        ("random", 1326), ("Any", 1326), ("*", 1326), ("x", 1326), ("**", 1326),
        ("xx", 1326), ("100%", 1326), ("none", 0), ("0%", 0),
        ("A*", 198), ("Ax", 198), ("AX", 198), ("Axs", 48), ("A*s", 48), ("Kxo", 144), ("2x", 198), ("**s", 312), ("xxo", 936),
        ("AA,KK", 12), ("AA;KK", 12), ("AA KK", 12), ("AA\nKK", 12), ("AA\t,; KK\r\n", 12), (",AA,,KK,", 12),
        ("aKS,qq", 10), ("ako", 12), ("ahkH", 1), ("AHKH", 1), ("axS", 48), ("RANDOM", 1326),
        ("A10s", 4), ("1010", 6), ("1010+", 30), ("A10s+", 16), ("10h9h", 1), ("J10o-98o", 36), ("109s", 4),
        ("A♥K♥", 1), ("A♠️K♠️", 1), ("A♤X♠", 12),
        ("AA,AA", 6), ("QQ+,KK", 18), ("22+,random", 1326), ("AA:1,AA", 6), ("AA:0.5 AA@50", 6), ("AK,AKs", 16),
        ("AA:0.5", 6), ("AA:.5", 6), ("AA:50%", 6), ("AA : 0.5", 6),
        ("AA@50", 6), ("AA@50%", 6), ("AA@12.5", 6), ("AA:1e-3", 6),
        ("AA:0", 0), ("AA:0,KK", 6), ("AA:1.", 6), ("A5s-A2s:0.5", 16), ("AhXh@20", 12),
        ("[50]AA,KK[/50]", 12), ("[50]AA,KK[/50],QQ", 18), ("[50.0]AA[/50]", 6),
        ("[50]AA[/50.00]", 6), ("[ 50% ] AA [ /50 ]", 6),
        ("[50]AA[/50][25]KK[/25]QQ", 18), ("[100]AA[/100]", 6), ("[0]AA[/0]", 0), ("[33.3]AA KK[/33.3]", 12),
        ("50%(AA,KK)", 12), ("0.5(AA,KK)", 12), ("0.5 (AA KK), QQ", 18), ("50% (AA)", 6), ("1(AA)", 6), ("1e-3(AA)", 6),
        ("QQ+,!KK", 12), ("!KK,QQ+", 12), ("! KK QQ+", 12), ("random !Ax", 1128), ("[50]QQ+,!KK[/50]", 12), ("AA:0.5,!AA", 0),
        ("QQ+,!AhXx", 15), ("A2s+,!A5s-A2s", 32), ("random,!random", 0), ("AA,!72o", 6), ("random,!15%", 1130),
    ],
)  # fmt: skip
def test_item_holds_as_many_combos_as_players_say(text, number):
    assert len(Range(text)) == number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AA", "AhAd AhAs AhAc AdAs AdAc AsAc"),
        ("T2s", "Th2h Td2d Ts2s Tc2c"),
        ("AhXh,!AhTh", "AhKh AhQh AhJh Ah9h Ah8h Ah7h Ah6h Ah5h Ah4h Ah3h Ah2h"),
        ("AhKx", "AhKc AhKd AhKh AhKs"),
        ("AhAx", "AhAc AhAd AhAs"),
        ("T9s-87s,!XcXc", "Th9h Td9d Ts9s 9h8h 9d8d 9s8s 8h7h 8d7d 8s7s"),
        ("A9o-A8o,!Xs*", "Ad9h Ad9c Ah9d Ah9c Ac9d Ac9h Ad8h Ad8c Ah8d Ah8c Ac8d Ac8h"),
    ],
)
def test_item_holds_these_combos(text, expected):
    assert held(Range(text)) == combos(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JTo:0.2,AKs", 6.4), ("AA@25", 1.5), ("[50]AA,KK[/50],QQ", 12), ("50%(AA,KK),QQ", 12), ("0.25(AA)", 1.5),
        ("KhQh:1.0", 1), ("15%", 198.9), ("5%-10%", 66.3), ("10%-5%", 66.3), ("15%:0.5", 99.45), ("85%-100%", 198.9),
        ("0.5%", 6.63), (".5%", 6.63), ("random,!15%", 1127.1), ("random,!5%,!5%-10%", 1193.4),
    ],
)  # fmt: skip
def test_weights_add_up(text, expected):
    assert Range(text).weight == pytest.approx(expected, abs=1e-9)


def test_exclusion_of_a_percentage_leaves_other_weights_alone():
    third = 1 / 3
    assert Range(f"random:{third},!15%").weights[sw.combo_index(0, 21)] == third  # 72o


def test_connector_rule_moves_both_cards():
    assert Range("T9s+") == Range("T9s")
    assert Range("T9s+", connectors=True) == Range("T9s, JTs, QJs, KQs, AKs")
    assert Range("54+", connectors=True) == Range("AK-54")
    assert Range("T8s+, 22+, ATo+", connectors=True) == Range("T8s, T9s, 22+, ATo+")
    assert Range(["T9s+"], connectors=True) == Range({"T9s+": 1}, connectors=True) == Range("AKs-T9s")


@pytest.mark.parametrize(
    ("text", "item", "correction"),
    [
        ("22+, AQo++", "AQo++", "AQo+"), ("KAs", "KAs", "AKs"), ("9Ts+,AA", "9Ts+", "T9s+"), ("AAs", "AAs", "AA"),
        ("22s+", "22s+", "22+"), ("AAo", "AAo", "AA"), ("+22", "+22", "22+"), ("T9s-86s", "T9s-86s", "T9s-87s"),
        ("22-", "22-", "22"), ("55-", "55-", "55-22"), ("A5s-", "A5s-", "A5s-A2s"), ("A5s-A2", "A5s-A2", "A5s-A2s"),
        ("A5-A2s", "A5-A2s", "A5s-A2s"), ("JJ-4498s", "JJ-4498s", "JJ-44, 98s"), ("AAKK", "AAKK", "AA, KK"),
        ("AhKhQQ", "AhKhQQ", "AhKh, QQ"), ("AxKx", "AxKx", "AKs"), ("AKhh", "AKhh", "AhKh"), ("AhK", "AhK", "AhKx"),
        ("As", "As", "Asx"), ("A", "A", "Ax"), ("15", "15", "15%"), ("AA:50", "AA:50", "AA@50"), ("50(AA)", "50(", "50%("),
        ("!KK:0.5,QQ+", "!KK:0.5", "!KK"), ("[50]AA[/51]", "[/51]", "[/50]"), ("AA:0.5 a10S++", "a10S++", "ATs+"),
    ],
)  # fmt: skip
def test_error_points_at_the_item_and_corrects_it(text, item, correction):
    with pytest.raises(RangeError) as caught:
        Range(text)
    message = str(caught.value).split("\n")
    assert message[0].startswith(repr(item))
    assert message[1] == "  " + text
    at = message[2].index("^")
    assert message[1][at : at + message[2].count("^")].startswith(item)
    assert message[3] == f"  {item} -> {correction}"


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("A1s", "A1s"), ("QQ+ & KK", "&"), ("AsAs", "AsAs"), ("AA,KK:x", "KK:x"), ("AA:", "AA:"), ("AA:-0.5", "AA:-0.5"),
        ("AA:nan", "AA:nan"), ("AA:inf", "AA:inf"), ("AA:1.5", "AA:1.5"),
        ("AA@101", "AA@101"), ("AA@-1", "AA@-1"), ("AA:1_0", "AA:1_0"),
        ("AA:0.5KK", "AA:0.5KK"), ("AA:0.5:0.5", ":"), ("5%-110%", "5%-110%"), ("101%", "101%"), ("AsKs+", "AsKs+"),
        ("22-AKs", "22-AKs"), ("AKs-AQo", "AKs-AQo"), ("AA-KK-QQ", "AA-KK-QQ"), ("22+-55", "22+-55"), ("AKs-AsQs", "AKs-AsQs"),
        ("[50]AA", "[50]"), ("AA[/50]", "[/50]"), ("[50]AA:0.5[/50]", "AA:0.5"),
        ("[50][50]AA[/50][/50]", "[50]"), ("[x]AA[/x]", "[x]"),
        ("[50]0.5(AA)[/50]", "0.5("), ("0.5(AA", "0.5("), ("AA)", ")"), ("(AA)", "("), ("[AA", "["), ("AA]", "]"), ("!", "!"),
        ("!!KK,AA", "!"), ("0.5([50]AA)[/50]", "[50]"), ("[50]AA)", ")"), ("!KK", "!KK"), ("AA,AA:0.5", "AA:0.5"),
        ("QQ+,KK:0.5", "KK:0.5"), ("QQ+,KhKs:0.5", "KhKs:0.5"), ("AA:0,AA", "AA"),
        ("15%,random:0.5", "random:0.5"), ("Ax+", "Ax+"),
        ("AA.KK", "AA.KK"), ("AA/KK", "AA/KK"), ("AA|KK", "AA|KK"), ("AKz", "AKz"),
        ("AhKi", "AhKi"), ("AKsx", "AKsx"),
        ("A♥K", "A♥K"), ("A♦ K♦", "A♦"), ("ＡＡ", "ＡＡ"), ("٢٢", "٢٢"),
        ("AA\x00", "AA\x00"), ("'AA'", "'AA'"), ("-KK", "-KK"), ("AKs2", "AKs2"),
        ("%", "%"), ("xx+", "xx+"), ("AxxKx", "AxxKx"), ("10", "10"), ("top15%", "top15%"),
    ],
)  # fmt: skip
def test_nothing_is_ignored(text, item):
    with pytest.raises(RangeError) as caught:
        Range(text)
    assert str(caught.value).startswith(repr(item))


@pytest.mark.parametrize("text", ["", " ", ",", "\n;"])
def test_empty_text_is_refused_as_a_mistake(text):
    with pytest.raises(RangeError, match="'none' is the empty range"):
        Range(text)


def test_error_shows_the_line_of_a_long_text():
    with pytest.raises(RangeError) as caught:
        Range("AA\nKK QQ++\t99\n88")
    assert str(caught.value).split("\n")[1:3] == ["  KK QQ++ 99", "     ^^^^"]
    with pytest.raises(RangeError) as caught:
        Range(", ".join(["AA"] * 5000 + ["oops"] + ["KK"] * 5000))
    assert max(map(len, str(caught.value).split("\n"))) < 100
    assert "oops" in str(caught.value)


def test_contradiction_names_the_hand():
    with pytest.raises(RangeError, match=r"gives KK the weight 0\.5, which has 1 already"):
        Range("KK+, KK-JJ:0.5")
    with pytest.raises(RangeError, match="gives KsKh the weight"):  # not all kings
        Range("QQ+, KhKs:0.5")
    with pytest.raises(RangeError, match="already"):  # 5 % divides a starting hand, which then has two weights
        Range("5%, 5%-10%")


PIECES = """22+ A2s+ ATo+ T9s-54s 77-22 AhKh AhXh Xs* random any ** Ax Kxo 15% 5%-10% :0.5 @50 [50] [/50] 50%( 0.5( ) ! !KK , ;
    + ++ - – 10 1010 ♠ A♠K♠ 0 1 % AA:0.5 none : @ [ ] ( e-7"""
ITEMS = st.sampled_from([*HANDS[:40], *PIECES.split(), " ", "  ", "\n", "\t"])


@given(st.one_of(st.text(), st.text("AKT29hsoxX*+-,:@[]()/%!.05 \n"), st.lists(ITEMS).map("".join), st.lists(ITEMS).map(",".join)))
@example("2" * 100_000)
@example("A " * 20_000 + "-")
@example("[" * 50_000)
@example("9" * 50_000 + "%")
@example("AA:0." + "0" * 50_000)
@example("AA:1e999")
@settings(max_examples=1000, deadline=None)
def test_any_text_is_a_range_or_a_range_error(text):
    for connectors in (False, True):
        try:
            hands = Range(text, connectors=connectors)
        except RangeError as error:
            assert "^" in str(error)  # noqa: PT017
        else:
            assert Range(hands.text) == hands


# -------------------------------------------------------------------------------------------------------- sources


def test_sources_agree():
    kings = Range("AA, KK:0.5")
    assert Range(kings) == kings
    assert Range(kings.weights) == Range(kings.weights.tolist()) == kings
    assert Range(kings.grid()) == kings
    assert Range({"AA": 1, "KK": 0.5}) == Range(["AA", "KK:0.5"]) == Range(iter(["AA", "KK@50"])) == kings
    assert Range([(51, 50), ("As", "Ad"), "AsAc"]) == Range([(50, 51), [51, 49], (48, 51)]) == Range("AsAx")
    assert Range(np.array([[51, 50], [51, 49], [51, 48]])) == Range({"AsAh", "AsAd", "AsAc"}) == Range("AsAx")
    assert Range(np.ones(1326, bool)) == Range.random()
    assert Range() == Range([]) == Range("none") == Range(np.zeros(1326))
    assert Range({"22+,AK": 0.25, "QJs": 1e-7}).weight == pytest.approx(94 / 4 + 4e-7)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([1.5] * 1326, "2d2c has the weight 1.5"), ([float("nan")] * 1326, "weight nan"), ([-1e-9] * 1326, "weight -1e-09"),
        (np.full(1326, np.inf), "weight inf"), ([1.0] * 1325, "1,326 weights"),
        (np.ones((13, 12)), "1,326 weights"), ((51, 50), "1,326"),
        ([(51, 51)], r"combo \[0\].*As stands twice"), ([(51, 50), (51, 52)], r"combo \[1\].*52 is no card"),
        ([(51, 50, 49)], "has 3 cards"), (["AA", "AKx+"], "AKx"),
        (["AA", " "], r"item \[1\] is empty"), ({"AA": 2}, "weights run from 0 to 1"),
        ({"AA": float("nan")}, "nan"), ([(51, 50), 3], r"combo \[1\]"), ([1.0, "x"], "numbers"), ([None], "combo"),
    ],
)  # fmt: skip
def test_bad_source_is_named(source, message):
    with pytest.raises(RangeError, match=message):
        Range(source)


# ------------------------------------------------------------------------------------------------- text that reads back

WEIGHT = st.one_of(st.sampled_from([1.0, 0.5, 0.07, 1 / 3, 0.1 + 0.2]), st.floats(0, 1))


@st.composite
def ranges(draw, weight=WEIGHT):
    """Starting hands in runs and at random, some with some combos apart: what solvers and people have."""
    weights = np.zeros(1326)
    for _ in range(draw(st.integers(0, 4))):
        w = draw(weight)
        for hand in draw(
            st.one_of(st.lists(st.sampled_from(HANDS)), st.sampled_from(["A2s+ T9s-54s", "22+", "A2+ K9o+"]).map(str.split))
        ):
            weights = np.where(Range(hand).weights > 0, w, weights)
    for combo, w in draw(st.dictionaries(st.integers(0, 1325), weight, max_size=8)).items():
        weights[combo] = w
    return Range(weights)


@given(ranges())
@settings(deadline=None)
def test_every_dialect_reads_back_to_the_last_bit(hands):
    for dialect in DIALECTS:
        assert Range(hands.to_text(dialect)) == hands
    assert Range(hands.text, connectors=True) == hands  # the text means the same under either rule
    assert eval(repr(hands), {"Range": Range}) == hands
    assert str(hands) == hands.text == hands.to_text("plain")
    assert pickle.loads(pickle.dumps(hands)) == copy.deepcopy(hands) == hands
    assert Range(hands.combos) == Range((hands.weights > 0).astype(float))


def test_1326_different_weights_read_back():
    hands = Range(np.random.default_rng(7).random(1326))
    for dialect in DIALECTS:
        assert Range(hands.to_text(dialect)) == hands


@pytest.mark.parametrize(
    ("text", "plain", "pio", "gto"),
    [
        ("AA", "AA", "AA", "AA"),
        ("AA KK QQ", "QQ+", "QQ+", "QQ+"),
        ("AA,KK:0.5,QQ@50", "AA, KK:0.5, QQ:0.5", "AA,KK:0.5,QQ:0.5", "AA,[50]KK,QQ[/50]"),
        ("22-77,A2s-A5s", "77-22, A5s-A2s", "77-22,A5s-A2s", "77-22,A5s-A2s"),
        ("AKs,AKo", "AK", "AKs,AKo", "AKs,AKo"),
        ("54s-T9s", "T9s-54s", "T9s,98s,87s,76s,65s,54s", "T9s,98s,87s,76s,65s,54s"),
        ("22+,A2s+,KTs+,QTs+,JTs,A9o+,KTo+", "22+, A9+, KT+, A2s+, QTs+, JTs", "22+,A2s+,KTs+,QTs+,JTs,A9o+,KTo+", None),
        ("AhKh,KdAd@7", "AhKh, AdKd:0.07", "AhKh,AdKd:0.07", "AhKh,[7]AdKd[/7]"),
        ("none", "none", "AA:0", "[0]AA[/0]"),
        ("**:0.5", "random:0.5", None, None),
        ("AA:1e-7", "AA:0.0000001", "AA:0.0000001", "[0.00001]AA[/0.00001]"),
    ],
)
def test_text_is_short_and_in_the_order_players_use(text, plain, pio, gto):
    for dialect, expected in zip(DIALECTS, (plain, pio, gto)):
        assert expected is None or Range(text).to_text(dialect) == expected


def test_unknown_dialect_is_refused():
    with pytest.raises(ValueError, match="no dialect 'ppt': there are plain, pio, gto"):
        Range("AA").to_text("ppt")


# ----------------------------------------------------------------------------------------------------------- algebra

SIXTEENTHS = st.integers(0, 16).map(lambda n: n / 16)


@given(ranges(SIXTEENTHS), ranges(SIXTEENTHS), ranges(SIXTEENTHS))
@settings(deadline=None)
def test_laws_of_sets_hold_with_weights(a, b, c):
    everything, nothing = Range.random(), Range()
    assert a | b == b | a
    assert a & b == b & a
    assert (a | b) | c == a | (b | c)
    assert (a & b) & c == a & (b & c)
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (b & c) == (a | b) & (a | c)
    assert ~(a | b) == ~a & ~b
    assert ~~a == a
    assert everything - a == ~a
    assert a - a == nothing == a & nothing
    assert a | nothing == a - nothing == a & everything == a
    assert (a - b) | (a & b) in (a, (a - b) | (a & b))
    assert ((a - b).weights + (a & b).weights == a.weights).all()
    assert a & b in a or not a & b


@given(ranges(st.just(1.0)), ranges(st.just(1.0)))
@settings(deadline=None)
def test_unweighted_ranges_are_sets_of_combos(a, b):
    assert set((a | b).combos) == set(a.combos) | set(b.combos)
    assert set((a & b).combos) == set(a.combos) & set(b.combos)
    assert set((a - b).combos) == set(a.combos) - set(b.combos)
    assert a - b == a & ~b
    assert len(a) + len(b) == len(a | b) + len(a & b)
    assert len(a) == len(a.combos) == a.weight == len(list(a))
    assert (hash(a) == hash(b)) >= (a == b)
    assert len({a, b}) == (1 if a == b else 2)


def test_decimal_weights_stay_decimal():
    assert (~Range("random:0.7")).text == "random:0.3"
    assert (Range("AA") - Range("AA:0.9")).text == "AA:0.1"


def test_operators_want_ranges():
    for operation in ("__or__", "__and__", "__sub__"):
        assert getattr(Range("AA"), operation)("AA") is NotImplemented
    assert Range("AA") != "AA"
    assert Range("AA") != Range("AA:0.5")


def test_in_asks_for_combos_classes_and_ranges():
    hands = Range("QQ+, AKs, AhQx:0.1")
    assert "AKs" in hands
    assert "AK" not in hands
    assert "AhKh" in hands
    assert "KhAh" in hands
    assert "A♥K♥" in hands
    assert "AhQd" in hands
    assert "AhQd" not in Range("none")
    assert (51, 50) in hands
    assert ("Kh", "Ah") in hands
    assert (0, 51) not in hands
    assert "KK+, AKs" in hands
    assert Range("QQ") in hands
    assert Range("JJ+") not in hands
    assert Range() not in hands
    for nonsense in ("AKx+", "", "As", (51, 51), (51,), 7, None):
        with pytest.raises(RangeError):
            nonsense in hands  # noqa: B015


def test_range_cannot_be_changed():
    hands = Range("AA")
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        hands.weights.setflags(write=True)
    with pytest.raises(AttributeError):
        hands.weights = np.ones(1326)
    with pytest.raises(AttributeError):
        hands.name = "aces"
    given_weights = np.zeros(1326)
    copied = Range(given_weights)
    given_weights[0] = 1
    assert copied == Range()
    assert Range(-given_weights * 0) == Range()  # minus zero is zero
    assert hash(Range(-given_weights * 0)) == hash(Range())


def test_remove_takes_every_combo_with_a_card():
    assert held(Range("AA").remove("As")) == combos("AhAd AhAc AdAc")
    assert len(Range.random().remove("As Kd 7h")) == 49 * 48 // 2
    assert Range("AA:0.5").remove([51, "Kd"]).weight == 1.5
    with pytest.raises(sw.CardError):
        Range("AA").remove("Ax")


def test_grid_has_mean_weights_with_suited_hands_above_the_diagonal():
    grid = Range("AA:0.1, AKs:0.3, A2o:0.7, KsKh").grid()
    assert grid.shape == (13, 13)
    assert grid.dtype == np.float64
    assert (grid[0, 0], grid[0, 1], grid[12, 0], grid[1, 1]) == (0.1, 0.3, 0.7, 1 / 6)
    assert np.count_nonzero(grid) == 4
    assert [len(Range(hand)) for hand in HANDS] == [6 if i == j else 4 if i < j else 12 for i in range(13) for j in range(13)]
    for place, hand in enumerate(HANDS):
        assert np.flatnonzero(Range(hand).grid()).tolist() == [place]


# ---------------------------------------------------------------------------------------- the order of starting hands


def order():
    with open(HERE.parent / "tables/preflop_order.csv") as file:
        return [(row["hand"], int(row["wins"]), int(row["ties"])) for row in csv.DictReader(file)]


def test_order_is_that_of_the_table():
    from steelwheel.starting_hands import best_first, hand_name

    rows = order()
    assert [hand_name(index) for index in best_first()] == [hand for hand, _, _ in rows]
    shares = [2 * wins + ties for _, wins, ties in rows]
    assert all(more > less for more, less in itertools.pairwise(shares))
    number = {hand: len(Range(hand)) for hand in HANDS}
    assert sum(share * number[hand] for share, (hand, _, _) in zip(shares, rows)) == 1326 * 2_097_572_400  # on average, half


@pytest.mark.parametrize("hand", ["AsAh", "7s2s"])
def test_order_agrees_with_playing_every_board(hand):
    """Boards one by one, up to renaming the suits that the hand leaves alike, against every opponent."""
    hero = sw.parse_cards(hand)
    index = sw.combo_index(*hero)
    left = [card for card in range(52) if card not in hero]
    boards = np.fromiter(itertools.chain.from_iterable(itertools.combinations(left, 5)), np.uint8).reshape(-1, 5)
    smallest = np.full(len(boards), (1 << 64) - 1, np.uint64)
    for suits in itertools.permutations(range(4)):
        renamed = np.array([card & ~3 | suits[card & 3] for card in range(52)])
        if set(renamed[list(hero)].tolist()) == set(hero):
            bits = np.uint64(1) << renamed.astype(np.uint64)
            np.minimum(smallest, bits[boards].sum(axis=1), out=smallest)
    _, first, times = np.unique(smallest, return_index=True, return_counts=True)
    sharing = np.array([i for i in range(1326) if set(sw.combo_cards(i)) & set(hero)])
    wins = ties = 0
    for start in range(0, len(first), 4096):
        part = slice(start, start + 4096)
        strength = sw.board_strengths(boards[first[part]])
        mine = strength[:, index].copy()
        strength[:, sharing] = 0
        wins += int(times[part] @ ((strength > 0) & (strength < mine[:, None])).sum(axis=1))
        ties += int(times[part] @ (strength == mine[:, None]).sum(axis=1))
    name = {"AsAh": "AA", "7s2s": "72s"}[hand]
    assert {row[0]: row[1:] for row in order()}[name] == (wins, ties)


@given(st.floats(0, 1))
def test_top_holds_exactly_that_part_of_all_combos(fraction):
    hands = Range.top(fraction)
    assert hands.weight == pytest.approx(1326 * fraction, abs=1e-8)
    grid = hands.grid()
    assert np.count_nonzero((grid > 0) & (grid < 1)) <= 1  # at most one starting hand is divided
    assert Range.top(fraction / 2) in hands or not Range.top(fraction / 2)


def test_top_by_name_and_number():
    assert Range.top(0) == Range()
    assert Range.top(1) == Range.random()
    assert Range.top(6 / 1326) == Range("AA")
    assert Range.top(0.15) == Range("15%")
    assert Range("5%-10%") == Range.top(0.1) - Range.top(0.05)
    assert Range("85%-100%") == ~Range.top(0.85)
    for wrong in (15, -0.1, float("nan")):
        with pytest.raises(RangeError, match="fractions run from 0 to 1"):
            Range.top(wrong)


# ------------------------------------------------------------------------------------------------- combos and indices


def test_combo_index_counts_pairs_of_cards():
    pairs = [(a, b) for b in range(52) for a in range(b)]
    assert [sw.combo_index(a, b) for a, b in pairs] == list(range(1326))
    assert [sw.combo_cards(i) for i in range(1326)] == pairs
    assert (sw.combo_cards(np.arange(1326)) == np.array(pairs)).all()
    cards = np.array(pairs)
    assert (sw.combo_index(cards[:, 1], cards[:, 0]) == np.arange(1326)).all()
    assert sw.combo_index([1, 2], 3).tolist() == [4, 5]
    assert sw.combo_cards([[0], [3]]).shape == (2, 1, 2)
    strengths = sw.board_strengths("2c 3d 9h Jh Ks")
    assert strengths[sw.combo_index(51, 50)] == sw.evaluate("As Ah 2c 3d 9h Jh Ks")
    assert Counter(type(i) for i in (sw.combo_index(np.uint8(3), 7), *sw.combo_cards(5))) == {int: 3}


@pytest.mark.parametrize("pair", [(3, 3), (52, 0), (-1, 3), (0.5, 2)])
def test_combo_index_refuses_what_is_no_pair_of_cards(pair):
    with pytest.raises(sw.CardError):
        sw.combo_index(*pair)


def test_combo_cards_refuses_what_is_no_index():
    for wrong in (-1, 1326, [0, 2000]):
        with pytest.raises(sw.CardError, match="no combo"):
            sw.combo_cards(wrong)
