"""Pages. Who gets in, and what they may: set-up, hosts, links, devices, and the guard before every page."""
