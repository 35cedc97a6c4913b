"""What all lists share: filters, tables, pages, files."""
