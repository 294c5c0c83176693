"""The base of every view. A view method only reads a shape, calls one service or selector, and answers."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from re import Pattern
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from marketplace.api import dry_runs, next_actions, signatures
from marketplace.api.filters import Query
from marketplace.api.openapi import Intake
from marketplace.api.pagination import Page, page
from marketplace.api.serializers import Shape
from marketplace.core import context, effects, near, rights
from marketplace.core.actor import Actor
from marketplace.core.errors import BadRequest, Invalid, Problem
from marketplace.errors import IdempotencyKeyMismatch, IdempotencyKeyRequired
from marketplace.services import restrictions
from marketplace.services.idempotency import Answer, IdempotencyInProgress, Sent, fingerprint, is_used, once

S = TypeVar("S", bound=Shape)
T = TypeVar("T")
# Accepted in every write body (contract, section 1): the agent's identity and its signature.
ALWAYS_ACCEPTED = frozenset(
    {"agentId", "agentVerification", "agentName", "agentType", "idempotencyKey", dry_runs.FIELD}
)
# Who is calling, as some clients say it. A call that doesn't read these is the same call without them (contract, section 8).
_ABOUT_CALLER = ALWAYS_ACCEPTED | {"senderName"}


class ApiViewSet(ViewSet):
    # No docstring: the OpenAPI document would use it as the description of operations without one.

    reads = "read"  # rate limit of reading operations that name none
    unread: frozenset[str] = _ABOUT_CALLER  # fields of the body that this call ignores
    warnings: list[str] = []  # about the body, for the answer
    preview: dict[str, Any] = {}  # what a dry run answers beside `wouldChange`

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """After authentication and permissions, before the route's own code: checks the role of a member who acts for another
        account, the credential's scopes, and the signature, if one is sent."""
        super().initial(request, *args, **kwargs)
        described = getattr(self, self.action or "", None)
        if request.method == "GET":
            self._keep_sent(request.query_params.dict())
        if self.caller is not None:
            self.caller.check_rights(getattr(described, "least", "") or rights.usual(request.method or ""))
            if (operation := getattr(described, "operation_id", None)) is not None:
                restrictions.check_scope(self.caller, operation)
        signed = getattr(described, "signed", None)
        if signed is not None and self.caller is not None:
            signatures.check(request, self.caller, signed, kwargs)
        if described is not None and request.method not in ("GET", "HEAD", "OPTIONS"):
            self._begin_write(request, described)

    def _begin_write(self, request: Request, described: Any) -> None:
        """A call that asks for a dry run is answered by one. A body that is not read has no fields, where money moves."""
        operation, intake = getattr(described, "operation_id", ""), getattr(described, "intake", Intake())
        streams = intake.files or intake.recording_bytes is not None
        if dry_runs.is_asked(request, operation, streams=streams):
            if (asked := context.call()) is not None:
                asked.is_dry = True
            verb = (request.method or "").lower()
            perform = getattr(self, verb)

            def foresee(*args: Any, **kwargs: Any) -> Response:
                return dry_runs.answer(self, partial(perform, *args, **kwargs), operation=operation)

            setattr(self, verb, foresee)  # as the library sets the handler of each verb
        if effects.is_exact(operation) and getattr(described, "takes", None) is None and not streams:
            self.read(Shape)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """What can be done next follows from what is answered, so a replay says it, too."""
        body = getattr(response, "data", None)
        if response.status_code == 200 and isinstance(body, dict):
            actions = next_actions.of_answer(body, self.caller)
            if actions is not None:
                response.data = body | {next_actions.FIELD: actions}
        return super().finalize_response(request, response, *args, **kwargs)

    @property
    def actor(self) -> Actor:
        """The caller, on routes that require credentials."""
        actor: Actor = self.request.auth  # type: ignore[assignment]
        return actor

    @property
    def caller(self) -> Actor | None:
        """The caller, on public routes; None for an anonymous request."""
        return self.request.auth if isinstance(self.request.auth, Actor) else None

    def read(
        self, shape: type[S], *, strict: bool = False, accepted: Collection[str] = ALWAYS_ACCEPTED, body: Any = None
    ) -> dict[str, Any]:
        """The body, validated by `shape`. Raises Invalid (400) naming every invalid field.

        Unknown fields are ignored and listed in the answer's warnings, or rejected when `strict`, with the name that was
        probably meant; on routes that move money they are always rejected. Those of `accepted` are ignored in silence.
        """
        body = self.request.data if body is None else body
        if not isinstance(body, dict):
            raise BadRequest("Send a JSON object.", code="invalid_body")
        self._keep_sent(body)
        form = shape(data=body)
        self.unread = (_ABOUT_CALLER - form.fields.keys()) | shape.unread
        form.is_valid(raise_exception=True)
        is_exact = effects.is_exact(self._operation_id())
        silent = {*accepted, dry_runs.FIELD, *(_ABOUT_CALLER if is_exact and not strict else ())}
        unknown = [name for name in form.unknown(body) if name not in silent]
        if unknown and (strict or is_exact):
            raise Invalid({name[:60]: [_not_taken(name, [*form.fields, dry_runs.FIELD])] for name in unknown[:20]})
        self.warnings = [f"unknown field ignored: {name[:60]}" for name in unknown[:20]]
        data: dict[str, Any] = form.validated_data
        return data

    @staticmethod
    def _keep_sent(body: Mapping[str, Any]) -> None:
        """What was sent, for an answer that proposes the call once more, and for what a failure says of it."""
        if (asked := context.call()) is not None:
            asked.sent = body

    def answer(self, **body: Any) -> Response:
        """200 `{ success: true, … }`, with the warnings from reading the body."""
        return Response(self.success(**body))

    def success(self, **body: Any) -> dict[str, Any]:
        """The body of a successful answer."""
        whole = {"success": True, **body}
        if self.warnings:
            whole["warnings"] = [*whole.get("warnings", []), *self.warnings]
        return whole

    def listed(self, name: str, found: Page, shape: type[Shape]) -> Response:
        """A page of a list."""
        return Response(found.envelope(name, shape.render_many(found.rows)))

    def paged(self, rows: QuerySet[Any], *, scope: str, query: type[Query] | None = None, **how: Any) -> Page:
        """Filter by `query`, then take one keyset page; the cursor is valid for this scope and these filters only."""
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
        """Run a verb in one transaction, at most once per idempotency key, and answer its result.

        `perform` returns the body of a 200, or an Answer. If that names an intent, which waits for a payment, a replay answers
        `present(intent)`: its current state.
        """

        def work() -> Answer:
            result = perform()
            return result if isinstance(result, Answer) else Answer(self.success(**result))

        # With the query, which may have the reason of a DELETE.
        request_hash = fingerprint(
            self.request.method or "", dry_runs.path_of(self.request), self.request.data, unread=self.unread
        )
        answer = once(
            actor=self.actor,
            operation=operation,
            key=self.idempotency_key(),
            fingerprint=request_hash,
            perform=work,
            present=(lambda intent: Answer(self.success(**present(intent)))) if present else None,
            sent=self.sent(),
        )
        return Response(answer.body, status=answer.status, headers=answer.headers)

    def once_with_files(
        self, operation: str, keep: Callable[[], T], perform: Callable[[T], dict[str, Any]]
    ) -> Response:
        """`once` for verbs that take files: `keep` stores them before the transaction, so that nothing is locked while the
        storage is slow, and not for a replay; `perform` gets its result.
        """
        key = self.idempotency_key()
        kept = []
        try:
            if not is_used(self.actor, operation, key):
                kept.append(keep())
        except Problem:
            if not is_used(self.actor, operation, key):
                raise
            # The first request with this key has succeeded meanwhile, which made this one fail: replay its answer.

        def work() -> dict[str, Any]:
            if not kept:  # the key expired between the two checks
                raise IdempotencyInProgress(headers={"Retry-After": "1"})
            return perform(kept[0])

        return self.once(operation, work)

    def sent(self) -> Sent:
        """What was sent to which operation, for somebody who may have to consent to it."""
        method = getattr(self, self.action or "", None)
        body = self.request.data
        words, path = getattr(method, "summary", ""), self.request.path
        return Sent(self._operation_id(), words, path, body if isinstance(body, dict) else {})

    def _operation_id(self) -> str:
        return getattr(getattr(self, self.action or "", None), "operation_id", "")

    def payment_started(self, intent: str, body: dict[str, Any]) -> Answer:
        """The answer of `perform` for a call that only started a payment, for the intent with this public id."""
        return Answer(self.success(**body), intent=intent)

    def idempotency_key(self) -> str | None:
        """The Idempotency-Key header or the idempotencyKey field. Raises 400 when they differ or the key is invalid."""
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
        if (asked := context.call()) is not None:
            asked.idempotency_key = key
        return key

    def required_key(self, pattern: Pattern[str] | None = None, words: str = "", *, header_only: bool = False) -> str:
        """The key of a call that requires one; `words` describe what `pattern` matches. Raises IdempotencyKeyRequired, Invalid
        (400).
        """
        key = self.idempotency_key()
        if header_only and "Idempotency-Key" not in self.request.headers:
            raise IdempotencyKeyRequired(IdempotencyKeyRequired.in_header)
        if key is None:
            raise IdempotencyKeyRequired()
        if pattern is not None and not pattern.fullmatch(key):
            raise Invalid({"idempotencyKey": [f"Give {words}."]})
        return key


def no_store(response: Response) -> Response:
    """Mark an answer as private and not to be cached."""
    response["Cache-Control"] = "private, no-store"
    return response


def _not_taken(name: str, known: Iterable[str]) -> str:
    names = list(known)
    if meant := near.field(name, names):
        return f"This field is not taken here. Did you mean {meant}?"
    return f"This field is not taken here. There are {', '.join(names) or 'none'}."
