"""Playing by phone over the local network, for as long as somebody at the screen allows it."""
