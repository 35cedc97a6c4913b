"""Bank notes: who wrote them, who holds them, how they end."""
