"""The pages of the seasons: the table, the records, and what the host shares of them."""
