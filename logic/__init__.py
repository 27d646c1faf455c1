"""Game rules, computer players, sessions and storage: everything that needs neither a screen nor a clock."""

VERSION = "1.0.0"
"""The program's version; packages and installers take it from here."""
