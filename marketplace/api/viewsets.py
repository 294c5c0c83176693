"""The base of every view: read a shape, call one service or selector, answer. Nothing else happens in a view."""

from collections.abc import Callable
from re import Pattern
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from marketplace.api import signatures
from marketplace.api.filters import Query
from marketplace.api.pagination import Page, page
from marketplace.api.serializers import Shape
from marketplace.core.actor import Actor
from marketplace.core.errors import BadRequest, Invalid, Problem
from marketplace.errors import IdempotencyKeyMismatch, IdempotencyKeyRequired
from marketplace.services.idempotency import Answer, IdempotencyInProgress, fingerprint, is_used, once

S = TypeVar("S", bound=Shape)
T = TypeVar("T")
# Accepted in every write body (contract, section 1): who the agent says it is, and its signature.
ALWAYS_ACCEPTED = frozenset({"agentId", "agentVerification", "agentName", "agentType", "idempotencyKey"})


class ApiViewSet(ViewSet):
    reads = "read"  # the rate limit of what only reads, where its operation names none

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """After credentials and permissions, and before the route's own code: a signature that is sent must fit."""
        super().initial(request, *args, **kwargs)
        signed = getattr(getattr(self, self.action or "", None), "signed", None)
        if signed is not None and self.caller is not None:
            signatures.check(request, self.caller, signed, kwargs)

    @property
    def actor(self) -> Actor:
        """Who calls, on routes that ask for credentials."""
        actor: Actor = self.request.auth  # type: ignore[assignment]
        return actor

    @property
    def caller(self) -> Actor | None:
        """Who calls, on public routes: None for a stranger."""
        return self.request.auth if isinstance(self.request.auth, Actor) else None

    def read(self, shape: type[S], *, strict: bool = False, body: Any = None) -> dict[str, Any]:
        """The body in the form of `shape`. Raises Invalid (400), with every bad field named.

        Unknown fields are ignored and named in the answer's warnings, or refused when `strict`.
        """
        body = self.request.data if body is None else body
        if not isinstance(body, dict):
            raise BadRequest("Send a JSON object.", code="invalid_body")
        form = shape(data=body)
        form.is_valid(raise_exception=True)
        unknown = [name for name in form.unknown(body) if strict or name not in ALWAYS_ACCEPTED]
        if unknown and strict:
            raise Invalid({name: ["This field is not taken here."] for name in unknown})
        self.warnings = [f"unknown field ignored: {name[:60]}" for name in unknown[:20]]
        data: dict[str, Any] = form.validated_data
        return data

    def answer(self, **body: Any) -> Response:
        """200 `{ success: true, … }`, with the warnings that reading the body gave."""
        return Response(self.success(**body))

    def success(self, **body: Any) -> dict[str, Any]:
        whole = {"success": True, **body}
        if warnings := getattr(self, "warnings", []):
            whole["warnings"] = [*whole.get("warnings", []), *warnings]
        return whole

    def listed(self, name: str, found: Page, shape: type[Shape]) -> Response:
        return Response(found.envelope(name, shape.render_many(found.rows)))

    def paged(self, rows: QuerySet[Any], *, scope: str, query: type[Query] | None = None, **how: Any) -> Page:
        """Filter by `query`, then one keyset page; the cursor fits this scope and these filters only."""
        filters: dict[str, Any] = how.pop("filters", {})
        if query is not None:
            rows, filters = query(self.request, rows).apply()
        return page(rows, self.request, scope=scope, filters=filters, **how)

    def once(
        self,
        operation: str,
        perform: Callable[[], dict[str, Any] | Answer],
        *,
        present: Callable[[str], dict[str, Any]] | None = None,
    ) -> Response:
        """Run a verb in one transaction, at most once per idempotency key, and answer what it returns.

        `perform` gives the body of a 200, or an Answer. When that names an intent, which waits for a payment, a replay
        answers `present(intent)`: how it stands by then.
        """

        def work() -> Answer:
            result = perform()
            return result if isinstance(result, Answer) else Answer(self.success(**result))

        # With the query: DELETE takes its reason there, too.
        print_ = fingerprint(self.request.method or "", self.request.get_full_path(), self.request.data)
        answer = once(
            actor=self.actor,
            operation=operation,
            key=self.idempotency_key(),
            fingerprint=print_,
            perform=work,
            present=(lambda intent: Answer(self.success(**present(intent)))) if present else None,
        )
        return Response(answer.body, status=answer.status, headers=answer.headers)

    def once_kept(self, operation: str, keep: Callable[[], T], perform: Callable[[T], dict[str, Any]]) -> Response:
        """`once` for verbs that take files: `keep` stores them before the transaction, so that nothing is locked while
        a disk or another machine is slow, and not at all for a replay; `perform` gets what it returned.
        """
        key = self.idempotency_key()
        kept = []
        try:
            if not is_used(self.actor, operation, key):
                kept.append(keep())
        except Problem:
            if not is_used(self.actor, operation, key):
                raise
            # It was refused because the first call with this key has got through meanwhile: its answer is repeated.

        def work() -> dict[str, Any]:
            if not kept:  # the key ran out between the two looks
                raise IdempotencyInProgress(headers={"Retry-After": "1"})
            return perform(kept[0])

        return self.once(operation, work)

    def asked_to_pay(self, intent: str, body: dict[str, Any]) -> Answer:
        """What `perform` gives when the call only started a payment, for what has the public id `intent`."""
        return Answer(self.success(**body), intent=intent)

    def idempotency_key(self) -> str | None:
        """The Idempotency-Key header or the idempotencyKey field. Raises 400 when both differ or it is no key."""
        header = self.request.headers.get("Idempotency-Key")
        body = self.request.data
        field = body.get("idempotencyKey") if isinstance(body, dict) else None
        if header is not None and field is not None and header != field:
            raise IdempotencyKeyMismatch()
        key = header if header is not None else field
        if key is None:
            return None
        if not isinstance(key, str) or not 1 <= len(key) <= 255 or not key.isprintable():
            raise Invalid({"idempotencyKey": ["Give 1 to 255 printable characters."]})
        return key

    def required_key(self, pattern: Pattern[str] | None = None, words: str = "", *, header_only: bool = False) -> str:
        """The key of a call that is refused without one; `words` say what `pattern` matches. Raises
        IdempotencyKeyRequired, Invalid (400)."""
        key = self.idempotency_key()
        if key is None or (header_only and "Idempotency-Key" not in self.request.headers):
            raise IdempotencyKeyRequired()
        if pattern is not None and not pattern.fullmatch(key):
            raise Invalid({"idempotencyKey": [f"Give {words}."]})
        return key


def no_store(response: Response) -> Response:
    """Private answers that no cache may keep."""
    response["Cache-Control"] = "private, no-store"
    return response
