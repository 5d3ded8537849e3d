"""Hands as scripts: ``play(table, "2 raise 30, 3 fold, 0 call")``, seats and totals as in the rules' examples."""

import steelwheel as sw

PLAIN = {"fold": sw.fold, "check": sw.check, "call": sw.call, "all-in": sw.all_in}
SIZED = {"raise": sw.raise_to, "bet": sw.bet, "by": sw.raise_by}


def table(stacks, button=0, blinds=(5, 10), limit="no_limit", **options):
    """A dealt table; options of Table (seed, deck, reshuffle, automatic) and of Rules."""
    own = {name: options.pop(name) for name in ("seed", "deck", "reshuffle", "automatic") if name in options}
    own.setdefault("seed", 1)
    made = sw.Table(getattr(sw.Rules, limit)(blinds=blinds, **options), stacks, button, **own)
    if own.get("automatic", True) is not False:
        made.deal()
    return made


def play(table, script):
    """Let seats act: ``"seat verb [total], ..."``; ``"*"`` checks or calls to the end of the street."""
    for step in filter(None, (step.strip() for step in script.split(","))):
        if step == "*":
            street = table.street
            while table.actor is not None and table.street == street:
                table.act(sw.call() if table.to_call else sw.check())
            continue
        seat, verb, *total = step.split()
        if verb in SIZED:
            table.act(SIZED[verb](int(total[0]), seat=int(seat)))
        else:
            table.act(PLAIN[verb](seat=int(seat)))
    return table


def deck(holes, board="", button=0, burns="", rest=True):
    """A deck that deals these hole cards by seat (texts) and this board."""
    n = len(holes)
    cards = [sw.parse_cards(hole) for hole in holes]
    order = [(button + 1 + i) % n for i in range(n)]
    dealt = [cards[seat][i] for i in (0, 1) for seat in order]
    five = list(sw.parse_cards(board))
    burned = list(sw.parse_cards(burns))
    used = {*dealt, *five, *burned}
    spare = iter([card for card in range(52) if card not in used])
    five += [next(spare) for _ in range(5 - len(five))]
    burned += [next(spare) for _ in range(3 - len(burned))]
    return [*dealt, burned[0], *five[:3], burned[1], five[3], burned[2], five[4], *(spare if rest else ())]


def kinds(table):
    """Kinds of the events of a hand, deals of one card counted together."""
    names = [event.kind for event in table.events]
    return [name for i, name in enumerate(names) if name != "deal" or i == 0 or names[i - 1] != "deal"]
