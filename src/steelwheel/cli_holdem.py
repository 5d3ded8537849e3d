"""The command line's hold'em: ``steelwheel replay`` tells recorded hands, ``steelwheel play`` lets a person play.

Output is for people in 80 columns, or one JSON document with ``--json``. What goes wrong is raised as ``ValueError`` or ``OSError``
for the command line to print in one line.
"""

import argparse
import json
import random
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import steelwheel as sw
from steelwheel.holdem.dealer import UNKNOWN, Event, card_names
from steelwheel.holdem.history import Record, read_phh
from steelwheel.holdem.table import Table

WIDTH = 80
FAULTS_SHOWN = 10
STREET_TITLES = {"preflop": "Before the flop", "flop": "Flop", "turn": "Turn", "river": "River"}


def add_commands(subparsers: Any) -> None:
    """Add ``replay`` and ``play`` to the subparsers of a command line; each sets ``run``, which takes the arguments."""
    command = subparsers.add_parser(
        "replay",
        help="tell recorded hands",
        description="Tell a hand in Poker Hand History notation street by street, with everybody's equity at every decision; "
        "for a file of several hands, check their finishing stacks.",
        epilog="example: steelwheel replay hands.phhs --hand 3",
    )
    command.add_argument("file", metavar="FILE", help="a .phh or .phhs file, - for stdin")
    command.add_argument("--hand", metavar="NAME", help="tell this hand of the file, by its name or number")
    command.add_argument("--scale", type=int, default=1, metavar="N", help="chips a unit, such as 100 for cents (default: 1)")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=replay)

    command = subparsers.add_parser(
        "play",
        help="play no-limit hold'em against simple bots",
        description="Play no-limit hold'em in the terminal against simple bots.",
        epilog="example: steelwheel play --players 3 --stack 100",
    )
    command.add_argument("--players", type=int, default=6, metavar="N", help="players with you, 2 to 10 (default: 6)")
    command.add_argument("--stack", type=int, default=200, metavar="CHIPS", help="chips each (default: 200)")
    command.add_argument("--blinds", default="1/2", metavar="S/B", help="small and big blind (default: 1/2)")
    command.add_argument("--hands", type=int, metavar="N", help="stop after N hands")
    command.add_argument("--seed", type=int, metavar="N", help="the same cards and bots again")
    command.set_defaults(run=play)


# ------------------------------------------------------------------------------------------------------------- replay


def replay(args: argparse.Namespace) -> int:
    """Tell one hand, or sum up a file of hands; 1 if recorded stacks are missed."""
    text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
    records = read_phh(text, scale=args.scale)
    if args.hand is not None:
        record = _choose(records, args.hand)
    elif len(records) > 1:
        return _sum_up(records, args.json)
    else:
        record = records[0]
    story = tell(record)
    if args.json:
        print(json.dumps(story, ensure_ascii=False))
    else:
        print("\n".join(_lines(story)))
    return 0


def _choose(records: Sequence[Record], name: str) -> Record:
    for record in records:
        if record.name == name:
            return record
    if name.isdecimal() and 1 <= int(name) <= len(records):
        return records[int(name) - 1]
    raise ValueError(f"no hand {name!r}: the file has {len(records)}, {records[0].name or 1} to {records[-1].name or len(records)}")


def _sum_up(records: Sequence[Record], as_json: bool) -> int:
    exact = split = 0
    unchecked, faults = 0, []
    for record in records:
        try:
            table = record.play()
        except ValueError as error:
            faults.append(str(error))
            continue
        stacks = record.finishing_stacks
        if stacks is None:
            unchecked += 1
        elif tuple(stacks) == table.stacks:
            exact += 1
        elif all(abs(ours - theirs) < 1 for ours, theirs in zip(table.stacks, stacks)):
            split += 1
        else:
            faults.append(f"hand {record.name}: recorded stacks {list(stacks)}, by the rules {list(table.stacks)}")
    if as_json:
        print(json.dumps({"hands": len(records), "exact": exact, "odd_chip": split, "unchecked": unchecked, "faults": faults}))
    else:
        print(f"{len(records)} hands: {exact} end in the recorded stacks", end="")
        print(f", {split} but for an odd chip" if split else "", end="")
        print(f", {unchecked} record none" if unchecked else "", end="")
        print(f", {len(faults)} do not" if faults else "")
        for fault in faults[:FAULTS_SHOWN]:
            print(textwrap.fill(fault, WIDTH, initial_indent="  ", subsequent_indent="    "))
        if len(faults) > FAULTS_SHOWN:
            print(f"  and {len(faults) - FAULTS_SHOWN} more")
    return 1 if faults else 0


def _names(record: Record, seats: int) -> list[str]:
    """What the record calls the players, told apart; p1, p2 .. if it does not say."""
    given = record.fields.get("players", [])
    if not isinstance(given, list) or len(given) not in (0, seats):
        raise ValueError(f"players {given!r}: there must be one name for each of {seats} seats")
    names = [str(name) for name in given] or [f"p{i + 1}" for i in range(seats)]
    return [f"{name} (p{i + 1})".strip() if not name or names.count(name) > 1 else name for i, name in enumerate(names)]


def tell(record: Record) -> dict[str, Any]:
    """A hand as data: players, every decision with pot, stacks and equities, and how it ended.

    Equities are exact, of the live players whose cards the record tells; they are left out where a live hand is unknown. Known
    cards of folded players cannot come.
    """
    table = record.table()
    names = _names(record, table.seats)
    decisions: list[dict[str, Any]] = []
    known: dict[Any, dict[str, float]] = {}
    for _ in record.steps(table):
        if table.actor is not None:
            decisions.append(_decision(table, names, known))
    done = [event for event in table.events if event.kind in ("fold", "check", "call", "bet", "raise")]
    for decision, event in zip(decisions, done):
        decision["action"] = _action(event)
    return {
        "hand": record.name or str(record.fields.get("hand", "")),
        "structure": record.rules.structure,
        "blinds": [*record.rules.blinds, *record.rules.straddles],
        "min_bet": record.rules.min_bet,
        "players": [
            {"name": name, "cards": card_names(bytes(table.hole_cards(seat))), "stack": record.stacks[seat]}
            for seat, name in enumerate(names)
        ],
        "decisions": decisions,
        "board": card_names(bytes(table.board)),
        "shown": [names[seat] for seat in table.shown],
        "wins": [
            {"player": names[event.seat], "chips": event.chips}
            for event in table.events
            if event.kind == "award" and event.seat is not None
        ],
        "stacks": list(table.stacks),
        "recorded_stacks": None if record.finishing_stacks is None else list(record.finishing_stacks),
    }


def _decision(table: Table, names: Sequence[str], known: dict[Any, dict[str, float]]) -> dict[str, Any]:
    spot = (table.live, table.board)
    if spot not in known:
        known[spot] = _equities(table, names)
    assert table.actor is not None
    return {
        "street": str(table.street),
        "board": card_names(bytes(table.board)),
        "pot": table.pot,
        "stacks": list(table.stacks),
        "player": names[table.actor],
        "to_call": table.to_call,
        "equity": known[spot],
    }


def _equities(table: Table, names: Sequence[str]) -> dict[str, float]:
    holes = {seat: table.hole_cards(seat) for seat in table.order}
    if any(UNKNOWN in holes[seat] for seat in table.live) or UNKNOWN in table.board or not 2 <= len(table.live) <= 10:
        return {}
    dead = [card for seat in table.order if seat not in table.live for card in holes[seat] if card != UNKNOWN]
    hands = [sw.format_cards(holes[seat], "") for seat in table.live]
    shares = sw.equity(hands, board=sw.format_cards(table.board), dead=sw.format_cards(dead)).equity
    shares_by_seat = dict(zip(table.live, shares))
    return {names[seat]: shares_by_seat[seat] for seat in sorted(table.live)}


def _action(event: Event) -> str:
    if event.chips is None:
        return event.kind
    return f"{event.kind} to {_chips(event.chips)}" if event.kind == "raise" else f"{event.kind} {_chips(event.chips)}"


def _chips(chips: int | None) -> str:
    return f"{chips or 0:,}"


def _lines(story: dict[str, Any]) -> Iterable[str]:
    """A hand told in lines of at most 80 characters."""
    blinds = "/".join(_chips(chips) for chips in story["blinds"]) or f"none, bets from {_chips(story['min_bet'])}"
    name = f"Hand {story['hand']}: " if story["hand"] else ""
    yield f"{name}{story['structure']} hold'em, blinds {blinds}, {len(story['players'])} players"[:WIDTH]
    wide = min(20, max(len(player["name"]) for player in story["players"]))
    for player in story["players"]:
        yield f"  {player['name'][:wide]:{wide}}  {_spaced(player['cards'])}  {_chips(player['stack']):>14}"
    street = ""
    for decision in story["decisions"]:
        if decision["street"] != street:
            street = decision["street"]
            title = f"{STREET_TITLES[street]} {_spaced(decision['board'])}".strip()
            yield ""
            yield title
            stacks_now = zip(story["players"], decision["stacks"])
            behind = [f"{player['name'][:wide]}\xa0{_chips(chips)}" for player, chips in stacks_now]
            yield from _wrapped("behind: " + "  ".join(behind))
        yield from _decision_lines(decision, wide)
    yield ""
    shown = f"; {', '.join(name[:wide] for name in story['shown'])} showed" if story["shown"] else ""
    yield from textwrap.wrap(f"Board {_spaced(story['board']) or 'none'}{shown}", WIDTH, subsequent_indent="  ")
    for win in story["wins"]:
        yield f"{win['player'][:wide]} wins {_chips(win['chips'])}"
    stacks = ", ".join(f"{player['name'][:wide]} {_chips(chips)}" for player, chips in zip(story["players"], story["stacks"]))
    yield from textwrap.wrap(f"Stacks: {stacks}", WIDTH, subsequent_indent="  ")
    if story["recorded_stacks"] is not None:
        same = story["recorded_stacks"] == story["stacks"]
        record = "the same" if same else ", ".join(map(str, story["recorded_stacks"]))
        yield from textwrap.wrap(f"The record has {record}.", WIDTH, subsequent_indent="  ")


def _decision_lines(decision: dict[str, Any], wide: int) -> Iterable[str]:
    yield f"  {decision['player'][:wide]:{wide}}  {decision.get('action', ''):24}{'pot ' + _chips(decision['pot']):>20}".rstrip()
    shares = [f"{name[:8]}\xa0{100 * share:.1f}%" for name, share in decision["equity"].items()]  # a name stays with its number
    yield from _wrapped("  ".join(shares))


def _wrapped(text: str) -> Iterable[str]:
    for line in textwrap.wrap(text, WIDTH - 6):
        yield "      " + line.replace("\xa0", " ")


def _spaced(cards: str) -> str:
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


# ------------------------------------------------------------------------------------------------------------- play

HELP = "type f (fold), k (check), c (call), b 20 or r 20 (bet or raise to 20 in all), a (all-in), q (leave)"


class Leave(Exception):  # noqa: N818 - not an error
    """The person leaves the table."""


def play(args: argparse.Namespace) -> int:
    """Play until the person leaves, is broke or has all chips."""
    if not 2 <= args.players <= 10:
        raise ValueError(f"--players {args.players}: 2 to 10 can play")
    blinds = read_blinds(args.blinds)
    if args.stack < blinds[1]:
        raise ValueError(f"--stack {args.stack}: it must be at least the big blind, {blinds[1]}")
    rules = sw.Rules.no_limit(blinds=blinds)
    table = Table(rules, [args.stack] * args.players, args.players - 1, seed=args.seed)
    rng = random.Random(args.seed)
    print(textwrap.fill(f"You are seat 0 of {args.players}. {HELP[0].upper()}{HELP[1:]}.", WIDTH))
    try:
        _hands(table, rng, args.hands)
    except (Leave, EOFError):
        pass
    except KeyboardInterrupt:
        print()
    stack = table.stacks[0] + (0 if table.over else table.stakes[0])
    print(f"You leave with {stack} of {args.stack} chips. Thank you for playing.")
    return 0


def read_blinds(text: str) -> tuple[int, int]:
    """Small and big blind of text such as 1/2."""
    small, _, big = text.partition("/")
    if not (small.isdecimal() and big.isdecimal()):
        raise ValueError(f"--blinds {text}: give two numbers, as in 1/2")
    return int(small), int(big)


def _hands(table: Table, rng: random.Random, limit: int | None) -> None:
    while limit is None or table.hand_number < limit:
        table.deal()
        told = 0
        print(f"\n--- Hand {table.hand_number + 1}, the button is seat {table.button}")
        while not table.over:
            told = _tell_events(table, told)
            if table.actor == 0:
                _ask(table)
            else:
                table.act(bot(table, rng))
        _tell_events(table, told)
        if not table.stacks[0]:
            print("You have no chips left.")
            return
        if sum(chips > 0 for chips in table.stacks) == 1:
            print("You have all the chips!")
            return
        if limit is None or table.hand_number + 1 < limit:
            table.next_hand()
        else:
            return


def _tell_events(table: Table, told: int) -> int:
    """Print what everybody saw since the last time."""
    events = table.events
    for event in events[told:]:
        who = "You" if event.seat == 0 else f"Seat {event.seat}"
        s = "" if event.seat == 0 else "s"
        if event.kind in ("flop", "turn", "river"):
            print(f"* {event.kind.capitalize()} {sw.format_cards(table.board[: {'flop': 3, 'turn': 4, 'river': 5}[event.kind]])}")
        elif event.kind in ("blind", "straddle", "ante"):
            print(f"  {who} post{s} {event.chips}")
        elif event.kind in ("fold", "check", "call"):
            print(f"  {who} {event.kind}{s}{f' {event.chips}' if event.chips else ''}")
        elif event.kind in ("bet", "raise"):
            print(f"  {who} {event.kind}{s}{' to' if event.kind == 'raise' else ''} {event.chips}")
        elif event.kind == "show":
            name = sw.describe([*event.cards, *table.board]) if len(table.board) >= 3 else ""
            print(f"  {who} show{s} {sw.format_cards(event.cards)}{f', {name}' if name else ''}")
        elif event.kind == "award":
            print(f"  {who} win{s} {event.chips}")
        elif event.kind == "refund":
            print(f"  {event.chips} come back to {'you' if event.seat == 0 else who.lower()}")
    return len(events)


def _ask(table: Table) -> None:
    """Let the person act; typing mistakes are answered and asked again."""
    view = table.view(0)
    print(f"  Pot {view.pot}. Board: {sw.format_cards(view.board) or 'none yet'}.")
    for seat in table.live:
        if seat:
            print(f"    seat {seat}: {view.stacks[seat]} behind, {view.bets[seat]} in front")
    print(f"  Your cards: {sw.format_cards(view.hole_cards)}; {view.stacks[0]} behind, {view.bets[0]} in front.")
    while True:
        answer = input(f"  You may {view.legal}: ").strip().lower()
        try:
            table.act(understand(answer, table))
            return
        except ValueError as error:
            print(textwrap.fill(str(error), WIDTH, initial_indent="  ", subsequent_indent="  "))


def understand(answer: str, table: Table) -> sw.Action:
    """What a person typed, as an action.

    Raises:
        Leave: he wants to go. ValueError: the answer means nothing here; the message says what would.
    """
    words = answer.replace("raise to", "raise").replace("bet to", "bet").replace("all in", "all-in").replace(",", "").split()
    plain: dict[str, Callable[[], sw.Action]] = {"f": sw.fold, "fold": sw.fold, "a": sw.all_in, "all-in": sw.all_in}
    plain |= {"k": sw.check, "x": sw.check, "check": sw.check, "c": sw.call, "call": sw.call}
    if not words:
        raise ValueError(HELP)
    if words[0] in ("q", "quit", "exit", "leave"):
        raise Leave
    if words[0] in ("c", "call") and not table.to_call and len(words) == 1:
        return sw.check()
    if words[0] in plain and (len(words) == 1 or words[0] in ("c", "call")):
        return plain[words[0]]()
    if words[0] in ("b", "bet", "r", "raise"):
        if len(words) == 2 and words[1].isdecimal():
            return sw.raise_to(int(words[1]))
        raise ValueError(f"{answer!r}: say how much in all, as in r {table.min_raise_to or 20}")
    if len(words) == 1 and words[0].isdecimal():
        return sw.raise_to(int(words[0]))
    raise ValueError(f"{answer!r} is no action; {HELP}")


def bot(table: Table, rng: random.Random) -> sw.Action:
    """A simple player: he compares his chance against random hands with the price, and bluffs at times.

    He sees what his seat sees, no more.
    """
    assert table.actor is not None
    view = table.view(table.actor)
    chance = _chance(view.hole_cards, view.board, len(table.live) - 1, rng)
    price = view.legal.call / (view.pot + view.legal.call)
    eager = chance > 0.5 + 0.25 * rng.random() or rng.random() < 0.04
    if view.legal.raise_to and eager:
        low, high = view.legal.raise_to
        wanted = max(view.bets) + round((view.pot + view.legal.call) * rng.choice([0.5, 0.75, 1]))
        return sw.raise_to(min(max(wanted, low), high))
    if not view.legal.call:
        return sw.check()
    return sw.call() if chance > price * (0.9 + 0.2 * rng.random()) else sw.fold()


def _chance(hole: Sequence[int], board: Sequence[int], others: int, rng: random.Random, samples: int = 300) -> float:
    """Share of random run-outs on which a hand beats so many random hands (ties count as half a win)."""
    import numpy as np

    missing = 5 - len(board)
    dealt = sw.deal(samples, missing + 2 * others, seed=rng.getrandbits(64), dead=[*hole, *board])
    full = np.empty((samples, 7), np.uint8)
    full[:, : len(board)] = board
    full[:, len(board) : 5] = dealt[:, :missing]
    full[:, 5:] = hole
    mine = sw.evaluate(full).astype(int)
    best = np.zeros(samples, int)
    for i in range(others):
        full[:, 5:] = dealt[:, missing + 2 * i : missing + 2 * i + 2]
        best = np.maximum(best, sw.evaluate(full))
    return float(((mine > best) + 0.5 * (mine == best)).mean())
