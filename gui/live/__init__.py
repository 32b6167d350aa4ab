"""The take on one time axis: panes that are redrawn from its buffers 30 times a second while it is made."""
