"""The base of every admin page. Two roles: support (staff) reads everything and decides listings and cases; an operator
(superuser) edits settings rows, too. Nobody edits a record: verbs are forms that call a service."""

from marketplace.api.backoffice.cells import details, id_text, moment, money, row_link, table, who_did
from marketplace.api.backoffice.forms import CountryField, DollarsField, SettingsForm
from marketplace.api.backoffice.pages import ReadOnly, Settings, is_operator
from marketplace.api.backoffice.verbs import Deciding, Note, Reason, Verb

__all__ = (
    "CountryField",
    "Deciding",
    "DollarsField",
    "Note",
    "ReadOnly",
    "Reason",
    "Settings",
    "SettingsForm",
    "Verb",
    "details",
    "id_text",
    "is_operator",
    "moment",
    "money",
    "row_link",
    "table",
    "who_did",
)
