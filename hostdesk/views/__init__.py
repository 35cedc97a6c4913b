"""The pages of the desk, one module a subject."""
