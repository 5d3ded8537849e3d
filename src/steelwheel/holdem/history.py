"""Hand histories: hands in and out as text, in Poker Hand History notation and as ACPC state lines.

>>> text = '''
... variant = "NT"
... antes = [0, 0]
... blinds_or_straddles = [5, 10]
... min_bet = 10
... starting_stacks = [100, 100]
... actions = ["d dh p1 AsAd", "d dh p2 KsKd", "p2 cbr 30", "p1 f"]
... '''
>>> read_phh(text)[0].play().stacks
(90, 110)
"""

from steelwheel.holdem.acpc import read_acpc, to_acpc
from steelwheel.holdem.phh import read_phh, write_phh
from steelwheel.holdem.records import HistoryError, Record, record_of

__all__ = ["HistoryError", "Record", "read_acpc", "read_phh", "record_of", "to_acpc", "write_phh"]
