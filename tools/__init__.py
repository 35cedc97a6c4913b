"""Programs for development: none of them is part of the desk."""
