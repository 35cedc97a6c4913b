"""The mailbox that the desk reads: answers by calendar and by e-mail, and mail for the host to read."""
