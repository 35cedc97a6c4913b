"""Pages. What is written to players: the letters, to whom they are sent, and by which server."""
