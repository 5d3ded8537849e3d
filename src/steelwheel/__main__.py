import sys

from steelwheel.cli import main

sys.exit(main())
