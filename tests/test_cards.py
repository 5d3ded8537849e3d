"""Cards: text in many spellings, codes, errors that name the card, other libraries' codes."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import steelwheel as sw

DECK_TEXT = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

# ------------------------------------------------------------------------------------------------------ text and codes


def test_a_card_is_four_times_its_rank_plus_its_suit():
    assert [sw.card_text(card) for card in range(52)] == DECK_TEXT
    assert [sw.parse_cards(text) for text in DECK_TEXT] == [(card,) for card in range(52)]
    assert (sw.parse_cards("2c"), sw.parse_cards("As")) == ((0,), (51,))


@pytest.mark.parametrize(
    "text",
    [
        "As Th 2c",
        "AsTh2c",
        "as th 2c",
        "AS TH 2C",
        "aSTh2C",
        "As,Th,2c",
        "As, Th, 2c",
        " As\tTh\n2c ",
        ",As,,Th 2c,",
        "As10h2c",
        "as 10H 2c",
        "A♠ T♥ 2♣",
        "A♠T♥2♣",
        "a♤t♡2♧",
        "A♠\ufe0f 10♥\ufe0f 2♣\ufe0f",
    ],
)
def test_text_of_cards_is_read_in_many_spellings(text):
    assert sw.parse_cards(text) == (51, 34, 0)


def test_diamonds_have_symbols_too():
    assert sw.parse_cards("K♦ Q♢") == (45, 41)


@pytest.mark.parametrize(
    "cards",
    [
        ["As", "Th", "2c"],
        ("As Th", "2c"),
        [51, 34, 0],
        (51, "Th", 0),
        bytes([51, 34, 0]),
        np.array([51, 34, 0], np.uint8),
        np.array([51, 34, 0], np.int64),
        iter([51, "Th2c"]),
        (card for card in (51, 34, 0)),
    ],
)
def test_iterables_of_texts_and_codes_are_read(cards):
    codes = sw.parse_cards(cards)
    assert codes == (51, 34, 0)
    assert [type(code) for code in codes] == [int] * 3


@pytest.mark.parametrize("nothing", ["", "  ", ",", [], (), [""]])
def test_nothing_is_no_cards(nothing):
    assert sw.parse_cards(nothing) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1s", "'1s'"),
        ("As Kd 7", "'7' in 'As Kd 7'"),
        ("AsK", "'K' in 'AsK'"),
        ("2f", "'2f'"),
        ("Ah Ac Jd 3c 2f", "'2f' in"),
        ("0s", "'0s'"),
        ("11s", "'11s'"),
        ("100s", "'100s'"),
        ("sA", "'sA'"),
        ("A s", "'A' in 'A s'"),
        ("As Xx Kd", "'Xx' in 'As Xx Kd'"),
        ("As;Kd", "';Kd' in"),
        ("AA", "'AA'"),
        ("QQ+", "'QQ\\+'"),
        ("♠A", "'♠A'"),
        ("As\0", "'\\\\x00'|'\0'"),
    ],
)
def test_text_that_is_no_card_is_named(text, named):
    with pytest.raises(sw.CardError, match=f"^{named}.* is no card: a card is a rank 2-9 T J Q K A and a suit c d h s"):
        sw.parse_cards(text)


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ([52], "52"),
        ([255], "255"),
        ([-1], "-1"),
        ([300], "300"),
        ([2**70], str(2**70)),
        ([1.0], "1.0"),
        ([True], "True"),
        ([None], "None"),
        ([[1, 2]], r"\[1, 2\]"),
        (["As", 52], "52"),
        (["As", "Kx"], "'Kx'"),
        (np.array([3, 300]), "300"),
        (np.array([3.0]), "3.0"),
        (np.array([True]), "True"),
        (b"As", "65"),
    ],
)
def test_things_that_are_no_cards_are_named(cards, named):
    with pytest.raises(sw.CardError, match=f"{named}.* is no card"):
        sw.parse_cards(cards)


@pytest.mark.parametrize("cards", ["AsAs", "As Kd As", ["As", "Kd", 51], [51, 45, 51], "A♠ 10d as"])
def test_a_card_that_stands_twice_is_named(cards):
    with pytest.raises(sw.CardError, match="As stands twice in As"):
        sw.parse_cards(cards)


def test_card_errors_are_value_errors():
    assert issubclass(sw.CardError, ValueError)


@settings(deadline=None)
@given(st.text(alphabet="23456789TJQKAtjqka10cdhsCDHS♠♥♦♣♤♡♢♧\ufe0f ,\t\u00a0\u3000ſ\u212a;x", max_size=12) | st.text(max_size=8))
@example("Aſ")
@example("\u212as")
@example("As\u00a0")
@example("\u00a0As")
@example("As\x1c")
def test_any_text_is_cards_or_a_card_error(text):
    try:
        codes = sw.parse_cards(text)
    except sw.CardError:
        return
    assert len(set(codes)) == len(codes)
    assert set(codes) <= set(range(52))
    assert sum(letter in "cdhsCDHS♠♥♦♣♤♡♢♧" for letter in text) == len(codes)


@settings(deadline=None)
@given(st.lists(st.integers(0, 51), unique=True), st.sampled_from(["", " ", ",", ", ", "\n"]))
def test_cards_written_are_read_again(codes, separator):
    assert sw.parse_cards(sw.format_cards(codes, separator)) == tuple(codes)


def test_cards_are_written_from_any_integers():
    assert sw.format_cards([51, 46, 0]) == "As Kh 2c"
    assert sw.format_cards(np.array([51, 46, 0], np.uint8), "") == "AsKh2c"
    assert sw.format_cards([]) == ""


@pytest.mark.parametrize("code", [52, -1, 255, 1000])
def test_codes_that_are_no_cards_are_not_written(code):
    with pytest.raises(sw.CardError, match=f"{code} is no card"):
        sw.card_text(code)
    with pytest.raises(sw.CardError, match=f"{code} is no card"):
        sw.format_cards([0, code])


def test_bit_c_of_a_mask_is_card_c():
    assert sw.cards_mask([]) == 0
    assert sw.cards_mask([0, 51, 4]) == 1 | 1 << 51 | 1 << 4
    assert sw.cards_mask(range(52)) == 2**52 - 1


# ---------------------------------------------------------------------------------------------- other libraries' codes

KNOWN = [  # published: each library's documentation or source, Cactus Kev's page for the bit fields
    ("acpc", "2c", 0),
    ("acpc", "As", 51),
    ("openspiel", "2d", 1),
    ("openspiel", "3c", 4),
    ("phevaluator", "2s", 3),
    ("phevaluator", "Ac", 48),
    ("suit-major", "2c", 0),
    ("suit-major", "Ac", 12),
    ("suit-major", "2d", 13),
    ("suit-major", "As", 51),
    ("eval7", "2c", 1),
    ("eval7", "3c", 2),
    ("eval7", "2d", 1 << 13),
    ("eval7", "As", 1 << 51),
    ("treys", "As", 0x10001C29),
    ("treys", "Kd", 0x08004B25),
    ("treys", "5s", 0x00081307),
    ("treys", "Jc", 0x0200891D),
    ("treys", "2c", 0x00018002),
    ("deuces", "Kd", 0x08004B25),
    ("rlcard", "As", 0),
    ("rlcard", "2s", 1),
    ("rlcard", "Ks", 12),
    ("rlcard", "Ah", 13),
    ("rlcard", "Ad", 26),
    ("rlcard", "Ac", 39),
    ("rlcard", "Kc", 51),
]


@pytest.mark.parametrize(("coding", "card", "code"), KNOWN)
def test_other_libraries_code_this_card_so(coding, card, code):
    (ours,) = sw.parse_cards(card)
    assert sw.to_coding(ours, coding) == code
    assert sw.from_coding(code, coding) == ours
    assert type(sw.to_coding(ours, coding)) is int
    assert type(sw.from_coding(code, coding)) is int


def test_every_coding_has_a_known_code():
    assert {coding for coding, _, _ in KNOWN} == set(sw.CODINGS)


@pytest.mark.parametrize("coding", sw.CODINGS)
@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.uint64])
def test_all_cards_go_to_a_coding_and_back(coding, dtype):
    cards = np.arange(52).reshape(4, 13).astype(dtype)
    codes = sw.to_coding(cards, coding)
    assert codes.shape == (4, 13)
    assert len(np.unique(codes)) == 52
    back = sw.from_coding(codes, coding)
    assert back.dtype == np.uint8
    assert np.array_equal(back, cards)
    assert sw.from_coding(codes.tolist(), coding).tolist() == cards.tolist()


@pytest.mark.parametrize("coding", sw.CODINGS)
def test_no_cards_have_no_codes(coding):
    assert sw.to_coding([], coding).shape == (0,)
    assert sw.from_coding(np.empty((3, 0), np.int64), coding).shape == (3, 0)


@pytest.mark.parametrize(
    "cards", [52, -1, [0, 255], np.array([[300]]), np.array([2**40]), 1.0, [1.5], True, "As", np.array([False])]
)
def test_what_is_no_card_is_not_coded(cards):
    with pytest.raises(sw.CardError):
        sw.to_coding(cards, "treys")


@pytest.mark.parametrize(
    ("coding", "codes", "named"),
    [
        ("acpc", 52, "52"),
        ("suit-major", [0, -1], "-1"),
        ("eval7", 3, "3"),
        ("eval7", [1, 0], "0"),
        ("treys", [0x10001C29, 0x10001C28], str(0x10001C28)),
        ("rlcard", np.array([[0, 1], [2, 99]]), "99"),
        ("eval7", 1 << 52, str(1 << 52)),
    ],
)
def test_codes_that_a_coding_does_not_have_are_named(coding, codes, named):
    with pytest.raises(sw.CardError, match=f"^{named} is no card in the coding '{coding}'"):
        sw.from_coding(codes, coding)


@pytest.mark.parametrize("convert", [sw.to_coding, sw.from_coding])
def test_an_unknown_coding_is_refused_naming_those_there_are(convert):
    with pytest.raises(ValueError, match=r"no coding 'tarot': there are acpc, .*eval7.*rlcard"):
        convert(0, "tarot")
