"""The servers for programs and for phones."""
