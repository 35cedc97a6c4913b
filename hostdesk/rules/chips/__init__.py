"""The chip planner: how far a case of chips goes."""
