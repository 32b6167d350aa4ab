"""What the window remembers between two starts: typed, versioned, migrated, in one JSON file that people can read."""
