"""`python -m pi_referee` is `pi-referee`."""

from __future__ import annotations

import sys

from pi_referee.cli import main

if __name__ == "__main__":
    sys.exit(main())
