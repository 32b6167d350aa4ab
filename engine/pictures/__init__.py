"""What is drawn of a take, as arrays: no Qt, so that pictures can be tested and made without a window."""
