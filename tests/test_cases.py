"""Cases from outside: worked hands, and cases derived from public bug reports, each answer computed by others.

tests/data/cases.json is run, and the file of the same form that STEELWHEEL_CASES names, if it does. What an operation does stands
in `OPS`, here and in every cases_*.py beside this file: a function of the case's input and of what it expects, which asserts. A
case whose feature is not built is skipped by name. Whatever a case expects and nobody checks, fails.
"""

import contextlib
import importlib
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import steelwheel as sw

DATA = Path(__file__).parent / "data"
FILES = [DATA / "cases.json", *map(Path, filter(None, [os.environ.get("STEELWHEEL_CASES")]))]
CASES = [case for file in FILES for case in json.loads(file.read_text(encoding="utf-8"))]
CATEGORIES = ["high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush"]
PROGRAMS = ("evaluate", "equity", "range", "replay", "play", "arena", "bench")


def needs(feature):
    if not hasattr(sw, feature):
        pytest.skip(f"needs sw.{feature}, which is not built")


def is_one_hand(text):
    """Whether a player's text is two cards rather than a range."""
    return re.fullmatch(r"\s*([2-9TJQKA][cdhs]\s*){2}", text) is not None


# ---------------------------------------------------------------------------------------------------------- operations


def compare_all(found, expected):
    """Every key of what is expected is found so; a key that nobody finds fails."""
    for key, wanted in expected.items():
        assert found[key] == wanted, key


def classify(given, expected):
    with expected_error(given, expected):
        strength = sw.evaluate(given["cards"])
        kind = sw.category(strength)
        ranks = [card // 4 + 2 for card in sw.best_five(given["cards"])]
        named_by_top = kind in (sw.Category.STRAIGHT, sw.Category.STRAIGHT_FLUSH)
        found = {
            "category": CATEGORIES[kind],
            "value": [int(kind), *(ranks[:1] if named_by_top else dict.fromkeys(ranks))],
            "class_1_is_best": sw.cactus_kev(strength),
            "five_ranks": sorted(ranks),
        }
        wanted = {**expected, "five_ranks": sorted(expected["five_ranks"])} if "five_ranks" in expected else expected
        compare_all(found, wanted)


def compare(given, expected):
    with expected_error(given, expected):
        board, hands = given["board"], given["hands"]
        shares = sw.equity(["".join(hand) for hand in hands], board=board).equity
        strengths = [sw.evaluate([*board, *hand]) for hand in hands]
        winners = [i for i, strength in enumerate(strengths) if strength == max(strengths)]
        assert [i for i, share in enumerate(shares) if share > 0] == winners
        compare_all({"winners": winners, "categories": [CATEGORIES[sw.category(strength)] for strength in strengths]}, expected)


def parse_card(given, expected):
    with expected_error(given, expected):
        (card,) = sw.parse_cards(given["text"])
        compare_all({"card": sw.card_text(card)}, expected)


def exact(given, expected):
    if not all(map(is_one_hand, given["players"])):
        needs("Range")
    with expected_error(given, expected):
        spot = {"board": given["board"], "dead": given["dead"]}
        result = sw.equity(given["players"], **spot)
        assert result.method == "exact"
        found = {"equity": result.equity, "win": result.win, "tie": result.tie, "deals": result.runouts, "tol": expected["tol"]}
        if "outcomes_win_lose_tie" in expected:  # counts every combo once, whatever its weight
            counts = sw.equity([unweighted(player) for player in given["players"]], **spot)
            assert counts.runouts == result.runouts
            found["outcomes_win_lose_tie"] = [counts.wins[0], counts.runouts - counts.wins[0] - counts.ties[0], counts.ties[0]]
        rounded = {key: pytest.approx(expected[key], abs=expected["tol"]) for key in ("equity", "win", "tie") if key in expected}
        compare_all(found, expected | rounded)


def unweighted(player):
    return player if is_one_hand(player) else sw.Range((sw.Range(player).weights > 0).astype(float))


def monte_carlo(given, expected):
    results = [
        sw.equity(given["players"], board=given["board"], samples=given["trials"], seed=given["seed"], threads=threads)
        for threads in given["threads"]
    ]
    assert {result.method for result in results} == {"monte carlo"}
    found = {"same_result_for_every_thread_count": len(set(results)) == 1, "within": expected["within"]}
    compare_all(found, expected)
    for name, (middle, off) in expected["within"].items():
        assert re.fullmatch(r"equity\d", name)
        assert abs(results[0].equity[int(name[-1])] - middle) <= off


def command(given, expected):
    words = shlex.split(given["command"])
    if words[0] not in PROGRAMS:
        pytest.skip(f"words, not a command line: {given['command']}")
    if words[0] == "equity" and not all(map(is_one_hand, players_of(words))):
        needs("Range")
    run = subprocess.run([sys.executable, "-m", "steelwheel", *words], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in run.stderr
    for key, wanted in expected.items():
        if key == "exit":
            assert run.returncode != 0 if wanted == "non-zero" else run.returncode == wanted
        elif key == "shows":
            assert [text for text in wanted if text not in run.stdout] == []
        elif key == "must_not_show":
            assert [text for text in wanted if text in run.stdout + run.stderr] == []
        else:
            assert key == "stderr_names"
            assert wanted in run.stderr


def players_of(words):
    """Arguments of the command line that belong to no option."""
    return [word for before, word in itertools.pairwise(words) if not word.startswith("-") and not before.startswith("--")]


OPS = {
    "classify": classify,
    "compare": compare,
    "parse_card": parse_card,
    "exact": exact,
    "monte_carlo": monte_carlo,
    "command": command,
}
for path in sorted(Path(__file__).parent.glob("cases_*.py")):
    OPS |= importlib.import_module(path.stem).OPS

FEATURES = {  # what each op waits for, as long as no OPS has it
    "expand": "Range",
    "hand": "Table",
    "payout": "split_pots",
    "run_twice_split": "Table",
    "deal": "Table",
    "dealable": "Table",
    "positions": "Table",
    "shuffle": "Deck",
    "order": "Table",
    "show_or_muck": "Table",
    "all_in_shows_all": "Table",
}

# ------------------------------------------------------------------------------- errors: what a message has to name


def repeated(given):
    cards = re.findall("[2-9TJQKA][cdhs]", json.dumps([value for key, value in given.items() if key != "op"]))
    return next(card for card in cards if cards.count(card) > 1)


def blocked(given):
    gone = [*given["board"], *given["dead"]]
    return next(player for player in given["players"] if not len(sw.Range(player).remove(gone)))


def bad_card(given):
    return next(text for text in given.get("cards", [given.get("text")]) if not re.fullmatch("[2-9TJQKA][cdhs]", text))


ERRORS = {
    "duplicate_card": (sw.CardError, repeated),
    "bad_card": (sw.CardError, bad_card),
    "bad_card_count": (sw.CardError, lambda given: str(len(given["cards"]))),
    "empty_range": (ValueError, blocked),
}


def expected_error(given, expected):
    """For a ``with``: the error of a case's kind is raised and names the thing, or the case expects none."""
    if "error" not in expected:
        return contextlib.nullcontext()
    kind, named = ERRORS[expected["error"]]
    return pytest.raises(kind, match=re.escape(named(given)))


# --------------------------------------------------------------------------------------------------------------- run


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    given, expected = case["input"], case["expected"]
    if case["area"] == "install":
        pytest.skip("an installation: CI does it, and the tests of installing below")
    if given["op"] not in OPS:
        needs(FEATURES[given["op"]])
        pytest.fail(f"sw.{FEATURES[given['op']]} is built, and no OPS has {given['op']!r}")
    *others, last = expected.get("any_of", [expected])
    for acceptable in others:
        try:
            return OPS[given["op"]](given, acceptable)
        except (AssertionError, pytest.fail.Exception, ValueError):
            continue
    return OPS[given["op"]](given, last)


def test_cases_of_every_op_are_there():
    assert {case["input"]["op"] for case in CASES} >= set(OPS) - {"shuffle", "all_in_shows_all"}
    assert len({case["id"] for case in json.loads((DATA / "cases.json").read_text(encoding="utf-8"))}) == 171


@pytest.mark.parametrize(
    ("op", "given", "expected"),
    [
        ("classify", {"cards": ["As", "Kd", "7h", "7c", "2d"]}, {"category": "two_pair"}),
        ("classify", {"cards": ["As", "Kd", "7h", "7c", "2d"]}, {"value": [1, 7, 14, 13, 3]}),
        ("classify", {"cards": ["As", "Kd", "7h", "7c", "2d"]}, {"colour": "red"}),
        ("classify", {"cards": ["As", "Kd", "7h", "7c", "2d"]}, {"error": "bad_card_count"}),
        ("classify", {"cards": ["As", "As", "7h", "7c", "2d"]}, {"category": "pair"}),
        ("compare", {"board": ["2c", "3c", "4d", "9h", "Ts"], "hands": [["As", "Ad"], ["Ks", "Kd"]]}, {"winners": [1]}),
        ("exact", {"players": ["AsAd", "KsKd"], "board": ["2c", "3c", "4d", "9h"], "dead": []}, {"win": [0.9, 0.1], "tol": 1e-6}),
        ("exact", {"players": ["AsAd", "KsKd"], "board": ["2c", "3c", "4d", "9h"], "dead": []}, {"deals": 45, "tol": 1e-6}),
        ("exact", {"players": ["AsAd", "KsKd"], "board": ["2c", "3c", "4d", "9h"], "dead": []}, {"error": "duplicate_card"}),
        ("command", {"command": "equity AsAd KsKd"}, {"exit": "non-zero"}),
        ("command", {"command": "equity AsAd KsKd"}, {"exit": 0, "shows": ["99.99"]}),
        ("command", {"command": "equity AsAd AsKd"}, {"exit": "non-zero", "stderr_names": "Ks"}),
    ],
)
def test_a_wrong_expectation_fails(op, given, expected):
    with pytest.raises((AssertionError, pytest.fail.Exception, KeyError, StopIteration, sw.CardError)):
        OPS[op](given, expected)


# ------------------------------------------------------------------------------------------------------ installing

GUARDED = """
import sys

def refuse(event, arguments):
    starts = event in ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn")
    writes = event == "open" and (arguments[1] or "").strip("rbtU") != "" and isinstance(arguments[1], str)
    if starts or writes or event.startswith(("socket.", "urllib.", "tempfile.", "os.mkdir", "os.rename", "os.remove")):
        raise SystemExit(f"refused: {event} {arguments}")

sys.addaudithook(refuse)
if len(sys.argv) > 1:
    exec(sys.argv[1])
import steelwheel as sw
print(sw.evaluate("As Ks Qs Js Ts"), sw.equity(["AcAs", "KhKd"], board="2c 3c 4d").runouts)
import threading
assert threading.active_count() == 1
"""


def run_guarded(*arguments):
    return subprocess.run(
        [sys.executable, "-B", "-c", GUARDED, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_importing_and_evaluating_starts_nothing_writes_nothing_and_needs_no_network():
    run = run_guarded()
    assert (run.returncode, run.stdout.split()) == (0, ["7462", "990"]), run.stderr


@pytest.mark.parametrize(
    "crime",
    [
        "import subprocess; subprocess.run(['true'])",
        "import socket; socket.socket()",
        "open('/tmp/crime', 'w')",
        "import os; os.fork()",
    ],
)
def test_the_guard_of_that_test_works(crime):
    run = run_guarded(crime)
    assert run.returncode != 0
    assert "refused" in run.stderr


# ------------------------------------------------------------------------------------------------------ worked hands

HANDS = json.loads((DATA / "hands.json").read_text(encoding="utf-8"))
SPOKEN = [
    "High card",
    "One pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
]
SHORT = {
    "royal": 8,
    "straight flush": 8,
    "quads": 7,
    "full house": 6,
    "flush": 5,
    "straight": 4,
    "trips": 3,
    "two pair": 2,
    "pair": 1,
    "high": 0,
}


@pytest.mark.parametrize("hand", HANDS["hands"], ids=[hand["id"] for hand in HANDS["hands"]])
def test_worked_hand(hand):
    strengths = {}
    for player, hole in hand["players"].items():
        cards = sw.parse_cards(hole + hand["board"])
        strengths[player] = sw.evaluate(cards)
        assert SPOKEN[sw.category(strengths[player])] == hand["category"][player]
        assert sw.evaluate(hand["best5"][player]) == strengths[player]
        five = sw.best_five(cards)
        assert sw.evaluate(five) == strengths[player]
        assert sorted(card // 4 for card in five) == sorted(card // 4 for card in sw.parse_cards(hand["best5"][player]))
    winners = [player for player, strength in strengths.items() if strength == max(strengths.values())]
    assert winners == hand["winners"]
    shares = sw.equity(list(hand["players"].values()), board=hand["board"]).equity
    assert shares == pytest.approx([(player in winners) / len(winners) for player in hand["players"]], abs=1e-12)


def test_ranking_table_is_in_order():
    strengths = [sw.evaluate(cards) for _, cards in HANDS["ranking_order"]]
    assert strengths == sorted(set(strengths), reverse=True)
    assert len(strengths) == 10


@pytest.mark.parametrize(
    ("name", "cards"), [row[:2] for row in HANDS["ranking_order"] + HANDS["ranking_examples_seed000"]], ids=lambda text: text
)
def test_ranking_table_names_this_hand(name, cards):
    assert sw.category(sw.evaluate(cards)) == SHORT[name]
    assert (sw.describe(cards) == "royal flush") == (name == "royal")


@pytest.mark.parametrize("case", HANDS["comparisons"], ids=[case["claim"] for case in HANDS["comparisons"]])
def test_comparison(case):
    a, b = sw.evaluate(case["a"]), sw.evaluate(case["b"])
    assert (a > b) - (a < b) == case["result"]
