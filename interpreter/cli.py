"""The command line: arguments in, exit status out."""

import argparse
from collections.abc import Sequence

from .. import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the arguments, call one function, print."""
    parser = argparse.ArgumentParser(prog="livret")
    parser.add_argument("--version", action="version", version=f"livret {__version__}")
    parser.parse_args(arguments)
    return 0
