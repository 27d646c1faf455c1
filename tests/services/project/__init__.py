"""Tests of the command line, the tools, translations and packages."""
