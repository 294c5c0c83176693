"""Tools of the wallet: money in, money out, limits, and charging customers of one's own. Data only."""

from wallet.tools.balance import BALANCE
from wallet.tools.checkouts import CHECKOUTS
from wallet.tools.crypto import CRYPTO

IDS = {"checkoutId": "The checkout (aco_…)."}
TOOLS = [*BALANCE, *CHECKOUTS, *CRYPTO]
