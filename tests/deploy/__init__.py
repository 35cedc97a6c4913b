"""The files in deploy/, tested as far as one machine allows."""
