#!/usr/bin/env python
"""Django's command line."""

from config.server import main

if __name__ == "__main__":
    main()
