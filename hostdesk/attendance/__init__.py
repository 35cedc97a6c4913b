"""The door of a night, and who came over the months."""
