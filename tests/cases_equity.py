"""The equity cases of data/cases.json: ``OPS[op](input, expected)`` raises AssertionError, or what the package raises."""

import pytest

import steelwheel as sw


def exact(given, expected):
    spot = {"board": given.get("board", ()), "dead": given.get("dead", ()), "method": "exact"}
    if "error" in expected:
        refused(given, expected, spot)
        return
    result = sw.equity(given["players"], **spot)
    tolerance = expected.get("tol", 1e-9)
    for field in ("equity", "win", "tie"):
        if field in expected:
            assert getattr(result, field) == pytest.approx(expected[field], rel=0, abs=tolerance), field
    assert sum(result.equity) == pytest.approx(1, rel=0, abs=1e-12)
    assert result.method == "exact"
    if "deals" in expected:
        assert result.runouts == expected["deals"]
    if "outcomes_win_lose_tie" in expected:
        assert outcomes(given, spot) == tuple(expected["outcomes_win_lose_tie"])


def outcomes(given, spot):
    """Run-outs that player 0 wins, loses and ties, counting combos of any weight as one."""
    held = [sw.Range((sw.Range(player).weights > 0).astype(float)) for player in given["players"]]
    result = sw.equity(held, **spot)
    assert result.deals == result.runouts
    assert {type(count) for count in (*result.wins, *result.ties)} == {int}
    return result.wins[0], result.runouts - result.wins[0] - result.ties[0], result.ties[0]


def refused(given, expected, spot):
    with pytest.raises(ValueError, match=r"\w") as caught:
        sw.equity(given["players"], **spot)
    message = str(caught.value)
    if expected["error"] == "duplicate_card":
        assert isinstance(caught.value, sw.CardError)
        assert any(card in message for card in twice(given)), message
    elif expected["error"] == "empty_range":
        assert any(player in message for player in given["players"]), message


def twice(given):
    """Text of the cards that stand twice in explicit hands, board and dead cards."""
    cards = [*sw.parse_cards(given.get("board", ())), *sw.parse_cards(given.get("dead", ()))]
    for player in given["players"]:
        if len(sw.Range(player)) == 1:
            cards += sw.parse_cards(player)
    return {sw.card_text(card) for card in cards if cards.count(card) > 1}


def monte_carlo(given, expected):
    arguments = {"board": given.get("board", ()), "dead": given.get("dead", ()), "samples": given["trials"], "seed": given["seed"]}
    threads = given.get("threads", [1])
    results = [
        sw.equity(given["players"], threads=count, **arguments) for count in (threads if isinstance(threads, list) else [threads])
    ]
    assert results[0].method == "monte carlo"
    assert results[0].runouts == given["trials"]
    assert results[0].seed == given["seed"]
    if expected.get("same_result_for_every_thread_count"):
        assert all(result == results[0] for result in results)
    for name, (value, tolerance) in expected.get("within", {}).items():
        field, player = name.rstrip("0123456789"), int(name[len(name.rstrip("0123456789")) :])
        assert getattr(results[0], field)[player] == pytest.approx(value, rel=0, abs=tolerance), name
    for field in ("equity", "win", "tie"):
        if field in expected:
            assert getattr(results[0], field) == pytest.approx(expected[field], rel=0, abs=expected["tol"]), field


OPS = {"exact": exact, "monte_carlo": monte_carlo}
