"""The pages of the seasons: the table, the records, and the parts that the host shares."""
