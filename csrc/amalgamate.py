"""Make the C library of the wheel: the whole core as one steelwheel.c beside its header, and what other builds find it by.

    python csrc/amalgamate.py DIRECTORY    write it there

steelwheel.c is the shared headers, then every csrc/*.c, then the tables; a line names the file that each part comes from. In one
file the names of several cannot be alike, so what two files call the same gets the file's name behind it: `load` of
kernel_avx2.c becomes `load_avx2`. Nothing else is changed. From the same sources the same bytes are made on every machine.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from build_ffi import CSRC, cdef, tables_c

PACKAGING = CSRC / "packaging"  # templates: files in which @VERSION@ stands for the version
INCLUDE = re.compile(r'^#include "(.*)"\n', re.MULTILINE)
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|(?:\b(?:struct|union|enum) )?\b[A-Za-z_]\w*', re.DOTALL)
DECLARED = (  # what clang-format's layout shows of a file's own names
    r"^static (?:[^;={(]|__attribute__\(\(.*?\)\))*?\b(?!__)(\w+)\(",  # functions
    r"^static [^;={(]*?\b(\w+)(?:\[\w*\])* ?(?:=|;)",  # tables and variables
    r"^typedef [^;{]*?\b(\w+)(?: __attribute__[^;]*)?;",
    r"^\} (\w+);",  # typedef of a struct
    r"^((?:struct|union|enum) \w+) \{",
    r"^#define (\w+)",
)
ENUM = re.compile(r"^enum \{(.*?)\}", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BANNER = """\
/* steelwheel.c -- the C core of steelwheel {version} in one file, made by csrc/amalgamate.py of its sources; steelwheel.h
 * says what it does. Compile it as C11 with gcc or clang, at -O3: the kernels of every instruction set are in it, and the
 * best one for the machine is chosen when it runs. */
#if !defined(__GNUC__) && !defined(__clang__)
#error "steelwheel.c is GNU C: compile it with gcc or clang (clang-cl on Windows); steelwheel.h works with any compiler"
#endif
"""


def version():
    """The one in the header."""
    return re.search(r'STEELWHEEL_VERSION "(.*)"', (CSRC / "steelwheel.h").read_text())[1]


def shared(name):
    """Whether a header is included once for all, and not as a part of each file that includes it."""
    return not name.endswith(".inc.h")


def headers(name, found):
    """Add to `found` the shared headers that a file includes, each after those that it needs itself."""
    for included in INCLUDE.findall((CSRC / name).read_text()):
        headers(included, found)
        if shared(included) and included not in found:
            found.append(included)
    return found


def part(name):
    """A file's text, in place of its #include lines what belongs to it alone."""
    text = (CSRC / name).read_text()
    return INCLUDE.sub(lambda include: "" if shared(include[1]) else part(include[1]), text)


def own_names(text):
    """Names that a part declares for itself; tags with the word before them."""
    code = COMMENT.sub("", text)
    names = {name for pattern in DECLARED for name in re.findall(pattern, code, re.MULTILINE | re.DOTALL)}
    return names | {
        name for body in ENUM.findall(code) for name in re.findall(r"(\w+)(?: = [^,]*)?(?:,|$)", " ".join(body.split()))
    }


def renamed(text, names, suffix):
    return TOKEN.sub(lambda token: token[0] + suffix * (token[0] in names), text)


def amalgamation():
    """steelwheel.c as text."""
    sources = sorted(path.name for path in CSRC.glob("*.c"))
    found = []
    for name in sources:
        headers(name, found)
    parts = {name: part(name) for name in [*found, *sources] if name != "steelwheel.h"}
    owned = {name: own_names(parts[name]) for name in sources}
    times = Counter(name for names in owned.values() for name in names)
    for name in sources:
        suffix = "_" + name.removesuffix(".c").removeprefix("kernel_")
        parts[name] = renamed(parts[name], {own for own in owned[name] if times[own] > 1}, suffix)
    parts["tables.c"] = INCLUDE.sub("", tables_c())
    files = "".join(f"\n/* {f' {name} ':-^93} */\n\n{text.strip()}\n" for name, text in parts.items())
    return f'{BANNER.format(version=version())}#include "steelwheel.h"\n{files}'


def fields(struct, body):
    """What a struct or an enum declares, one name a line."""
    if struct.startswith("enum"):
        return [name.split(" = ")[0] for name in re.split(", ?", body.strip(" ,"))]
    declarations = [re.match(r"((?:const )?\w+) (.*)", item.strip()) for item in body.strip(" ;").split(";")]
    return [f"{kind} {name}" for kind, names in map(re.Match.groups, declarations) for name in names.split(", ")]


def pxd():
    """The header as Cython declares it."""
    code = " ".join(COMMENT.sub("", cdef()).split())
    lines = ["from libc.stdint cimport *", "", 'cdef extern from "steelwheel.h" nogil:']
    for struct, body, alias, statement in re.findall(
        r"(?:typedef )?((?:struct|enum)(?: \w+)?) \{(.*?)\}( \w+)?; ?|([^;]+); ?", code
    ):
        if struct:
            lines += [
                f"    {f'ctypedef struct{alias}' if alias else struct}:",
                *(f"        {field}" for field in fields(struct, body)),
            ]
        else:
            lines.append("    " + re.sub(r"^extern |\bstruct ", "", statement).replace("(void)", "()"))
    return "\n".join(lines) + "\n"


def write(directory):
    """The library into a directory, made if need be."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "steelwheel.h").write_text((CSRC / "steelwheel.h").read_text())
    (directory / "steelwheel.c").write_text(amalgamation())
    for template in PACKAGING.iterdir():
        (directory / template.name).write_text(template.read_text().replace("@VERSION@", version()))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
