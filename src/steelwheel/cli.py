"""The command line: ``steelwheel evaluate | equity | range | replay | play | arena | bench``, also ``python -m steelwheel``.

Output is for people in 80 columns, or one JSON document with ``--json``. Errors are one line on stderr, with the place of the
mistake below it for range text, and exit status 2.
"""

import argparse
import json
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

import steelwheel as sw
from steelwheel import cli_arena, cli_equity, cli_holdem


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns its exit status."""
    args = _parser().parse_args(arguments)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"steelwheel {args.command}: {message}", file=sys.stderr)
            status: int = args.run(args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _complain(args, f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except UnicodeDecodeError as error:
        return _complain(args, f"the file is no UTF-8 text: {error.reason} at byte {error.start}")
    except sw.RangeError as error:
        return _complain(args, str(error))
    except ValueError as error:
        return _complain(args, " ".join(str(error).split()))


def _complain(args: argparse.Namespace, message: str) -> int:
    print(f"steelwheel {args.command}: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="steelwheel", description="Texas hold'em: rank hands, compute equities, play, replay and simulate.")
    parser.add_argument("--version", action="version", version=f"steelwheel {sw.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command", parser_class=_Parser)

    command = commands.add_parser(
        "evaluate",
        help="rank hands of 5, 6 or 7 cards",
        description="Rank hands of 5, 6 or 7 cards: strength 1..7462 (higher wins, equal ties), name, the five that play.",
        epilog="""example: steelwheel evaluate "As Kd 7h 7c 2d 9s Th" """,
    )
    command.add_argument("hands", nargs="*", metavar="HAND", help='cards such as "As Kd 7h 7c 2d" or AsKd7h7c2d')
    command.add_argument("--file", metavar="FILE", help="read a hand a line from FILE, - for stdin; # starts a comment")
    _finish(command, _evaluate)

    cli_equity.add_commands(commands)
    cli_holdem.add_commands(commands)
    cli_arena.add_commands(commands)

    command = commands.add_parser(
        "bench",
        help="measure this machine",
        description="Rank a million random hands with every kernel of this machine, one thread; medians.",
    )
    command.add_argument("--hands", type=int, default=1_000_000, metavar="N", help="hands a round (default: %(default)s)")
    command.add_argument("--rounds", type=int, default=9, metavar="N", help="rounds (default: %(default)s)")
    _finish(command, _bench)
    return parser


def _finish(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def _print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False))


# -------------------------------------------------------------------------------------------------------- evaluate


def _evaluate(args: argparse.Namespace) -> int:
    if bool(args.hands) == bool(args.file):
        raise ValueError("give hands or --file, one of the two")
    ranked = _rank(_lines(args.file)) if args.file else _rank(_given(args.hands))
    if args.json:
        _print_json(list(ranked))
        return 0
    for hand in ranked:
        print(f"{hand['cards']:20}  {hand['strength']:4}  {hand['name']}")
        if not args.file:
            print(f"{'':20}        plays {hand['best_five']}")
    return 0


def _given(hands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Hands from the command line with names for messages; one hand may come as a card an argument."""
    if len(hands) > 1 and all(len(sw.parse_cards(hand)) == 1 for hand in hands):
        hands = [" ".join(hands)]
    for hand in hands:
        yield "", hand


def _lines(name: str) -> Iterator[tuple[str, str]]:
    with sys.stdin if name == "-" else Path(name).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.partition("#")[0].strip()
            if text:
                yield f"line {number}: ", text


def _rank(hands: Iterable[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    for where, text in hands:
        try:
            cards = sw.parse_cards(text)
            strength = sw.evaluate(cards)
        except sw.CardError as error:
            raise sw.CardError(f"{where}{error}") from None
        yield {
            "cards": sw.format_cards(cards),
            "strength": strength,
            "category": sw.category(strength).name.lower(),
            "name": sw.describe(strength),
            "best_five": sw.format_cards(sw.best_five(cards)),
        }


# ----------------------------------------------------------------------------------------------------------- bench


def _bench(args: argparse.Namespace) -> int:
    if args.hands < 1 or args.rounds < 1:
        raise ValueError("--hands and --rounds are at least 1")
    chosen = sw.kernel()
    try:
        rates = {name: _rates(name, args.hands, args.rounds) for name in sw.kernels()}
    finally:
        sw.use_kernel(chosen)
    if args.json:
        _print_json({"cpu": _cpu(), "million_hands_per_second": rates})
        return 0
    print(f"{_cpu()}, one thread, million hands a second")
    print(f"{'kernel':10}{'7 cards':>10}{'6 cards':>10}{'5 cards':>10}{'against scalar':>18}")
    for name, (seven, six, five) in rates.items():
        print(f"{name:10}{seven:10.0f}{six:10.0f}{five:10.0f}{seven / rates['scalar'][0]:17.1f}x")
    return 0


def _rates(kernel: str, n: int, rounds: int) -> list[float]:
    """Median million hands a second of 7, 6 and 5 cards."""
    sw.use_kernel(kernel)
    rates = []
    for k in (7, 6, 5):
        hands, strengths = sw.deal(n, k, seed=1), np.empty(n, np.uint16)
        seconds = []
        for _ in range(rounds):
            start = time.perf_counter()
            sw.evaluate(hands, out=strengths)
            seconds.append(time.perf_counter() - start)
        rates.append(n / statistics.median(seconds) / 1e6)
    return rates


def _cpu() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        import platform

        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
