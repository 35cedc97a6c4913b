"""Pictures of results: shapes for pages and paper alike, with the numbers behind them."""
