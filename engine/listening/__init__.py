"""Listening to two takes fairly: in step, equally loud, and blind with an honest statistic."""
