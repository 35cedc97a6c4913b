#!/usr/bin/env python3
"""The command line of Hostdesk in its source: ``python manage.py help`` lists the commands."""

from hostdesk.__main__ import main

if __name__ == "__main__":
    main()
