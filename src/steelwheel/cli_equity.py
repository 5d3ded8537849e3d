"""The command line's equities: ``steelwheel equity`` for one spot or a file of them, ``steelwheel range`` for a range.

Output is for people in 80 columns, or one JSON document with ``--json``. What goes wrong is raised as ``ValueError`` or ``OSError``
for the command line to print.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

import steelwheel as sw
from steelwheel import cli_file
from steelwheel.cards import COMBOS, combo_cards
from steelwheel.starting_hands import hand_name
from steelwheel.terminal import Bar, coloured, shade

METHODS = ("auto", "exact", "monte-carlo")
Number = TypeVar("Number", int, float)


def add_commands(subparsers: Any) -> None:
    """Add ``equity`` and ``range`` to the subparsers of a command line; each sets ``run``, which takes the arguments."""
    command = subparsers.add_parser(
        "equity",
        help="how often each of 2 to 10 hands or ranges wins",
        description="Equity of 2 to 10 players, each a hand or a range: exact where that can be\ncounted, else sampled.",
        epilog='example: steelwheel equity "QQ+,AKs" "22+" --board "Ks 7h 2d"' + cli_file.HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("players", nargs="*", metavar="HAND", help='of a player: AhKh, or a range such as "QQ+, AKs:0.5"')
    command.add_argument("--board", default="", metavar="CARDS", help="3, 4 or 5 board cards (default: none yet)")
    command.add_argument("--dead", default="", metavar="CARDS", help="cards that cannot come, such as folded hands")
    _how(command)
    shown = command.add_argument_group("what is shown")
    shown.add_argument("--per-combo", action="store_true", help="the equity of every combo too")
    shown.add_argument("--next-card", action="store_true", help="the equity on every next card too")
    shown.add_argument("--plot", metavar="PNG", help="draw the equity per combo, or with --next-card the next cards")
    shown.add_argument("--json", action="store_true", help="print JSON")
    many = command.add_argument_group("many spots")
    many.add_argument("--file", metavar="CSV", help="read a spot a row from CSV, - for stdin; see below")
    many.add_argument("--out", metavar="CSV", help="write the results there, and go on where it ends (default: stdout)")
    command.set_defaults(run=_equity)

    command = subparsers.add_parser(
        "range",
        help="show a range",
        description="The 13x13 grid of a range: the starting hands that are in it, or the percentage of those that partly are.",
        epilog='example: steelwheel range "22+, A2s+, KTs+:0.5"',
    )
    command.add_argument("range", metavar="RANGE", help='range text such as "22+, A2s+"')
    command.add_argument("--connectors", action="store_true", help="read T9s+ as T9s, JTs .. AKs")
    command.add_argument("--plot", metavar="PNG", help="draw the range")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_range)


def _how(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("how it is computed")
    group.add_argument("--method", choices=METHODS, default="auto", help="(default: exact where that is quick)")
    group.add_argument("--samples", type=above_0(int), metavar="N", help="sample, N times")
    group.add_argument("--stderr", type=above_0(float), metavar="E", help="sample until no standard error is above E")
    group.add_argument("--seconds", type=above_0(float), metavar="S", help="sample for S seconds")
    group.add_argument("--seed", type=int, metavar="N", help="the same samples again (default: fresh ones)")
    group.add_argument("--threads", type=above_0(int), default=processors(), metavar="N", help="(default: %(default)s, one a core)")


def above_0(number: type[Number]) -> Callable[[str], Number]:
    def read(text: str) -> Number:
        value = number(text)
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is not above 0")
        return value

    read.__name__ = number.__name__  # argparse names it in its message
    return read


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `equity` on how to compute it, but for the progress."""
    named = {name: getattr(args, name) for name in ("samples", "stderr", "seconds", "seed", "threads")}
    return {"method": args.method.replace("-", " "), **named}


# ---------------------------------------------------------------------------------------------------------- equity


def _equity(args: argparse.Namespace) -> int:
    if args.file is not None:
        _refuse(args, "--file", ("players", "board", "dead", "per_combo", "next_card", "plot", "json"))
        return cli_file.equities(args.file, args.out, _options(args))
    if args.out is not None:
        raise ValueError("--out is for the results of --file")
    if not args.players:
        raise ValueError("give the HAND or range of 2 to 10 players, or --file")
    spot = {"players": args.players, "board": args.board, "dead": args.dead}
    with Bar("slices") as bar:
        result = sw.equity(**spot, **_options(args), progress=bar)
    if not result.per_combo and (args.per_combo or (args.plot and not args.next_card)):
        raise ValueError("a Monte Carlo has no equity per combo: use --method exact")
    following = None
    if args.next_card:
        with Bar("cards") as bar:
            following = sw.runout_equity(**spot, **_options(args), progress=bar)
    if args.plot:
        draw("plot_per_combo" if following is None else "plot_next_card", following or result, args.plot)
    if args.json:
        print(json.dumps(_document(result, args.per_combo, following)))
        return 0
    if args.per_combo:
        _print_combos(result)
    if following is not None:
        print(following, end="\n\n")
    print(result)
    return 0


def _refuse(args: argparse.Namespace, option: str, others: tuple[str, ...]) -> None:
    for name in others:
        if getattr(args, name):
            given = "HAND" if name == "players" else f"--{name.replace('_', '-')}"
            raise ValueError(f"{given} does not go with {option}")


def draw(function: str, shown: Any, path: str) -> None:
    from steelwheel import plots

    try:
        getattr(plots, function)(shown, path)
    except ImportError as error:
        raise ValueError(str(error)) from None


def _document(result: sw.Equity, per_combo: bool, following: sw.RunoutEquity | None) -> dict[str, Any]:
    players: list[dict[str, Any]] = [
        {"cards": cards, "weight": weight, "equity": equity, "win": win, "tie": tie, "wins": wins, "ties": ties}
        for cards, weight, equity, win, tie, wins, ties in zip(
            result.players, result.weight, result.equity, result.win, result.tie, result.wins, result.ties
        )
    ]
    for i, player in enumerate(players):
        if result.stderr:
            player["stderr"] = result.stderr[i]
        if per_combo:
            player["combos"] = {name: dict(zip(("equity", "win", "tie", "deals"), shares)) for name, *shares in _combos(result, i)}
        if following is not None:
            player["next_card"] = {
                sw.card_text(card): share for card, share in enumerate(following.equity[:, i].tolist()) if share == share
            }
    document = {"players": players, "runouts": result.runouts, "deals": result.deals, "method": result.method}
    return document if result.seed is None else document | {"seed": result.seed}


def _combos(result: sw.Equity, player: int) -> Iterator[tuple[Any, ...]]:
    """The combos of a player, best first: text, equity, win, tie, and the weight of what it meets."""
    equity = result.per_combo[player]
    columns = [result.per_combo_win[player], result.per_combo_tie[player], result.per_combo_deals[player]]
    order = np.argsort(-equity, kind="stable")  # those without one last
    for combo in order[: int((~np.isnan(equity)).sum())].tolist():
        name = sw.format_cards(combo_cards(combo)[::-1], "")
        yield name, float(equity[combo]), *(float(column[combo]) for column in columns)


def _print_combos(result: sw.Equity) -> None:
    for player, name in enumerate(result.players):
        print(name if len(name) <= 80 else name[:77] + "...")
        cells = [f"{combo} {100 * equity:6.2f}%" for combo, equity, *_ in _combos(result, player)]
        for first in range(0, len(cells), 5):
            print("  " + "   ".join(cells[first : first + 5]))
        print()


# ----------------------------------------------------------------------------------------------------------- range


def _range(args: argparse.Namespace) -> int:
    held = sw.Range(args.range, connectors=args.connectors)
    if args.plot:
        draw("plot_range", held, args.plot)
    grid = held.grid()
    if args.json:
        weights = dict(zip(held.combos, held.weights[held.weights > 0].tolist()))
        share = held.weight / COMBOS
        document = {"range": held.text, "combos": len(held), "weight": held.weight, "share": share, "grid": grid.tolist()}
        print(json.dumps(document | {"weights": weights}))
        return 0
    colours = coloured(sys.stdout)
    for i, row in enumerate(grid.tolist()):
        print(" ".join(_cell(13 * i + j, weight, colours) for j, weight in enumerate(row)).rstrip())
    weight = "" if held.weight == len(held) else f", weight {held.weight:.6g}"
    print(f"\n{len(held):,} combos{weight}, {100 * held.weight / COMBOS:.2f} % of all")
    return 0


def _cell(index: int, weight: float, colours: bool) -> str:
    """A starting hand in five characters: its name if it is in the range, the percentage if it partly is, else a point."""
    if weight == 0:
        return shade(f"{hand_name(index):^5}", 0) if colours else "  .  "
    text = hand_name(index) if weight == 1 else f"{min(99.0, max(1.0, 100 * weight)):.0f}%"
    return shade(f"{text:^5}", weight) if colours else f"{text:^5}"
