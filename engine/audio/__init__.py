"""Sound going out: files, pipes, loudspeakers."""
