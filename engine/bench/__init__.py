"""How fast a model speaks on this machine, and how near that is to what the machine can do."""
