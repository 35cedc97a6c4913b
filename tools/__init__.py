"""Programs beside the desk: none of them is part of it."""
