"""The papers of the desk, on one page: of a night, of THE BOOK, of a season and of a house."""
