"""Tonight: the page of an open night and what is recorded on it."""
