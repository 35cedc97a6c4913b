"""Pictures of the desk's pages from the demo's books: ``python -m tests.screens``, which ``make screens`` runs."""
