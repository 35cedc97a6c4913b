"""The messages that facts make: for whom, in which words, and until when they matter."""
