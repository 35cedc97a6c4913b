"""The frame around all pages: the server, addresses, theme, health, the path from a form to its command."""
