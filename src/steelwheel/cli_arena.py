"""The command line's self-play: ``steelwheel arena`` lets bots play each other and says who wins how much.

Output is for people in 80 columns, or one JSON document with ``--json``. What goes wrong is raised as ``ValueError`` or ``OSError``
for the command line to print in one line.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import steelwheel as sw
from steelwheel.cli_equity import above_0, draw, processors
from steelwheel.cli_holdem import read_blinds
from steelwheel.terminal import Bar

NAME_WIDTH = 24


def add_commands(subparsers: Any) -> None:
    """Add ``arena`` to the subparsers of a command line; it sets ``run``, which takes the arguments."""
    from steelwheel.sim.bots import BOTS

    command = subparsers.add_parser(
        "arena",
        help="let bots play each other",
        description="Let 2 to 10 bots play hold'em against each other. Every deal is played once from each seat, so that all hold "
        f"the same cards. Bots: {', '.join(BOTS)}; or your own, as module:function, which takes observations and gives codes.",
        epilog="example: steelwheel arena tight caller --hands 100000 --seed 1",
    )
    command.add_argument("bots", nargs="+", metavar="BOT", help="a bot of each seat, such as tight or mybots:clever")
    command.add_argument("--hands", type=above_0(int), default=100_000, metavar="N", help="at least N (default: %(default)s)")
    command.add_argument("--structure", choices=("no-limit", "pot-limit", "fixed-limit"), default="no-limit")
    command.add_argument("--blinds", default="1/2", metavar="S/B", help="small and big blind (default: %(default)s)")
    command.add_argument("--ante", type=int, default=0, metavar="CHIPS", help="of everybody (default: none)")
    command.add_argument("--stack", type=above_0(int), metavar="CHIPS", help="chips each (default: 100 big blinds)")
    command.add_argument("--no-duplicate", action="store_true", help="play every deal only once")
    command.add_argument("--seed", type=int, metavar="N", help="the same deals again (default: fresh ones)")
    command.add_argument(
        "--threads", type=above_0(int), metavar="N", help=f"(default: {processors()}, one a core; with bots of your own 1)"
    )
    command.add_argument("--plot", metavar="PNG", help="draw the winnings, hand by hand")
    command.add_argument("--phh", metavar="FILE", help="write every hand there in Poker Hand History notation")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=arena)


def arena(args: argparse.Namespace) -> int:
    """Play, print what came of it, and only then write the files, so that nothing that befalls them loses the result."""
    if args.plot is not None:
        _check_plot(args.plot)
    if args.phh is not None:
        _check_writable(args.phh)
    begun = time.monotonic()
    with _imports_from(os.getcwd()):
        match = _play(args)
    seconds = time.monotonic() - begun
    if args.json:
        print(json.dumps(match.as_dict(), ensure_ascii=False), flush=True)
    else:
        _print(match, seconds)
    if args.plot is not None:
        draw("plot_winnings", match, args.plot)
    if args.phh is not None:
        with open(args.phh, "w", encoding="utf-8") as file, Bar("hands written") as bar:
            for done, hand in enumerate(match.phh_hands(), 1):
                file.write(hand)
                bar(done, match.hands)
    return 0


def _play(args: argparse.Namespace) -> "sw.arena.Match":
    bots = [_bot(name) for name in args.bots]
    threads = args.threads or (processors() if all(isinstance(bot, str) for bot in bots) else 1)
    with Bar("slices") as bar:
        try:
            return sw.arena.play(
                bots,
                hands=args.hands,
                rules=_rules(args),
                stacks=args.stack,
                seed=args.seed,
                duplicate=not args.no_duplicate,
                histories=args.phh is not None,
                threads=threads,
                progress=bar,
            )
        except Exception as error:
            if not (notes := getattr(error, "__notes__", None)):  # none of a bot's
                raise
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            raise ValueError(f"{type(error).__name__} {notes[0]}: {error} ({where})") from error


# ------------------------------------------------------------------------------------------------------- the arguments


def _bot(name: str) -> Any:
    """A built-in bot's name, or the function that module:function names."""
    module, colon, function = name.partition(":")
    if not colon:
        return name
    if not module or not function:
        raise ValueError(f"bot {name}: a bot of your own is module:function")
    try:
        return getattr(import_module(module), function)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise ValueError(f"bot {name}: {error}") from None
    except Exception as error:  # whatever the module does when it is imported
        raise ValueError(f"bot {name}: {type(error).__name__}: {error}") from error


@contextmanager
def _imports_from(folder: str) -> Iterator[None]:
    """Modules are looked for in a folder first, also by what bots import while they play."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        with suppress(ValueError):  # a bot took it away
            sys.path.remove(folder)


def _check_plot(path: str) -> None:
    from steelwheel import plots

    try:
        plots.check_path(path)
    except ImportError as error:
        raise ValueError(str(error)) from None
    _check_writable(path)


def _check_writable(path: str) -> None:
    """Refuse a path that cannot be written, before hands are played for it; what is there stays as it is."""
    new = not os.path.lexists(path)
    open(path, "ab").close()
    if new:
        os.unlink(path)


def _rules(args: argparse.Namespace) -> sw.Rules:
    blinds = read_blinds(args.blinds)
    if args.structure == "fixed-limit":
        return sw.Rules.fixed_limit(blinds[1], blinds=blinds, ante=args.ante)
    make = sw.Rules.no_limit if args.structure == "no-limit" else sw.Rules.pot_limit
    return make(blinds=blinds, ante=args.ante)


def _print(match: Any, seconds: float) -> None:
    how = f"{match.deals:,} deals, each from {len(match.players)} seats" if match.duplicate else "each deal once"
    print(f"{match.hands:,} hands of {match.rules.structure} hold'em ({how}), seed {match.seed}")
    print(f"{'player':{NAME_WIDTH}}{'bb/100':>12}{'95 % interval':>26}{'chips':>16}")
    for name, mean, (low, high), chips in zip(match.players, match.bb_per_100, match.interval, match.chips):
        between = f"{low:+.2f} .. {high:+.2f}" if low == low else "too few deals"
        print(f"{name[:NAME_WIDTH]:{NAME_WIDTH}}{mean:>+12.2f}{between:>26}{chips:>+16,}")
    print(f"{match.hands / max(seconds, 1e-9):,.0f} hands/s", flush=True)
