"""Finding bounties among a million: a column of words that PostgreSQL keeps by itself, and an index for each filter.

The column `search` is the database's own: no field of the model, so that no read carries it and no write sends it.
"""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Upper

LIVE = Q(status__in=["open", "partially_filled"], is_private=False)
# As in bounties/rules/words.py, which cuts the words of `q`; a test compares the two.
SEPARATORS = "-_/.,:;@&=?#%~+*!<>()[]{}|\"'\\`^’‘“”„«»–—…•·¿¡°€£"
_LIVE = "status IN ('open', 'partially_filled') AND NOT is_private"

# array_to_string is only STABLE, for the sake of types whose text depends on settings. Ours are plain texts, hence the
# function that says so. Separators become spaces, or the parser would keep `and/or`, `3-4` and addresses as one word;
# without positions, which nothing asks for, the column is half as large.
# The body is parsed here and now (RETURN, no text between $$), so that restoring a dump, which runs without a search path,
# needs nothing looked up.
_WORDS = f"""
CREATE FUNCTION bounty_words(
    title text, description text, category text, city text, state text, country text, skills text[]
) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN strip(to_tsvector('pg_catalog.simple', translate(
    array_to_string(ARRAY[title, description, category, city, state, country] || skills, ' '),
    $sep${SEPARATORS}$sep$, '{" " * len(SEPARATORS)}'
)));
ALTER TABLE bounties_bounty ADD COLUMN search tsvector GENERATED ALWAYS AS (
    bounty_words(title, description, category, city, state, country, skills_needed)
) STORED;
-- A rare word is read from its index and sorted, a common one is met soon enough by walking the newest. PostgreSQL
-- chooses by its list of frequent words, which must be long enough to tell the two apart.
ALTER TABLE bounties_bounty ALTER search SET STATISTICS 1000;
ALTER TABLE bounties_bounty ALTER skills_needed SET STATISTICS 1000;
-- Updates go straight in: a list of pending entries would be walked by every search.
CREATE INDEX bounty_search_live ON bounties_bounty USING gin (search) WITH (fastupdate = off) WHERE {_LIVE};
CREATE INDEX bounty_search_over ON bounties_bounty USING gin (search) WITH (fastupdate = off)
    WHERE status NOT IN ('open', 'partially_filled');
"""  # noqa: S608 (constants of this file)
_NO_WORDS = """
ALTER TABLE bounties_bounty ALTER skills_needed SET STATISTICS -1;
ALTER TABLE bounties_bounty DROP COLUMN search;
DROP FUNCTION bounty_words(text, text, text, text, text, text, text[]);
"""


def _index(name: str, *columns: str) -> migrations.AddIndex:
    return migrations.AddIndex("bounty", models.Index(fields=columns, condition=LIVE, name=name))


class Migration(migrations.Migration):
    dependencies = [("bounties", "0005_attendance_and_receipts")]

    operations = [
        migrations.RunSQL(_WORDS, _NO_WORDS),
        _index("bounty_top", "-application_count", "-id"),
        migrations.AddIndex(
            "bounty", models.Index(Upper("city"), models.F("id").desc(), condition=LIVE, name="bounty_city")
        ),
        _index("bounty_country", "country", "-id"),
        _index("bounty_category", "category", "-id"),
        _index("bounty_price", "price_cents", "-id"),
    ]
