"""The one search field: players, nights, pages, rules and a player's own lines, each for whom it may be shown."""
