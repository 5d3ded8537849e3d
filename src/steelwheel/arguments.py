"""Arguments: whole numbers as callers give them, Python's or NumPy's."""

from operator import index
from typing import Any


def whole(name: str, value: Any, least: int | None = None) -> int:
    """An argument as an int.

    Raises:
        ValueError: it is no whole number (a bool is none), or below ``least``.
    """
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None:
        raise ValueError(f"{name} is {value!r}: it must be a whole number")
    if least is not None and number < least:
        raise ValueError(f"{name} is {number}: a whole number, at least {least}")
    return number


def checked_seed(seed: Any) -> int:
    """A seed as an int.

    Raises:
        ValueError: it is no whole number, or outside 0..2**64 - 1.
    """
    number = whole("seed", seed)
    if not 0 <= number < 1 << 64:
        raise ValueError(f"seed {number} is outside 0..2**64 - 1")
    return number
