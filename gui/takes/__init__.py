"""Kept takes: the table, what people say of them, their bin and their export."""
