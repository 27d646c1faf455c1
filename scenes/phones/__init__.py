"""Phones at the table: everybody's own hand, over the local network, as long as somebody has switched it on."""
