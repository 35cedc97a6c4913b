"""What players allow themselves: limits of their own, and a pause from invitations."""
