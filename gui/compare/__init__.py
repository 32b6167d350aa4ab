"""Two takes on one time axis: their differences, switching between them by ear, and blind tests."""
