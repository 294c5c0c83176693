"""Finding bounties among a million: a column of words that PostgreSQL keeps by itself, its indexes and counts.

The column `search` is the database's own: no field of the model, so that no read carries it and no write sends it.
"""

from django.contrib.postgres.operations import BtreeGinExtension
from django.db import migrations

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
-- Words, city, country and category in one index: a middling word in a large city is looked up where both meet, instead of
-- walking all listings of the place. Each row has three entries more, beside some fifty of its words.
CREATE INDEX bounty_search_live ON bounties_bounty USING gin (search, upper(city), country, category)
    WITH (fastupdate = off) WHERE {_LIVE};
CREATE INDEX bounty_search_over ON bounties_bounty USING gin (search) WITH (fastupdate = off)
    WHERE status NOT IN ('open', 'partially_filled');
-- PostgreSQL counts the values of an indexed expression, but believes that count only for an index of all rows; `bounty_city`
-- holds what is listed. Without a count of its own every city was taken for one row in two hundred, and the one of every
-- fifth row was collected and sorted.
CREATE STATISTICS bounty_city_counted ON (upper(city)) FROM bounties_bounty;
ALTER STATISTICS bounty_city_counted SET STATISTICS 1000;
"""  # noqa: S608 (constants of this file)
_NO_WORDS = """
DROP STATISTICS bounty_city_counted;
ALTER TABLE bounties_bounty ALTER skills_needed SET STATISTICS -1;
ALTER TABLE bounties_bounty DROP COLUMN search;
DROP FUNCTION bounty_words(text, text, text, text, text, text, text[]);
"""


class Migration(migrations.Migration):
    replaces = [
        ("bounties", "0020_microphone_samples"),
    ]

    dependencies = [("bounties", "0001_tables")]

    operations = [BtreeGinExtension(), migrations.RunSQL(_WORDS, _NO_WORDS)]
