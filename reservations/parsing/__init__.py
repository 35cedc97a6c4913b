"""The parsing of typed text: names, days, whole numbers, and documents of rules."""
