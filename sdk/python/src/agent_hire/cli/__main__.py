"""`python -m agent_hire.cli` is `ahm`."""

from agent_hire.cli import main

main()
