"""What bounds a wallet: the windows of its caps."""

from datetime import timedelta
from typing import Final

# The rolling caps, by the name that a refusal and an event give them. The column is `spending_cap_<name>_cents`.
CAP_WINDOWS: Final = {
    "rolling_24h": timedelta(hours=24),
    "rolling_7d": timedelta(days=7),
    "rolling_30d": timedelta(days=30),
}
CONTROL_MAX_CENTS: Final = 100_000_000
