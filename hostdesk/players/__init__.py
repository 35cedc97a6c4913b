"""The players as the pages list, change and show them."""
