"""Credit: who may owe, and how much; how bank notes end, and their slips."""
