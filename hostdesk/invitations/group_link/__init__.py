"""The link for a group chat: people tap their own name behind it, and newcomers ask to come."""
