"""The chip planner: what the case is good for."""
