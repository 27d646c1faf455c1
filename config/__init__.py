"""YAML and PO only: what somebody may want to change without touching code."""
