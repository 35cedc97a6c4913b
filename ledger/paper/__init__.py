"""Common parts of all printed pages: layout, fonts, tables, boxes to fill in."""
