"""The C functions in jitted code: ``register()`` once, then call them as ``sw_strength_of`` and so on, as steelwheel.h has them.

Every function of steelwheel.h whose arguments are numbers and pointers is an attribute of this module. Scalars pass as they are;
an array passes as ``ffi.from_buffer(array)``, a pointer to its first item: it must be C-contiguous and of the item type that the
header says, and nothing checks that it is long enough. All may be called without the lock, from any number of threads. Code that
calls them is compiled anew in every process: numba has no ``cache=True`` for it. Hands card by card are masks here: add a card with
``mask | 1 << card``, ask ``sw_strength_of``.

>>> import numba
>>> from steelwheel import numba as swn
>>> swn.register()
>>> numba.njit(lambda mask: swn.sw_strength_of(mask))(0b11111 << 47)    # As Ah Ad Ac Ks: four aces, king kicker
7452
"""

from typing import Any

from steelwheel import _native
from steelwheel._native import ffi, lib

__all__ = ["ffi", "register"]


def register() -> None:
    """Let numba know the C functions, those of this module; once a process, before code that calls them is compiled.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    try:
        from numba.core.typing.cffi_utils import register_module
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("steelwheel.numba needs numba: pip install numba", name=error.name) from error
    register_module(_native)


def __getattr__(name: str) -> Any:
    """The C functions, by their names."""
    if name.startswith("sw_"):
        return getattr(lib, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in dir(lib) if name.startswith("sw_"))})
