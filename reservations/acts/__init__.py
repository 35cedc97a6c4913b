"""The record of what happened: acts and facts, their keys, their chain, and how a command writes."""
