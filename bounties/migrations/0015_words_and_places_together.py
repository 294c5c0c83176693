"""Words, city, country and category in one index: a middling word in a large city was a walk of 25,000 listings, and is
now looked up where both meet. Each row has three entries more, beside some fifty of its words."""

from django.contrib.postgres.operations import BtreeGinExtension
from django.db import migrations

_LIVE = "status IN ('open', 'partially_filled') AND NOT is_private"
_TOGETHER = f"""
DROP INDEX bounty_search_live;
CREATE INDEX bounty_search_live ON bounties_bounty USING gin (search, upper(city), country, category)
    WITH (fastupdate = off) WHERE {_LIVE};
"""
_WORDS = f"""
DROP INDEX bounty_search_live;
CREATE INDEX bounty_search_live ON bounties_bounty USING gin (search) WITH (fastupdate = off) WHERE {_LIVE};
"""


class Migration(migrations.Migration):
    dependencies = [("bounties", "0014_hires_by_offer")]

    operations = [BtreeGinExtension(), migrations.RunSQL(_TOGETHER, _WORDS)]
