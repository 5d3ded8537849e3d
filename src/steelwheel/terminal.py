"""The terminal: colours where they are wanted, and a progress bar.

Colours and bars are for people who look at a terminal: never in a file or a pipe, and no colours where ``NO_COLOR`` is set or the
terminal is dumb.
"""

import importlib
import os
import sys
import time
from typing import Any, TextIO

FIRST_SHOWN = 0.5
"""Seconds of work before a bar appears."""
BETWEEN = 0.1
"""Seconds between two looks of the plain bar."""


def coloured(stream: TextIO) -> bool:
    """Whether to write colours to a stream."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shade(text: str, fraction: float) -> str:
    """Text on a green that is the brighter, the closer a fraction 0..1 is to 1; grey and without a ground at 0."""
    if not fraction > 0:
        return f"\x1b[90m{text}\x1b[0m"
    red, green, blue = (round(dark + (bright - dark) * fraction) for dark, bright in ((24, 40), (52, 167), (36, 88)))
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[97m{text}\x1b[0m"


class Bar:
    """A progress bar on stderr, if that is a terminal; by tqdm where it is installed.

    Called with what is done and the total, 0 when that is not known.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._begun = time.monotonic()
        self._next = self._begun + FIRST_SHOWN
        self._shown = sys.stderr.isatty()
        self._tqdm: Any = None
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or now < self._next:
            return
        self._next = now + BETWEEN
        if self._width == 0 and self._tqdm is None:
            self._tqdm = self._of_tqdm(total)
        if self._tqdm is not None:
            self._tqdm.update(done - self._tqdm.n)
        else:
            self._write(done, total, now - self._begun)

    def _of_tqdm(self, total: int) -> Any:
        try:
            tqdm = importlib.import_module("tqdm")
        except ImportError:
            return None
        bar = tqdm.tqdm(total=total or None, unit=f" {self._unit}", file=sys.stderr, leave=False, dynamic_ncols=True)
        bar.start_t = bar.last_print_t = bar._time() - (time.monotonic() - self._begun)
        return bar

    def _write(self, done: int, total: int, seconds: float) -> None:
        text = f"{done:,} {self._unit}, {done / seconds:,.0f}/s"
        if total:
            filled = 30 * done // total
            text = f"[{'#' * filled}{'.' * (30 - filled)}] {100 * done // total} %, {seconds * (total - done) / done:,.0f} s to go"
        self._width = max(self._width, len(text))
        print(f"\r{text:{self._width}}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar off the screen."""
        if self._tqdm is not None:
            self._tqdm.close()
        elif self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)
        self._shown = False

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
