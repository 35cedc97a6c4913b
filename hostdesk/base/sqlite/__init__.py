"""Django's SQLite backend with one difference: it never makes an empty database by itself."""
