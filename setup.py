"""The C extension; everything else stands in pyproject.toml."""

from setuptools import setup

setup(
    cffi_modules=["csrc/build_ffi.py:build"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},  # one abi3 wheel for CPython 3.11 and later
)
