"""French as it is spoken."""
