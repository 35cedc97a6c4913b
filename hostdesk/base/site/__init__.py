"""The frame around all pages: serving, addresses, headers, theme, health, the path from a form to its command."""
