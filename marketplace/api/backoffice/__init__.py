"""Base classes of the admin pages. Three roles (core/roles.py): auditors read everything; support also decides; operators also
edit settings rows. Records can't be edited: actions are forms that call a service.
"""

from marketplace.api.backoffice.cells import (
    actor_names,
    details,
    found_in,
    id_text,
    moment,
    money,
    named_link,
    row_link,
    table,
)
from marketplace.api.backoffice.dated import Dated, DatedForm
from marketplace.api.backoffice.forms import CountryField, DollarsField, SettingsForm, WhyField
from marketplace.api.backoffice.pages import Lines, Page, ReadOnly, is_decider, is_operator
from marketplace.api.backoffice.settings import Settings
from marketplace.api.backoffice.verbs import Deciding, Note, Reason, Verb, office_page

__all__ = (
    "CountryField",
    "Dated",
    "DatedForm",
    "Deciding",
    "DollarsField",
    "Lines",
    "Note",
    "Page",
    "ReadOnly",
    "Reason",
    "Settings",
    "SettingsForm",
    "Verb",
    "WhyField",
    "actor_names",
    "details",
    "found_in",
    "id_text",
    "is_decider",
    "is_operator",
    "moment",
    "money",
    "named_link",
    "office_page",
    "row_link",
    "table",
)
