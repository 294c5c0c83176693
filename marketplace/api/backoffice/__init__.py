"""The base of every admin page. Three roles (core/roles.py): an auditor reads everything; support also decides; an
operator edits settings rows, too. Nobody edits a record: verbs are forms that call a service."""

from marketplace.api.backoffice.cells import details, id_text, moment, money, row_link, table, who_did
from marketplace.api.backoffice.forms import CountryField, DollarsField, SettingsForm, WhyField
from marketplace.api.backoffice.pages import Lines, Page, ReadOnly, Settings, is_decider, is_operator
from marketplace.api.backoffice.verbs import Deciding, Note, Reason, Verb

__all__ = (
    "CountryField",
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
    "details",
    "id_text",
    "is_decider",
    "is_operator",
    "moment",
    "money",
    "row_link",
    "table",
    "who_did",
)
