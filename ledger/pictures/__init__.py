"""Pictures of results: shapes that know nothing of page or paper, with the numbers behind them."""
