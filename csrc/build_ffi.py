"""Build `steelwheel._native`: the C core, its tables, and the header as cffi reads it.

    python csrc/build_ffi.py OUT.c    write the tables as C, for a build without Python

setup.py calls `build`. The header itself is the interface (its preprocessor lines aside), and the declarations in
tables.h say how the bytes of tables/*.bin are read.
"""

import re
import sys
from pathlib import Path

import cffi

ROOT = Path(__file__).parent.parent
CSRC = ROOT / "csrc"
TABLES_C = Path("build") / "tables.c"  # relative to the project, as setuptools wants sources
DECLARATION = re.compile(r"^extern const uint(\d+)_t sw_(\w+?)((?:\[\d+\])+);", re.MULTILINE)
NUMBERS_A_LINE = 16


def cdef():
    """steelwheel.h as cffi wants it: no C++ guards, no preprocessor lines, inline functions only declared."""
    header = (CSRC / "steelwheel.h").read_text()
    header = re.sub(r"#ifdef __cplusplus.*?#endif\n", "", header, flags=re.DOTALL)
    header = re.sub(r"^#.*\n", "", header, flags=re.MULTILINE)
    header = re.sub(r"^static inline [^;]*?\n\{.*?^\}\n", "", header, flags=re.MULTILINE | re.DOTALL)
    return header.replace("static inline ", "")


def tables_c():
    """The tables as C source: one constant array for every one declared in the headers."""
    parts = ['#include "tables.h"\n']
    headers = (CSRC / "steelwheel.h").read_text() + (CSRC / "tables.h").read_text()
    for bits, name, dimensions in DECLARATION.findall(headers):
        data = (ROOT / "tables" / f"{name}.bin").read_bytes()
        size = int(bits) // 8
        shape = [int(length) for length in re.findall(r"\d+", dimensions)]
        values = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
        items = [f"{value}ull" if bits == "64" else f"{value}" for value in values]
        for length in reversed(shape[1:]):  # rows of rows in braces of their own
            items = ["{" + ",".join(items[i : i + length]) + "}" for i in range(0, len(items), length)]
        if len(items) != shape[0]:
            raise ValueError(f"tables/{name}.bin holds {len(items)} rows where its header says {shape[0]}")
        lines = [",".join(items[i : i + NUMBERS_A_LINE]) for i in range(0, len(items), NUMBERS_A_LINE)]
        parts.append(f"const uint{bits}_t sw_{name}{dimensions} = {{\n" + ",\n".join(lines) + "};\n")
    return "\n".join(parts)


def write_tables(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tables_c())


def build():
    """The extension module; cffi calls this from setup.py."""
    write_tables(ROOT / TABLES_C)
    ffi = cffi.FFI()
    ffi.cdef(cdef())
    ffi.set_source(
        "steelwheel._native",
        '#include "steelwheel.h"',
        sources=[str(path.relative_to(ROOT)) for path in sorted(CSRC.glob("*.c"))] + [str(TABLES_C)],
        include_dirs=[str(CSRC.relative_to(ROOT))],
        depends=[str(path.relative_to(ROOT)) for path in [*CSRC.glob("*.h"), *ROOT.glob("tables/*.bin")]],
        # No SLP: packing the scalar results of eight look-ups costs the port that the byte shuffles need.
        extra_compile_args=["-O3", "-std=c11", "-fno-tree-slp-vectorize"],
        py_limited_api=True,
    )
    return ffi


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]))
