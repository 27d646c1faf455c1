"""A game that is hosted for hands elsewhere: tokens for its seats, what each may know, and what is refused.

The table for programs and the phones at the table stand on this. Nothing here knows of a network.
"""
