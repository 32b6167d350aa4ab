"""Sound going out, to files, pipes and loudspeakers, and recordings coming in."""
