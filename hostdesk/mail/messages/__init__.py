"""The pages of messages, and sending them."""
