"""The one search field: players, nights, pages, rules and a player's own lines, for readers who may see them."""
