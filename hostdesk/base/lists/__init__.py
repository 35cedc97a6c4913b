"""Common parts of all lists: filters, tables, pages, files."""
