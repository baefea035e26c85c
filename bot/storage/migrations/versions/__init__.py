"""The revisions of the database, oldest first by their numbers."""
