"""How what people type is read: names, days, whole numbers, and documents of rules."""
