"""Hands: what `evaluate` takes and refuses, categories, names, the five cards that play."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
import reference

import steelwheel as sw
from steelwheel import hands
from steelwheel._native import ffi, lib

ROYAL = "As Ks Qs Js Ts"
HANDS = ["As Kd 7h 7c 2d 9s Th", "Ah Ad Ac Ks Kd 2c 3d", "2c 3d 4h 5s 7c 8d 9h"]
CODES = [sw.parse_cards(hand) for hand in HANDS]


def strength_of(text):
    """By the reference."""
    return reference.strengths()[reference.value(reference.cards(text))]


STRENGTHS = [strength_of(hand) for hand in HANDS]

# --------------------------------------------------------------------------------------------------------- one hand


@pytest.mark.parametrize(
    "hand",
    [
        HANDS[0],
        HANDS[0].replace(" ", ""),
        HANDS[0].lower().replace("t", "10"),
        HANDS[0].split(),
        tuple(HANDS[0].split()),
        list(CODES[0]),
        CODES[0],
        bytes(CODES[0]),
        bytearray(CODES[0]),
        memoryview(bytes(CODES[0])),
        [np.uint8(card) for card in CODES[0]],
        tuple(np.array(CODES[0])),
        np.array(CODES[0]),
        np.array(CODES[0], np.uint8),
        np.array(CODES[0], ">i2"),
        np.array(HANDS[0].split()),
    ],
    ids=lambda hand: type(hand).__name__,
)
def test_one_hand_has_an_int_for_strength(hand):
    strength = sw.evaluate(hand)
    assert strength == STRENGTHS[0]
    assert type(strength) is int


def test_a_range_of_codes_is_a_hand():
    assert sw.evaluate(range(5)) == strength_of("2c 2d 2h 2s 3c")


@pytest.mark.parametrize("hand", [ROYAL, ROYAL + " 2c", ROYAL + " 2c 3d"])
def test_the_royal_flush_is_the_strongest_of_five_six_and_seven_cards(hand):
    assert sw.evaluate(hand) == 7462


def test_seven_five_four_three_deuce_is_the_weakest():
    assert sw.evaluate("7c 5d 4h 3s 2c") == 1


@pytest.mark.parametrize("k", [5, 6, 7])
@pytest.mark.parametrize("kind", [tuple, list, bytes, np.array])
def test_single_hands_have_the_strength_of_the_reference(kind, k):
    for row in sw.deal(300, k, seed=k).tolist():
        assert sw.evaluate(kind(row)) == reference.strengths()[reference.value(row)]


# --------------------------------------------------------------------------------------------------------- many hands


@pytest.mark.parametrize(
    "hands",
    [
        HANDS,
        tuple(HANDS),
        [hand.split() for hand in HANDS],
        CODES,
        [list(codes) for codes in CODES],
        np.array(CODES),
        np.array(CODES, np.uint8),
        np.array(CODES, np.int8),
        np.array(CODES, np.uint64),
        np.array(CODES, ">i4"),
        np.array([hand.split() for hand in HANDS]),
        [np.array(codes, np.uint8) for codes in CODES],
    ],
    ids=lambda hands: type(hands).__name__,
)
def test_many_hands_have_an_array_for_strength(hands):
    strengths = sw.evaluate(hands)
    assert strengths.dtype == np.uint16
    assert strengths.tolist() == STRENGTHS


def test_one_text_in_a_list_is_many_hands():
    assert sw.evaluate([ROYAL]).tolist() == [7462]


def test_leading_axes_are_kept():
    rows = sw.deal(24, 6, seed=3)
    strengths = sw.evaluate(rows)
    for shape in [(24,), (4, 6), (2, 3, 4), (1, 24), (24, 1)]:
        assert np.array_equal(sw.evaluate(rows.reshape(*shape, 6)), strengths.reshape(shape))
    assert sw.evaluate(rows.reshape(2, 12, 6).tolist()).tolist() == strengths.reshape(2, 12).tolist()


def test_the_input_is_left_as_it_was():
    rows = sw.deal(300, 7, seed=3)
    before = rows.copy()
    sw.evaluate(rows)
    assert np.array_equal(rows, before)


# ---------------------------------------------------------------------------------------------------------------- out=

ROWS = sw.deal(600, 7, seed=1)


def outs():
    """Arrays of shape (600,) that C cannot, or can, write to itself."""
    yield "plain", np.zeros(600, np.uint16)
    yield "every other", np.zeros(1200, np.uint16)[::2]
    yield "backwards", np.zeros(600, np.uint16)[::-1]
    yield "a column", np.zeros((600, 3), np.uint16)[:, 1]
    yield "at an odd address", np.zeros(1201, np.uint8)[1:].view(np.uint16)
    yield "a field", np.zeros(600, [("seat", np.uint8), ("strength", np.uint16)])["strength"]


@pytest.mark.parametrize(("name", "out"), list(outs()))
def test_strengths_are_written_to_out_wherever_it_lies(name, out):
    assert sw.evaluate(ROWS, out=out) is out
    assert np.array_equal(out, sw.evaluate(ROWS))


@pytest.mark.parametrize(("name", "out"), list(outs()))
def test_rows_before_a_bad_one_are_in_out_wherever_it_lies(name, out):
    rows = ROWS.copy()
    rows[321, 2] = 52
    with pytest.raises(sw.CardError, match=r"hand \[321\] holds 52"):
        sw.evaluate(rows, out=out)
    assert np.array_equal(out[:321], sw.evaluate(ROWS)[:321])


@pytest.mark.parametrize(("name", "out"), list(outs()))
def test_c_writes_to_aligned_memory_only(name, out, monkeypatch):
    class Watched:
        """The C functions, watched: x86 forgives a misaligned address, others do not."""

        def __getattr__(self, function):
            def call(*arguments):
                for argument in arguments:
                    if isinstance(argument, ffi.CData) and ffi.sizeof(ffi.typeof(argument).item) > 1:
                        assert int(ffi.cast("uintptr_t", argument)) % ffi.sizeof(ffi.typeof(argument).item) == 0
                return getattr(lib, function)(*arguments)

            return call

    monkeypatch.setattr(hands, "lib", Watched())
    masks = np.frombuffer(b"?" + np.full(600, 0b11111, np.uint64).tobytes(), np.uint64, 600, 1)
    assert not masks.flags.aligned
    assert np.array_equal(sw.evaluate(ROWS, out=out), sw.evaluate(ROWS))
    assert (sw.evaluate_masks(masks, out=out) == sw.evaluate_masks(0b11111)).all()


def test_nothing_beside_out_is_written():
    table = np.full((600, 3), 9, np.uint16)
    sw.evaluate(ROWS, out=table[:, 1])
    assert (table[:, ::2] == 9).all()
    assert np.array_equal(table[:, 1], sw.evaluate(ROWS))


def test_out_of_no_axes_takes_one_hand():
    out = np.zeros((), np.uint16)
    assert sw.evaluate(ROYAL, out=out) is out
    assert out == 7462
    assert sw.evaluate(CODES[1], out=out) == STRENGTHS[1]


def test_out_of_many_axes_takes_many_hands():
    out = np.zeros((20, 30), np.uint16, order="F")
    sw.evaluate(ROWS.reshape(20, 30, 7), out=out)
    assert np.array_equal(out, sw.evaluate(ROWS).reshape(20, 30))


def test_masks_are_written_to_out_too():
    masks = [sw.cards_mask(row) for row in ROWS.tolist()]
    for _, out in outs():
        assert sw.evaluate_masks(masks, out=out) is out
        assert np.array_equal(out, sw.evaluate(ROWS))


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(599, np.uint16),
        np.zeros(601, np.uint16),
        np.zeros((600, 1), np.uint16),
        np.zeros((1, 600), np.uint16),
        np.zeros((), np.uint16),
        np.zeros(600, np.int16),
        np.zeros(600, np.uint32),
        np.zeros(600, np.float64),
        np.zeros(600, ">u2"),
        np.zeros(1200, np.uint8),
        [0] * 600,
        bytearray(1200),
    ],
    ids=lambda out: f"{type(out).__name__} {getattr(out, 'dtype', '')} {getattr(out, 'shape', '')}",
)
@pytest.mark.parametrize("function", [sw.evaluate, lambda rows, out: sw.evaluate_masks([0b11111] * 600, out=out)])
def test_out_of_another_shape_or_dtype_is_refused_and_left_alone(function, out):
    before = bytes(np.asarray(out))
    with pytest.raises(ValueError, match=r"out must be a uint16 array of shape \(600,\), not "):
        function(ROWS, out=out)
    assert bytes(np.asarray(out)) == before


def test_read_only_out_is_refused_and_left_alone():
    out = np.zeros(600, np.uint16)
    out.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        sw.evaluate(ROWS, out=out)
    assert not out.any()


# ------------------------------------------------------------------------------------------------------------ bad hands


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("1s Kd 7h 7c 2d", "'1s'"),
        ("As Kd 7h 7c 2x", "'2x'"),
        ("As Kd 7h 7c 7", "'7'"),
        ("As Kd 7", "'7'"),
        ("AsAs", "As"),
        ("AsAs7h7c2d", "As stands twice"),
        (["As", "As", "7h", "7c", "2d"], "^As stands twice"),
        (["As", "Kd", "7h", "7c", "1s"], "^'1s' is no card"),
        ([0, 4, 8, 12, 52], "52"),
        ([0, 4, 8, 12, 255], "255"),
        ([0, 4, 8, 12, 256], "256"),
        ((0, 4, 8, 12, 300), "300"),
        ([0, 4, 8, 12, -1], "-1"),
        (bytes([0, 4, 8, 12, 52]), "52"),
        (bytes([0, 4, 8, 12, 255]), "255"),
        ((0, 4, 8, 12, 12), "5c twice"),
        (bytes([51, 51, 0, 1, 2]), "As twice"),
        ([0.0, 4.0, 8.0, 12.0, 17.0], "float64"),
        ([0, 4, 8, 12, 17.5], "float64"),
        ([0, 4, 8, 12, float("nan")], "float64"),
        ([True, False, True, False, True], None),
        (np.array([True] * 5), "bool"),
        (np.array([0, 4, 8, 12, 17], complex), "complex"),
        (np.array([0, 4, 8, 12, 17], "datetime64[s]"), "datetime64"),
        ([0, 4, 8, 12, None], None),
        ([0, 4, 8, 12, 2**70], None),
        ([0, 4, 8, 12, Fraction(3)], None),
        (None, None),
        (17, None),
        (b"abcde", "97"),
    ],
)
def test_a_bad_hand_is_refused_naming_the_card(hand, named):
    with pytest.raises(sw.CardError, match=named):
        sw.evaluate(hand)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 52])
def test_another_number_of_cards_is_named(count):
    codes = list(range(count))
    text = sw.format_cards(codes)
    for hand in (text, codes, tuple(codes), bytes(codes), np.array(codes, np.uint8), np.array([codes], np.int64)):
        with pytest.raises(sw.CardError, match=f"^{count} cards.*5, 6 or 7"):
            sw.evaluate(hand)


@pytest.mark.parametrize("wrong", [52, 63, 64, 127, 128, 180, 255, 256, 300, 307, 65536, 2**32, 2**40 + 5, -1, -128, -256])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_codes_are_not_wrapped(wrong, dtype):
    if not np.iinfo(dtype).min <= wrong <= np.iinfo(dtype).max:
        with pytest.raises(OverflowError):  # no array of this dtype can hold it
            np.array([wrong], dtype)
        return
    rows = sw.deal(40, 7, seed=1).astype(dtype)
    rows[23, 4] = wrong
    with pytest.raises(sw.CardError, match=rf"hand \[23\] holds {wrong}: card codes are 0\.\.51"):
        sw.evaluate(rows)
    with pytest.raises(sw.CardError, match=rf"hand \[2, 3\] holds {wrong}: "):
        sw.evaluate(rows.reshape(4, 10, 7)[:, :, ::-1])


@pytest.mark.parametrize("layout", [np.ascontiguousarray, np.asfortranarray, lambda rows: np.repeat(rows, 2, axis=0)[::2]])
@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_a_repeated_card_is_named_with_its_row(layout, dtype):
    rows = sw.deal(40, 7, seed=1).astype(dtype)
    rows[23, 4] = rows[23, 1]
    card = sw.card_text(rows[23, 1])
    with pytest.raises(sw.CardError, match=rf"^hand \[23\] has {card} twice: .*{card}"):
        sw.evaluate(layout(rows))
    with pytest.raises(sw.CardError, match=rf"^hand \[3, 3\] has {card} twice: "):
        sw.evaluate(layout(rows).reshape(8, 5, 7)[1:])


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ("As Kd 7h 7c 2d 9s 1s", "'1s'"),
        ("As Kd 7h 7c 2d 9s As", "As .*twice"),
        ("As Kd 7h 7c 2d 9s 7", "'7'"),
        ("As Kd 7h 7c 2d 9s", r"\b6\b"),
        ("As Kd 7h 7c 2d 9s Th 2s", r"\b8\b"),
        ("", r"\b0\b"),
    ],
)
@pytest.mark.parametrize("row", [0, 2])
def test_a_bad_text_among_many_is_named_with_its_row(wrong, named, row):
    hands = list(HANDS)
    hands[row] = wrong
    with pytest.raises(sw.CardError, match=named) as error:
        sw.evaluate(hands)
    assert f"hand [{row}]" in str(error.value)


@pytest.mark.parametrize(("wrong", "named"), [("1s", "'1s'"), ("Ks", "Ks .*twice"), ("", None), ("5c6c", None), ("46", "'46'")])
@pytest.mark.parametrize("make", [list, np.array])
def test_a_bad_card_in_a_table_of_texts_is_named_with_its_row(make, wrong, named):
    hands = [hand.split() for hand in HANDS]
    hands[1][4] = wrong
    with pytest.raises(sw.CardError, match=named) as error:
        sw.evaluate(make(hands))
    assert "hand [1]" in str(error.value)


@pytest.mark.parametrize("cells", [["As Kd", "", "7h", "7c", "2d"], ["As Kd", "Kh", "7h", "7c", "2d"]])
def test_a_cell_of_text_is_one_card(cells):
    with pytest.raises(sw.CardError):
        sw.evaluate([cells])
    with pytest.raises(sw.CardError):
        sw.evaluate(np.array(cells))


def test_rows_of_different_lengths_are_refused():
    with pytest.raises(sw.CardError):
        sw.evaluate([[0, 4, 8, 12, 17], [0, 4, 8, 12]])
    with pytest.raises(sw.CardError):
        sw.evaluate([list(CODES[0]), list(CODES[1])[:6]])
    with pytest.raises(sw.CardError):
        sw.board_strengths([[0, 4, 8, 12, 17], [0, 4, 8, 12]])
    with pytest.raises(sw.CardError):
        sw.board_strengths([f"2{suit} 5{suit} 9{suit} Jd Kc" for suit in "cdhs"] + ["As"])


@pytest.mark.parametrize("columns", [0, 1, 4, 8, 52])
@pytest.mark.parametrize("rows", [0, 1, 300])
def test_another_number_of_columns_is_named(rows, columns):
    with pytest.raises(sw.CardError, match=f"^{columns} cards a row, where 5, 6 or 7 are wanted"):
        sw.evaluate(np.zeros((rows, columns), np.uint8))


@pytest.mark.parametrize(
    "boards",
    [
        "2c 3c 4c 5c",
        "2c 3c 4c 5c 6c 7c",
        "2c 2c 4c 5c 6c",
        "2c 3c 4c 5c 1c",
        [0, 1, 2, 3, 300],
        [0, 1, 2, 3, -1],
        [0.0, 1, 2, 3, 4],
        "",
        [],
        None,
    ],
)
def test_a_bad_board_is_refused(boards):
    with pytest.raises(sw.CardError):
        sw.board_strengths(boards)


@pytest.mark.parametrize("masks", [0, 0b1111, 0xFF, -1, 1 << 52 | 0b1111, 1 << 64, 31.0, True, "31", [0b11111, -31], [31.0], None])
def test_a_bad_mask_is_refused(masks):
    with pytest.raises(sw.CardError, match="mask"):
        sw.evaluate_masks(masks)


def test_masks_of_any_integers_and_shape_are_evaluated():
    wanted = sw.evaluate([0, 1, 2, 3, 4])
    assert sw.evaluate_masks(0b11111) == wanted
    assert type(sw.evaluate_masks(0b11111)) is int
    assert type(sw.evaluate_masks(np.uint64(0b11111))) is int
    for dtype in (np.int8, np.uint16, np.int64, ">u8"):
        strengths = sw.evaluate_masks(np.full((2, 3), 0b11111, dtype))
        assert (strengths.dtype, strengths.shape) == (np.uint16, (2, 3))
        assert (strengths == wanted).all()
    assert sw.evaluate_masks([]).shape == (0,)


# ------------------------------------------------------------------------------------------- categories, other scales


def test_categories_are_those_of_the_reference():
    for value, strength in reference.strengths().items():
        kind = sw.category(strength)
        assert kind == value[0]
        assert isinstance(kind, sw.Category)
    assert [kind.name for kind in sw.Category] == [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FLUSH",
        "FULL_HOUSE",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ]


@pytest.mark.parametrize("dtype", [np.uint16, np.int64, ">i4"])
def test_categories_of_an_array_are_an_array_of_its_shape(dtype):
    strengths = np.arange(1, 7463).reshape(2, 3731).astype(dtype)
    categories = sw.category(strengths)
    assert categories.dtype == np.uint8
    assert categories.tolist() == [[sw.category(int(strength)) for strength in row] for row in strengths]


@pytest.mark.parametrize("dtype", [np.uint16, np.int64, ">i4"])
def test_cactus_kev_counts_from_the_royal_flush_and_back(dtype):
    strengths = np.arange(1, 7463).astype(dtype)
    classes = sw.cactus_kev(strengths)
    assert classes.tolist() == list(range(7462, 0, -1))
    assert np.array_equal(sw.cactus_kev(classes), strengths)
    assert sw.cactus_kev(7462) == 1
    assert type(sw.cactus_kev(1)) is int
    assert sw.cactus_kev(sw.evaluate("5c 4c 3c 2c Ac")) == 10


def test_no_strengths_have_no_categories():
    for nothing in ([], np.empty(0, np.uint16), np.empty((0, 3), np.uint16)):
        assert sw.category(nothing).shape == np.shape(nothing)
        assert sw.cactus_kev(nothing).shape == np.shape(nothing)


@pytest.mark.parametrize("function", [sw.category, sw.cactus_kev])
@pytest.mark.parametrize("strength", [0, 7463, -1, 65535, [1, 0], np.array([[7462, 7463]]), 1.0, [1.5], True, "9", None])
def test_what_is_no_strength_is_refused(function, strength):
    with pytest.raises(ValueError, match="strength"):
        function(strength)


# ---------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("As Ks Qs Js Ts 2c 3d", "royal flush"),
        ("9h 8h 7h 6h 5h", "straight flush, nine high"),
        ("5d 4d 3d 2d Ad 6c", "straight flush, five high"),
        ("8s 8c 8d 8h 2c", "four of a kind, eights, deuce kicker"),
        ("6s 6c 6d 6h Ac Kd Qh", "four of a kind, sixes, ace kicker"),
        ("Ah Ad Ac Ks Kd 2c 3d", "full house, aces full of kings"),
        ("2h 2d 2c 6s 6d", "full house, deuces full of sixes"),
        ("Ac Jc 8c 6c 2c", "flush, ace-jack-eight-six-deuce"),
        ("As 2d 3h 4c 5s Kd Kh", "straight, five high"),
        ("Ts Jd Qh Ks Ac", "straight, ace high"),
        ("8s 8h 8d Kc 3s", "three of a kind, eights, king-three kickers"),
        ("As Ad 9h 9c Qd 2s", "two pair, aces and nines, queen kicker"),
        ("Kh Kc Ad 8s 4h", "pair of kings, ace-eight-four kickers"),
        ("Ad Js 9c 6h 3d", "high card, ace-jack-nine-six-three"),
    ],
)
def test_hands_have_names_that_a_person_says(hand, name):
    assert sw.describe(hand) == name
    assert sw.describe(sw.parse_cards(hand)) == name
    assert sw.describe(sw.evaluate(hand)) == name


def test_all_strengths_have_names_of_their_own():
    names = [sw.describe(strength) for strength in range(1, 7463)]
    assert len(set(names)) == 7462
    words = [
        "high card",
        "pair of",
        "two pair",
        "three of a kind",
        "straight,",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
    ]
    for strength, name in enumerate(names[:-1], start=1):
        assert name.startswith(words[sw.category(strength)])


def test_names_say_the_ranks_that_decide():
    ranks = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    for value, strength in reference.strengths().items():
        said = (
            sw.describe(strength)
            .replace("sixes", "six")
            .replace("straight", "")
            .replace("three of a kind", "")
            .replace("four of a kind", "")
        )
        said = [word.removesuffix("s") for word in said.replace("-", " ").replace(",", " ").split()]
        if strength != 7462:
            assert [word for word in said if word in ranks] == [ranks[rank - 2] for rank in value[1:]], said


def test_a_strength_may_be_of_any_integer_type():
    assert sw.describe(np.uint16(7462)) == "royal flush"
    assert sw.describe(sw.evaluate([HANDS[1]])[0]) == "full house, aces full of kings"


@pytest.mark.parametrize("hand", [0, 7463, -1, "As Kd", "", "As As Kd Kh 2c", [52, 0, 1, 2, 3], "As Kd 7h 7c 1s"])
def test_what_is_no_hand_has_no_name(hand):
    with pytest.raises(ValueError, match=r"no strength|no card|twice|cards"):
        sw.describe(hand)


# ---------------------------------------------------------------------------------------------------------- the best five


@pytest.mark.parametrize(
    ("hand", "five", "kickers"),
    [
        ("As Kd 7h 7c 2d 9s Th", "7h 7c As Kd Th", "As Kd Th"),
        ("Ah Ad Ac Ks Kd 2c 3d", "Ah Ad Ac Ks Kd", ""),
        ("2c 3d As 5h 4c Kd Kh", "5h 4c 3d 2c As", ""),
        ("9c Td Jh Qs Kc Ad", "Ad Kc Qs Jh Td", ""),
        ("Jh 6d Jd 6c Jc 6s Th", "Jh Jd Jc 6d 6c", ""),
        ("6c Qc Ad 6s Ac Td Qs", "Ad Ac Qc Qs Td", "Td"),
        ("3s 3c 3d 3h Kd Ac 2c", "3s 3c 3d 3h Ac", "Ac"),
        ("9h 9s Kc Ts 6c 9c", "9h 9s 9c Kc Ts", "Kc Ts"),
        ("2s 9s 4s Ks 7s As Ah", "As Ks 9s 7s 4s", ""),
        ("4h 8s Kd 2c Jh 9d 3s", "Kd Jh 9d 8s 4h", "Jh 9d 8s 4h"),
        ("5d 4d 3d 2d Ad 6c Kh", "5d 4d 3d 2d Ad", ""),
    ],
)
def test_the_best_five_stand_in_order_of_importance(hand, five, kickers):
    assert sw.format_cards(sw.best_five(hand)) == five
    assert sw.best_five(sw.parse_cards(hand)) == sw.parse_cards(five)
    assert sw.format_cards(sw.kickers(hand)) == kickers


@pytest.mark.parametrize("k", [5, 6, 7])
def test_the_best_five_are_of_the_hand_and_as_good(k):
    rng = np.random.default_rng(k)
    rows = [*sw.deal(700, k, seed=k), *(rng.choice(np.arange(0, 52, 2), (300, k)))]  # the latter often suited, or not a hand
    checked = 0
    for row in (row.tolist() for row in rows if len(set(row.tolist())) == k):
        five = sw.best_five(row)
        value = reference.value(row)
        assert len(set(five)) == 5
        assert set(five) <= set(row)
        assert reference.five_value(five) == value
        ranks = [card // 4 + 2 for card in five]
        deciding = value[1:] if value[0] not in (reference.STRAIGHT, reference.STRAIGHT_FLUSH) else (value[1],)
        assert list(dict.fromkeys(ranks))[: len(deciding)] == list(deciding)
        kickers = sw.kickers(row)
        assert list(kickers) == list(five[5 - len(kickers) :])
        assert len(kickers) == {0: 4, 1: 3, 2: 1, 3: 2, 7: 1}.get(value[0], 0)
        checked += 1
    assert checked > 800


def test_among_equal_fives_the_earlier_cards_play():
    assert sw.format_cards(sw.best_five("2h As Kd Qc Jh Ts Td")) == "As Kd Qc Jh Ts"
    assert sw.format_cards(sw.best_five("2h As Kd Qc Jh Td Ts")) == "As Kd Qc Jh Td"


@pytest.mark.parametrize("function", [sw.best_five, sw.kickers])
@pytest.mark.parametrize("hand", ["As Kd", "", "As As Kd Kh 2c", [52, 0, 1, 2, 3], "As Kd 7h 7c 1s", list(range(8))])
def test_what_is_no_hand_has_no_best_five(function, hand):
    with pytest.raises(sw.CardError):
        function(hand)


def test_pairs_of_hands_compare_as_the_reference_says():
    rows = sw.deal(150, 7, seed=11)
    strengths = sw.evaluate(rows).tolist()
    values = [reference.value(row) for row in rows.tolist()]
    for a, b in itertools.combinations(range(150), 2):
        assert (strengths[a] > strengths[b], strengths[a] == strengths[b]) == (values[a] > values[b], values[a] == values[b])
