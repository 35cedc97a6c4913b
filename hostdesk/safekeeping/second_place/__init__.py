"""A second place for the books: copies on another disk or share, encrypted to a key that the host keeps on paper."""
