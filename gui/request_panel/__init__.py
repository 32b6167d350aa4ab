"""The left side of the window: what is to be spoken, by which model and voice, and how."""
