"""The door of a night: who comes in, and who has not come."""
