"""The C library in the package: where its files lie, for compilers and build systems.

One directory holds ``steelwheel.h``; ``steelwheel.c``, the whole core in one file, to be compiled with a program of your own; and
what CMake and pkg-config find them by. For Cython, ``cimport steelwheel`` declares the same functions.
"""

from pathlib import Path

_DIRECTORY = Path(__file__).parent / "c"


def get_include() -> str:
    """Directory of ``steelwheel.h``, for a compiler's ``-I`` or ``include_dirs=``."""
    return str(_DIRECTORY)


def get_source() -> str:
    """Path of ``steelwheel.c``: C11 for gcc or clang, at ``-O3``."""
    return str(_DIRECTORY / "steelwheel.c")


def get_cmake_dir() -> str:
    """Directory of ``steelwheelConfig.cmake``, for ``-Dsteelwheel_DIR=``; its target is ``steelwheel::steelwheel``."""
    return str(_DIRECTORY)


def get_pkgconfig_dir() -> str:
    """Directory of ``steelwheel.pc``, for ``PKG_CONFIG_PATH``; its variable ``source`` is `get_source`."""
    return str(_DIRECTORY)
