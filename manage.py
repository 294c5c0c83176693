#!/usr/bin/env python
"""Django's command line. A command that needs the servers finds the running instance's, or gets them while it runs."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    from django.core.management import execute_from_command_line

    from config.devstack.embedded import servers_for
    from config.devstack.locations import DevstackError
    from config.settings.reading import BadSetting

    try:
        with servers_for(sys.argv):
            execute_from_command_line(sys.argv)
    except (DevstackError, BadSetting) as error:
        sys.exit(f"{(sys.argv[1:] or ['manage.py'])[0]}: {error}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # 128 + SIGINT, as a shell reports it
