"""What nights came to and for whom, those of results only among them."""
