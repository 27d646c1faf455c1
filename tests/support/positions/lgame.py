"""Printed positions of the L-Game: the first one, and one that is won in one turn."""

START = """
n A A .
. B A .
. B A .
. B B n
"""
WON_IN_ONE = """
B . A .
B . A .
B B A A
. n . n
"""
