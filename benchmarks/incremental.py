"""Hands card by card beside rows of hands: showdowns of two players on a board, in C.

    python benchmarks/incremental.py [COMPILER [FLAGS ...]]

Compiles incremental.c with the library of the package (gcc -O3 unless told otherwise) and runs it. Ratios are medians over rounds
in which all ways take turns; times are the best of their rounds.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from timing import WIDTH, cpu, digits, ratio

import steelwheel as sw


def main(compiler: list[str]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "incremental"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([*compiler, f"-I{sw.get_include()}", str(source), sw.get_source(), "-o", str(program)], check=True)
        printed = subprocess.run([program], text=True, capture_output=True, check=True).stdout
    times = {name: [*map(float, rounds)] for name, *rounds in (line.rsplit(",", 101) for line in printed.splitlines())}
    alone = times["card by card"]
    print(f"{cpu()}, {' '.join(compiler)}")
    print(f"{'a showdown of two on five board cards':{WIDTH - 30}}{'ns':>10}{'card by card is':>20}")
    for name, rounds in times.items():
        compared = "" if rounds is alone else f"{digits(ratio(rounds, alone))} x as fast"
        print(f"{name:{WIDTH - 30}}{digits(min(rounds)):>10}{compared:>20}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["gcc", "-O3"])
