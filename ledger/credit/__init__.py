"""Credit: permission to owe, and limits; the end of bank notes, and their slips."""
