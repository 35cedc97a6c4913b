"""Sign-in by a link, the password of a host, the hosts and their devices."""
