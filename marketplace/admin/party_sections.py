"""What this app knows about a person: personal data, keys, sessions, programs, members, support reports, what staff did."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils.html import format_html

from marketplace.api.backoffice import cells, details, moment, table
from marketplace.api.backoffice.party import SHOWN, all_of, personal
from marketplace.models import (
    Account,
    AccountRestriction,
    ApiKey,
    Connector,
    Device,
    Identity,
    Membership,
    SupportReport,
)
from marketplace.ports import PartyPart
from marketplace.selectors import account_restrictions, accounts


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """In a constant number of queries; each table has the latest ten."""
    return [
        _personal(account, is_revealed),
        _signals(account),
        _restrictions(account),
        _keys(account, is_revealed),
        _sessions(account, is_revealed),
        _programs(account),
        _members(account),
        _reports(account),
        _acts(account),
    ]


def _personal(account: Account, is_revealed: bool) -> PartyPart:
    rows = {
        "E-mail address": personal(account.email, "mail", is_revealed=is_revealed),
        "Billing address": personal(account.billing_email, "mail", is_revealed=is_revealed),
        "Phone": personal(account.phone, "phone", is_revealed=is_revealed),
        "Signed up in": ", ".join(
            part
            for part in (
                personal(account.signup_city, "text", is_revealed=is_revealed),
                personal(account.signup_region, "text", is_revealed=is_revealed),
                account.signup_country,
            )
            if part
        ),
        "Time zone": personal(account.time_zone or account.browser_time_zone, "text", is_revealed=is_revealed),
        "Language": account.language or account.browser_language,
    }
    return PartyPart("personal", "Personal data", details(rows))


def _signals(account: Account) -> PartyPart:
    """What speaks for and against this being who they say."""
    factors = Authenticator.objects.filter(user=account, type=Authenticator.Type.TOTP).exists()
    sharing = accounts.phone_sharers([account]).get(account.pk, 0)
    rows = {
        "Since": moment(account.created_at),
        "Last active": moment(account.last_active_at),
        "Address confirmed": moment(account.email_verified_at),
        "Document checked": format_html("{} {}", moment(account.identity_verified_at), account.identity_country),
        "LinkedIn checked": moment(account.linkedin_verified_at),
        "Can be paid since": moment(account.payouts_onboarded_at),
        "Second factor": "yes" if factors else "no",
        "Other accounts with this phone": str(sharing),
        "Sign-up and document of one country": _same_country(account),
    }
    return PartyPart("signals", "Identity signals", details(rows))


def _same_country(account: Account) -> str:
    if not account.signup_country or not account.identity_country:
        return "not known"
    return "yes" if account.signup_country == account.identity_country else "no"


def _restrictions(account: Account) -> PartyPart:
    rows = AccountRestriction.objects.filter(account=account).select_related("made_by").order_by("-id")[:SHOWN]
    body = table(
        ("Stops", "Reason", "By", "From", "Until", "Ended"),
        (
            (
                ", ".join(f"no {name}" for name in account_restrictions.stops(row)),
                row.reason,
                row.made_by.display_name,
                moment(row.created_at),
                moment(row.until),
                moment(row.ended_at),
            )
            for row in rows
        ),
        none="Nothing is restricted.",
    )
    return PartyPart("restrictions", "Restrictions", body)


def _keys(account: Account, is_revealed: bool) -> PartyPart:
    rows = ApiKey.objects.filter(account=account).select_related("tier").order_by("-id")[:SHOWN]
    body = table(
        ("Key", "Name", "Tier", "Made", "Last used", "From", "Revoked"),
        (
            (
                cells.row_link("key", row.pk),
                row.name,
                row.tier.name if row.tier else "",
                moment(row.created_at),
                moment(row.last_used_at),
                personal(row.last_used_from, "text", is_revealed=is_revealed),
                moment(row.revoked_at),
            )
            for row in rows
        ),
        none="No key.",
    )
    identities = Identity.objects.filter(account=account).order_by("-id")[:SHOWN]
    agents = table(
        ("Identity", "Bound"),
        ((cells.link(row), moment(row.created_at)) for row in identities),
        none="No identity of an agent.",
    )
    return PartyPart("keys", "Keys", format_html("{}{}{}", body, all_of("marketplace_apikey", account), agents))


def _sessions(account: Account, is_revealed: bool) -> PartyPart:
    rows = UserSession.objects.filter(user=account).order_by("-last_seen_at")[:SHOWN]
    body = table(
        ("Signed in", "Last seen", "From", "Browser"),
        (
            (
                moment(row.created_at),
                moment(row.last_seen_at),
                personal(str(row.ip), "text", is_revealed=is_revealed),
                row.user_agent[:120],
            )
            for row in rows
        ),
        none="Not signed in.",
    )
    devices = Device.objects.filter(account=account).order_by("-id")[:SHOWN]
    pushed = table(
        ("Device", "Name", "Last push"),
        ((cells.row_link("dvc", row.pk), row.name, moment(row.last_used_at)) for row in devices),
        none="No device with pushes.",
    )
    return PartyPart("sessions", "Sessions and devices", format_html("{}<h3>Pushes</h3>{}", body, pushed))


def _programs(account: Account) -> PartyPart:
    rows = Connector.objects.filter(account=account).order_by("-id")[:SHOWN]
    body = table(
        ("Program", "Connected first", "Limited"),
        ((row.name, moment(row.created_at), "yes" if row.is_limited else "no") for row in rows),
        none="No connected program.",
    )
    return PartyPart("programs", "Programs", body)


def _members(account: Account) -> PartyPart:
    members = Membership.objects.filter(account=account).select_related("person").order_by("-id")[:SHOWN]
    others = Membership.objects.filter(person=account).select_related("account").order_by("-id")[:SHOWN]
    heads = ("Role", "Since", "Ended")
    return PartyPart(
        "members",
        "Members",
        format_html(
            "{}<h3>Member of</h3>{}",
            table(
                ("Person", *heads),
                ((cells.link(row.person), row.role, moment(row.created_at), moment(row.ended_at)) for row in members),
                none="Nobody else acts for this account.",
            ),
            table(
                ("Account", *heads),
                ((cells.link(row.account), row.role, moment(row.created_at), moment(row.ended_at)) for row in others),
                none="Of no other account.",
            ),
        ),
    )


def _reports(account: Account) -> PartyPart:
    rows = SupportReport.objects.filter(account=account).order_by("-id")[:SHOWN]
    body = table(
        ("Report", "Summary", "Status", "At"),
        ((cells.row_link("rpt", row.pk), row.summary, row.status, moment(row.created_at)) for row in rows),
        none="No report.",
    )
    return PartyPart("reports", "Support reports", body)


def _acts(account: Account) -> PartyPart:
    kind = ContentType.objects.get_for_model(Account)
    rows = LogEntry.objects.select_related("user").filter(content_type=kind, object_id=str(account.pk))
    body = table(
        ("At", "Who", "What"),
        (
            (moment(row.action_time), row.user.display_name, row.get_change_message())
            for row in rows.order_by("-action_time", "-pk")[:SHOWN]
        ),
        none="Our staff have done nothing here.",
    )
    return PartyPart("acts", "What our staff did", body)
