"""Messages about facts: their receivers, their words, and the end of their relevance."""
