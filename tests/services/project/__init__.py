"""The command line, the tools, texts and packages."""
