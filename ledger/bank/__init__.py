"""The bank of one night, computed from its acts: history, balances, notes, and the text of acts."""
