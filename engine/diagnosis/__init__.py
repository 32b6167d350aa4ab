"""What looks wrong with a take, where, and everything that is needed to see it again."""
