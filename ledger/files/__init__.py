"""Files that come in and go out: CSV and spreadsheets."""
