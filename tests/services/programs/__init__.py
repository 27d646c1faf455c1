"""Tests of the MCP server and the phones' server."""
