"""What is in deploy/, tried as far as one machine can."""
