"""The rules, the thinking and the keeping: everything that needs no screen and no clock."""

VERSION = "1.0.0"
"""The program's own; what is packed and installed takes it from here."""
