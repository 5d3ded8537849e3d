"""How long imports take, in processes of their own with compiled modules at hand."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CACHE = Path(tempfile.gettempdir()) / "steelwheel-bench-pycache"


def import_seconds(modules: str, after: str = "sys") -> float:
    """Seconds that `import modules` takes in a new interpreter, its start and what is imported before not counted."""
    code = f"import {after}; from time import perf_counter as now; start = now(); import {modules}; print(now() - start)"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(CACHE)
    return float(subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True).stdout)
