"""Lets ``python -m quincunx`` start the program."""

import sys

from quincunx import main

if __name__ == "__main__":
    sys.exit(main())
