"""What was recorded: one list over all nights and between them, and the page of an act."""
