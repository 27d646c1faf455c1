"""YAML, PO and board files only: what somebody may want to change without touching code."""
