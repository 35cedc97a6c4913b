"""The mailbox that the desk reads: answers by calendar and by e-mail, and what the host has to read."""
