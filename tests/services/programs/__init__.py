"""Tables for programs and for phones."""
