"""The rules, the thinking and the keeping: everything that needs no screen and no clock."""
