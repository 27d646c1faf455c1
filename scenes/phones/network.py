"""Which addresses this machine has: nothing is sent to find out."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress

NOBODY = "10.255.255.255"
"""An address that is asked nothing: only which of our own the system would use for it."""


def own_address() -> str | None:
    """The address of this machine in the network that it is in; None where it is in none. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect((NOBODY, 9))
        address = str(asked.getsockname()[0])
        if not address.startswith("127.") and address != "0.0.0.0":  # noqa: S104 - compared, not bound
            return address
    return None


def is_own(address: str) -> bool:
    """Whether this machine has that address now; true as well where the system does not say."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.bind((address, 0))
    except OSError as problem:
        return problem.errno != errno.EADDRNOTAVAIL
    return True
