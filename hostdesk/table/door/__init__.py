"""The door of a night: arrivals, and players who have not come."""
