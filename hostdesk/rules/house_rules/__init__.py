"""The rules of a house as those read them who play there: looked up, compared, accepted."""
