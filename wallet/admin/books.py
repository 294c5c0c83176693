"""The books, read only: money tables have no add, change or delete."""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly, id_text, moment, money, row_link, table
from marketplace.core.money import format_usd
from wallet import ledger
from wallet.models import AgentCheckout, Checkout, Payment, PaymentLink
from wallet.models.ledger import LedgerAccount, LedgerMove, LedgerTransaction
from wallet.rules.statement import statement_text

_LINES = 50


def named(account: LedgerAccount) -> SafeString | str:
    """`wallet usr_…` with a link to the owner; a house account by its code."""
    if account.owner_prefix is None:
        return account.code
    return format_html("{} {}", account.kind, row_link(account.owner_prefix, account.owner_id))


def transactions_of(keys: Iterable[str]) -> SafeString:
    """A table of the transactions with these keys, oldest first, with links to their pages."""
    rows = LedgerTransaction.objects.filter(key__in=list(keys)).order_by("id")
    return table(
        ("At", "What", "Who", "Why", "Transaction"),
        (
            (
                moment(row.created_at),
                statement_text(row.kind)[1],
                row.tags.get("actor"),
                row.tags.get("reason"),
                format_html(
                    '<a href="{}">{}</a>',
                    reverse("admin:wallet_ledgertransaction_change", args=[row.pk]),
                    id_text("txn", row.pk),
                ),
            )
            for row in rows
        ),
    )


def _of(*paths: str) -> dict[str, tuple[str, ...]]:
    """Search lookups by an owner's id, for a model that refers to ledger accounts by `paths`."""
    owners = tuple(f"{path}owner_id" for path in paths)
    return {"usr": owners, "esc": owners}


@admin.register(LedgerAccount)
class LedgerAccountAdmin(ReadOnly):
    list_display = ("id", "account", "kind", "stored")
    list_filter = ("kind",)
    search_fields = ("code",)
    search_help_text = "wallet, earnings, pool, hold or a house account; or whose it is (usr_…, prf_…, esc_…)."
    ordering = ("id",)
    fieldsets = (
        (None, {"fields": ("account", "kind", "stands_at")}),
        (f"Latest {_LINES} lines", {"classes": ["fieldset-wide"], "fields": ("statement",)}),
    )
    readonly_fields = ("account", "stands_at", "statement")

    @admin.display(description="account", ordering="code")
    def account(self, row: LedgerAccount) -> SafeString | str:
        return named(row)

    @admin.display(description="stands at")
    def stands_at(self, row: LedgerAccount) -> str:
        """The stored balance; for a house account, which stores none, the sum of its moves."""
        return format_usd(ledger.house_balance(row.code) if row.balance is None else row.balance)

    @admin.display(description="stands at")
    def stored(self, row: LedgerAccount) -> str:
        """The stored balance. House accounts are summed on their own page only: they may have millions of moves."""
        return "see its page" if row.balance is None else format_usd(row.balance)

    @admin.display(description="statement")
    def statement(self, row: LedgerAccount) -> SafeString:
        rows = ledger.lines(row.code).select_related("transaction", "other").order_by("-move_id")[:_LINES]
        return table(
            ("At", "What", "Other side", "Amount", "Balance after", "Bounty"),
            (
                (
                    moment(line.created_at),
                    line.description,
                    named(line.other),
                    money(line.cents),
                    money(line.balance_after),
                    row_link("bty", line.bounty_id),
                )
                for line in rows
            ),
        )


@admin.register(LedgerTransaction)
class LedgerTransactionAdmin(ReadOnly):
    list_display = ("public_id", "what", "kind", "created_at")
    list_filter = ("kind",)
    search_fields = ("key",)
    search_help_text = (
        "A key such as fund:…, a request id (req_…), a transaction (txn_…), or whose money moved (usr_…, prf_…, esc_…)."
    )
    request_lookup = "tags__request"
    id_lookups = {"txn": ("pk",)}
    ordering = ("-id",)
    fields = ("public_id", "what", "kind", "key", "who", "why", "caused_by", "created_at", "moves")
    readonly_fields = ("public_id", "what", "who", "why", "caused_by", "moves")

    def by_public_id(self, term: str) -> Q | None:
        """Also matches transactions by the owner of an account that they moved."""
        found = super().by_public_id(term)
        if found is not None:
            return found
        page = self.admin_site.get_model_admin(LedgerMove)
        assert isinstance(page, LedgerMoveAdmin)
        moves = page.by_public_id(term)
        if moves is None:
            return None
        return Q(pk__in=LedgerMove.objects.filter(moves).values("transaction_id"))

    @admin.display(description="ID", ordering="id")
    def public_id(self, row: LedgerTransaction) -> SafeString:
        return id_text("txn", row.pk)

    @admin.display(description="what")
    def what(self, row: LedgerTransaction) -> str:
        return statement_text(row.kind)[1]

    @admin.display(description="who")
    def who(self, row: LedgerTransaction) -> str:
        return str(row.tags.get("actor") or "-")

    @admin.display(description="why")
    def why(self, row: LedgerTransaction) -> str:
        return str(row.tags.get("reason") or "-")

    @admin.display(description="request")
    def caused_by(self, row: LedgerTransaction) -> str:
        return str(row.tags.get("request") or "-")

    @admin.display(description="moves")
    def moves(self, row: LedgerTransaction) -> SafeString:
        rows = row.moves.select_related("source", "destination").order_by("id")
        return table(
            ("From", "To", "Amount", "Bounty"),
            ((named(m.source), named(m.destination), format_usd(m.cents), row_link("bty", m.bounty_id)) for m in rows),
        )


@admin.register(LedgerMove)
class LedgerMoveAdmin(ReadOnly):
    list_display = ("number", "created_at", "what", "cents", "source_account", "destination_account", "bounty_id")
    list_display_links = ("number",)
    list_select_related = ("source", "destination", "transaction")
    search_fields = ("transaction__key",)
    search_help_text = (
        "A transaction's key or id (txn_…), a bounty (bty_…), or whose money moved (usr_…, prf_…, esc_…)."
    )
    id_lookups = {"txn": ("transaction_id",), **_of("source__", "destination__")}
    ordering = ("-id",)
    fields = (
        *("number", "what", "source_account", "destination_account", "cents"),
        *("source_balance", "destination_balance", "bounty_id", "capped_cents", "of_transaction", "created_at"),
    )
    readonly_fields = ("number", "what", "source_account", "destination_account", "of_transaction")

    @admin.display(description="number", ordering="id")
    def number(self, row: LedgerMove) -> str:
        return f"Move {row.pk}"

    @admin.display(description="what", ordering="transaction__kind")
    def what(self, row: LedgerMove) -> str:
        return statement_text(row.transaction.kind)[1]

    @admin.display(description="from")
    def source_account(self, row: LedgerMove) -> SafeString | str:
        return named(row.source)

    @admin.display(description="to")
    def destination_account(self, row: LedgerMove) -> SafeString | str:
        return named(row.destination)

    @admin.display(description="transaction")
    def of_transaction(self, row: LedgerMove) -> SafeString | str:
        address = reverse("admin:wallet_ledgertransaction_change", args=[row.transaction_id])
        return format_html('<a href="{}">{}</a>', address, id_text("txn", row.transaction_id))


@admin.register(Checkout)
class CheckoutAdmin(ReadOnly):
    list_display = ("public_id", "account", "purpose", "amount_cents", "status", "outcome", "created_at", "paid_at")
    list_filter = ("status", "purpose", "outcome")
    search_fields = ("account__name", "account__email", "description")
    search_help_text = "Words of the description, a payer, or any public id (dep_…, usr_…, prf_…, esc_…, bty_…)."
    exclude = ("fingerprint", "subject_id", "payer_email", "receipt_email")
    readonly_fields = ("pays_for",)
    ordering = ("-id",)

    @admin.display(description="pays for")
    def pays_for(self, row: Checkout) -> SafeString | str:
        return row_link("bty", row.subject_id) if row.purpose.startswith("bounty") else "-"


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    list_display = ("public_id", "account", "rail", "amount_cents", "method", "reference", "created_at")
    list_filter = ("rail",)
    search_fields = ("reference", "account__name", "account__email")
    search_help_text = "A provider's reference, a payer, or any public id (usr_…, prf_…, dep_…)."
    ordering = ("-id",)


@admin.register(PaymentLink)
class PaymentLinkAdmin(ReadOnly):
    list_display = ("public_id", "account", "description", "amount_cents", "status", "created_at", "paid_at")
    list_filter = ("status",)
    search_fields = ("account__name", "account__email", "description", "payer_email")
    search_help_text = "Words of the description, its owner, the payer, or any public id (lnk_…, usr_…, prf_…)."
    fields = ("public_id", "account", "description", "amount_cents", "payer_email", "status", "expires_at", "paid_at")
    masked = {"payer_email": "mail"}
    readonly_fields = ("public_id",)
    ordering = ("-id",)


@admin.register(AgentCheckout)
class AgentCheckoutAdmin(ReadOnly):
    list_display = ("public_id", "account", "external_order_id", "amount", "status", "refund_status", "created_at")
    list_select_related = ("account", "checkout", "refund")
    search_fields = ("account__name", "account__email", "=external_order_id")
    search_help_text = "An order, whose it is, or any public id (aco_…, usr_…, prf_…)."
    exclude = ("fingerprint", "customer_phone", "metadata")  # for the owner only
    readonly_fields = ("amount", "status", "refund_status")
    ordering = ("-id",)

    @admin.display(description="amount")
    def amount(self, row: AgentCheckout) -> str:
        return format_usd(row.checkout.amount_cents)
