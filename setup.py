"""The C extension, and the C library in the package; everything else stands in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, "csrc")
import amalgamate

amalgamate.write(Path("src/steelwheel/c"))
Path("src/steelwheel/__init__.pxd").write_text(amalgamate.pxd())
setup(
    cffi_modules=["csrc/build_ffi.py:build"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},  # one abi3 wheel for CPython 3.11 and later
)
