"""Tonight: the page of an open night and its forms."""
