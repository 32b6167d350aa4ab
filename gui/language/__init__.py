"""The language of the window: English as it is written in the source, others from the folder resources/translations."""
