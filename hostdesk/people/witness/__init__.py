"""What phones saw of the books: kept by each of them, compared with what the desk says now."""
