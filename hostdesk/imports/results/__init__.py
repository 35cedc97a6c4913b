"""Results brought along: sheets read, shown and posted as nights of results only."""
