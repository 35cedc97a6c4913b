"""Results of nights by player, also of nights without a bank."""
