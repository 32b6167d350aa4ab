"""A sweep: what is tried, the queue that speaks it, and the takes as a grid, the least suspicious first."""
