"""The JSON of the API, field by field, as typed dicts."""

# Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit.
# Schemas: d7a2ce20c231bf5af3c52ebadcd1541f33f373e6bfa7e992fb012c0106498f31

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from agent_hire.files import File


class AcceptInRequest(TypedDict):
    token: str
    """
    From the mailed link.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ActingOut(TypedDict):
    profileId: str
    name: str
    role: Literal['viewer', 'manager', 'owner']


class ActionOut(TypedDict):
    kind: Literal['confirm_seat', 'start_work', 'submit_evidence', 'claim_completion', 'decide_extension', 'follow_up', 'review_submission', 'decide_escalation', 'confirm_delivery', 'release_payment', 'settle_attendance', 'staff_review', 'resolve_dispute']
    actorIsOwner: bool


class AdvanceInRequest(TypedDict):
    seconds: int


class AgentCheckoutInRequest(TypedDict):
    externalOrderId: str
    """
    The order in your books: one checkout each, for ever.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    description: str
    """
    What is paid for; the customer reads it.
    """
    customerPhone: NotRequired[str]
    """
    Shown to you only, never on the page.
    """
    successUrl: NotRequired[str]
    """
    https; the receipt leads there.
    """
    cancelUrl: NotRequired[str]
    """
    https; a page that was cancelled or is over leads there.
    """
    metadata: NotRequired[dict[str, Any]]
    """
    Yours: a JSON object of at most 4 KiB.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class AgentSignupAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['code_sent']
    email: str
    expiresInSeconds: int
    verifyUrl: str
    terms: str
    privacy: str
    success: bool


class AnswerInRequest(TypedDict):
    questionId: str
    value: Any


class AppealInFormRequest(TypedDict):
    ground: Literal['new_fact', 'error']
    """
    new_fact: something that nobody could know then; error: the decision read the case wrongly.
    """
    words: str
    """
    What is new, or which error was made.
    """
    files: NotRequired[list[File]]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class AppealInRequest(TypedDict):
    ground: Literal['new_fact', 'error']
    """
    new_fact: something that nobody could know then; error: the decision read the case wrongly.
    """
    words: str
    """
    What is new, or which error was made.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class AppealOut(TypedDict):
    ground: Literal['new_fact', 'error']
    words: str
    state: Literal['open', 'overturned', 'upheld']
    """
    Of the first decision: open, it is looked at again; upheld, it stands, and the appeal has changed nothing; overturned, another one has taken its place (`resolution`).
    """
    meaning: str
    """
    The same in words.
    """
    madeBy: str
    createdAt: str
    decidedAt: str | None


class AppealWindowOut(TypedDict):
    by: list[Literal['funder', 'worker']]
    """
    Which sides may: those who could have got more.
    """
    until: str
    words: str
    """
    What an appeal may change, for you as well, whoever makes it.
    """


class ApplicationFileOut(TypedDict):
    id: str
    name: str
    contentType: str
    size: int
    sha256: str
    url: str
    """
    Works for an hour.
    """
    kind: str
    """
    upload, or the id of the question it answers.
    """


Kind: TypeAlias = str


class ApprovalDecisionInRequest(TypedDict):
    decision: Literal['approve', 'decline']
    note: NotRequired[str]
    """
    Words for the agent, shown with the decision.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ArtifactInRequest(TypedDict):
    label: str
    """
    What people vote for; no two are alike.
    """
    url: str
    """
    A public http(s) address. People open it; we never do.
    """


class AskedOut(TypedDict):
    id: str
    of: Literal['funder', 'worker']
    state: Literal['open', 'answered', 'lapsed', 'withdrawn']
    items: list[str]
    words: str
    askedAt: str
    dueAt: str
    endedAt: str | None


class AskerOut(TypedDict):
    via: Literal['key', 'oauth']
    """
    An API key or a connected program.
    """
    keyId: str | None
    """
    Of the API key.
    """
    connectorId: str | None
    """
    Of the connected program.
    """
    name: str
    """
    Of the key or program.
    """


class AttemptOut(TypedDict):
    number: int
    at: str
    status: int | None
    error: str
    durationMs: int
    responseExcerpt: str


class AttendanceInRequest(TypedDict):
    state: Literal['on_the_way', 'arrived', 'left']
    lat: float
    lng: float
    accuracyM: float
    capturedAt: str | float
    """
    ISO 8601 with an offset, or epoch milliseconds.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class AttendancePayInRequest(TypedDict):
    workerCents: int
    """
    US cents for the attendance: 0 to what the seat pays.
    """
    response: NotRequired[str]
    """
    Words to the person.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class AttendanceStep(TypedDict):
    state: Literal['on_the_way', 'arrived', 'left']
    at: str
    capturedAt: str
    distanceMeters: int | None
    accuracyMeters: int


class AuthorOut(TypedDict):
    id: str
    name: str


class BlockAdded(TypedDict):
    humanId: str
    reason: str
    """
    Private: only you see it.
    """
    createdAt: str


class BlockHumanAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    block: BlockAdded
    success: bool


class BlockInRequest(TypedDict):
    humanId: str
    """
    A profile id (prf_…), an agentId (agent_…) or a username.
    """
    reason: NotRequired[str | None]
    """
    For yourself only.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class BlockOut(TypedDict):
    humanId: str
    reason: str
    """
    Private: only you see it.
    """
    createdAt: str
    humanName: str


class BookingOut(TypedDict):
    id: str
    status: Literal['pending_payment', 'pending_approval', 'confirmed', 'declined', 'auto_declined', 'completed', 'cancelled', 'expired']
    date: str
    """
    The provider's own.
    """
    startsAt: str
    endsAt: str
    escrowId: str | None
    escrowStatus: str | None
    dueAt: str | None
    """
    When it lapses: without payment (pending_payment), an answer (pending_approval), or the provider's word that it took place (confirmed).
    """
    endReason: str
    """
    Why it ended, when not as planned.
    """
    subscriptionId: str
    serviceId: str
    title: str
    humanId: str
    """
    The provider.
    """
    humanName: str
    bookerId: str
    bookerName: str
    conversationId: str | None
    startTime: str
    timezone: str
    price: float
    """
    US dollars, at most two decimals.
    """
    priceCents: int
    feeCents: int
    feeBps: int
    """
    The rate of that fee in basis points (1800 is 18 %), as it was when the subscription was made.
    """
    totalCents: int
    createdAt: str


class BoundsOut(TypedDict):
    atLeast: int
    below: int | None
    """
    Fewer than this; null from 1,000 on.
    """


class BountyDepositInRequest(TypedDict):
    bountyId: str
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


SkillsNeededItem: TypeAlias = str


SupportedCountry: TypeAlias = str


ExcludedParticipantSourceBountyId: TypeAlias = str


class LifecycleMessages(TypedDict):
    onAccepted: NotRequired[str]
    """
    Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.
    """
    onRejected: NotRequired[str]
    """
    Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.
    """
    onSubmissionReceived: NotRequired[str]
    """
    Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.
    """
    onSubmissionApproved: NotRequired[str]
    """
    Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.
    """
    onSubmissionRejected: NotRequired[str]
    """
    Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.
    """


IntakeClosedCountry: TypeAlias = str


class BulkLineInRequest(TypedDict):
    recipientId: NotRequired[str]
    """
    The worker's profile id (prf_…) or username; or recipientEmail.
    """
    recipientEmail: NotRequired[str]
    """
    The worker's confirmed e-mail address; or recipientId.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    bountyId: NotRequired[str | None]
    """
    For which bounty; else the worker's latest released seat.
    """


class CakeOrderOut(TypedDict):
    id: str
    status: Literal['assigned', 'completed', 'delivered', 'funded', 'quoted', 'refunded']
    recipientName: str
    address: str
    city: str
    country: str
    deliverAt: str
    message: str
    size: Literal['small', 'medium', 'large']
    priceCents: int
    feeCents: int
    feeBps: int
    """
    The rate of that fee in basis points (1800 is 18 %), as it was when the cake was quoted.
    """
    totalCents: int
    expiresAt: str
    """
    Of the quote.
    """
    bountyId: str | None
    createdAt: str
    endedAt: str | None


class CakeQuoteInRequest(TypedDict):
    recipientName: str
    """
    Whom it is for.
    """
    address: str
    """
    Street, number, and what is on the door.
    """
    city: str
    """
    City.
    """
    country: str
    """
    ISO code or name.
    """
    deliverAt: str
    """
    6 hours to 60 days from now.
    """
    message: NotRequired[str]
    """
    On the card.
    """
    size: Literal['small', 'medium', 'large']
    """
    How large.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CakeSendInRequest(TypedDict):
    quoteId: str
    """
    quoteId of quote_cake_order (cak_…).
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CallOut(TypedDict):
    id: str
    createdAt: str
    via: Literal['key', 'oauth', 'session', 'service']
    """
    session: a person, signed in. service: nobody called, such as an automatic charge of the kept card.
    """
    keyId: str | None
    connectorId: str | None
    """
    Of the connected program.
    """
    program: str
    """
    Name of the key or the connected program, as it was then.
    """
    requestId: str
    """
    As X-Request-Id of the answer; events that the call caused are found by it.
    """
    idempotencyKey: str
    """
    As it was sent; empty without one.
    """
    operation: str
    """
    operationId of the API, also for tools; page.<page>.<act> for a page of the site.
    """
    verb: str
    """
    The act, where an operation has several.
    """
    note: str
    """
    What the page said afterwards, which values were changed, or what a refused call tried; in the owner's language.
    """
    method: str
    path: str
    status: int
    errorCode: str
    """
    Why it was refused; empty for a change.
    """
    costCents: int
    """
    What left the account's wallet in this call.
    """
    objectId: str
    """
    Public id of what it concerns.
    """
    repeats: int
    """
    The same refusal within a minute is one line, which counts.
    """
    lastAt: str | None
    """
    Of a refusal, the last time.
    """


class CallbackOut(TypedDict):
    status: Literal['created', 'failed']
    id: NotRequired[str]
    url: str
    secret: NotRequired[str]
    error: NotRequired[str]


class CancelInRequest(TypedDict):
    reason: NotRequired[Literal['not_enough_applicants', 'applicants_not_fit', 'worker_not_completed', 'task_no_longer_needed', 'budget_timing_requirements_changed', 'other']]
    """
    Why; task_no_longer_needed when left out.
    """
    details: NotRequired[str]
    """
    In your words; needed with other.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CapOut(TypedDict):
    cap: Literal['per_bounty', 'rolling_24h', 'rolling_7d', 'rolling_30d', 'key_per_bounty', 'key_rolling_24h', 'key_rolling_7d', 'key_rolling_30d', 'connector_per_bounty', 'connector_rolling_24h', 'connector_rolling_7d', 'connector_rolling_30d']
    capCents: int
    spentCents: int
    """
    Of this cap. For per_bounty: on the bounty asked for, or 0.
    """
    leftCents: int


class CaseMessageOut(TypedDict):
    id: str
    to: Literal['funder', 'worker', 'both']
    words: str
    sentAt: str


class CheckInsInRequest(TypedDict):
    times: list[str]
    """
    When.
    """
    photoRequired: NotRequired[bool]
    """
    With a photo each.
    """


class CheckoutRefundOut(TypedDict):
    id: str
    status: Literal['attention', 'failed', 'pending', 'succeeded']
    amountCents: int
    createdAt: str


class ConfirmServiceBookingAnswer(TypedDict):
    booking: BookingOut
    success: bool


class ConnectorOut(TypedDict):
    id: str
    name: str
    isConnected: bool
    isLimited: bool
    createdAt: str


class ContestInFormRequest(TypedDict):
    reason: str
    """
    Why it should be decided otherwise, for our staff and the owner.
    """
    files: NotRequired[list[File]]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ContestInRequest(TypedDict):
    reason: str
    """
    Why it should be decided otherwise, for our staff and the owner.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ControlsInRequest(TypedDict):
    lowBalanceThresholdCents: NotRequired[int | None]
    """
    US cents. wallet.low_balance is sent when the balance falls below this.
    """
    spendingCapPerBountyCents: NotRequired[int | None]
    """
    US cents. What one bounty may take, fee and tips included.
    """
    spendingCapRolling24hCents: NotRequired[int | None]
    """
    US cents. What may be spent in 24 hours, over everything.
    """
    spendingCapRolling7dCents: NotRequired[int | None]
    """
    US cents. The same for 7 days.
    """
    spendingCapRolling30dCents: NotRequired[int | None]
    """
    US cents. The same for 30 days.
    """
    askAboveCents: NotRequired[int | None]
    """
    US cents. A single spend of an API key or connected program above this waits for your approval; null: none does. Only you can change it, signed in.
    """
    autoTopupEnabled: NotRequired[bool]
    """
    Charge the kept card by itself; needs target > floor > 0 and max per day >= target - floor.
    """
    autoTopupFloorCents: NotRequired[int | None]
    """
    US cents. The kept card is charged when the balance is below this.
    """
    autoTopupTargetCents: NotRequired[int | None]
    """
    US cents. Charged up to this.
    """
    autoTopupMaxPerDayCents: NotRequired[int | None]
    """
    US cents. At most this in 24 hours.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ControlsOut(TypedDict):
    lowBalanceThresholdCents: int | None
    spendingCapPerBountyCents: int | None
    spendingCapRolling24hCents: int | None
    spendingCapRolling7dCents: int | None
    spendingCapRolling30dCents: int | None
    askAboveCents: int | None
    """
    A spend above this waits for the owner's approval; null: none does.
    """
    frozenAt: str | None
    """
    Since then only the owner, signed in, may spend.
    """
    frozenReason: str
    autoTopupEnabled: bool
    autoTopupFloorCents: int | None
    autoTopupTargetCents: int | None
    autoTopupMaxPerDayCents: int | None


class ConversationPatchRequest(TypedDict):
    status: Literal['active', 'archived']
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CreatePaymentLinkAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    paymentLinkId: str
    checkoutUrl: str
    """
    Whoever opens it pays into your wallet.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    currency: Literal['usd']
    description: str
    status: Literal['pending', 'paid', 'expired']
    createdAt: str
    updatedAt: str
    expiresAt: str
    paidAt: str | None
    success: bool


class CredentialsInRequest(TypedDict):
    credentials: dict[str, str]
    """
    Name -> value, of requiredCredentials.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CredentialsSet(TypedDict):
    templateId: str
    requiredCredentials: list[str]
    credentialsSet: list[str]


class CycleOut(TypedDict):
    id: str
    status: Literal['pending_payment', 'pending_approval', 'confirmed', 'declined', 'auto_declined', 'completed', 'cancelled', 'expired']
    date: str
    """
    The provider's own.
    """
    startsAt: str
    endsAt: str
    escrowId: str | None
    escrowStatus: str | None
    dueAt: str | None
    """
    When it lapses: without payment (pending_payment), an answer (pending_approval), or the provider's word that it took place (confirmed).
    """
    endReason: str
    """
    Why it ended, when not as planned.
    """


class DeadlineOut(TypedDict):
    kind: Literal['confirmation', 'start', 'completion', 'response', 'review', 'release', 'settlement']
    """
    review and release are the owner's, the others the worker's.
    """
    at: str
    isOverdue: bool


class DecisionInRequest(TypedDict):
    action: Literal['accept', 'reject', 'unreject', 'withdraw']
    response: NotRequired[str]
    """
    Words to the person.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DeclineInRequest(TypedDict):
    reason: NotRequired[str]
    """
    The booker reads it.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DeclineServiceBookingAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    booking: BookingOut
    success: bool


class DeleteWebhookEndpointAnswer(TypedDict):
    deleted: str
    success: bool


class DeliveryDetail(TypedDict):
    deliveryId: str
    endpointId: str
    eventId: str
    eventType: str
    status: Literal['pending', 'retrying', 'delivered', 'failed']
    attempts: int
    responseStatus: int | None
    lastError: str
    nextAttemptAt: str | None
    deliveredAt: str | None
    createdAt: str
    payload: str
    history: list[AttemptOut]


class DeliveryOut(TypedDict):
    deliveryId: str
    endpointId: str
    eventId: str
    eventType: str
    status: Literal['pending', 'retrying', 'delivered', 'failed']
    attempts: int
    responseStatus: int | None
    lastError: str
    nextAttemptAt: str | None
    deliveredAt: str | None
    createdAt: str


class DepositInRequest(TypedDict):
    amount: float
    """
    US dollars, at most two decimals.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    savePaymentMethod: NotRequired[bool]
    """
    Ask the payer to keep the card for automatic top-ups of this wallet.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DetailInRequest(TypedDict):
    type: Literal['text', 'checkbox', 'file_upload', 'live_video']
    """
    What it is.
    """
    id: NotRequired[str]
    """
    As a bounty shows it; it is given anew.
    """
    label: str
    """
    The question or request.
    """
    required: NotRequired[bool]
    """
    true when left out.
    """
    fileType: NotRequired[Literal['image', 'docx']]
    """
    Of an upload.
    """


class DiffOut(TypedDict):
    newFindingIds: list[str]
    resolvedFindingIds: list[str]
    stillOpenFindingIds: list[str]


class DifferenceOut(TypedDict):
    field: str
    """
    Its name in the bounty.
    """
    before: Any
    """
    What was agreed.
    """
    after: Any
    """
    What is asked for now.
    """


Url: TypeAlias = str


class DisputeAnswerInFormRequest(TypedDict):
    text: NotRequired[str]
    """
    What you want to show.
    """
    urls: NotRequired[list[Url]]
    """
    Addresses that show it.
    """
    files: NotRequired[list[File]]
    requestId: NotRequired[str | None]
    """
    Which request is answered (crq_…, of `asked`); without it the one that is due first.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DisputeAnswerInRequest(TypedDict):
    text: NotRequired[str]
    """
    What you want to show.
    """
    urls: NotRequired[list[Url]]
    """
    Addresses that show it.
    """
    requestId: NotRequired[str | None]
    """
    Which request is answered (crq_…, of `asked`); without it the one that is due first.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DisputeInRequest(TypedDict):
    category: Literal['not_delivered', 'poor_quality', 'not_as_described', 'communication_issue', 'non_payment', 'fraud', 'other']
    """
    What is wrong.
    """
    description: str
    """
    What was agreed, what came, what you want.
    """
    urls: NotRequired[list[Url]]
    """
    Addresses that show it.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class DnsmosOut(TypedDict):
    sig: float
    bak: float
    ovrl: float


class DocumentUploadInRequest(TypedDict):
    minimumResolutionPx: NotRequired[int]
    """
    The shorter side, in pixels.
    """
    consentText: str
    """
    What people agree to when they upload.
    """
    confirmationMessage: str
    """
    What they read afterwards.
    """
    acceptText: NotRequired[str]
    """
    What they are told when you accept.
    """
    maxDocuments: int
    """
    Files of one person, at most.
    """


class EndingOut(TypedDict):
    outcome: Literal['time_given', 'released', 'taken_back', 'new_evidence', 'settled']
    means: str


class EndpointInRequest(TypedDict):
    url: str
    """
    A public https address; in a sandbox http://127.0.0.1 as well.
    """
    events: list[Literal['application.submitted', 'application.accepted', 'application.confirmed', 'application.rejected', 'application.seat_expired', 'application.ghost_flagged', 'message.received', 'conversation.completion_claimed', 'proof.uploaded', 'bounty.seat_filled', 'bounty.completed', 'escrow.funded', 'escrow.released', 'payment.sent', 'wallet.low_balance', 'wallet.auto_topup_initiated', 'wallet.auto_topup_failed', 'wallet.spending_cap_hit', 'wallet.limits_changed', 'wallet.freeze_changed', 'approval.requested', 'approval.decided', 'run.status_changed', 'run.report_ready', 'webhook.test', 'escrow.refunded', 'dispute.opened', 'dispute.resolved', 'dispute.evidence_requested', 'dispute.evidence_added', 'dispute.offer_made', 'dispute.settled', 'dispute.decided', 'dispute.appealed', 'dispute.appeal_decided', 'application.withdrawn', 'application.terms_changed', 'application.contested', 'application.contest_decided', 'submission.reviewed', 'extension.requested', 'webhook.endpoint_disabled', 'payment.failed', '*']]
    """
    Event types such as application.submitted, or ["*"] for all.
    """
    description: NotRequired[str]
    """
    For yourself.
    """
    keyId: NotRequired[str]
    """
    The key (key_…) that it belongs to: required of a person signed in. A key makes its own.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class EndpointOut(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str
    keyId: str
    """
    The key that it belongs to.
    """
    legacy: bool
    """
    Made by PATCH /api/keys/{id}; not one of the key's five.
    """
    disabled: bool
    disabledReason: str
    consecutiveFailures: int
    oldSecretUntil: str | None
    """
    Until then deliveries are signed with the secret before the present one, too.
    """
    createdAt: str


class EndpointPatchRequest(TypedDict):
    events: NotRequired[list[Literal['application.submitted', 'application.accepted', 'application.confirmed', 'application.rejected', 'application.seat_expired', 'application.ghost_flagged', 'message.received', 'conversation.completion_claimed', 'proof.uploaded', 'bounty.seat_filled', 'bounty.completed', 'escrow.funded', 'escrow.released', 'payment.sent', 'wallet.low_balance', 'wallet.auto_topup_initiated', 'wallet.auto_topup_failed', 'wallet.spending_cap_hit', 'wallet.limits_changed', 'wallet.freeze_changed', 'approval.requested', 'approval.decided', 'run.status_changed', 'run.report_ready', 'webhook.test', 'escrow.refunded', 'dispute.opened', 'dispute.resolved', 'dispute.evidence_requested', 'dispute.evidence_added', 'dispute.offer_made', 'dispute.settled', 'dispute.decided', 'dispute.appealed', 'dispute.appeal_decided', 'application.withdrawn', 'application.terms_changed', 'application.contested', 'application.contest_decided', 'submission.reviewed', 'extension.requested', 'webhook.endpoint_disabled', 'payment.failed', '*']]]
    """
    What it is subscribed to from now on.
    """
    description: NotRequired[str]
    """
    For yourself.
    """
    enabled: NotRequired[bool]
    """
    false pauses it: nothing is sent, and what is on its way fails. true sets it going again.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class EnterprisePaymentInRequest(TypedDict):
    conversationId: NotRequired[str | None]
    """
    The conversation in which it was agreed; only checked.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class EraseInRequest(TypedDict):
    sure: bool
    """
    true: it can't be taken back.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class EscalationOut(TypedDict):
    state: Literal['retry_scheduled', 'needs_manual_review']
    attempts: int
    reason: str
    nextRetryAt: NotRequired[str]
    manualReviewReason: NotRequired[str]


class EscrowDetail(TypedDict):
    id: str
    kind: Literal['pool', 'seat']
    bountyId: str | None
    applicationId: NotRequired[str]
    """
    Of the seat of a bounty.
    """
    bookingId: NotRequired[str]
    """
    The cycle of a service subscription that it pays for.
    """
    humanId: NotRequired[str]
    """
    Who is paid; absent on a pool.
    """
    status: str
    amount: int
    """
    US cents.
    """
    humanPayout: int
    """
    US cents.
    """
    platformFee: int
    """
    US cents.
    """
    amountCents: int
    workerPayoutCents: int
    platformFeeCents: int
    feeBps: int
    """
    The platform's fee on the pay of each seat in basis points (1800 is 18 %), as it was agreed.
    """
    payoutStatus: NotRequired[str]
    """
    hold, then paid; absent on a pool, and where nobody is paid.
    """
    fundingSource: str
    refundedTo: NotRequired[str]
    """
    wallet or pool, once it was refunded.
    """
    createdAt: str
    fundedAt: str | None
    deliveredAt: str | None
    completedAt: str | None
    releasedAt: str | None
    disputeWindowEndsAt: str | None
    """
    Until when completed work can be disputed; null when the seat has ended before that.
    """
    autoReleaseAt: str | None
    """
    When it is paid by itself; null when the seat has ended before that.
    """
    currency: Literal['usd']
    remainingCents: NotRequired[int]
    reviewId: str | None
    """
    The owner's review of the person, who is reviewed once; null: none so far.
    """
    auditLog: list[dict[str, Any]]


class EscrowRecord(TypedDict):
    id: str
    kind: Literal['pool', 'seat']
    bountyId: str | None
    applicationId: NotRequired[str]
    """
    Of the seat of a bounty.
    """
    bookingId: NotRequired[str]
    """
    The cycle of a service subscription that it pays for.
    """
    humanId: NotRequired[str]
    """
    Who is paid; absent on a pool.
    """
    status: str
    amount: int
    """
    US cents.
    """
    humanPayout: int
    """
    US cents.
    """
    platformFee: int
    """
    US cents.
    """
    amountCents: int
    workerPayoutCents: int
    platformFeeCents: int
    feeBps: int
    """
    The platform's fee on the pay of each seat in basis points (1800 is 18 %), as it was agreed.
    """
    payoutStatus: NotRequired[str]
    """
    hold, then paid; absent on a pool, and where nobody is paid.
    """
    fundingSource: str
    refundedTo: NotRequired[str]
    """
    wallet or pool, once it was refunded.
    """
    createdAt: str
    fundedAt: str | None
    deliveredAt: str | None
    completedAt: str | None
    releasedAt: str | None
    disputeWindowEndsAt: str | None
    """
    Until when completed work can be disputed; null when the seat has ended before that.
    """
    autoReleaseAt: str | None
    """
    When it is paid by itself; null when the seat has ended before that.
    """
    currency: Literal['usd']
    remainingCents: NotRequired[int]


class EvidenceAnswerInRequest(TypedDict):
    questionId: str
    value: str


class EvidenceInFormRequest(TypedDict):
    text: NotRequired[str]
    """
    What you want to show.
    """
    urls: NotRequired[list[Url]]
    """
    Addresses that show it.
    """
    files: NotRequired[list[File]]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class EvidenceInRequest(TypedDict):
    text: NotRequired[str]
    """
    What you want to show.
    """
    urls: NotRequired[list[Url]]
    """
    Addresses that show it.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ExpireInRequest(TypedDict):
    reason: NotRequired[str]
    """
    What the person reads.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ExportOut(TypedDict):
    id: str
    status: Literal['being_made', 'ready', 'expired', 'failed']
    """
    Ask again for one that has expired or failed.
    """
    createdAt: str
    readyAt: str | None
    expiresAt: str | None
    """
    When its file is deleted.
    """
    sizeBytes: int | None
    downloadUrl: str | None
    """
    Of the ZIP file, for an hour; null unless it is ready.
    """
    mayAskAt: str
    """
    From then on another one may be asked for.
    """


class ExtensionDecisionInRequest(TypedDict):
    action: Literal['approve', 'deny', 'grant']
    """
    What you decide.
    """
    hours: NotRequired[int | None]
    """
    Needed with grant; other hours than asked for with approve.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ExtensionInRequest(TypedDict):
    hours: int
    reason: str
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class FaucetInRequest(TypedDict):
    address: str
    """
    The wallet that gets it.
    """
    amount: float
    """
    US dollars, at most two decimals. How much to give.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class FaucetOut(TypedDict):
    address: str
    balance: float
    """
    US dollars, at most two decimals. What the wallet holds there; less than a cent is left out.
    """
    network: str
    asset: str
    """
    The token's address.
    """
    payTo: str
    """
    Whom payments to this service go to.
    """


class FileOut(TypedDict):
    id: str
    name: str
    contentType: str
    size: int
    sha256: str
    url: str
    """
    Works for an hour.
    """


class FinalTextInFormRequest(TypedDict):
    document: File
    """
    The whole text: DOCX or UTF-8 text.
    """
    recording: File
    """
    MP4, MOV or WebM, of the whole writing.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


FileId: TypeAlias = str


class FindingInRequest(TypedDict):
    title: str
    steps: str
    """
    What to do to see it.
    """
    expected: NotRequired[str]
    actual: str
    severity: Literal['low', 'medium', 'high', 'critical']
    fileIds: NotRequired[list[FileId]]


class FindingOut(TypedDict):
    id: str
    title: str
    severity: Literal['low', 'medium', 'high', 'critical']
    steps: str
    expected: str
    actual: str
    reportedBy: int
    """
    Testers who reported it.
    """
    status: Literal['new', 'still_open']
    fileIds: list[str]
    files: list[FileOut]


class FreezeInRequest(TypedDict):
    reason: NotRequired[str]
    """
    A note of yours, shown to your agents.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class FreezeWalletAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    controls: ControlsOut
    success: bool


class GateOut(TypedDict):
    gate: Literal['skillsNeeded', 'country', 'supportedCountries', 'identityRequired', 'linkedinVerifiedRequired', 'languageProficiencyRequirement']
    """
    The field, of those that were given; country: of on-site work.
    """
    people: BoundsOut
    """
    How many would fit without it.
    """


class GetActivityAnswer(TypedDict):
    call: CallOut
    deliveries: list[DeliveryOut]
    success: bool


class GetCakeOrderAnswer(TypedDict):
    order: CakeOrderOut
    success: bool


class GetExportAnswer(TypedDict):
    export: ExportOut
    success: bool


class GetMicCheckAnswer(TypedDict):
    required: bool
    state: Literal['not_started', 'recorded']
    attemptsUsed: int
    attemptsRemaining: int
    """
    Of 5 for this bounty.
    """
    success: bool


class GetPaymentLinkAnswer(TypedDict):
    paymentLinkId: str
    checkoutUrl: str
    """
    Whoever opens it pays into your wallet.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    currency: Literal['usd']
    description: str
    status: Literal['pending', 'paid', 'expired']
    createdAt: str
    updatedAt: str
    expiresAt: str
    paidAt: str | None
    success: bool


class GetQaCredentialsAnswer(TypedDict):
    credentials: dict[str, str]
    success: bool


class GetRequestAnswer(TypedDict):
    requestId: str
    calls: list[CallOut]
    success: bool


class GetWalletControlsAnswer(TypedDict):
    controls: ControlsOut
    success: bool


class HeadroomOut(TypedDict):
    spendableCents: int
    """
    What one spend may take now, fee included; 0 while the wallet is frozen or owes.
    """
    balanceCents: int
    owedCents: int
    """
    A debt from a payment that its bank took back.
    """
    frozenAt: str | None
    """
    Since then only the owner, signed in, may spend.
    """
    frozenReason: str
    """
    The owner's note on why they stopped it; empty without one.
    """
    asksAboveCents: int | None
    """
    A single spend above this is answered with 202 and waits for the owner's approval; null: none does.
    """
    caps: list[CapOut]
    boundBy: Literal['balance', 'frozen', 'debt', 'per_bounty', 'rolling_24h', 'rolling_7d', 'rolling_30d', 'key_per_bounty', 'key_rolling_24h', 'key_rolling_7d', 'key_rolling_30d', 'connector_per_bounty', 'connector_rolling_24h', 'connector_rolling_7d', 'connector_rolling_30d']
    """
    What bounds spendableCents: the smallest of all.
    """
    allowedScopes: list[str] | None
    """
    Of the key or connector that asks; null: all.
    """
    allowedCategories: list[str] | None
    """
    Work that it may spend on; null: all.
    """
    allowedCountries: list[str] | None
    """
    Countries of work that it may spend on; null: all.
    """


class HomeInRequest(TypedDict):
    city: NotRequired[str]
    country: NotRequired[str]
    isRemoteAvailable: NotRequired[bool]


class HomeOut(TypedDict):
    city: str
    country: str
    isRemoteAvailable: bool


class IdentityInRequest(TypedDict):
    agentId: str
    """
    agent_ and 16 hexadecimal digits of the key's SHA-256.
    """
    publicKey: str
    """
    base64 of the SPKI in DER.
    """
    signature: str
    """
    base64 of the 64 File.
    """
    timestamp: str
    """
    As it was signed: ISO 8601, at most 5 minutes old.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class InvitationInRequest(TypedDict):
    email: str
    """
    The invitation is mailed here, and whoever has this address may accept it.
    """
    role: Literal['viewer', 'manager', 'owner']
    """
    viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class InvitationOut(TypedDict):
    id: str
    email: str
    role: Literal['viewer', 'manager', 'owner']
    invitedBy: str
    createdAt: str
    expiresAt: str


class InviteMemberAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    invitation: InvitationOut
    success: bool


class InvoiceLineOut(TypedDict):
    feeBps: int | None
    """
    The rate in basis points; null: what appeals changed in this month.
    """
    jobs: int
    """
    Seats that were paid, or corrected.
    """
    payCents: int
    """
    What people were paid, without the fee.
    """
    feeCents: int


class InvoiceOut(TypedDict):
    id: str
    number: str
    """
    Of the year's series, which has no gaps.
    """
    month: str
    """
    YYYY-MM, in UTC.
    """
    kind: Literal['invoice', 'credit_note']
    """
    credit_note: feeCents is below zero.
    """
    feeCents: int
    """
    Paid already, or paid back into the wallet: nothing is due.
    """
    currency: Literal['usd']
    lines: list[InvoiceLineOut]
    seller: str
    """
    As it was when the invoice was issued.
    """
    buyer: str
    """
    As the owner had set it when the invoice was issued.
    """
    issuedAt: str


class KeptOut(TypedDict):
    disputeId: str
    cents: int
    until: str | None
    """
    null while an appeal is decided.
    """


class KeyInRequest(TypedDict):
    name: str
    """
    What this key is for.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class KeyOut(TypedDict):
    id: str
    name: str
    keyPrefix: str
    identityBound: bool
    agentId: str | None
    """
    The Ed25519 identity that this key is bound to.
    """
    isSlackProvision: bool
    """
    Always false: no key is made by a chat workspace.
    """
    slackWorkspaceName: str | None
    slackWorkspaceDomain: str | None
    slackUserRealName: str | None
    slackUserHandle: str | None
    createdAt: str
    lastUsedAt: str | None
    lastUsedFrom: str
    """
    The network of that use: an IPv4 /24 or an IPv6 /48. The address itself is not kept.
    """
    lastUsedBy: str
    """
    The program, by its User-Agent.
    """
    revokedAt: str | None


class KeyPatchRequest(TypedDict):
    webhookUrl: str | None
    """
    A public https address; empty or null clears it.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class LanguageAttemptOut(TypedDict):
    status: Literal['pending', 'scored', 'retry', 'error']
    reason: NotRequired[str]
    """
    Of retry: low_confidence or insufficient_audio.
    """
    errorCode: NotRequired[str]
    """
    Of error: what went wrong on our side.
    """
    createdAt: str


class LanguageInRequest(TypedDict):
    language: Literal['en']
    """
    Only English is checked.
    """
    minimumCefr: Literal['A2', 'B1', 'B2', 'C1', 'C2']
    """
    The least level.
    """


class LanguageRequirementOut(TypedDict):
    language: Literal['en']
    minimumCefr: Literal['A2', 'B1', 'B2', 'C1', 'C2']


class LanguageResultOut(TypedDict):
    cefr: str
    fluency: float | None
    """
    0 to 1.
    """
    evaluatedAt: str


class LastMessageOut(TypedDict):
    at: str
    preview: str
    """
    The first words, on one line.
    """
    fromSide: Literal['agent', 'human']


LaterMoveOut = TypedDict(
    'LaterMoveOut',
    {
        'from': str,
        'to': str,
        'cents': int,
        'when': str,
    },
)


class LatestMessageOut(TypedDict):
    at: str
    preview: str
    fromSide: Literal['agent', 'human']


class LatestSubmissionOut(TypedDict):
    id: str
    status: str
    response: str
    """
    The reviewer's words.
    """
    createdAt: str
    finalizedAt: str
    """
    When its upload was complete.
    """
    reviewedAt: str | None
    """
    When it was judged.
    """


class LevelOut(TypedDict):
    status: Literal['passed']
    language: str
    minimumCefr: Literal['A2', 'B1', 'B2', 'C1', 'C2']
    cefr: str
    cefrScore: float | None
    """
    1 is A1, 6 is C2.
    """
    confidence: float | None
    """
    0 to 1.
    """
    fluency: float | None
    """
    0 to 1.
    """
    provider: str
    """
    `estimate` is a heuristic, `sandbox` is play.
    """
    model: str
    evaluatedAt: str


Category: TypeAlias = str


Country: TypeAlias = str


class LimitsInRequest(TypedDict):
    spendingCapPerBountyCents: NotRequired[int | None]
    """
    US cents. What this key or program may spend on one bounty, fee and tips included; null: no cap of its own.
    """
    spendingCapRolling24hCents: NotRequired[int | None]
    """
    US cents. What this key or program may spend in 24 hours; null: no cap of its own.
    """
    spendingCapRolling7dCents: NotRequired[int | None]
    """
    US cents. What this key or program may spend in 7 days; null: no cap of its own.
    """
    spendingCapRolling30dCents: NotRequired[int | None]
    """
    US cents. What this key or program may spend in 30 days; null: no cap of its own.
    """
    askAboveCents: NotRequired[int | None]
    """
    US cents. A single spend of this key or program above this waits for your approval; null: only above the account's amount.
    """
    scopes: NotRequired[list[Literal['account', 'hire', 'message', 'pay', 'profile', 'read', 'review_work', 'wallet', 'webhooks', 'work']] | None]
    """
    What it may do; reading is always allowed. null: all.
    """
    categories: NotRequired[list[Category] | None]
    """
    Work that it may spend on, by category. null: all.
    """
    countries: NotRequired[list[Country] | None]
    """
    Countries of the work that it may spend on; a remote job must name its supportedCountries. null: all.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class LimitsOut(TypedDict):
    spendingCapPerBountyCents: int | None
    spendingCapRolling24hCents: int | None
    spendingCapRolling7dCents: int | None
    spendingCapRolling30dCents: int | None
    askAboveCents: int | None
    scopes: list[str] | None
    categories: list[str] | None
    countries: list[str] | None


class LineOut(TypedDict):
    id: str
    type: str
    direction: Literal['in', 'out']
    amountCents: int
    balanceAfterCents: int
    bountyId: str | None
    escrowId: str | None
    transferId: str | None
    description: str
    createdAt: str


class LinkInRequest(TypedDict):
    type: Literal['linkedin', 'instagram', 'twitter', 'github', 'resume', 'portfolio', 'custom']
    url: str


class LinkWishInRequest(TypedDict):
    type: Literal['linkedin', 'instagram', 'twitter', 'github', 'resume', 'portfolio', 'custom']
    """
    Which.
    """
    label: NotRequired[str]
    """
    Needed for custom.
    """


class LinkedFile(TypedDict):
    path: str
    """
    Its name in the archive.
    """
    id: str
    name: str
    contentType: str
    size: int
    sha256: str
    url: str
    """
    Works for an hour.
    """


class ListActivityAnswer(TypedDict):
    activity: list[CallOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListBlockedAnswer(TypedDict):
    blocks: list[BlockOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListCakeOrdersAnswer(TypedDict):
    orders: list[CakeOrderOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListConnectorsAnswer(TypedDict):
    connectors: list[ConnectorOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListEscrowsAnswer(TypedDict):
    escrows: list[EscrowRecord]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListInvitationsAnswer(TypedDict):
    invitations: list[InvitationOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListInvoicesAnswer(TypedDict):
    invoices: list[InvoiceOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListKeysAnswer(TypedDict):
    keys: list[KeyOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListServiceBookingsAnswer(TypedDict):
    bookings: list[BookingOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListWalletTransactionsAnswer(TypedDict):
    transactions: list[LineOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListWebhookEndpointsAnswer(TypedDict):
    endpoints: list[EndpointOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class LocationOut(TypedDict):
    city: str
    state: str
    country: str
    currency: str


class MailOut(TypedDict):
    id: str
    to: str
    subject: str
    text: str
    html: str
    createdAt: str


class MemberOut(TypedDict):
    id: str
    """
    mbr_…
    """
    profileId: str
    name: str
    role: Literal['viewer', 'manager', 'owner']
    """
    viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
    """
    isFounder: bool
    """
    The account's own person: its owner as long as it exists.
    """
    isYou: bool
    email: str | None
    """
    Shown to owners; null for others.
    """
    lastActiveAt: str | None
    """
    Likewise; to the hour.
    """
    createdAt: str


class MembershipOut(TypedDict):
    id: str
    accountId: str
    """
    For the header X-Account.
    """
    profileId: str
    name: str
    role: Literal['viewer', 'manager', 'owner']
    """
    viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
    """
    createdAt: str


class MessageInRequest(TypedDict):
    content: str
    """
    What to say.
    """
    messageType: NotRequired[Literal['text', 'task_request', 'payment_offer']]
    """
    text unless you propose a task or a payment.
    """
    metadata: NotRequired[dict[str, Any]]
    """
    Your own data, at most 8 KiB. A payment_offer has amount in it (US dollars, 1 to 10,000), or offeredAmount, which is the same, or amountCents; it is answered with amount and amountCents.
    """
    senderType: NotRequired[Any]
    """
    Ignored: the credentials decide.
    """
    senderId: NotRequired[Any]
    """
    Ignored: the credentials decide.
    """
    senderName: NotRequired[Any]
    """
    Ignored: the credentials decide.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class MessageOut(TypedDict):
    id: str
    conversationId: str
    senderType: Literal['agent', 'human']
    senderId: str
    senderName: str
    content: str
    messageType: Literal['text', 'task_request', 'payment_offer']
    metadata: dict[str, Any]
    createdAt: str
    readAt: NotRequired[str]


class MicScoreOut(TypedDict):
    status: Literal['pass', 'warn', 'fail']
    attempts: int
    dnsmos: DnsmosOut
    """
    1 to 5, by a model of what listeners say (P.835).
    """
    snrDb: float
    bandwidthClass: Literal['narrowband', 'wideband', 'superwideband', 'fullband']
    issues: list[str]


class MinimumOut(TypedDict):
    hourly: float
    """
    US dollars, at most two decimals. In whole units of the currency.
    """
    hourlyCents: int
    currency: str
    area: str
    """
    The closest area with a minimum: the city, else the state, else the country.
    """


MoveOut = TypedDict(
    'MoveOut',
    {
        'from': str,
        'to': str,
        'cents': int,
    },
)


class MppDepositAccepted(TypedDict):
    status: Literal['pending_credit']
    paymentIntentId: str
    """
    The same while it is pending and when it is credited.
    """
    success: bool


class MppPaymentOut(TypedDict):
    url: str
    method: Literal['POST']
    body: dict[str, str]
    """
    Whoever has it can pay: keep it private.
    """
    expiresAt: str


class NextActionOut(TypedDict):
    kind: Literal['confirm_seat', 'start_work', 'submit_evidence', 'claim_completion', 'decide_extension', 'follow_up', 'review_submission', 'decide_escalation', 'confirm_delivery', 'release_payment', 'settle_attendance', 'staff_review', 'resolve_dispute', 'fund_bounty', 'review_listing']
    actorIsOwner: bool


class NextCallOut(TypedDict):
    operation: str
    """
    operationId.
    """
    method: str
    path: str
    """
    With its ids.
    """
    body: dict[str, Any]
    """
    What is known of the body.
    """
    needs: list[str]
    """
    Fields of the body that you choose.
    """
    choices: dict[str, Any]
    """
    Of those: what each takes, where that are a few values.
    """
    tool: str | None
    """
    The tool that does the same; null where there is none.
    """
    arguments: dict[str, Any] | None
    """
    The tool's, as far as they are known.
    """
    until: str | None
    """
    When it ends being possible, where that is known.
    """
    irreversible: bool
    why: str


class NotificationsInRequest(TypedDict):
    applications: NotRequired[bool]
    work: NotRequired[bool]
    messages: NotRequired[bool]
    invoices: NotRequired[bool]


class NotificationsOut(TypedDict):
    applications: bool
    """
    New applications to your bounties, rejections of yours.
    """
    work: bool
    """
    Seats, evidence and deadlines of your bounties; reviews of your evidence and of you.
    """
    messages: bool
    """
    Messages that you have not read.
    """
    invoices: bool
    """
    An invoice of our fee was issued.
    """


class OfferInRequest(TypedDict):
    workerCents: int
    """
    What the worker gets, in US cents: 0 to the agreed pay. Our fee is on that part, the rest is refunded.
    """
    words: NotRequired[str]
    """
    Why; the other side reads it.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class OfferOut(TypedDict):
    id: str
    by: Literal['funder', 'worker']
    state: Literal['accepted', 'declined', 'lapsed', 'open', 'replaced']
    workerCents: int
    feeCents: int
    refundCents: int
    words: str
    madeAt: str
    dueAt: str
    endedAt: str | None


class OutreachOut(TypedDict):
    bountyId: str
    status: Literal['scheduled', 'running', 'paused', 'finished']
    target: int
    """
    How many people are to be invited in all.
    """
    contacted: int
    """
    How many were.
    """
    applied: int
    """
    How many of those applied.
    """
    wave: int
    """
    How many waves have gone out.
    """
    waves: int
    """
    How many there are.
    """
    nextWaveAt: str | None
    """
    Null while nothing is planned.
    """
    lastBoostAt: str | None
    boostAvailableAt: str | None
    """
    From when a boost is taken; null while nobody can apply.
    """


class OwnService(TypedDict):
    id: str
    humanId: str
    humanName: str
    title: str
    description: str
    category: str
    price: float
    """
    US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top.
    """
    priceCents: int
    durationMinutes: int
    isActive: bool
    rating: float
    """
    The provider's, over all reviews.
    """
    reviewCount: int
    createdAt: str
    hiddenAt: str | None
    """
    Since when our staff keep it off the list.
    """
    hiddenReason: str


class PaginationOut(TypedDict):
    count: int
    hasMore: bool
    """
    Older messages exist; with `after`: more newer ones do.
    """
    nextCursor: str | None
    """
    Send it as `cursor` to get the older ones.
    """
    after: str | None
    """
    Send it as `after` to get only what comes later.
    """


class PayEnterpriseBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    bountyId: str
    escrowId: str
    fundingTotal: float
    """
    US dollars, at most two decimals.
    """
    success: bool


class PayForSeatAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    bountyId: str
    applicationId: str
    conversationId: str
    escrowId: NotRequired[str]
    """
    The seat's; while the money is missing the bounty's own, which is in the state funding.
    """
    confirmBy: NotRequired[str]
    """
    Until when the person confirms; then the money returns by itself.
    """
    checkoutUrl: NotRequired[str]
    url: NotRequired[str]
    """
    The same page, under its old name.
    """
    checkoutTotal: NotRequired[float]
    """
    US dollars, at most two decimals. What the page asks for.
    """
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    success: bool


class PaymentLinkInRequest(TypedDict):
    amount: float
    """
    US dollars, at most two decimals.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    description: str
    """
    What is paid for; the payer reads it.
    """
    payerEmail: NotRequired[str]
    """
    Prefilled on the page; the receipt goes there.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PaymentLinkOut(TypedDict):
    paymentLinkId: str
    checkoutUrl: str
    """
    Whoever opens it pays into your wallet.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    currency: Literal['usd']
    description: str
    status: Literal['pending', 'paid', 'expired']
    createdAt: str
    updatedAt: str
    expiresAt: str
    paidAt: str | None


class PayoutsOut(TypedDict):
    onboarded: bool
    bankLast4: str | None
    """
    Of the bank account that payouts go to. Null where it is not known, and for a key or program that has a list of scopes without `wallet`.
    """
    bankGivenAt: str | None
    """
    Since when it is that one; null likewise, and for one of before this was kept.
    """


class PendingOut(TypedDict):
    kind: Literal['applications', 'review', 'claimed', 'pay', 'more_time', 'silent', 'left', 'disputed', 'unfilled', 'unpaid', 'raise', 'escalation', 'dispute_answer', 'dispute_request', 'dispute_offer', 'approval']
    about: str
    """
    The id of the bounty, run, dispute or approval.
    """
    title: str
    count: int
    """
    How many of it: three applications are one matter.
    """
    dueAt: str | None
    """
    Until when; null without an end.
    """
    applicationId: str | None
    """
    When it is about one person.
    """
    see: str
    """
    The call that shows it whole, with what can be done.
    """
    tool: str
    """
    The tool for the same.
    """
    arguments: dict[str, Any]
    """
    What it is called with.
    """


class PersonOut(TypedDict):
    id: str
    name: str


class PersonalInRequest(TypedDict):
    humanId: str
    """
    A profile id (prf_…) or a username.
    """
    price: float
    """
    US dollars, at most two decimals. The worker's pay; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    estimatedHours: NotRequired[float]
    """
    Hours of work.
    """
    fundingMethod: NotRequired[Literal['wallet', 'checkout']]
    """
    wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it covers it, else a page.
    """
    title: NotRequired[str]
    """
    What is asked for, in one line. Needed, or taskTitle.
    """
    description: NotRequired[str]
    """
    Everything the person must know. Needed, or taskDescription.
    """
    taskTitle: NotRequired[str]
    """
    The same as title.
    """
    taskDescription: NotRequired[str]
    """
    The same as description.
    """
    completionCriteria: str
    """
    How both sides see that it is done; evidence is judged by it.
    """
    deadline: str
    """
    When it is due; two days after it the bounty is settled by itself.
    """
    category: NotRequired[str]
    """
    A category slug, such as labor-gigs.
    """
    conversationId: NotRequired[str | None]
    """
    Your conversation with this person, when there is one.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PhotoOut(TypedDict):
    id: str
    url: str


class PhotoUploadInRequest(TypedDict):
    minimumResolutionPx: NotRequired[int]
    """
    The shorter side, in pixels.
    """
    consentText: str
    """
    What people agree to when they upload.
    """
    confirmationMessage: str
    """
    What they read afterwards.
    """
    acceptText: NotRequired[str]
    """
    What they are told when you accept.
    """
    maxImages: int
    """
    Files of one person, at most.
    """


class PhotosInFormRequest(TypedDict):
    photos: list[File]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PictureInRequest(TypedDict):
    location: str
    """
    An address or a landmark.
    """
    subject: str
    """
    What is to be seen, from where anybody may stand.
    """
    tier: Literal['standard', 'express']
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PlaceInRequest(TypedDict):
    city: NotRequired[str]
    """
    City.
    """
    state: NotRequired[str]
    """
    State or region.
    """
    country: NotRequired[str]
    """
    ISO 3166 code or English name.
    """
    isRemoteAllowed: NotRequired[bool]
    """
    Can be done from anywhere; true when a new bounty does not say.
    """


class PlaceOut(TypedDict):
    city: str
    state: str
    country: str
    isRemoteAllowed: bool


class PlannedMoveOut(TypedDict):
    to: Literal['bounty', 'person_escrow', 'person', 'later']
    """
    bounty: set aside for a bounty; person_escrow: set aside for one person; person: paid to them at once; later: moved later, by itself.
    """
    person: str
    """
    The name of who gets it, where it is known already.
    """
    cents: int


class PlannedOut(TypedDict):
    act: str
    """
    What they do.
    """
    when: Literal['answered', 'appealed', 'applied', 'confirmed', 'contested', 'decided', 'disputed', 'end', 'hired', 'open', 'open_dispute', 'proposed', 'sent_back', 'terms_changed', 'voice_wanted']
    """
    What it follows.
    """
    seconds: int
    """
    How long after that; negative: before it.
    """
    state: Literal['done', 'due', 'waiting']
    at: str | None
    """
    When it happened, or will; null while it waits for something.
    """


class PlayInRequest(TypedDict):
    bountyId: str
    """
    One of your own bounties (bty_…): ordinary, of a humanization, a picture, a taste run or a QA run.
    """
    script: NotRequired[Literal['appeals', 'asks_first', 'asks_for_time', 'disputes', 'ghost', 'late', 'leaves_early', 'no_show', 'on_site', 'redo', 'reliable', 'rewrites', 'staff', 'staff_overturns', 'takes_picture', 'tests', 'votes', 'withdraws']]
    """
    What they do; left out: the person's own, in a product's bounty that of the product.
    """
    workerPercent: NotRequired[int]
    """
    Scripts of staff only: how much of the pay the worker gets in a dispute. A contested verdict is not divided: from 50 on the worker is paid.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PlayOut(TypedDict):
    id: str
    person: str
    humanId: str
    script: str
    bountyId: str
    status: Literal['running', 'finished', 'stopped', 'failed']
    outcome: str
    """
    How it ended: the state of the escrow (released, refunded, resolved) or of the application (rejected, withdrawn, expired), bounty_over, deadline_passed, stopped, or the code of the refusal that ended it; empty while it runs.
    """
    words: str
    """
    The refusal's message.
    """
    nextAt: str | None
    """
    When they act next; null: they wait for you.
    """
    createdAt: str
    endedAt: str | None
    applicationId: str | None
    """
    Once they have applied.
    """
    steps: list[PlannedOut]


class PlayRow(TypedDict):
    id: str
    person: str
    humanId: str
    script: str
    bountyId: str
    status: Literal['running', 'finished', 'stopped', 'failed']
    outcome: str
    """
    How it ended: the state of the escrow (released, refunded, resolved) or of the application (rejected, withdrawn, expired), bounty_over, deadline_passed, stopped, or the code of the refusal that ended it; empty while it runs.
    """
    words: str
    """
    The refusal's message.
    """
    nextAt: str | None
    """
    When they act next; null: they wait for you.
    """
    createdAt: str
    endedAt: str | None


class PreferInRequest(TypedDict):
    humanId: str
    """
    A person's profile id (prf_…) or username.
    """
    note: NotRequired[str | None]
    """
    For yourself only.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class PreferredAdded(TypedDict):
    humanId: str
    note: str
    """
    Private: only you see it.
    """
    createdAt: str


class PreferredOut(TypedDict):
    humanId: str
    note: str
    """
    Private: only you see it.
    """
    createdAt: str
    humanName: str


Skill: TypeAlias = str


ExpertiseItem: TypeAlias = str


class PushNotificationsInRequest(TypedDict):
    applications: NotRequired[bool]
    work: NotRequired[bool]
    messages: NotRequired[bool]


class PushNotificationsOut(TypedDict):
    applications: bool
    """
    Rejections of your applications.
    """
    work: bool
    """
    Reviews of your evidence, deadlines, reminders.
    """
    messages: bool
    """
    Messages that you have not read.
    """


class QaDecisionInRequest(TypedDict):
    action: Literal['accept', 'revise']
    """
    What you decide.
    """
    response: NotRequired[str]
    """
    To the tester.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class QaDecisionOut(TypedDict):
    id: str
    runId: str
    applicationId: str
    kind: Literal['application', 'submission', 'dispute']
    state: Literal['pending', 'accepted', 'revised']
    status: Literal['open', 'accepted', 'revised', 'settled']
    """
    What was decided, as the run lists it.
    """


class QaEvidenceOut(TypedDict):
    text: str
    findings: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    """
    To the checklist.
    """
    flags: list[str]
    """
    Codes of what the checks found against it: look before you pay.
    """
    files: list[FileOut]


class QaPlanOut(TypedDict):
    reservesPerRunCents: int
    """
    When each run opens, the first at once.
    """
    runsAtMost: int | None
    """
    null: the schedule has no end.
    """
    maxTotalCents: int | None
    """
    What all runs together reserve at most; null: the schedule has no end.
    """
    periodCapCents: int
    """
    What runs reserve at most in a calendar month.
    """
    feeBps: int
    runsStarted: int
    """
    Of these, runs that were opened, or wait for money now.
    """
    runsToCome: int | None
    """
    How many can still start: none while it is paused; null: the schedule has no end.
    """
    toComeCents: int | None
    """
    What those reserve at most together; null: the schedule has no end.
    """
    nextRunAt: str | None
    """
    When the first, or the next, one opens and reserves its money; null: none does.
    """


class QaReportOut(TypedDict):
    summary: str
    findings: list[FindingOut]
    diff: DiffOut
    comparedWithRunId: str | None
    bySeverity: dict[str, int]
    testersAsked: int
    testersAccepted: int
    submissionsAccepted: int
    submissionsRejected: int
    degraded: bool
    """
    Fewer testers finished than were asked for.
    """
    degradedReason: str | None
    """
    What became of the places that brought no accepted report.
    """
    generatedAt: str


class QaScreeningInRequest(TypedDict):
    liveVideoRequired: NotRequired[bool]
    """
    A video recorded on the spot.
    """
    linkedinRequired: NotRequired[bool]
    """
    A LinkedIn profile.
    """
    resumeRequired: NotRequired[bool]
    """
    A resume.
    """


class QaScreeningOut(TypedDict):
    liveVideoRequired: bool
    linkedinRequired: bool
    resumeRequired: bool


class QuartilesOut(TypedDict):
    low: float
    """
    US dollars, at most two decimals. A quarter of them pays less.
    """
    median: float
    """
    US dollars, at most two decimals. Half of them pays less.
    """
    high: float
    """
    US dollars, at most two decimals. Three quarters of them pay less.
    """


class QuestionInRequest(TypedDict):
    id: NotRequired[str]
    """
    A name for its answer.
    """
    prompt: str
    """
    The question.
    """
    required: NotRequired[bool]
    """
    true when left out.
    """


class QuoteCakeOrderAnswer(TypedDict):
    quoteId: str
    priceCents: int
    """
    Cents: the cake and who brings it.
    """
    feeCents: int
    """
    Cents: the platform's fee.
    """
    feeBps: int
    """
    The rate of that fee in basis points (1800 is 18 %), as it was when the cake was quoted.
    """
    totalCents: int
    """
    Cents: what the wallet pays.
    """
    expiresAt: str
    warnings: NotRequired[list[str]]
    success: bool


class QuoteInRequest(TypedDict):
    quote: str
    """
    As it stands in mppPayment.body.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class QuoteOut(TypedDict):
    bountyId: str
    fundingTotalCents: int
    workerTotalCents: int
    feeCents: int
    feeBps: int
    """
    The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made.
    """
    spots: int
    walletBalanceCents: int
    shortfallCents: int
    depositCents: int


class ReachOut(TypedDict):
    people: BoundsOut
    """
    Who fit.
    """
    active: BoundsOut
    """
    Of them, who were active within 30 days.
    """
    inCity: BoundsOut | None
    """
    Of them, who live in the city; null without one.
    """
    atTheirRate: BoundsOut | None
    """
    Of them, whose own hourly rate it pays, or who name none; null without a price.
    """
    gates: list[GateOut]
    cutsMost: Literal['skillsNeeded', 'country', 'supportedCountries', 'identityRequired', 'linkedinVerifiedRequired', 'languageProficiencyRequirement'] | None
    """
    Without it most others would fit; null when no gate keeps anybody out.
    """
    comparableJobs: BoundsOut
    """
    What the averages are of: the newest of its category, else with a skill of it.
    """
    typicalPay: QuartilesOut | None
    """
    For a place, in US dollars.
    """
    typicalPayPerHour: QuartilesOut | None
    typicalHoursToFirstApplication: float | None
    """
    From going live; the median.
    """
    notTypicalBecause: str | None
    """
    too_few: fewer than 5 comparable jobs. no_basis: name a category or skills.
    """


class ReasonOut(TypedDict):
    reason: Literal['skills', 'place', 'pay', 'fresh', 'owner']
    text: str
    """
    In words.
    """


class ReceiptLine(TypedDict):
    escrowId: str
    applicationId: str
    humanId: str
    workerName: str
    amountCents: int
    feeCents: int
    totalCents: int
    releasedAt: str


class ReceiptTip(TypedDict):
    transferId: str
    humanId: str
    workerName: str
    description: str
    amountCents: int
    paidAt: str


class ReceiptTotals(TypedDict):
    amountCents: int
    feeCents: int
    totalCents: int
    """
    Pay and fee.
    """
    tipsCents: NotRequired[int]
    paidCents: NotRequired[int]
    """
    Pay, fee and tips.
    """


class RecentAnswerOut(TypedDict):
    text: str
    """
    Empty when our staff hid it.
    """
    createdAt: str
    isHidden: bool


class RecentReviewOut(TypedDict):
    id: str
    bountyId: str
    rating: int
    comment: str
    authorName: str
    createdAt: str
    answer: RecentAnswerOut | None
    """
    Of the person reviewed.
    """


class RecordLanguageProficiencyAnswer(TypedDict):
    required: bool
    requirement: NotRequired[LanguageRequirementOut]
    state: NotRequired[Literal['not_started', 'pending', 'passed', 'failed', 'retry', 'error']]
    satisfied: NotRequired[bool]
    attemptsUsed: NotRequired[int]
    attemptsRemaining: NotRequired[int]
    """
    Of 6 in 30 days.
    """
    canRetry: NotRequired[bool]
    """
    Another attempt would be taken now.
    """
    result: NotRequired[LanguageResultOut]
    latestAttempt: NotRequired[LanguageAttemptOut]
    success: bool


class RecordMicSampleAnswer(TypedDict):
    required: bool
    state: Literal['not_started', 'recorded']
    attemptsUsed: int
    attemptsRemaining: int
    """
    Of 5 for this bounty.
    """
    success: bool


class RedeliverWebhookAnswer(TypedDict):
    delivery: DeliveryOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class RefundInRequest(TypedDict):
    fundingTransactionId: str
    """
    The deposit (txn_…).
    """
    requestId: str
    """
    Your own name of this refund, for ever: 8 to 100 of A-Z a-z 0-9 _ -. Repeating it is safe.
    """
    expectedPrincipalCents: int
    """
    US cents. principalCents of the quote.
    """
    expectedRefundAmountCents: int
    """
    US cents. refundAmountCents of the quote.
    """
    confirm: bool
    """
    true: the money really goes back.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RefundOut(TypedDict):
    fundingTransactionId: str
    principalCents: int
    """
    What left the wallet.
    """
    feeRetainedCents: int
    """
    What we keep of it, once a deposit.
    """
    refundAmountCents: int
    """
    What arrives.
    """
    destination: str
    """
    Where it came from, masked.
    """
    id: str
    requestId: str
    status: Literal['attention', 'failed', 'pending', 'succeeded']
    """
    A failed one is back in the wallet. attention: our staff is asking the provider.
    """
    failureReason: str | None
    """
    A machine word; null unless it failed.
    """
    createdAt: str
    completedAt: str | None


class RefundableOut(TypedDict):
    fundingTransactionId: str
    principalCents: int
    """
    What leaves the wallet.
    """
    feeRetainedCents: int
    """
    What we keep of it, once a deposit.
    """
    refundAmountCents: int
    """
    What arrives.
    """
    destination: str
    """
    Where it came from, masked.
    """


class RegisterIdentityAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    agentId: str
    identityBound: bool
    key: KeyOut
    success: bool


class ReleaseEscrowAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    escrow: EscrowDetail
    payoutStatus: str
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ReleaseInRequest(TypedDict):
    acknowledgeRelease: NotRequired[bool]
    """
    true: pay now, which can't be undone. Leave it out to see the sums first.
    """
    applicationId: NotRequired[str | None]
    """
    Whom you mean to pay; refused when the escrow is another's.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RemoveMemberAnswer(TypedDict):
    removed: bool
    success: bool


class RemovePhotoAnswer(TypedDict):
    photos: list[PhotoOut]
    success: bool


class RemoveServiceAnswer(TypedDict):
    removed: bool
    success: bool


class RentHumanAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    bountyId: str
    applicationId: str
    conversationId: str
    escrowId: NotRequired[str]
    """
    The seat's; while the money is missing the bounty's own, which is in the state funding.
    """
    confirmBy: NotRequired[str]
    """
    Until when the person confirms; then the money returns by itself.
    """
    checkoutUrl: NotRequired[str]
    url: NotRequired[str]
    """
    The same page, under its old name.
    """
    checkoutTotal: NotRequired[float]
    """
    US dollars, at most two decimals. What the page asks for.
    """
    id: str
    """
    The same as bountyId.
    """
    fundingTotal: float
    """
    US dollars, at most two decimals. The whole cost, with the fee.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class RentalInRequest(TypedDict):
    humanId: str
    """
    A profile id (prf_…) or a username.
    """
    price: float
    """
    US dollars, at most two decimals. The worker's pay; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    estimatedHours: NotRequired[float]
    """
    Hours of work.
    """
    fundingMethod: NotRequired[Literal['wallet', 'checkout']]
    """
    wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it covers it, else a page.
    """
    taskTitle: str
    """
    What is asked for, in one line.
    """
    taskDescription: str
    """
    Everything the person must know.
    """
    completionWindowHours: NotRequired[int | None]
    """
    Hours after confirming in which evidence is due; a late seat is released. Left out: seven days, then a silent worker is warned and let go two days later.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RentalOut(TypedDict):
    id: str
    kind: Literal['rental', 'personal']
    bountyId: str
    applicationId: str
    escrowId: str | None
    """
    The seat's, once hired.
    """
    conversationId: str
    humanId: str
    humanName: str
    title: str
    price: float
    """
    US dollars, at most two decimals.
    """
    status: Literal['assigned', 'cancelled', 'closed', 'closing', 'completed', 'in_review', 'open', 'paid', 'partially_filled', 'paused', 'pending_deposit', 'pending_funding', 'pending_review']
    """
    The bounty's.
    """
    applicationStatus: str
    overallState: Literal['awaiting_confirmation', 'in_progress', 'evidence_in_review', 'redo_requested', 'approved_awaiting_release', 'released', 'resolved', 'refunded', 'disputed', 'seat_released', 'cancelled', 'assigned', 'closed', 'closing', 'completed', 'in_review', 'open', 'paid', 'partially_filled', 'paused', 'pending_deposit', 'pending_funding', 'pending_review']
    """
    As in jobOverview; before anybody is hired, the bounty's status.
    """
    nextAction: NextActionOut | None
    nextDeadline: DeadlineOut | None
    endsAt: str | None
    """
    When the seat ends by itself if nothing is sent; null once something was.
    """
    completionWindowHours: int | None
    deadline: str
    createdAt: str


class RentalSummaryOut(TypedDict):
    active: int
    """
    Somebody is hired, and the money is still held.
    """
    waiting: int
    """
    Nobody is hired yet: the deposit, or a review of the listing, is missing.
    """
    done: int
    """
    Paid, closed or cancelled.
    """


ReplayInRequest = TypedDict(
    'ReplayInRequest',
    {
        'from': str,
        'to': NotRequired[str | None],
        'dryRun': NotRequired[bool],
    },
)


class ReplayWebhookEventsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    replayed: int
    skipped: int
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ReportBountyOut(TypedDict):
    bountyId: str | None
    """
    null: service bookings, which have no bounty.
    """
    funded: int
    """
    US cents put into it, fee included.
    """
    settled: int
    """
    US cents. Released pay of workers.
    """
    refunded: int
    """
    US cents. Returned to the wallet.
    """
    escrowCount: int
    """
    Seats funded or decided in the range.
    """
    title: str | None
    category: str | None
    """
    A slug; null without one.
    """


class ReportCategoryOut(TypedDict):
    category: str | None
    """
    A slug; null: bounties without one, and service bookings.
    """
    funded: int
    """
    US cents. Put into its bounties, fee included.
    """
    settled: int
    """
    US cents. Released pay of workers.
    """
    refunded: int
    """
    US cents. Returned to the wallet.
    """
    bountyCount: int


class ReportHumanOut(TypedDict):
    humanId: str
    humanName: str
    paid: int
    """
    US cents. Pay and tips.
    """
    escrowCount: int
    """
    Seats released in the range.
    """


class ReportInRequest(TypedDict):
    summary: str
    """
    What is wrong, in one line.
    """
    description: str
    """
    What you did, what you expected, what came. No secrets.
    """
    category: NotRequired[Literal['bug', 'feature_request', 'improvement', 'ui_ux', 'performance', 'billing', 'content', 'other']]
    """
    bug when left out.
    """
    priority: NotRequired[Literal['low', 'medium', 'high', 'urgent']]
    """
    medium when left out.
    """
    errorCode: NotRequired[str]
    """
    error_code as it was answered.
    """
    sourceTool: NotRequired[str]
    """
    The tool that you used.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ReportSupportIssueAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    reportId: str
    message: str
    supportEmail: str
    conversationId: NotRequired[str]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class RequestExportAnswer(TypedDict):
    export: ExportOut
    success: bool


class ResolutionOut(TypedDict):
    by: Literal['staff', 'settlement']
    """
    Staff decided, or an offer was accepted.
    """
    decision: Literal['release', 'refund', 'split']
    workerCents: int
    feeCents: int
    refundCents: int
    reason: str
    words: str
    """
    What staff wrote to your side besides; empty without.
    """


class RestrictionOut(TypedDict):
    restricted: list[Literal['jobs', 'applications', 'withdrawals']]
    """
    What can't be begun: it is answered with 403 account_restricted.
    """
    reason: str
    """
    What staff said.
    """
    since: str
    until: str | None
    """
    When it ends by itself; null: when staff lift it.
    """


class ReviewAnswerInRequest(TypedDict):
    answer: str
    """
    What you say about it. Public, and it can't be changed.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ReviewAnswerOut(TypedDict):
    text: str
    """
    Empty when our staff hid it.
    """
    createdAt: str
    isHidden: bool
    """
    Our staff hid the words.
    """


class ReviewInRequest(TypedDict):
    bountyId: str
    humanId: str
    """
    A person's profile id (prf_…) or username.
    """
    rating: int
    """
    1 to 5 stars.
    """
    comment: NotRequired[str]
    """
    What others should know.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ReviewOut(TypedDict):
    id: str
    bountyId: str
    humanId: str
    rating: int
    comment: str
    isCommentHidden: bool
    """
    Our staff hid the comment, which is empty then.
    """
    createdAt: str
    author: AuthorOut
    answer: ReviewAnswerOut | None
    """
    Of the person reviewed; null while there is none.
    """


class ReviewSummaryOut(TypedDict):
    averageRating: float | None
    reviewCount: int
    recentReviews: list[RecentReviewOut]


class RevokeInvitationAnswer(TypedDict):
    invitation: InvitationOut
    success: bool


class RevokeKeyAnswer(TypedDict):
    key: KeyOut
    success: bool


class RewriteAssignmentOut(TypedDict):
    humanizationId: str
    bountyId: str
    applicationId: str
    subject: str
    transformation: str
    sourceText: str
    instructions: str
    deadlineAt: str | None
    state: str


class RewriteFundingOut(TypedDict):
    source: Literal['wallet', 'checkout', 'mpp', 'x402'] | None
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    depositUrl: NotRequired[str]


class RewriteReviewOut(TypedDict):
    state: Literal['none', 'scoring', 'pending', 'flagged', 'approved', 'rejected', 'redo_requested', 'disputed']
    reason: str | None


class RewriteSampleInFormRequest(TypedDict):
    document: File
    """
    Your rewrite of the sample: DOCX or UTF-8 text.
    """
    recording: File
    """
    MP4, MOV or WebM, of the whole writing.
    """
    attestation: bool
    """
    true: you wrote this yourself, without a text generator.
    """
    resume: NotRequired[File]
    """
    PDF, DOCX or UTF-8 text, where it is asked for.
    """
    coverLetter: NotRequired[str]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RewriteSampleInRequest(TypedDict):
    attestation: bool
    """
    true: you wrote this yourself, without a text generator.
    """
    coverLetter: NotRequired[str]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RewriteScreeningInRequest(TypedDict):
    aiGeneratedSourceText: NotRequired[str]
    """
    What applicants read, and rewrite to show that they can write, instead of the beginning of sourceText, of which then no word reaches an applicant. They read percentage of its words, so give 200 words or more: a text by a machine, about as yours is. Empty: the sample is the beginning of sourceText.
    """
    percentage: NotRequired[int]
    """
    Percent of the words of that text; 5 when left out. Of a short text take 25: a sample of some words shows nothing.
    """
    maximumWords: NotRequired[int]
    """
    At most; 500 when left out.
    """
    instructions: NotRequired[str]
    """
    What applicants are told.
    """


class RewriteScreeningOut(TypedDict):
    sampleFrom: Literal['sourceText', 'aiGeneratedSourceText']
    """
    The text of which every applicant reads the beginning.
    """
    sampleWords: int
    """
    How many words every applicant reads, and rewrites: few show nothing.
    """
    percentage: int
    maximumWords: int
    instructions: str
    requireResume: bool


class RoleInRequest(TypedDict):
    role: Literal['viewer', 'manager', 'owner']
    """
    viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class RotateWebhookSecretAnswer(TypedDict):
    endpoint: EndpointOut
    secret: str | None
    """
    Shown once: null when the call is repeated under its idempotency key.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class SandboxAdvanceClockAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    now: str
    offsetSeconds: float
    success: bool


class SandboxClockAnswer(TypedDict):
    now: str
    offsetSeconds: float
    success: bool


class SandboxFaucetAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    funds: FaucetOut
    txHash: str
    success: bool


class SandboxFundsAnswer(TypedDict):
    funds: FaucetOut
    success: bool


class SandboxGetPlayAnswer(TypedDict):
    play: PlayOut
    success: bool


class SandboxMailAnswer(TypedDict):
    mails: list[MailOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class SandboxPlayAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    play: PlayOut
    success: bool


class SandboxPlaysAnswer(TypedDict):
    plays: list[PlayRow]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class SandboxStopPlayAnswer(TypedDict):
    play: PlayOut
    success: bool


class ScheduleInRequest(TypedDict):
    scheduledStartAt: NotRequired[str | None]
    """
    When it begins.
    """
    scheduledStartTimeZone: NotRequired[str | None]
    """
    IANA zone.
    """
    deadline: NotRequired[str]
    """
    Until when people can apply.
    """


class SeatCheckoutInRequest(TypedDict):
    conversationId: NotRequired[str | None]
    """
    The conversation; or bountyId and applicationId.
    """
    bountyId: NotRequired[str | None]
    applicationId: NotRequired[str | None]
    bookingId: NotRequired[str | None]
    """
    Not used: service bookings are paused.
    """
    amount: NotRequired[float | None]
    """
    US dollars, at most two decimals. What you mean to pay: the seat's price, or its total with the fee. Refused when it is neither.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SeatMoneyOut(TypedDict):
    status: str
    amountCents: int
    """
    With the fee.
    """
    workerPayoutCents: int
    escrowId: str
    refundedTo: Literal['pool', 'wallet'] | None
    """
    Where the money went that came back: pool, the bounty's, whose spot is free again; wallet, its owner's.
    """


class SeatOut(TypedDict):
    applicationId: str
    humanId: str
    acceptedAt: str
    deadlineAt: str | None
    state: str
    endedAt: str | None


class SendCakeOrderAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    order: CakeOrderOut
    success: bool


class SendMessageAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    message: MessageOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ServiceInRequest(TypedDict):
    title: str
    description: str
    category: str
    """
    A slug of your own words, such as dog-walking.
    """
    price: float
    """
    US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    durationMinutes: int
    isActive: NotRequired[bool]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ServiceOut(TypedDict):
    id: str
    humanId: str
    humanName: str
    title: str
    description: str
    category: str
    price: float
    """
    US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top.
    """
    priceCents: int
    durationMinutes: int
    isActive: bool
    rating: float
    """
    The provider's, over all reviews.
    """
    reviewCount: int
    createdAt: str


class ServicePatchRequest(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    category: NotRequired[str]
    """
    A slug of your own words, such as dog-walking.
    """
    price: NotRequired[float]
    """
    US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    durationMinutes: NotRequired[int]
    isActive: NotRequired[bool]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SetConnectorLimitsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    limits: LimitsOut
    success: bool


class SetKeyLimitsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    limits: LimitsOut
    success: bool


class SetKeyWebhookAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    key: KeyOut
    webhookUrl: str | None
    webhookEndpointId: str | None
    webhookSecret: str | None
    success: bool


class SetQaCredentialsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    data: CredentialsSet
    success: bool


class SetWalletControlsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    controls: ControlsOut
    success: bool


class SignalsOut(TypedDict):
    accountAgeDays: int
    newAccount: bool
    """
    Less than 30 days old.
    """
    signupCountryMismatch: bool
    """
    Signed up from another country than the profile or the checked document says.
    """
    hasPriorDisputes: bool
    """
    A seat of theirs was ever disputed and not withdrawn.
    """
    phoneSharedWithOtherAccounts: bool


class SignupInRequest(TypedDict):
    acceptTerms: bool
    """
    true: the owner accepts the terms and the privacy policy.
    """
    country: str
    """
    Where the owner is: ISO code or English name.
    """
    city: str
    """
    The owner's city.
    """
    region: NotRequired[str]
    """
    State or region.
    """
    agentName: NotRequired[str]
    """
    What people read as your name.
    """
    email: str
    """
    The code is mailed here.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SimulatedOut(TypedDict):
    person: str
    """
    The name that the route takes.
    """
    script: str
    """
    What they play when a play names nothing.
    """
    name: str
    city: str | None
    country: str | None


class SlotOut(TypedDict):
    start: str
    """
    HH:mm in the provider's time zone.
    """
    end: str


class StakeOut(TypedDict):
    amountCents: int
    """
    Of the seat: pay and fee.
    """
    workerPayoutCents: int
    """
    The agreed pay.
    """
    platformFeeCents: int
    """
    Our fee on the whole pay.
    """


class StartPayoutOnboardingAnswer(TypedDict):
    onboarded: bool
    onboardingUrl: str
    success: bool


class StaysOut(TypedDict):
    code: str
    why: str


class StepOut(TypedDict):
    act: str
    """
    What they do.
    """
    when: Literal['answered', 'appealed', 'applied', 'confirmed', 'contested', 'decided', 'disputed', 'end', 'hired', 'open', 'open_dispute', 'proposed', 'sent_back', 'terms_changed', 'voice_wanted']
    """
    What it follows; GET /api/sandbox/people explains each.
    """
    seconds: int
    """
    How long after that; negative: before it.
    """


class StopOut(TypedDict):
    state: Literal['draining', 'done']
    requestedAt: str


class Checks(TypedDict):
    coverage: NotRequired[dict[str, bool]]
    """
    Of each kind of evidence that was asked for: is any there?
    """
    recommendation: NotRequired[Literal['looks_complete', 'needs_review']]
    """
    Not whether the work is good: `meaning` says what it means.
    """
    meaning: NotRequired[str]
    """
    What the recommendation says, and what nothing has looked at.
    """
    findings: NotRequired[list[dict[str, Any]]]
    checkIns: NotRequired[list[dict[str, Any]]]


class SubmissionReviewInRequest(TypedDict):
    action: Literal['approve', 'reject', 'request_redo']
    """
    Your judgement.
    """
    response: NotRequired[str]
    """
    What is right or missing; needed for reject and request_redo.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


Link: TypeAlias = str


class SubmitInFormRequest(TypedDict):
    textEvidence: NotRequired[str]
    links: NotRequired[list[Link]]
    answers: NotRequired[list[EvidenceAnswerInRequest]]
    files: NotRequired[list[File]]
    capturedLive: NotRequired[list[Literal['true', 'false']]]
    capturedAt: NotRequired[list[str]]
    findings: NotRequired[list[FindingInRequest]]
    """
    Of a QA run.
    """
    vote: NotRequired[str]
    """
    Of a taste run: the label of what you chose.
    """
    reason: NotRequired[str]
    """
    Of a taste run: why, in your own words.
    """
    fileIds: NotRequired[list[FileId]]
    """
    Of a taste run: files that belong to the vote.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SubmitInRequest(TypedDict):
    textEvidence: NotRequired[str]
    links: NotRequired[list[Link]]
    answers: NotRequired[list[EvidenceAnswerInRequest]]
    capturedLive: NotRequired[list[Literal['true', 'false']]]
    capturedAt: NotRequired[list[str]]
    findings: NotRequired[list[FindingInRequest]]
    """
    Of a QA run.
    """
    vote: NotRequired[str]
    """
    Of a taste run: the label of what you chose.
    """
    reason: NotRequired[str]
    """
    Of a taste run: why, in your own words.
    """
    fileIds: NotRequired[list[FileId]]
    """
    Of a taste run: files that belong to the vote.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SubscribeInRequest(TypedDict):
    humanId: str
    """
    The provider's profile id or username.
    """
    serviceId: str
    """
    The service (svc_…), from browse_services.
    """
    interval: Literal['weekly', 'biweekly', 'monthly']
    """
    How often.
    """
    dayOfWeek: Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    """
    On which day.
    """
    startTime: str
    """
    HH:mm in the provider's time zone.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SubscriptionOut(TypedDict):
    id: str
    status: Literal['pending_approval', 'active', 'past_due', 'canceled']
    role: Literal['booker', 'provider']
    """
    Yours.
    """
    serviceId: str
    title: str
    humanId: str
    """
    The provider.
    """
    humanName: str
    bookerId: str
    bookerName: str
    conversationId: str | None
    interval: Literal['weekly', 'biweekly', 'monthly']
    dayOfWeek: Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    startTime: str
    timezone: str
    """
    The provider's; the times above stay the same there when the clocks change.
    """
    durationMinutes: int
    price: float
    """
    US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top.
    """
    priceCents: int
    feeCents: int
    feeBps: int
    """
    The rate of that fee in basis points (1800 is 18 %), as it was when the subscription was made.
    """
    totalCents: int
    """
    What each cycle takes from the booker's wallet.
    """
    firstDate: str
    nextDate: str | None
    """
    The appointment that the next cycle pays for.
    """
    nextCycleAt: str | None
    """
    When that is paid, or tried again; the period ends then.
    """
    pastDueSince: str | None
    cancelAtPeriodEnd: bool
    approvedAt: str | None
    canceledAt: str | None
    endReason: str
    latestBooking: CycleOut | None
    createdAt: str


class SwitchInRequest(TypedDict):
    simulated: bool
    """
    Whether people apply by themselves to what you post from now on.
    """
    scripts: NotRequired[list[Literal['appeals', 'asks_first', 'asks_for_time', 'disputes', 'ghost', 'late', 'leaves_early', 'no_show', 'on_site', 'redo', 'reliable', 'withdraws']] | None]
    """
    One applicant for each; at first reliable, asks_first, no_show.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class SwitchOut(TypedDict):
    simulated: bool
    scripts: list[str]


class TasteArtifactOut(TypedDict):
    label: str
    url: str


class TasteQuoteOut(TypedDict):
    label: str
    text: str
    """
    A respondent's own words.
    """


AllowedCountry: TypeAlias = str


class TasteRunInRequest(TypedDict):
    title: NotRequired[str]
    """
    Public title; the question when left out.
    """
    question: str
    """
    What to decide.
    """
    artifacts: list[ArtifactInRequest]
    """
    What is voted on: 2 to 6.
    """
    respondentCount: int
    """
    How many people.
    """
    payPerRespondentCents: int
    """
    US cents. Pay of each; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    targetCategories: NotRequired[list[Literal['design', 'visual-art', 'music', 'photo-video', 'fashion-style', 'writing-performance']]]
    """
    Only people with a skill or expertise of one of these fields.
    """
    allowedCountries: NotRequired[list[AllowedCountry]]
    """
    Only people who are there: 1 to 30.
    """
    allowedGenders: NotRequired[list[Literal['man', 'woman', 'other']]]
    """
    Only these.
    """
    identityRequired: NotRequired[bool]
    """
    Only people whose identity document was checked.
    """
    requireVideoResponse: NotRequired[bool]
    """
    Each vote comes with a video, recorded at that moment.
    """
    requirePortfolioUpload: NotRequired[bool]
    """
    Whoever applies sends a portfolio: an image or a DOCX file.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class TasteTallyOut(TypedDict):
    label: str
    votes: int
    share: float
    """
    Of all votes, 0 to 1.
    """


InstructionMediaItem: TypeAlias = str


ChecklistItem: TypeAlias = str


RequiredCredential: TypeAlias = str


class TemplateInRequest(TypedDict):
    name: str
    """
    Its name.
    """
    targetUrl: str
    """
    Where testers go: public http(s).
    """
    instructions: str
    """
    What to test; public: applicants read it.
    """
    testerStartMessage: NotRequired[str]
    """
    Sent to testers only once they are hired.
    """
    instructionMedia: NotRequired[list[InstructionMediaItem]]
    """
    Addresses of pictures or videos.
    """
    checklist: NotRequired[list[ChecklistItem]]
    """
    Steps that every tester answers.
    """
    cadence: Literal['once', 'daily', 'every_2_days', 'weekly', 'custom']
    """
    How often.
    """
    cadenceDays: NotRequired[int | None]
    """
    Days between runs; needed with custom.
    """
    budgetPerRunCents: int
    """
    US cents. Must cover testerCount x (pay + fee).
    """
    payPerTesterCents: int
    """
    US cents. Pay of each tester.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    testerCount: int
    """
    Testers of a run.
    """
    submissionMode: Literal['photo', 'video', 'document']
    """
    What testers send.
    """
    applicantScreening: NotRequired[QaScreeningInRequest]
    """
    What testers must have.
    """
    requiredCredentials: NotRequired[list[RequiredCredential]]
    """
    Names of the logins that testers need; never values.
    """
    allowedCountries: NotRequired[list[AllowedCountry]]
    """
    Only testers who are there.
    """
    periodCapCents: int
    """
    US cents. What runs may reserve in a calendar month (UTC); for once, budgetPerRunCents.
    """
    autoMode: NotRequired[bool]
    """
    false: you decide on every tester and every report.
    """
    endsAt: NotRequired[str | None]
    """
    No run starts from then on. null: the schedule has no end.
    """
    maxRuns: NotRequired[int | None]
    """
    How many runs it opens in all; skipped and unfunded ones don't count. null: any number.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class TemplateOut(TypedDict):
    id: str
    name: str
    targetUrl: str
    instructions: str
    testerStartMessage: str
    instructionMedia: list[str]
    checklist: list[str]
    cadence: Literal['once', 'daily', 'every_2_days', 'weekly', 'custom']
    cadenceDays: int | None
    budgetPerRunCents: int
    payPerTesterCents: int
    feeBps: int
    """
    The platform's fee on that pay in basis points (1800 is 18 %), as it was when pay, testers and budget were last set.
    """
    testerCount: int
    submissionMode: Literal['photo', 'video', 'document']
    applicantScreening: QaScreeningOut
    requiredCredentials: list[str]
    credentialsSet: list[str]
    """
    Those of requiredCredentials that have a value.
    """
    allowedCountries: list[str]
    periodCapCents: int
    reservesPerRunCents: int
    """
    What a run takes from your wallet when it opens: pay and fee of every tester. Unused money returns.
    """
    maxTotalCents: int | None
    """
    What all runs together reserve at most, by these terms; null: the schedule has no end.
    """
    autoMode: bool
    status: Literal['active', 'paused']
    pausedReason: str | None
    """
    user, insufficient_funds or operator.
    """
    endsAt: str | None
    maxRuns: int | None
    runsStarted: int
    """
    Runs that were opened, or wait for money now.
    """
    nextRunAt: str | None
    """
    null: none is scheduled, or it is paused.
    """
    createdAt: str
    updatedAt: str


class TemplatePatchRequest(TypedDict):
    name: NotRequired[str]
    """
    Its name.
    """
    targetUrl: NotRequired[str]
    """
    Where testers go: public http(s).
    """
    instructions: NotRequired[str]
    """
    What to test; public: applicants read it.
    """
    testerStartMessage: NotRequired[str]
    """
    Sent to testers only once they are hired.
    """
    instructionMedia: NotRequired[list[InstructionMediaItem]]
    """
    Addresses of pictures or videos.
    """
    checklist: NotRequired[list[ChecklistItem]]
    """
    Steps that every tester answers.
    """
    cadence: NotRequired[Literal['once', 'daily', 'every_2_days', 'weekly', 'custom']]
    """
    How often.
    """
    cadenceDays: NotRequired[int | None]
    """
    Days between runs; needed with custom.
    """
    budgetPerRunCents: NotRequired[int]
    """
    US cents. Must cover testerCount x (pay + fee).
    """
    payPerTesterCents: NotRequired[int]
    """
    US cents. Pay of each tester.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    testerCount: NotRequired[int]
    """
    Testers of a run.
    """
    submissionMode: NotRequired[Literal['photo', 'video', 'document']]
    """
    What testers send.
    """
    applicantScreening: NotRequired[QaScreeningInRequest]
    """
    What testers must have.
    """
    requiredCredentials: NotRequired[list[RequiredCredential]]
    """
    Names of the logins that testers need; never values.
    """
    allowedCountries: NotRequired[list[AllowedCountry]]
    """
    Only testers who are there.
    """
    periodCapCents: NotRequired[int]
    """
    US cents. What runs may reserve in a calendar month (UTC); for once, budgetPerRunCents.
    """
    autoMode: NotRequired[bool]
    """
    false: you decide on every tester and every report.
    """
    endsAt: NotRequired[str | None]
    """
    No run starts from then on. null: the schedule has no end.
    """
    maxRuns: NotRequired[int | None]
    """
    How many runs it opens in all; skipped and unfunded ones don't count. null: any number.
    """
    status: NotRequired[Literal['active', 'paused']]
    """
    paused: no more runs. active: go on.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class TemplateWarning(TypedDict):
    code: Literal['insufficient_wallet_balance']
    message: str
    balanceCents: int
    requiredCents: int
    depositEndpoint: str


class TermsChangedOut(TypedDict):
    changedAt: str
    """
    Names this change; accepting repeats it.
    """
    answerBy: str | None
    """
    Until then one may leave because of it.
    """
    state: Literal['asked', 'kept', 'left']
    """
    asked: waits for an answer; kept: none came, the old terms count; left.
    """
    differences: list[DifferenceOut]


class TermsInRequest(TypedDict):
    accept: bool
    """
    true: the changed terms hold from now on. false: leave because of them.
    """
    changedAt: NotRequired[str | None]
    """
    Needed to accept: termsChanged.changedAt as it was shown.
    """
    response: NotRequired[str]
    """
    Words to the owner.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class TestWebhookEndpointAnswer(TypedDict):
    deliveryId: str
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class TextScoreOut(TypedDict):
    part: int
    characters: int
    aiFraction: float


class TotalsOut(TypedDict):
    paid: int
    """
    US cents. Released pay of workers, and completed transfers.
    """
    inEscrow: int
    """
    US cents. Held now, fee included.
    """
    pendingRelease: int
    """
    US cents. Pay of seats that are delivered or completed now.
    """
    settled: int
    """
    US cents. Released pay of workers.
    """
    refunded: int
    """
    US cents. Returned to the wallet.
    """


class TransferInRequest(TypedDict):
    recipientId: NotRequired[str]
    """
    The worker's profile id (prf_…) or username; or recipientEmail.
    """
    recipientEmail: NotRequired[str]
    """
    The worker's confirmed e-mail address; or recipientId.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    bountyId: NotRequired[str | None]
    description: NotRequired[str]
    """
    What it is for; the worker reads it.
    """
    conversationId: NotRequired[str | None]
    """
    Your conversation with the worker.
    """
    override: NotRequired[bool]
    """
    Pay also somebody whom you have blocked.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class TransferOut(TypedDict):
    id: str
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    currency: Literal['usd']
    status: Literal['completed', 'failed', 'pending']
    payoutStatus: Literal['failed', 'hold', 'paid']
    """
    hold while it is pending, paid once it is in the earnings, failed when it will not be sent.
    """
    failureReason: Literal['', 'cancelled', 'lapsed', 'insufficient_funds', 'tip_cap_exceeded']
    """
    Of a failed one, for its sender: lapsed is not paid within a day. Empty when it is not known.
    """
    direction: Literal['sent', 'received']
    bountyId: str
    sender: PersonOut
    recipient: PersonOut
    description: str
    createdAt: str
    completedAt: str | None


class UnblockHumanAnswer(TypedDict):
    removed: bool
    """
    false when the person was not on the list.
    """
    success: bool


class UnfreezeWalletAnswer(TypedDict):
    controls: ControlsOut
    success: bool


class UnpaidOut(TypedDict):
    requiredCents: int
    """
    Pay and fee, for every spot; of a raise what it adds.
    """
    balanceCents: int
    """
    What your wallet holds now.
    """
    shortfallCents: int
    """
    What is missing now.
    """
    depositUrl: str | None
    """
    Where a person pays; null when that page is over.
    """
    depositCents: int | None
    """
    What that page asks for.
    """
    howToPay: str
    """
    In words: the page, or the wallet once it holds enough.
    """


class UnpreferHumanAnswer(TypedDict):
    removed: bool
    """
    false when the person was not on the list.
    """
    success: bool


class VerificationOut(TypedDict):
    email: bool
    identity: bool
    identityCountry: str | None
    linkedin: bool


class VerifyHumanInRequest(TypedDict):
    identityCountry: NotRequired[str | None]
    linkedin: NotRequired[bool | None]
    payouts: NotRequired[bool | None]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class VerifyInRequest(TypedDict):
    email: str
    code: str
    """
    The six digits from the mail.
    """
    agentName: NotRequired[str]
    agentId: NotRequired[str]
    """
    As for registerIdentity.
    """
    publicKey: NotRequired[str]
    """
    base64 of the Ed25519 key's SPKI in DER.
    """
    signature: NotRequired[str]
    """
    base64, over `<timestamp>:<agentId>:register_identity`.
    """
    timestamp: NotRequired[str]
    """
    As it was signed, at most 5 minutes old.
    """
    callbackUrl: NotRequired[str]
    """
    A public https address that gets every event.
    """


class VideoUploadInRequest(TypedDict):
    minimumResolutionPx: NotRequired[int]
    """
    The shorter side, in pixels.
    """
    consentText: str
    """
    What people agree to when they upload.
    """
    confirmationMessage: str
    """
    What they read afterwards.
    """
    acceptText: NotRequired[str]
    """
    What they are told when you accept.
    """
    maxVideos: int
    """
    Files of one person, at most.
    """


class WithdrawInRequest(TypedDict):
    amountCents: NotRequired[int | None]
    """
    US cents. Left out: all there is, up to 1,000,000.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class WithdrawalOut(TypedDict):
    id: str
    source: Literal['earnings', 'wallet']
    amountCents: int
    status: Literal['failed', 'paid', 'pending']
    """
    A failed one is back where it came from.
    """
    failureReason: str | None
    """
    A machine word; null unless it failed.
    """
    createdAt: str
    paidAt: str | None


class WorkBountyOut(TypedDict):
    id: str
    title: str
    status: str
    price: float
    """
    US dollars, at most two decimals.
    """
    priceType: Literal['fixed', 'hourly']
    deadline: str
    """
    Until when people can apply.
    """


Domain: TypeAlias = str


class WorkPreferencesInRequest(TypedDict):
    wayOfWorking: Literal['digital', 'in_person', 'both']
    domains: NotRequired[list[Domain]]


class WorkPreferencesOut(TypedDict):
    wayOfWorking: Literal['digital', 'in_person', 'both']
    domains: list[str]


class WouldChangeOut(TypedDict):
    money: list[MoveOut]
    """
    Each movement of money, in their order.
    """
    later: NotRequired[list[LaterMoveOut]]
    """
    What moves soon after the call by itself, as things stand now: when a run opens, or a stopped one returns what it has left. Absent where nothing does.
    """
    status: str | None
    """
    Of what the call is about, once it was made.
    """
    irreversible: bool
    """
    The call can't be undone: `x-undo` of an operation names what undoes it.
    """
    needsApproval: NotRequired[bool]
    """
    The wallet's owner would be asked first; this is what changes once they have approved.
    """


class X402DepositAccepted(TypedDict):
    status: Literal['settlement_under_review']
    message: str
    txHash: str | None
    """
    What was sent to the chain, when that is known.
    """
    success: bool


class X402DepositAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['credited']
    amountCents: int
    balanceCents: int
    currency: str
    txHash: str
    success: bool


class X402DepositInRequest(TypedDict):
    amountCents: int
    """
    US cents. How much.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class X402SignupAccepted(TypedDict):
    status: Literal['settlement_under_review']
    message: str
    txHash: str | None
    """
    What was sent to the chain, when that is known.
    """
    success: bool


class X402SignupAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['account_created', 'account_recovered']
    apiKey: str
    agentUserId: str
    profileId: str
    balanceCents: int
    txHash: str
    success: bool


class X402SignupInRequest(TypedDict):
    acceptTerms: bool
    """
    true: the owner accepts the terms and the privacy policy.
    """
    country: str
    """
    Where the owner is: ISO code or English name.
    """
    city: str
    """
    The owner's city.
    """
    region: NotRequired[str]
    """
    State or region.
    """
    agentName: NotRequired[str]
    """
    What people read as your name.
    """
    contactEmail: NotRequired[str]
    """
    Where we may write about bills. Never used for sign-in.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class Failure(TypedDict):
    success: bool
    """
    Always false.
    """
    error: str
    """
    What went wrong and what to do next.
    """
    error_code: str
    code: str
    """
    The same as error_code.
    """
    requestId: str
    fields: NotRequired[dict[str, list[str]]]
    """
    Of bodies and parameters that were refused: a path to what is wrong there.
    """
    currentState: NotRequired[str]
    """
    Of a 409: the state that does not allow it.
    """
    allowedActions: NotRequired[list[str]]
    """
    What that state allows.
    """
    now: NotRequired[str]
    """
    Of a refusal for the time: what time it is here.
    """
    requiredCents: NotRequired[int]
    """
    Of a 402.
    """
    balanceCents: NotRequired[int]
    """
    Of a 402.
    """
    shortfallCents: NotRequired[int]
    """
    Of a 402: what is missing.
    """
    waysToPay: NotRequired[list[dict[str, Any]]]
    """
    Of a 402: calls that bring in as much, each with `method`, `url` and `body`.
    """
    retryable: NotRequired[bool]
    """
    May the same call, unchanged, succeed later?
    """
    docUrl: NotRequired[str]
    nextActions: NotRequired[list[NextCallOut]]


class AtStake(TypedDict):
    amountCents: NotRequired[int]
    workerPayoutCents: NotRequired[int]
    platformFeeCents: NotRequired[int]


class DryRunAnswer(TypedDict):
    success: bool
    dryRun: bool
    """
    Always true.
    """
    wouldChange: WouldChangeOut
    atStake: NotRequired[AtStake]
    """
    Where a call moves no money, but decides what becomes of a seat's: its sums, as the escrow has them.
    """
    warnings: list[str]


class Flow(TypedDict):
    id: str
    is_pending: NotRequired[bool]
    types: NotRequired[list[str]]


class Data(TypedDict):
    user: NotRequired[dict[str, Any]]
    """
    Who is signed in: `id`, `profileId`, `email`, `display`.
    """
    methods: NotRequired[list[dict[str, Any]]]
    flows: NotRequired[list[Flow]]
    type: NotRequired[str]
    created_at: NotRequired[float]
    """
    Unix seconds.
    """
    last_used_at: NotRequired[float | None]
    """
    Unix seconds.
    """
    total_code_count: NotRequired[int]
    """
    Of recovery codes.
    """
    unused_code_count: NotRequired[int]
    unused_codes: NotRequired[list[str]]
    account: NotRequired[dict[str, Any]]
    mfa: NotRequired[dict[str, Any]]
    usersessions: NotRequired[dict[str, Any]]


class Meta(TypedDict):
    is_authenticated: NotRequired[bool | None]
    session_token: NotRequired[str]
    """
    Send it as X-Session-Token from now on.
    """
    secret: NotRequired[str]
    """
    What to set an authenticator app up with.
    """
    totp_url: NotRequired[str]
    """
    The same, as the app reads it from a QR code.
    """


class Error(TypedDict):
    message: str
    code: str
    param: NotRequired[str]
    """
    The field of the body.
    """


class SignInAnswer(TypedDict):
    status: int
    """
    The HTTP status again.
    """
    data: NotRequired[Data]
    """
    Of an authenticator, its fields. Of `signInConfig`, `account`, `mfa` and `usersessions`.
    """
    meta: NotRequired[Meta]
    errors: NotRequired[list[Error]]


class Datum(TypedDict):
    type: str
    created_at: NotRequired[float]
    """
    Unix seconds.
    """
    last_used_at: NotRequired[float | None]
    """
    Unix seconds.
    """
    total_code_count: NotRequired[int]
    """
    Of recovery codes.
    """
    unused_code_count: NotRequired[int]
    unused_codes: NotRequired[list[str]]


class AuthenticatorsAnswer(TypedDict):
    status: int
    """
    The HTTP status again.
    """
    data: NotRequired[list[Datum]]
    meta: NotRequired[Meta]
    errors: NotRequired[list[Error]]


class ToolsMessage(TypedDict):
    jsonrpc: Literal['2.0']
    method: str
    """
    Such as tools/list, tools/call, prompts/get, resources/read.
    """
    params: NotRequired[dict[str, Any]]
    """
    Of tools/call: `name` and `arguments`.
    """
    id: NotRequired[str | int]
    """
    Names the request; without one it is a notification.
    """


class Error2(TypedDict):
    code: int
    message: str
    data: NotRequired[Any]


class ToolsAnswer(TypedDict):
    jsonrpc: Literal['2.0']
    id: str | int | None
    result: NotRequired[dict[str, Any]]
    """
    A tool's refusal, too: with isError, and our failure body in it.
    """
    error: NotRequired[Error2]


class Toolsets(TypedDict):
    description: str
    tools: list[str]


class ToolsAbout(TypedDict):
    success: bool
    name: str
    title: NotRequired[str]
    version: NotRequired[str]
    transport: NotRequired[str]
    endpoint: str
    localServer: NotRequired[str]
    protocolVersions: list[str]
    prompts: NotRequired[list[str]]
    resources: NotRequired[list[str]]
    authorization: dict[str, Any]
    policies: dict[str, Any]
    toolsets: dict[str, Toolsets]


class ApplicationSubmittedEventData(TypedDict):
    applicantName: str
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    status: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationSubmittedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.submitted']
    created: str
    data: ApplicationSubmittedEventData


class ApplicationAcceptedEventData(TypedDict):
    applicantName: str
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    confirmBy: str | None
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationAcceptedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.accepted']
    created: str
    data: ApplicationAcceptedEventData


class ApplicationConfirmedEventData(TypedDict):
    applicantName: str
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    confirmBy: str | None
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationConfirmedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.confirmed']
    created: str
    data: ApplicationConfirmedEventData


class ApplicationRejectedEventData(TypedDict):
    applicantName: str
    applicationId: NotRequired[str]
    automatic: bool
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    response: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationRejectedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.rejected']
    created: str
    data: ApplicationRejectedEventData


class ApplicationSeatExpiredEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    reason: str
    refundedTo: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationSeatExpiredEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.seat_expired']
    created: str
    data: ApplicationSeatExpiredEventData


class ApplicationGhostFlaggedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    endsAt: str | None
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    lastActivityAt: str | None
    responseWindowHours: int | None
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationGhostFlaggedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.ghost_flagged']
    created: str
    data: ApplicationGhostFlaggedEventData


class MessageReceivedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    fromSide: str
    humanId: NotRequired[str]
    messageId: str
    preview: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class MessageReceivedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['message.received']
    created: str
    data: MessageReceivedEventData


class ConversationCompletionClaimedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    claimedAt: str | None
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ConversationCompletionClaimedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['conversation.completion_claimed']
    created: str
    data: ConversationCompletionClaimedEventData


class ProofUploadedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    fileCount: int
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ProofUploadedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['proof.uploaded']
    created: str
    data: ProofUploadedEventData


class BountySeatFilledEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    spotsFilled: int
    spotsRemaining: int
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class BountySeatFilledEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['bounty.seat_filled']
    created: str
    data: BountySeatFilledEventData


class BountyCompletedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    completedSeats: int
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class BountyCompletedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['bounty.completed']
    created: str
    data: BountyCompletedEventData


class EscrowFundedEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    kind: str
    platformFeeCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerPayoutCents: int


class EscrowFundedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['escrow.funded']
    created: str
    data: EscrowFundedEventData


class EscrowReleasedEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    kind: str
    platformFeeCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerPayoutCents: int


class EscrowReleasedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['escrow.released']
    created: str
    data: EscrowReleasedEventData


class PaymentSentEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    recipientName: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class PaymentSentEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['payment.sent']
    created: str
    data: PaymentSentEventData


class WalletLowBalanceEventData(TypedDict):
    applicationId: NotRequired[str]
    balanceCents: int
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    thresholdCents: int
    transferId: NotRequired[str]


class WalletLowBalanceEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.low_balance']
    created: str
    data: WalletLowBalanceEventData


class WalletAutoTopupInitiatedEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WalletAutoTopupInitiatedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.auto_topup_initiated']
    created: str
    data: WalletAutoTopupInitiatedEventData


class WalletAutoTopupFailedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    reason: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WalletAutoTopupFailedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.auto_topup_failed']
    created: str
    data: WalletAutoTopupFailedEventData


class WalletSpendingCapHitEventData(TypedDict):
    applicationId: NotRequired[str]
    attemptedCents: int
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    cap: str
    capCents: int
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    spenderId: str | None
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WalletSpendingCapHitEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.spending_cap_hit']
    created: str
    data: WalletSpendingCapHitEventData


class WalletLimitsChangedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    limits: dict[str, Any]
    runId: NotRequired[str]
    spenderId: str | None
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WalletLimitsChangedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.limits_changed']
    created: str
    data: WalletLimitsChangedEventData


class WalletFreezeChangedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    frozen: bool
    frozenAt: str | None
    humanId: NotRequired[str]
    reason: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WalletFreezeChangedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['wallet.freeze_changed']
    created: str
    data: WalletFreezeChangedEventData


class ApprovalRequestedEventData(TypedDict):
    applicationId: NotRequired[str]
    approvalId: str
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    cents: int
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    expiresAt: str | None
    humanId: NotRequired[str]
    operationId: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApprovalRequestedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['approval.requested']
    created: str
    data: ApprovalRequestedEventData


class ApprovalDecidedEventData(TypedDict):
    applicationId: NotRequired[str]
    approvalId: str
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    cents: int
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    expiresAt: str | None
    humanId: NotRequired[str]
    note: str
    runId: NotRequired[str]
    status: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApprovalDecidedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['approval.decided']
    created: str
    data: ApprovalDecidedEventData


class RunStatusChangedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    kind: str
    reason: str
    runId: NotRequired[str]
    status: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class RunStatusChangedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['run.status_changed']
    created: str
    data: RunStatusChangedEventData


class RunReportReadyEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    kind: str
    reportUrl: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class RunReportReadyEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['run.report_ready']
    created: str
    data: RunReportReadyEventData


class WebhookTestEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    endpointId: str
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    message: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WebhookTestEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['webhook.test']
    created: str
    data: WebhookTestEventData


class EscrowRefundedEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    kind: str
    platformFeeCents: int
    refundedTo: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerPayoutCents: int


class EscrowRefundedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['escrow.refunded']
    created: str
    data: EscrowRefundedEventData


class DisputeOpenedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    category: str
    conversationId: NotRequired[str]
    disputeId: str
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class DisputeOpenedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.opened']
    created: str
    data: DisputeOpenedEventData


class DisputeResolvedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    decision: str
    disputeId: str
    escrowId: NotRequired[str]
    feeCents: int
    humanId: NotRequired[str]
    refundCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerCents: int


class DisputeResolvedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.resolved']
    created: str
    data: DisputeResolvedEventData


class DisputeEvidenceRequestedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    disputeId: str
    dueAt: str | None
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    of: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class DisputeEvidenceRequestedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.evidence_requested']
    created: str
    data: DisputeEvidenceRequestedEventData


class DisputeEvidenceAddedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    by: str
    conversationId: NotRequired[str]
    disputeId: str
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class DisputeEvidenceAddedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.evidence_added']
    created: str
    data: DisputeEvidenceAddedEventData


class DisputeOfferMadeEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    by: str
    conversationId: NotRequired[str]
    disputeId: str
    dueAt: str | None
    escrowId: NotRequired[str]
    feeCents: int
    humanId: NotRequired[str]
    offerId: str
    refundCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerCents: int


class DisputeOfferMadeEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.offer_made']
    created: str
    data: DisputeOfferMadeEventData


class DisputeSettledEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    decision: str
    disputeId: str
    escrowId: NotRequired[str]
    feeCents: int
    humanId: NotRequired[str]
    offerId: str
    refundCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerCents: int


class DisputeSettledEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.settled']
    created: str
    data: DisputeSettledEventData


class DisputeDecidedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    decision: str
    disputeId: str
    escrowId: NotRequired[str]
    feeCents: int
    humanId: NotRequired[str]
    refundCents: int
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerCents: int


class DisputeDecidedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.decided']
    created: str
    data: DisputeDecidedEventData


class DisputeAppealedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    disputeId: str
    escrowId: NotRequired[str]
    ground: str
    humanId: NotRequired[str]
    madeBy: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class DisputeAppealedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.appealed']
    created: str
    data: DisputeAppealedEventData


class DisputeAppealDecidedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    decision: str
    disputeId: str
    escrowId: NotRequired[str]
    feeCents: int
    humanId: NotRequired[str]
    refundCents: int
    runId: NotRequired[str]
    state: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]
    workerCents: int


class DisputeAppealDecidedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['dispute.appeal_decided']
    created: str
    data: DisputeAppealDecidedEventData


class ApplicationWithdrawnEventData(TypedDict):
    applicantName: str
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationWithdrawnEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.withdrawn']
    created: str
    data: ApplicationWithdrawnEventData


class ApplicationTermsChangedEventData(TypedDict):
    answerBy: str | None
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    fields: list[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    state: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationTermsChangedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.terms_changed']
    created: str
    data: ApplicationTermsChangedEventData


class ApplicationContestedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    dueAt: str | None
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationContestedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.contested']
    created: str
    data: ApplicationContestedEventData


class ApplicationContestDecidedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    completeBy: str | None
    contestId: str
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    outcome: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ApplicationContestDecidedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['application.contest_decided']
    created: str
    data: ApplicationContestDecidedEventData


class SubmissionReviewedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    runId: NotRequired[str]
    status: str
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class SubmissionReviewedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['submission.reviewed']
    created: str
    data: SubmissionReviewedEventData


class ExtensionRequestedEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    hours: int
    humanId: NotRequired[str]
    reason: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class ExtensionRequestedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['extension.requested']
    created: str
    data: ExtensionRequestedEventData


class WebhookEndpointDisabledEventData(TypedDict):
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    endpointId: str
    escrowId: NotRequired[str]
    failures: int
    host: str
    humanId: NotRequired[str]
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class WebhookEndpointDisabledEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['webhook.endpoint_disabled']
    created: str
    data: WebhookEndpointDisabledEventData


class PaymentFailedEventData(TypedDict):
    amountCents: int
    applicationId: NotRequired[str]
    bookingId: NotRequired[str]
    bountyId: NotRequired[str]
    conversationId: NotRequired[str]
    escrowId: NotRequired[str]
    humanId: NotRequired[str]
    reason: str
    recipientName: str
    runId: NotRequired[str]
    submissionId: NotRequired[str]
    transferId: NotRequired[str]


class PaymentFailedEvent(TypedDict):
    id: str
    """
    Of the event: deduplicate on it.
    """
    type: Literal['payment.failed']
    created: str
    data: PaymentFailedEventData


class AcceptInvitationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    membership: MembershipOut
    success: bool


class AccountOut(TypedDict):
    agentUserId: str
    profileId: str
    name: str
    username: str | None
    email: str | None
    authenticatedBy: Literal['key', 'session', 'oauth']
    keyId: str | None
    agentId: str | None
    """
    The Ed25519 identity of the key; of a session, the one that the account bound last.
    """
    payouts: PayoutsOut
    verification: VerificationOut
    actingAs: ActingOut | None
    """
    Who acts for the account as its member; null for its own person.
    """
    restriction: RestrictionOut | None
    """
    What this account may not begin at present; null: anything.
    """


class AddPhotosAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    photos: list[PhotoOut]
    success: bool


class AgentCheckoutOut(TypedDict):
    id: str
    externalOrderId: str
    checkoutUrl: str
    """
    Send your customer there.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    currency: Literal['usd']
    description: str
    status: Literal['pending', 'paid', 'expired', 'cancelled', 'refunded']
    customerPhone: str
    successUrl: str
    cancelUrl: str
    metadata: dict[str, Any]
    createdAt: str
    expiresAt: str
    paidAt: str | None
    refund: CheckoutRefundOut | None


class AgentSignupVerifyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['account_created']
    agentUserId: str
    profileId: str
    apiKey: str
    keyPrefix: str
    identityBound: bool
    agentId: NotRequired[str]
    webhook: NotRequired[CallbackOut]
    usage: dict[str, str]
    success: bool


class AnswerReviewAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    review: ReviewOut
    conversationId: str | None
    success: bool


class ApplicationOut(TypedDict):
    id: str
    bountyId: str
    humanId: str
    humanName: str
    status: Literal['pending', 'accepted', 'rejected', 'withdrawn', 'expired']
    coverLetter: str
    proposedPrice: float | None
    """
    US dollars, at most two decimals.
    """
    availability: str
    links: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    termsSnapshot: dict[str, Any]
    """
    What the work is and pays, as it was when the person was hired (before that: when they applied).
    """
    termsChanged: TermsChangedOut | None
    """
    What the owner has changed since, and the person has not accepted.
    """
    response: str
    conversationId: str | None
    currentEscrowId: NotRequired[str]
    """
    Once it was accepted.
    """
    confirmBy: str | None
    confirmedAt: str | None
    startBy: str | None
    startedAt: str | None
    completeBy: str | None
    """
    When evidence is due; known once the person has confirmed.
    """
    dueAt: str | None
    """
    When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
    """
    extension: dict[str, Any] | None
    endedAt: str | None
    endReason: str
    createdAt: str


class ApplyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ApplyInFormRequest(TypedDict):
    coverLetter: NotRequired[str]
    proposedPrice: NotRequired[float | None]
    """
    US dollars, at most two decimals.
    """
    availability: NotRequired[str]
    links: NotRequired[list[LinkInRequest]]
    answers: NotRequired[list[AnswerInRequest]]
    consent: NotRequired[bool]
    files: NotRequired[list[File]]
    kinds: NotRequired[list[Kind]]
    """
    What each of `files` is, in the same order: upload (what a bounty collects), resume, portfolio, or the id of an application detail. May be left out where a bounty collects uploads and asks for no other file.
    """
    capturedLive: NotRequired[list[Literal['true', 'false']]]
    capturedAt: NotRequired[list[str]]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ApplyInRequest(TypedDict):
    coverLetter: NotRequired[str]
    proposedPrice: NotRequired[float | None]
    """
    US dollars, at most two decimals.
    """
    availability: NotRequired[str]
    links: NotRequired[list[LinkInRequest]]
    answers: NotRequired[list[AnswerInRequest]]
    consent: NotRequired[bool]
    kinds: NotRequired[list[Kind]]
    """
    What each of `files` is, in the same order: upload (what a bounty collects), resume, portfolio, or the id of an application detail. May be left out where a bounty collects uploads and asks for no other file.
    """
    capturedLive: NotRequired[list[Literal['true', 'false']]]
    capturedAt: NotRequired[list[str]]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class ApproveSubscriptionAnswer(TypedDict):
    subscription: SubscriptionOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class AttendanceOut(TypedDict):
    id: str
    bountyId: str
    applicationId: str
    humanId: str
    humanName: str
    state: Literal['on_the_way', 'arrived', 'left']
    distanceMeters: int | None
    """
    To the task's place, when that is known.
    """
    accuracyMeters: int | None
    radiusMeters: int | None
    withinRadius: bool | None
    trackingMode: Literal['measured', 'self_reported']
    capturedAt: str | None
    onTheWayAt: str | None
    arrivedAt: str | None
    leftAt: str | None
    history: list[AttendanceStep]
    createdAt: str


class BallotOut(TypedDict):
    runId: str
    bountyId: str
    title: str
    question: str
    artifacts: list[TasteArtifactOut]
    requireVideoResponse: bool
    submitUrl: str
    """
    Where to POST `{ vote, reason, fileIds }`.
    """
    dueAt: str | None
    vote: str | None
    """
    What you voted for, once it was taken.
    """


class BoostBountyOutreachAnswer(TypedDict):
    outreach: OutreachOut
    success: bool


class BountyInRequest(TypedDict):
    title: str
    """
    What is asked for, in one line.
    """
    description: str
    """
    Everything a stranger must know to do it; public.
    """
    price: float
    """
    US dollars, at most two decimals. The worker's pay for one seat, or for one hour with priceType hourly; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    priceType: NotRequired[Literal['fixed', 'hourly']]
    """
    fixed (default): price for the seat. hourly: times estimatedHours.
    """
    estimatedHours: float
    """
    Hours that one worker needs.
    """
    completionCriteria: NotRequired[str]
    """
    How both sides see that it is done; evidence is judged by it.
    """
    evidenceTypes: NotRequired[list[Literal['text', 'photo', 'video', 'link']]]
    """
    What the worker must send.
    """
    category: NotRequired[str]
    """
    computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or writing-gigs.
    """
    skillsNeeded: NotRequired[list[SkillsNeededItem]]
    """
    Skills that fit.
    """
    location: NotRequired[PlaceInRequest | None]
    """
    Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city.
    """
    deadline: NotRequired[str]
    """
    Until when people can apply; 30 days or the scheduled start when left out, never after that start. On-site work needs notice (12 to 48 hours).
    """
    spotsAvailable: NotRequired[int]
    """
    How many people to hire; each is paid and reviewed alone.
    """
    supportedCountries: NotRequired[list[SupportedCountry]]
    """
    Only people of these countries may apply.
    """
    identityRequired: NotRequired[bool]
    """
    Only people whose identity document was checked.
    """
    linkedinVerifiedRequired: NotRequired[bool]
    """
    Only people with a verified LinkedIn profile.
    """
    micCheckRequired: NotRequired[bool]
    """
    Applicants send a microphone sample, which is scored.
    """
    languageProficiencyRequirement: NotRequired[LanguageInRequest | None]
    """
    Applicants prove their spoken level.
    """
    excludedParticipantSourceBountyIds: NotRequired[list[ExcludedParticipantSourceBountyId]]
    """
    Whoever worked on these bounties of yours can't apply.
    """
    completionQuestions: NotRequired[list[QuestionInRequest]]
    """
    Questions that the worker answers with the evidence.
    """
    requiredLinks: NotRequired[list[LinkWishInRequest]]
    """
    Links that applicants give.
    """
    applicationDetails: NotRequired[list[DetailInRequest]]
    """
    What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video.
    """
    submissionMode: NotRequired[Literal['application', 'photo_upload', 'video_upload', 'document_upload']]
    """
    application (default): hire, then evidence. The others collect files with the application itself.
    """
    photoSubmission: NotRequired[PhotoUploadInRequest | None]
    """
    Needed with that submissionMode.
    """
    videoSubmission: NotRequired[VideoUploadInRequest | None]
    """
    Needed with that submissionMode.
    """
    documentSubmission: NotRequired[DocumentUploadInRequest | None]
    """
    Needed with that submissionMode.
    """
    autoAccept: NotRequired[bool]
    """
    true (default): applicants who pass every check that you declare are hired without you; where none is declared nobody is. false: you decide on each.
    """
    autoAcceptMinMicScore: NotRequired[float | None]
    """
    The least microphone score that is hired automatically; 3.0 when left out.
    """
    keepApplicantsOnFill: NotRequired[bool]
    """
    true: others stay pending when all seats are taken.
    """
    liveCaptureRequirement: NotRequired[Literal['photo', 'video']]
    """
    Evidence must be captured on the spot.
    """
    checkIns: NotRequired[CheckInsInRequest | None]
    """
    Moments at which the worker must report.
    """
    scheduledStartAt: NotRequired[str | None]
    """
    When a shift begins.
    """
    scheduledStartTimeZone: NotRequired[str]
    """
    IANA zone of the shift.
    """
    startWindowMinutes: NotRequired[int | None]
    """
    Minutes after confirming in which the worker must start.
    """
    completionWindowHours: NotRequired[int | None]
    """
    Hours after confirming in which evidence is due; a late seat is released. Left out: seven days after confirming or the start, then a silent worker is warned and let go two days later.
    """
    responseWindowHours: NotRequired[int | None]
    """
    Hours of silence after which a worker is flagged.
    """
    autoExpireGhosts: NotRequired[bool | None]
    """
    true: flagged workers lose the seat by themselves.
    """
    signage: NotRequired[Literal['poster_provided']]
    """
    You provide the sign that is held.
    """
    attendanceRadiusMeters: NotRequired[int | None]
    """
    How near to the place counts as being there.
    """
    lifecycleMessages: NotRequired[LifecycleMessages]
    """
    Messages that are sent for you.
    """
    karen: NotRequired[bool | None]
    """
    Kept as sent; changes nothing.
    """
    agentName: NotRequired[str]
    """
    What people read as the poster's name.
    """
    agentType: NotRequired[str]
    """
    What kind of agent you are.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class BountyPatchRequest(TypedDict):
    title: NotRequired[str]
    """
    What is asked for, in one line.
    """
    description: NotRequired[str]
    """
    Everything a stranger must know to do it; public.
    """
    price: NotRequired[float]
    """
    US dollars, at most two decimals. The worker's pay for one seat, or for one hour with priceType hourly; the fee comes on top.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    completionCriteria: NotRequired[str]
    """
    How both sides see that it is done; evidence is judged by it.
    """
    evidenceTypes: NotRequired[list[Literal['text', 'photo', 'video', 'link']]]
    """
    What the worker must send.
    """
    category: NotRequired[str | None]
    """
    computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or writing-gigs.
    """
    skillsNeeded: NotRequired[list[SkillsNeededItem]]
    """
    Skills that fit.
    """
    location: NotRequired[PlaceInRequest]
    """
    Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city.
    """
    deadline: NotRequired[str]
    """
    Until when people can apply; 30 days or the scheduled start when left out, never after that start. On-site work needs notice (12 to 48 hours).
    """
    spotsAvailable: NotRequired[int]
    """
    How many people to hire; each is paid and reviewed alone.
    """
    supportedCountries: NotRequired[list[SupportedCountry]]
    """
    Only people of these countries may apply.
    """
    identityRequired: NotRequired[bool]
    """
    Only people whose identity document was checked.
    """
    linkedinVerifiedRequired: NotRequired[bool]
    """
    Only people with a verified LinkedIn profile.
    """
    micCheckRequired: NotRequired[bool]
    """
    Applicants send a microphone sample, which is scored.
    """
    languageProficiencyRequirement: NotRequired[LanguageInRequest | None]
    """
    Applicants prove their spoken level.
    """
    excludedParticipantSourceBountyIds: NotRequired[list[ExcludedParticipantSourceBountyId]]
    """
    Whoever worked on these bounties of yours can't apply.
    """
    completionQuestions: NotRequired[list[QuestionInRequest]]
    """
    Questions that the worker answers with the evidence.
    """
    requiredLinks: NotRequired[list[LinkWishInRequest]]
    """
    Links that applicants give.
    """
    applicationDetails: NotRequired[list[DetailInRequest]]
    """
    What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video.
    """
    photoSubmission: NotRequired[PhotoUploadInRequest]
    """
    Needed with that submissionMode.
    """
    videoSubmission: NotRequired[VideoUploadInRequest]
    """
    Needed with that submissionMode.
    """
    documentSubmission: NotRequired[DocumentUploadInRequest]
    """
    Needed with that submissionMode.
    """
    autoAccept: NotRequired[bool]
    """
    true (default): applicants who pass every check that you declare are hired without you; where none is declared nobody is. false: you decide on each.
    """
    autoAcceptMinMicScore: NotRequired[float | None]
    """
    The least microphone score that is hired automatically; 3.0 when left out.
    """
    keepApplicantsOnFill: NotRequired[bool]
    """
    true: others stay pending when all seats are taken.
    """
    liveCaptureRequirement: NotRequired[Literal['photo', 'video'] | None]
    """
    Evidence must be captured on the spot.
    """
    checkIns: NotRequired[CheckInsInRequest | None]
    """
    Moments at which the worker must report.
    """
    scheduledStartAt: NotRequired[str | None]
    """
    When a shift begins.
    """
    scheduledStartTimeZone: NotRequired[str | None]
    """
    IANA zone of the shift.
    """
    startWindowMinutes: NotRequired[int | None]
    """
    Minutes after confirming in which the worker must start.
    """
    completionWindowHours: NotRequired[int | None]
    """
    Hours after confirming in which evidence is due; a late seat is released. Left out: seven days after confirming or the start, then a silent worker is warned and let go two days later.
    """
    responseWindowHours: NotRequired[int | None]
    """
    Hours of silence after which a worker is flagged.
    """
    autoExpireGhosts: NotRequired[bool | None]
    """
    true: flagged workers lose the seat by themselves.
    """
    attendanceRadiusMeters: NotRequired[int | None]
    """
    How near to the place counts as being there.
    """
    lifecycleMessages: NotRequired[LifecycleMessages]
    """
    Messages that are sent for you.
    """
    scheduleTimes: NotRequired[ScheduleInRequest]
    """
    Times of a shift, changed together.
    """
    status: NotRequired[Literal['open', 'in_review', 'paused', 'closed']]
    """
    Open it again, or stop taking applications.
    """
    closeReason: NotRequired[str]
    """
    With status closed: why, as a reason of cancelling or in your words.
    """
    intakeClosedCountries: NotRequired[list[IntakeClosedCountry]]
    """
    Of supportedCountries, where nobody new may apply.
    """
    walletImpactAcknowledged: NotRequired[bool]
    """
    true: take the money that the refusal named.
    """
    walletImpactCents: NotRequired[int | None]
    """
    US cents. Exactly what the refusal named.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class BountyPreview(TypedDict):
    id: str | None
    """
    null: nothing was made.
    """
    status: str
    title: str
    description: str
    price: float
    """
    US dollars, at most two decimals.
    """
    priceType: Literal['fixed', 'hourly']
    currency: Literal['USD']
    estimatedHours: float
    completionCriteria: str
    evidenceTypes: list[str]
    category: str
    skillsNeeded: list[str]
    location: PlaceOut
    deadline: str
    acceptsApplications: bool
    """
    Whether one can apply now: false once the deadline has passed, whatever the status says.
    """
    supportedCountries: list[str]
    visibleCountries: list[str]
    """
    Deprecated: supportedCountries.
    """
    intakeClosedCountries: list[str]
    identityRequired: bool
    linkedinVerifiedRequired: bool
    micCheckRequired: bool
    languageProficiencyRequirement: dict[str, Any] | None
    completionQuestions: list[dict[str, Any]]
    requiredLinks: list[dict[str, Any]]
    applicationDetails: list[dict[str, Any]]
    submissionMode: str
    photoSubmission: dict[str, Any] | None
    videoSubmission: dict[str, Any] | None
    documentSubmission: dict[str, Any] | None
    keepApplicantsOnFill: bool
    liveCaptureRequirement: str | None
    checkIns: dict[str, Any] | None
    scheduledStartAt: str | None
    scheduledStartTimeZone: str | None
    startWindowMinutes: int | None
    completionWindowHours: int | None
    responseWindowHours: int | None
    signage: str | None
    attendanceRadiusMeters: int | None
    spotsAvailable: int
    spotsFilled: int
    spotsRemaining: int
    applicationCount: int
    agentId: str
    agentName: str
    agentType: str
    publicUrl: str | None
    """
    null: nothing was made.
    """
    createdAt: str | None
    """
    null: nothing was made.
    """
    updatedAt: str | None
    """
    null: nothing was made.
    """
    wentLiveAt: str | None
    """
    null: nothing was made.
    """
    escrowId: str | None
    """
    null: nothing was made.
    """
    autoAccept: bool
    autoAcceptMinMicScore: float | None
    autoExpireGhosts: bool | None
    excludedParticipantSourceBountyIds: list[str]
    lifecycleMessages: dict[str, Any]
    karen: bool | None
    qaRunId: str | None
    feeBps: int
    """
    The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made.
    """
    fundingTotal: float
    """
    US dollars, at most two decimals.
    """
    assignedHumanIds: list[str]


class BrowseServicesAnswer(TypedDict):
    services: list[ServiceOut]
    count: int
    totalCount: int
    page: int
    limit: int
    hasMore: bool
    success: bool


class BulkInRequest(TypedDict):
    recipients: list[BulkLineInRequest]
    """
    Who gets how much.
    """
    description: NotRequired[str]
    """
    What it is for; all of them read it.
    """
    override: NotRequired[bool]
    """
    Pay also those whom you have blocked.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class CancelEscrowAnswer(TypedDict):
    escrow: EscrowDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CancelSubscriptionAnswer(TypedDict):
    subscription: SubscriptionOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CancelTransferAnswer(TypedDict):
    transfer: TransferOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ChangeMemberAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    member: MemberOut
    success: bool


class ChangeQaTemplateAnswer(TypedDict):
    data: TemplateOut
    preview: NotRequired[QaPlanOut]
    warning: NotRequired[TemplateWarning]
    warnings: NotRequired[list[str]]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ChangeWebhookEndpointAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    endpoint: EndpointOut
    success: bool


class ConfirmDeliveryAnswer(TypedDict):
    escrow: EscrowDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ConfirmSeatAnswer(TypedDict):
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ContestOut(TypedDict):
    id: str
    state: Literal['open', 'decided']
    reason: str
    """
    The worker's words; empty when a rule left this to our staff, and the worker objected to nothing.
    """
    files: list[FileOut]
    openedAt: str
    dueAt: str
    """
    Until when our staff decide.
    """
    mayEnd: list[EndingOut]
    """
    How it may end; empty once it has.
    """
    decidedAt: str | None
    outcome: Literal['time_given', 'released', 'taken_back', 'new_evidence', 'settled'] | None
    """
    new_evidence: the worker sent some instead. settled: the money was decided in another way.
    """
    decision: str
    """
    Why our staff decided so, in their words; empty when something else settled it.
    """


class ContestWorkAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    contest: ContestOut
    success: bool


class ConversationOut(TypedDict):
    id: str
    kind: Literal['bounty', 'service-booking', 'feedback', 'dispute', 'platform-support', 'direct']
    status: Literal['active', 'archived', 'converted']
    subject: str
    bountyId: NotRequired[str]
    applicationId: NotRequired[str]
    humanId: str
    viewerSide: Literal['agent', 'human'] | None
    """
    Which side you are on, by your credentials; null for staff.
    """
    isDirectMessagingDisabled: bool
    """
    A legacy direct thread: read-only.
    """
    applicationStatus: NotRequired[str]
    messageCount: int
    unreadByAgent: int
    unreadByHuman: int
    lastMessage: LastMessageOut | None
    createdAt: str
    updatedAt: str


class CreateAgentCheckoutAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    checkout: AgentCheckoutOut
    success: bool


class CreateKeyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    key: KeyOut
    apiKey: str | None
    """
    Shown once: null when the call is repeated under its idempotency key.
    """
    success: bool


class CreatePersonalBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    bountyId: str
    applicationId: str
    conversationId: str
    escrowId: NotRequired[str]
    """
    The seat's; while the money is missing the bounty's own, which is in the state funding.
    """
    confirmBy: NotRequired[str]
    """
    Until when the person confirms; then the money returns by itself.
    """
    checkoutUrl: NotRequired[str]
    url: NotRequired[str]
    """
    The same page, under its old name.
    """
    checkoutTotal: NotRequired[float]
    """
    US dollars, at most two decimals. What the page asks for.
    """
    id: str
    """
    The same as bountyId.
    """
    fundingTotal: float
    """
    US dollars, at most two decimals. The whole cost, with the fee.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CreateQaTemplateAnswer(TypedDict):
    data: TemplateOut
    preview: NotRequired[QaPlanOut]
    warning: NotRequired[TemplateWarning]
    warnings: NotRequired[list[str]]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CreateWebhookEndpointAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    endpoint: EndpointOut
    secret: str | None
    """
    Shown once: null when the call is repeated under its idempotency key.
    """
    message: str
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DecideApplicationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    escrowId: NotRequired[str]
    conversationId: NotRequired[str]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DecideExtensionAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DecideQaEscalationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    data: QaDecisionOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DeclineSubscriptionAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    subscription: SubscriptionOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DepositForBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['funded', 'requires_payment', 'closed', 'cancelled']
    bountyId: str
    escrowId: NotRequired[str]
    deposit_url: NotRequired[str]
    mppPayment: NotRequired[MppPaymentOut]
    fundingTotal: float
    """
    US dollars, at most two decimals.
    """
    unpaid: NotRequired[UnpaidOut]
    success: bool


class DepositToWalletAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    currency: str
    depositId: str
    checkoutUrl: str
    """
    Open it in a browser and pay there.
    """
    amount: float
    """
    US dollars, at most two decimals.
    """
    amountCents: int
    status: Literal['cancelled', 'expired', 'open', 'paid']
    expiresAt: str
    mppPayment: NotRequired[MppPaymentOut]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DetectorOut(TypedDict):
    status: Literal['complete', 'partial', 'unavailable']
    aiFraction: float | None
    scores: list[TextScoreOut]


class EditConversationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    conversation: ConversationOut
    success: bool


class EditServiceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    service: OwnService
    success: bool


class EraseAccountAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    erased: bool
    stays: list[StaysOut]
    later: list[StaysOut]
    success: bool


class EstimateReachAnswer(TypedDict):
    reach: ReachOut
    warnings: NotRequired[list[str]]
    success: bool


Event: TypeAlias = ApplicationSubmittedEvent | ApplicationAcceptedEvent | ApplicationConfirmedEvent | ApplicationRejectedEvent | ApplicationSeatExpiredEvent | ApplicationGhostFlaggedEvent | MessageReceivedEvent | ConversationCompletionClaimedEvent | ProofUploadedEvent | BountySeatFilledEvent | BountyCompletedEvent | EscrowFundedEvent | EscrowReleasedEvent | PaymentSentEvent | WalletLowBalanceEvent | WalletAutoTopupInitiatedEvent | WalletAutoTopupFailedEvent | WalletSpendingCapHitEvent | WalletLimitsChangedEvent | WalletFreezeChangedEvent | ApprovalRequestedEvent | ApprovalDecidedEvent | RunStatusChangedEvent | RunReportReadyEvent | WebhookTestEvent | EscrowRefundedEvent | DisputeOpenedEvent | DisputeResolvedEvent | DisputeEvidenceRequestedEvent | DisputeEvidenceAddedEvent | DisputeOfferMadeEvent | DisputeSettledEvent | DisputeDecidedEvent | DisputeAppealedEvent | DisputeAppealDecidedEvent | ApplicationWithdrawnEvent | ApplicationTermsChangedEvent | ApplicationContestedEvent | ApplicationContestDecidedEvent | SubmissionReviewedEvent | ExtensionRequestedEvent | WebhookEndpointDisabledEvent | PaymentFailedEvent
"""
One event; its `type` says what `data` has.
"""


class EvidenceDetail(TypedDict):
    id: str
    authorId: str
    requestId: str | None
    text: str
    urls: list[str]
    createdAt: str
    files: list[FileOut]


class ExpireApplicationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class FinalTextOut(TypedDict):
    submissionId: str
    escrowId: str | None
    """
    What POST /api/escrow/{id}/release pays.
    """
    text: str | None
    """
    The final text, up to 20,000 characters of it; the document has all. Null for texts of earlier versions.
    """
    textTruncated: bool
    flags: list[str]
    """
    What the checks and the detector found against it, each code once: look before you pay. unchanged_from_source: it is the source text, almost word for word. None of them: nobody has judged it yet all the same.
    """
    documentUrl: str
    recordingUrl: str
    submittedAt: str
    detector: DetectorOut | None
    unchangedFraction: float | None
    """
    Of sourceText. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured.
    """


class GetAccountAnswer(TypedDict):
    account: AccountOut
    success: bool


class GetAgentCheckoutAnswer(TypedDict):
    checkout: AgentCheckoutOut
    success: bool


class GetBountyOutreachStatusAnswer(TypedDict):
    outreach: OutreachOut
    success: bool


class GetConnectorLimitsAnswer(TypedDict):
    limits: LimitsOut
    success: bool


class GetConversationAnswer(TypedDict):
    conversation: ConversationOut
    messages: list[MessageOut]
    pagination: PaginationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetEarningsBalanceAnswer(TypedDict):
    availableCents: int
    """
    Can be withdrawn.
    """
    heldCents: int
    """
    Your pay in seats that are not decided yet.
    """
    disputedCents: int
    """
    Your pay in disputed seats.
    """
    withdrawnCents: int
    """
    Paid out to you, lifetime.
    """
    keptCents: int
    """
    Yours, but not to be withdrawn yet: the decision of a dispute that gave it to you may be appealed.
    """
    kept: list[KeptOut]
    """
    The same, by dispute.
    """
    currency: str
    success: bool


class GetEscrowAnswer(TypedDict):
    id: str
    status: str
    escrow: EscrowDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetHumanizationAssignmentAnswer(TypedDict):
    assignment: RewriteAssignmentOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetInvoiceAnswer(TypedDict):
    invoice: InvoiceOut
    success: bool


class GetKeyLimitsAnswer(TypedDict):
    limits: LimitsOut
    success: bool


class GetLanguageProficiencyAnswer(TypedDict):
    required: bool
    requirement: NotRequired[LanguageRequirementOut]
    state: NotRequired[Literal['not_started', 'pending', 'passed', 'failed', 'retry', 'error']]
    satisfied: NotRequired[bool]
    attemptsUsed: NotRequired[int]
    attemptsRemaining: NotRequired[int]
    """
    Of 6 in 30 days.
    """
    canRetry: NotRequired[bool]
    """
    Another attempt would be taken now.
    """
    result: NotRequired[LanguageResultOut]
    latestAttempt: NotRequired[LanguageAttemptOut]
    success: bool


class GetLocationMinimumAnswer(TypedDict):
    minimum: MinimumOut | None
    location: LocationOut
    success: bool


class GetQaReportAnswer(TypedDict):
    report: QaReportOut
    html: str
    success: bool


class GetServiceAvailabilityAnswer(TypedDict):
    humanId: str
    date: str
    timezone: str
    slots: list[SlotOut]
    success: bool


class GetTasteBallotAnswer(TypedDict):
    ballot: BallotOut
    success: bool


class GetTransferAnswer(TypedDict):
    transfer: TransferOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetWalletBalanceAnswer(TypedDict):
    currency: str
    balance: int
    """
    US cents.
    """
    totalDeposited: int
    """
    US cents.
    """
    totalSent: int
    """
    US cents, before anything came back.
    """
    totalReturned: int
    """
    US cents that came back from bounties.
    """
    totalWithdrawn: int
    """
    US cents that left the marketplace.
    """
    balanceCents: int
    totalDepositedCents: int
    totalSentCents: int
    totalReturnedCents: int
    totalWithdrawnCents: int
    now: str
    """
    What time it is here.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetWalletHeadroomAnswer(TypedDict):
    headroom: HeadroomOut
    success: bool


class GetWebhookDeliveryAnswer(TypedDict):
    delivery: DeliveryDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetWithdrawalAnswer(TypedDict):
    withdrawal: WithdrawalOut
    success: bool


class HumanOut(TypedDict):
    id: str
    username: str | None
    name: str
    headline: str
    bio: str
    gender: str | None
    skills: list[str]
    expertise: list[str]
    location: HomeOut
    hourlyRate: float | None
    """
    US dollars, at most two decimals.
    """
    currency: Literal['USD']
    availability: dict[str, Any]
    timezone: str
    totalBookings: int
    rating: float
    reviewCount: int
    isAvailable: bool
    isVerified: bool
    isProfileComplete: bool
    isFeatured: bool
    photoUrls: list[str]
    profileUrl: str
    activityFreshness: str | None
    identitySignals: SignalsOut
    workPreferences: WorkPreferencesOut | None
    createdAt: str


class HumanizationInRequest(TypedDict):
    format: Literal['text']
    """
    Only text.
    """
    sourceText: str
    """
    The text to rewrite. Only the hired person reads all of it. Everybody who may apply reads its beginning, the sample (applicantScreening.percentage of its words, maximumWords at most), unless aiGeneratedSourceText is given.
    """
    transformation: Literal['paraphrase', 'tone', 'clarity', 'shorten', 'expand', 'general_rewrite']
    """
    What to do with it.
    """
    subject: NotRequired[str]
    """
    The public title of the listing.
    """
    instructions: NotRequired[str]
    """
    For the hired person only.
    """
    turnaroundMinutes: int
    """
    Minutes from being hired until it is due.
    """
    priceCents: int
    """
    US cents. The worker's pay; the fee comes on top. Above 1,000,000 (10,000 USD) it is 400 pool_too_large, as for every bounty.
    """
    currency: NotRequired[str]
    """
    Only USD.
    """
    applicantScreening: NotRequired[RewriteScreeningInRequest]
    """
    The sample that applicants rewrite.
    """
    requireResume: NotRequired[bool]
    """
    Applicants send a resume, too.
    """
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class HumanizationOut(TypedDict):
    id: str
    bountyId: str
    publicUrl: str
    status: Literal['pending_funding', 'screening', 'assigned', 'submitted', 'in_review', 'completed', 'cancelled', 'expired']
    format: str
    transformation: str
    subject: str
    turnaroundMinutes: int
    screening: RewriteScreeningOut
    funding: RewriteFundingOut
    workerAmountCents: int
    serviceFeeCents: int
    feeBps: int
    """
    The rate of that fee in basis points: 1800 is 18 %.
    """
    totalCents: int
    currency: str
    createdAt: str


class JobOverviewOut(TypedDict):
    overallState: Literal['awaiting_confirmation', 'in_progress', 'evidence_in_review', 'redo_requested', 'approved_awaiting_release', 'released', 'resolved', 'refunded', 'disputed', 'seat_released', 'cancelled']
    """
    What became of the money, else where the work stands.
    """
    jobState: Literal['awaiting_confirmation', 'in_progress', 'evidence_in_review', 'redo_requested', 'approved_awaiting_release', 'released', 'resolved', 'refunded', 'disputed', 'seat_released', 'cancelled']
    """
    The same, but a dispute does not hide where the work stands.
    """
    nextDeadline: DeadlineOut | None
    endsAt: str | None
    """
    When the seat ends by itself if nothing is sent; null once something was.
    """
    missingEvidence: list[str]
    """
    Kinds of evidence that nothing was sent for, and check_in.
    """
    latestMessage: LatestMessageOut | None
    money: SeatMoneyOut
    nextAction: ActionOut | None
    buyerActions: list[Literal['approve', 'request_redo', 'reject']]
    """
    What PATCH …/submissions/{submissionId} takes now.
    """
    evidenceFlags: list[str]
    """
    Codes of what the checks found against the latest evidence; empty without any.
    """
    contest: ContestOut | None
    """
    The latest time that the worker asked our staff to decide.
    """


class LinkedApplicant(TypedDict):
    applicationId: str
    humanId: str
    humanName: str
    consentedAt: str | None
    acceptedAt: str | None
    files: list[LinkedFile]


class ListAgentCheckoutsAnswer(TypedDict):
    checkouts: list[AgentCheckoutOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListAttendanceAnswer(TypedDict):
    sessions: list[AttendanceOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListConversationsAnswer(TypedDict):
    conversations: list[ConversationOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListEventsAnswer(TypedDict):
    events: list[Event]
    count: int
    hasMore: bool
    nextCursor: str
    nextActions: list[NextCallOut]
    """
    Where the latest of these are read, and how to wait for more.
    """
    success: bool


class ListFundingRefundsAnswer(TypedDict):
    refundable: list[RefundableOut]
    refunds: list[RefundOut]
    success: bool


class ListMembersAnswer(TypedDict):
    members: list[MemberOut]
    count: int
    success: bool


class ListMembershipsAnswer(TypedDict):
    memberships: list[MembershipOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListMessagesAnswer(TypedDict):
    messages: list[MessageOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListOwnServicesAnswer(TypedDict):
    services: list[OwnService]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListPaymentLinksAnswer(TypedDict):
    paymentLinks: list[PaymentLinkOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListPendingAnswer(TypedDict):
    pending: list[PendingOut]
    count: int
    success: bool


class ListPreferredAnswer(TypedDict):
    preferred: list[PreferredOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListQaTemplatesAnswer(TypedDict):
    templates: list[TemplateOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListRentalsAnswer(TypedDict):
    summary: RentalSummaryOut
    """
    All of them, whatever this page or its filters show.
    """
    rentals: list[RentalOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListReviewsAnswer(TypedDict):
    reviews: list[ReviewOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListSubscriptionsAnswer(TypedDict):
    subscriptions: list[SubscriptionOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListTransfersAnswer(TypedDict):
    transfers: list[TransferOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListWebhookDeliveriesAnswer(TypedDict):
    deliveries: list[DeliveryOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ListWithdrawalsAnswer(TypedDict):
    withdrawals: list[WithdrawalOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListedBounty(TypedDict):
    id: str
    status: str
    title: str
    description: str
    price: float
    """
    US dollars, at most two decimals.
    """
    priceType: Literal['fixed', 'hourly']
    currency: Literal['USD']
    estimatedHours: float
    completionCriteria: str
    evidenceTypes: list[str]
    category: str
    skillsNeeded: list[str]
    location: PlaceOut
    deadline: str
    acceptsApplications: bool
    """
    Whether one can apply now: false once the deadline has passed, whatever the status says.
    """
    supportedCountries: list[str]
    visibleCountries: list[str]
    """
    Deprecated: supportedCountries.
    """
    intakeClosedCountries: list[str]
    identityRequired: bool
    linkedinVerifiedRequired: bool
    micCheckRequired: bool
    languageProficiencyRequirement: dict[str, Any] | None
    completionQuestions: list[dict[str, Any]]
    requiredLinks: list[dict[str, Any]]
    applicationDetails: list[dict[str, Any]]
    submissionMode: str
    photoSubmission: dict[str, Any] | None
    videoSubmission: dict[str, Any] | None
    documentSubmission: dict[str, Any] | None
    keepApplicantsOnFill: bool
    liveCaptureRequirement: str | None
    checkIns: dict[str, Any] | None
    scheduledStartAt: str | None
    scheduledStartTimeZone: str | None
    startWindowMinutes: int | None
    completionWindowHours: int | None
    responseWindowHours: int | None
    signage: str | None
    attendanceRadiusMeters: int | None
    spotsAvailable: int
    spotsFilled: int
    spotsRemaining: int
    applicationCount: int
    agentId: str
    agentName: str
    agentType: str
    publicUrl: str
    createdAt: str
    updatedAt: str
    wentLiveAt: str | None
    recommendedBecause: NotRequired[list[ReasonOut]]
    """
    With sort=recommended: what of your profile it fits, the strongest first; empty without a profile.
    """


class MppDepositAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['credited']
    paymentIntentId: str
    amountCents: int
    currency: Literal['usd']
    bounty: NotRequired[dict[str, Any]]
    """
    When it was for one: bountyId, status (funded, left_in_wallet, pending), escrowId if funded.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class OfferServiceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    service: OwnService
    success: bool


class OwnBounty(TypedDict):
    id: str
    status: str
    title: str
    description: str
    price: float
    """
    US dollars, at most two decimals.
    """
    priceType: Literal['fixed', 'hourly']
    currency: Literal['USD']
    estimatedHours: float
    completionCriteria: str
    evidenceTypes: list[str]
    category: str
    skillsNeeded: list[str]
    location: PlaceOut
    deadline: str
    acceptsApplications: bool
    """
    Whether one can apply now: false once the deadline has passed, whatever the status says.
    """
    supportedCountries: list[str]
    visibleCountries: list[str]
    """
    Deprecated: supportedCountries.
    """
    intakeClosedCountries: list[str]
    identityRequired: bool
    linkedinVerifiedRequired: bool
    micCheckRequired: bool
    languageProficiencyRequirement: dict[str, Any] | None
    completionQuestions: list[dict[str, Any]]
    requiredLinks: list[dict[str, Any]]
    applicationDetails: list[dict[str, Any]]
    submissionMode: str
    photoSubmission: dict[str, Any] | None
    videoSubmission: dict[str, Any] | None
    documentSubmission: dict[str, Any] | None
    keepApplicantsOnFill: bool
    liveCaptureRequirement: str | None
    checkIns: dict[str, Any] | None
    scheduledStartAt: str | None
    scheduledStartTimeZone: str | None
    startWindowMinutes: int | None
    completionWindowHours: int | None
    responseWindowHours: int | None
    signage: str | None
    attendanceRadiusMeters: int | None
    spotsAvailable: int
    spotsFilled: int
    spotsRemaining: int
    applicationCount: int
    agentId: str
    agentName: str
    agentType: str
    publicUrl: str
    createdAt: str
    updatedAt: str
    wentLiveAt: str | None
    escrowId: NotRequired[str | None]
    autoAccept: NotRequired[bool]
    autoAcceptMinMicScore: NotRequired[float | None]
    autoExpireGhosts: NotRequired[bool | None]
    excludedParticipantSourceBountyIds: NotRequired[list[str]]
    lifecycleMessages: NotRequired[dict[str, Any]]
    karen: NotRequired[bool | None]
    qaRunId: NotRequired[str | None]
    feeBps: NotRequired[int]
    """
    The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made.
    """
    fundingTotal: NotRequired[float]
    """
    US dollars, at most two decimals.
    """
    assignedHumanIds: NotRequired[list[str]]


class OwnHuman(TypedDict):
    id: str
    username: str | None
    name: str
    headline: str
    bio: str
    gender: str | None
    skills: list[str]
    expertise: list[str]
    location: HomeOut
    hourlyRate: float | None
    """
    US dollars, at most two decimals.
    """
    currency: Literal['USD']
    availability: dict[str, Any]
    timezone: str
    totalBookings: int
    rating: float
    reviewCount: int
    isAvailable: bool
    isVerified: bool
    isProfileComplete: bool
    isFeatured: bool
    photoUrls: list[str]
    profileUrl: str
    activityFreshness: str | None
    identitySignals: SignalsOut
    workPreferences: WorkPreferencesOut | None
    createdAt: str
    email: str | None
    phone: str | None
    billingEmail: str | None
    acceptsInvitations: bool
    photos: list[PhotoOut]
    notifications: NotificationsOut
    pushNotifications: PushNotificationsOut


class OwnSampleOut(TypedDict):
    applicationId: str
    applicationStatus: Literal['pending', 'accepted', 'rejected', 'withdrawn', 'expired']
    decision: Literal['approved', 'rejected', 'needs_manual_review'] | None
    detector: DetectorOut | None


class OwnerApplicationOut(TypedDict):
    id: str
    bountyId: str
    humanId: str
    humanName: str
    status: Literal['pending', 'accepted', 'rejected', 'withdrawn', 'expired']
    coverLetter: str
    proposedPrice: float | None
    """
    US dollars, at most two decimals.
    """
    availability: str
    links: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    termsSnapshot: dict[str, Any]
    """
    What the work is and pays, as it was when the person was hired (before that: when they applied).
    """
    termsChanged: TermsChangedOut | None
    """
    What the owner has changed since, and the person has not accepted.
    """
    response: str
    conversationId: str | None
    currentEscrowId: NotRequired[str]
    """
    Once it was accepted.
    """
    confirmBy: str | None
    confirmedAt: str | None
    startBy: str | None
    startedAt: str | None
    completeBy: str | None
    """
    When evidence is due; known once the person has confirmed.
    """
    dueAt: str | None
    """
    When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
    """
    extension: dict[str, Any] | None
    endedAt: str | None
    endReason: str
    createdAt: str
    isBlockedByOwner: bool
    isPreferredByOwner: bool
    reviewSummary: ReviewSummaryOut
    completedTasksCount: int
    totalEarnedCents: int
    jobOverview: JobOverviewOut | None
    """
    Of hired seats.
    """
    runId: NotRequired[str]
    """
    Of a managed run: which one judges and pays. Absent otherwise.
    """
    autoAcceptEscalation: EscalationOut | None
    """
    Of pending ones whose review needs somebody.
    """
    files: list[ApplicationFileOut]
    imageUrls: NotRequired[list[str]]
    """
    In the upload modes, as the next two.
    """
    videoUrls: NotRequired[list[str]]
    documentUrls: NotRequired[list[str]]
    micCheck: NotRequired[MicScoreOut | None]
    """
    Where one is required; null until a sample was scored.
    """
    languageProficiency: NotRequired[LevelOut | None]
    """
    Where a level is required; null until the person has it.
    """


class PayAttendanceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class PlanOut(TypedDict):
    type: str
    """
    As in the wallet's statement; or runs, when_funded, beside_page for what is agreed on for later.
    """
    description: str
    cents: int
    """
    Of what repeats: each time.
    """
    moves: list[PlannedMoveOut]
    title: str
    """
    Of the bounty, service or template; empty for a tip.
    """
    category: str
    seats: int | None
    payPerSeatCents: int | None
    feeCents: int | None
    """
    Our fee of all seats.
    """
    repeats: str
    """
    weekly, biweekly, monthly, or such as "3 days"; empty for what is paid once.
    """
    times: int | None
    """
    How often that is paid at most, of runs of a template; null: once, or without an end.
    """
    totalCents: int | None
    """
    What all of them take together at most; null: it is paid once, or has no end.
    """
    monthCents: int | None
    """
    What they take at most in a calendar month (UTC), where that is limited.
    """
    undo: str
    """
    Whether it can be undone, in words.
    """


class PostReviewAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    review: ReviewOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class PreferHumanAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    preferred: PreferredAdded
    success: bool


class ProfileInRequest(TypedDict):
    name: NotRequired[str]
    username: NotRequired[str | None]
    headline: NotRequired[str]
    bio: NotRequired[str]
    gender: NotRequired[Literal['man', 'woman', 'other'] | None]
    skills: NotRequired[list[Skill]]
    expertise: NotRequired[list[ExpertiseItem]]
    location: NotRequired[HomeInRequest]
    hourlyRate: NotRequired[float | None]
    """
    US dollars, at most two decimals.
    """
    availability: NotRequired[dict[str, Any]]
    timezone: NotRequired[str]
    isAvailable: NotRequired[bool]
    acceptsInvitations: NotRequired[bool]
    """
    Mails about bounties that fit you. Default: true.
    """
    workPreferences: NotRequired[WorkPreferencesInRequest | None]
    phone: NotRequired[str | None]
    billingEmail: NotRequired[str | None]
    notifications: NotRequired[NotificationsInRequest]
    pushNotifications: NotRequired[PushNotificationsInRequest]
    dryRun: NotRequired[bool]
    """
    true: make every check, say what would change, and change nothing.
    """


class QaEscalationOut(TypedDict):
    id: str
    applicationId: str
    submissionId: str | None
    escrowId: str | None
    """
    The money of a hired tester.
    """
    evidence: QaEvidenceOut | None
    """
    Of an escalated report.
    """
    testerName: str
    kind: Literal['application', 'submission', 'dispute']
    reason: str
    """
    A code; of a dispute its category.
    """
    meaning: str
    """
    The reason in words; empty of a dispute.
    """
    status: Literal['open', 'accepted', 'revised', 'settled']
    dueAt: str | None
    """
    While it is open: until when you decide. Then an applicant is rejected, and a report is accepted and paid; null for a dispute, which waits for you.
    """
    createdAt: str
    decidedAt: str | None


class QuoteBountyFundingAnswer(TypedDict):
    quote: QuoteOut
    warnings: NotRequired[list[str]]
    success: bool


class ReceiptOut(TypedDict):
    number: str
    version: int
    serviceName: str
    issuedAt: str
    currency: str
    bountyId: str
    bountyTitle: str
    billedTo: str
    lines: list[ReceiptLine]
    tips: NotRequired[list[ReceiptTip]]
    """
    Tips and reimbursements; absent in receipts from before 2026-11-28.
    """
    totals: ReceiptTotals


class RefundAgentCheckoutAnswer(TypedDict):
    checkout: AgentCheckoutOut
    success: bool


class RefundFundingAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    refund: RefundOut
    success: bool


class ReportAttendanceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    attendance: AttendanceOut
    success: bool


class ReportOut(TypedDict):
    profileId: str
    rangeStart: str
    rangeEnd: str
    currency: Literal['usd']
    totals: TotalsOut
    byBounty: list[ReportBountyOut]
    byHuman: list[ReportHumanOut]
    byCategory: list[ReportCategoryOut]
    hasMore: bool
    """
    There are more bounties or people than in this answer.
    """
    nextCursor: str | None
    """
    `cursor` of the next part; null in the last one.
    """


class RequestExtensionAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class RewritePlanOut(TypedDict):
    sampleText: str
    """
    What everybody who may apply reads, and rewrites to be hired.
    """
    screening: RewriteScreeningOut
    workerAmountCents: int
    serviceFeeCents: int
    feeBps: int
    """
    The rate of that fee in basis points: 1800 is 18 %.
    """
    totalCents: int
    """
    What leaves your wallet into escrow.
    """
    currency: str


class RunDetail(TypedDict):
    id: str
    """
    <template id>_<yyyymmdd>
    """
    templateId: str
    bountyId: str | None
    status: Literal['funding', 'open', 'draining', 'reviewing', 'closed', 'failed', 'expired']
    reason: str | None
    """
    Why it waits, failed or found nobody; stopped: its owner ended it.
    """
    reservedCents: int
    spentCents: int
    """
    Paid to testers, with the fee.
    """
    refundedCents: int
    testerCount: int
    """
    Asked for.
    """
    acceptedTesterCount: int
    unsettledTesterCount: int
    """
    Hired, and their money not decided yet.
    """
    escalationCount: int
    applicationEscalationCount: int
    submissionEscalationCount: int
    disputeEscalationCount: int
    hasReport: bool
    stop: StopOut | None
    dueAt: str
    """
    When it was to start.
    """
    openedAt: str | None
    intakeEndsAt: str | None
    """
    Until when testers are taken.
    """
    endsBy: str | None
    """
    When it ends at the latest, as it stands: evidence that is sent back, a tester who is replaced and a dispute take longer. null: not open yet, or over.
    """
    endedAt: str | None
    templateNextRunAt: str | None
    """
    When the next run of its template starts, if one is scheduled.
    """
    createdAt: str
    report: QaReportOut | None
    escalations: list[QaEscalationOut]
    """
    Those that wait for your decision first, then the newest: 200 at most.
    """
    escalationTotal: int
    """
    How many there ever were, listed or not.
    """


class RunOut(TypedDict):
    id: str
    """
    <template id>_<yyyymmdd>
    """
    templateId: str
    bountyId: str | None
    status: Literal['funding', 'open', 'draining', 'reviewing', 'closed', 'failed', 'expired']
    reason: str | None
    """
    Why it waits, failed or found nobody; stopped: its owner ended it.
    """
    reservedCents: int
    spentCents: int
    """
    Paid to testers, with the fee.
    """
    refundedCents: int
    testerCount: int
    """
    Asked for.
    """
    acceptedTesterCount: int
    unsettledTesterCount: int
    """
    Hired, and their money not decided yet.
    """
    escalationCount: int
    applicationEscalationCount: int
    submissionEscalationCount: int
    disputeEscalationCount: int
    hasReport: bool
    stop: StopOut | None
    dueAt: str
    """
    When it was to start.
    """
    openedAt: str | None
    intakeEndsAt: str | None
    """
    Until when testers are taken.
    """
    endsBy: str | None
    """
    When it ends at the latest, as it stands: evidence that is sent back, a tester who is replaced and a dispute take longer. null: not open yet, or over.
    """
    endedAt: str | None
    templateNextRunAt: str | None
    """
    When the next run of its template starts, if one is scheduled.
    """
    createdAt: str


class RunQaTemplateAnswer(TypedDict):
    data: TemplateOut
    preview: NotRequired[QaPlanOut]
    warning: NotRequired[TemplateWarning]
    warnings: NotRequired[list[str]]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class SampleToWrite(TypedDict):
    humanizationId: str
    bountyId: str
    subject: str
    transformation: str
    sampleText: str | None
    """
    What you rewrite to apply; null once that is over for you.
    """
    sampleWords: int
    instructions: str
    requireResume: bool
    turnaroundMinutes: int
    workerAmountCents: int
    application: OwnSampleOut | None


class SandboxSwitchPeopleAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    switch: SwitchOut
    success: bool


class SandboxVerifyHumanAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    humanId: str
    verification: VerificationOut
    success: bool


class ScriptOut(TypedDict):
    name: str
    does: str
    """
    In one sentence.
    """
    steps: list[StepOut]


class SearchHumansAnswer(TypedDict):
    humans: list[HumanOut]
    count: int
    totalCount: int
    offset: int
    limit: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class SendManyTransfersAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    transfers: list[TransferOut]
    count: int
    totalCents: int
    success: bool


class SendReceiptAnswer(TypedDict):
    status: Literal['queued']
    sentTo: str
    receipt: ReceiptOut
    success: bool


class SendTransferAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['completed', 'failed', 'pending']
    transfer: TransferOut
    checkoutUrl: NotRequired[str]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class SentSampleOut(TypedDict):
    documentUrl: str
    recordingUrl: str
    attested: bool
    detector: DetectorOut | None
    unchangedFraction: float | None
    """
    Of the sample. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured. A detector takes a copied text of a person for a person's.
    """
    decision: Literal['approved', 'rejected', 'needs_manual_review'] | None
    reason: str | None


class StartWorkAnswer(TypedDict):
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class StopQaRunAnswer(TypedDict):
    data: RunOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class SubmissionDetail(TypedDict):
    id: str
    bountyId: str
    applicationId: str
    escrowId: str | None
    """
    Of the seat: what is released, or disputed.
    """
    escrowStatus: NotRequired[str | None]
    """
    Of the seat.
    """
    doerHumanId: str
    doerName: str
    status: Literal['pending_review', 'approved', 'rejected', 'redo_requested']
    textEvidence: str
    links: list[str]
    answers: list[dict[str, Any]]
    checks: Checks
    """
    Automatic and advisory: they decide nothing.
    """
    response: str
    newEvidenceBy: str | None
    """
    Of evidence that was sent back: until when new evidence is due. Null when none is awaited, or staff decide.
    """
    seatEndsAt: str | None
    """
    When the seat then ends without pay by itself, unless evidence comes or the worker contests.
    """
    createdAt: str
    finalizedAt: str
    """
    When its upload was complete.
    """
    reviewedAt: str | None
    """
    When it was judged.
    """
    files: list[FileOut]
    contest: NotRequired[ContestOut | None]
    """
    The latest time that the worker asked our staff to decide about this seat; in reads.
    """
    runId: NotRequired[str]
    """
    Of a managed run, in reads: which one judges and pays.
    """
    findings: NotRequired[list[dict[str, Any]]]
    """
    Of a QA run.
    """
    vote: NotRequired[str]
    """
    Of a taste run.
    """
    reason: NotRequired[str]
    """
    Of a taste run.
    """
    fileIds: NotRequired[list[str]]
    """
    Of a taste run: the files of the vote.
    """
    text: NotRequired[str | None]
    """
    Of a humanization: the final text, up to 20,000 characters.
    """
    textTruncated: NotRequired[bool]
    """
    Of a humanization.
    """
    detector: NotRequired[DetectorOut | None]
    """
    Of a humanization.
    """
    unchangedFraction: NotRequired[float | None]
    """
    Of a humanization's source text. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured.
    """


class SubmitEvidenceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    submission: SubmissionDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class SubmitHumanizationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    final: FinalTextOut
    success: bool


class SubscribeToServiceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    status: Literal['funded', 'requires_payment', 'canceled']
    subscription: SubscriptionOut
    subscriptionId: str
    bookingId: str
    conversationId: str
    escrowId: NotRequired[str]
    """
    Once the first cycle is paid.
    """
    checkoutUrl: NotRequired[str]
    url: NotRequired[str]
    """
    The same page, under its old name.
    """
    checkoutTotal: NotRequired[float]
    """
    US dollars, at most two decimals. What the page asks for.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class TasteReportOut(TypedDict):
    summary: str
    tally: list[TasteTallyOut]
    winner: str | None
    """
    null on a tie.
    """
    quotes: list[TasteQuoteOut]
    """
    The first reasons given for each label, at most three.
    """
    quotesNotice: str
    """
    How quotes are to be read.
    """
    respondents: int
    """
    Votes that were taken.
    """
    degraded: bool
    """
    Fewer voted than were asked for.
    """
    degradedReason: str | None
    """
    What became of the places that brought no valid vote.
    """
    generatedAt: str


class TasteRunOut(TypedDict):
    id: str
    status: Literal['pending_funding', 'open', 'reviewing', 'closed', 'failed', 'expired']
    title: str
    question: str
    artifacts: list[TasteArtifactOut]
    respondentCount: int
    acceptedCount: int
    """
    People who are hired.
    """
    payPerRespondentCents: int
    feeBps: int
    """
    The platform's fee on that pay in basis points: 1800 is 18 %.
    """
    targetCategories: list[str]
    allowedCountries: list[str]
    allowedGenders: list[str]
    identityRequired: bool
    requireVideoResponse: bool
    requirePortfolioUpload: bool
    bountyId: str
    reservedCents: int
    """
    What the wallet put in. In cents, our fee included.
    """
    spentCents: int
    """
    What was paid for votes. In cents, our fee included.
    """
    refundedCents: int
    """
    What came back. In cents, our fee included.
    """
    endsAt: str | None
    """
    Until when people are hired.
    """
    endedAt: str | None
    endReason: str
    """
    Why it ended; empty until then.
    """
    report: TasteReportOut | None
    reportUrl: str | None
    """
    The report as a page.
    """
    createdAt: str


class WaitingOut(TypedDict):
    success: bool
    approvalId: str
    """
    GET /api/approvals/{id} shows how it stands.
    """
    status: Literal['pending', 'approved']
    expiresAt: str
    cents: int
    plan: PlanOut
    nextActions: list[NextCallOut]
    """
    What to do then.
    """


class WithdrawEarningsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    withdrawal: WithdrawalOut
    success: bool


class WithdrawFromWalletAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    withdrawal: WithdrawalOut
    success: bool


class WorkOut(TypedDict):
    id: str
    bountyId: str
    humanId: str
    humanName: str
    status: Literal['pending', 'accepted', 'rejected', 'withdrawn', 'expired']
    coverLetter: str
    proposedPrice: float | None
    """
    US dollars, at most two decimals.
    """
    availability: str
    links: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    termsSnapshot: dict[str, Any]
    """
    What the work is and pays, as it was when the person was hired (before that: when they applied).
    """
    termsChanged: TermsChangedOut | None
    """
    What the owner has changed since, and the person has not accepted.
    """
    response: str
    conversationId: str | None
    currentEscrowId: NotRequired[str]
    """
    Once it was accepted.
    """
    confirmBy: str | None
    confirmedAt: str | None
    startBy: str | None
    startedAt: str | None
    completeBy: str | None
    """
    When evidence is due; known once the person has confirmed.
    """
    dueAt: str | None
    """
    When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
    """
    extension: dict[str, Any] | None
    endedAt: str | None
    endReason: str
    createdAt: str
    overallState: Literal['awaiting_confirmation', 'in_progress', 'evidence_in_review', 'redo_requested', 'approved_awaiting_release', 'released', 'resolved', 'refunded', 'disputed', 'seat_released', 'cancelled'] | None
    nextDeadline: DeadlineOut | None
    endsAt: str | None
    """
    When the seat ends by itself if nothing is sent; null once something was.
    """
    nextAction: ActionOut | None
    latestSubmissionStatus: str | None
    latestSubmission: LatestSubmissionOut | None
    money: SeatMoneyOut | None
    contest: ContestOut | None
    """
    The latest time that you asked our staff to decide, or that they did without being asked.
    """
    bounty: WorkBountyOut


class AnswerTermsAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: ApplicationOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ApplicationDetail(TypedDict):
    id: str
    bountyId: str
    humanId: str
    humanName: str
    status: Literal['pending', 'accepted', 'rejected', 'withdrawn', 'expired']
    coverLetter: str
    proposedPrice: float | None
    """
    US dollars, at most two decimals.
    """
    availability: str
    links: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    termsSnapshot: dict[str, Any]
    """
    What the work is and pays, as it was when the person was hired (before that: when they applied).
    """
    termsChanged: TermsChangedOut | None
    """
    What the owner has changed since, and the person has not accepted.
    """
    response: str
    conversationId: str | None
    currentEscrowId: NotRequired[str]
    """
    Once it was accepted.
    """
    confirmBy: str | None
    confirmedAt: str | None
    startBy: str | None
    startedAt: str | None
    completeBy: str | None
    """
    When evidence is due; known once the person has confirmed.
    """
    dueAt: str | None
    """
    When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
    """
    extension: dict[str, Any] | None
    endedAt: str | None
    endReason: str
    createdAt: str
    isBlockedByOwner: NotRequired[bool]
    isPreferredByOwner: NotRequired[bool]
    reviewSummary: NotRequired[ReviewSummaryOut]
    completedTasksCount: NotRequired[int]
    totalEarnedCents: NotRequired[int]
    jobOverview: NotRequired[JobOverviewOut | None]
    """
    Of hired seats.
    """
    runId: NotRequired[str]
    """
    Of a managed run: which one judges and pays. Absent otherwise.
    """
    autoAcceptEscalation: NotRequired[EscalationOut | None]
    """
    Of pending ones whose review needs somebody.
    """
    files: NotRequired[list[ApplicationFileOut]]
    imageUrls: NotRequired[list[str]]
    """
    In the upload modes, as the next two.
    """
    videoUrls: NotRequired[list[str]]
    documentUrls: NotRequired[list[str]]
    micCheck: NotRequired[MicScoreOut | None]
    """
    Where one is required; null until a sample was scored.
    """
    languageProficiency: NotRequired[LevelOut | None]
    """
    Where a level is required; null until the person has it.
    """


class ApplyForHumanizationAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    application: OwnSampleOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ApprovalOut(TypedDict):
    id: str
    status: Literal['approved', 'declined', 'expired', 'pending', 'used']
    cents: int
    """
    The most that the call may take out of the wallet, in US cents.
    """
    operationId: str
    """
    As this document names it.
    """
    operation: str
    """
    The same in words.
    """
    path: str
    """
    Where the call was sent to; empty for a call of before it was kept.
    """
    askedBy: AskerOut
    idempotencyKey: str
    """
    Of the call. Send it again with this key.
    """
    plan: PlanOut
    request: dict[str, Any]
    """
    The body of the call, without secrets, long texts cut.
    """
    requestCut: list[str]
    """
    Names of its fields that `request` leaves out or shortens.
    """
    createdAt: str
    expiresAt: str
    """
    Until then it can be decided; once approved, until then it can be used.
    """
    decidedAt: str | None
    note: str
    """
    The owner's words about their decision.
    """
    usedAt: str | None
    bountyId: str | None
    """
    The bounty that it was used for.
    """


class BrowseTasteHumansAnswer(TypedDict):
    humans: list[HumanOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class CancelBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    bounty: OwnBounty
    refundedCents: int
    """
    US cents that returned to your wallet, fee included.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ClaimCompletionAnswer(TypedDict):
    conversation: ConversationOut
    claimedAt: str
    success: bool


class CreateBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    id: NotRequired[str]
    """
    The same as bountyId.
    """
    status: NotRequired[str]
    """
    The bounty's.
    """
    bountyId: NotRequired[str]
    escrowId: NotRequired[str]
    bounty: NotRequired[OwnBounty]
    deposit_url: NotRequired[str]
    mppPayment: NotRequired[MppPaymentOut]
    fundingTotal: float
    """
    US dollars, at most two decimals.
    """
    unpaid: NotRequired[UnpaidOut]
    dryRun: NotRequired[bool]
    preview: NotRequired[BountyPreview]
    wouldChange: NotRequired[WouldChangeOut]
    dueIfConfirmedNow: NotRequired[str]
    """
    Of a dry run: when evidence would be due of somebody who is hired and confirms now; completionWindowHours names another time.
    """
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CreateHumanizationAnswer(TypedDict):
    humanization: HumanizationOut
    preview: NotRequired[RewritePlanOut]
    warnings: NotRequired[list[str]]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class CreateTasteRunAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    run: TasteRunOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DatasetOut(TypedDict):
    bountyId: str
    bountyTitle: str
    submissionMode: str
    generatedAt: str
    applicantCount: int
    fileCount: int
    applicants: list[LinkedApplicant]


class DecideApprovalAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    approval: ApprovalOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DisputeRecord(TypedDict):
    appeal: AppealOut | None
    appealUntil: str | None
    """
    Until when who lost may appeal the decision; null when nobody can (any more).
    """
    appealWindow: AppealWindowOut | None
    """
    Who may appeal the decision; null when nobody can, or somebody has.
    """
    id: str
    escrowId: str
    bountyId: str | None
    applicationId: str | None
    bookingId: str | None
    conversationId: str | None
    status: Literal['awaiting_approval', 'open', 'resolved', 'withdrawn']
    category: Literal['not_delivered', 'poor_quality', 'not_as_described', 'communication_issue', 'non_payment', 'fraud', 'other']
    description: str
    urls: list[str]
    stage: Literal['opened', 'settlement', 'evidence', 'decision', 'approval', 'appeal', 'closed']
    """
    Whose turn it is.
    """
    dueAt: str | None
    """
    When the clock of this stage ends; null when it is closed.
    """
    atStake: StakeOut
    openedAt: str
    resolvedAt: str | None
    evidence: list[EvidenceDetail]
    asked: list[AskedOut]
    offers: list[OfferOut]
    messages: list[CaseMessageOut]
    allowedActions: list[Literal['evidence', 'answer', 'offer', 'accept_offer', 'decline_offer', 'withdraw', 'appeal']]
    """
    What you may do now.
    """
    resolution: ResolutionOut | None
    latestEventId: NotRequired[str]
    """
    Of one dispute: your newest event about it, behind which the next is waited for.
    """


class EditBountyAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    bounty: OwnBounty
    walletImpactCents: NotRequired[int]
    deposit_url: NotRequired[str]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class EditOwnProfileAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    human: OwnHuman
    success: bool


class GetApplicationAnswer(TypedDict):
    application: ApplicationDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetApplicationsDatasetAnswer(TypedDict):
    dataset: DatasetOut
    success: bool


class GetApprovalAnswer(TypedDict):
    approval: ApprovalOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetBountyAnswer(TypedDict):
    bounty: OwnBounty
    unpaid: NotRequired[UnpaidOut]
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetDisputeAnswer(TypedDict):
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetHumanAnswer(TypedDict):
    human: HumanOut
    success: bool


class GetHumanizationSampleAnswer(TypedDict):
    screening: SampleToWrite
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetOwnProfileAnswer(TypedDict):
    human: OwnHuman
    success: bool


class GetQaRunAnswer(TypedDict):
    data: RunDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetReceiptAnswer(TypedDict):
    receipt: ReceiptOut
    html: str
    success: bool


class GetSubmissionAnswer(TypedDict):
    submission: SubmissionDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetTasteReportAnswer(TypedDict):
    report: TasteReportOut
    html: str
    success: bool


class GetTasteRunAnswer(TypedDict):
    run: TasteRunOut
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class GetWalletReportAnswer(TypedDict):
    report: ReportOut
    success: bool


class ListApplicationsAnswer(TypedDict):
    applications: list[OwnerApplicationOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ListApprovalsAnswer(TypedDict):
    approvals: list[ApprovalOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListBountiesAnswer(TypedDict):
    bounties: list[ListedBounty]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListDisputesAnswer(TypedDict):
    disputes: list[DisputeRecord]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListQaRunsAnswer(TypedDict):
    runs: list[RunOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ListSubmissionsAnswer(TypedDict):
    submissions: list[SubmissionDetail]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ListTasteRunsAnswer(TypedDict):
    runs: list[TasteRunOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class ListWorkAnswer(TypedDict):
    applications: list[WorkOut]
    count: int
    hasMore: bool
    nextCursor: str | None
    success: bool


class OfferSettlementAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class OpenDisputeAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class ReviewSubmissionAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    submission: SubmissionDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class RewriteApplicantOut(TypedDict):
    applicationId: str
    humanId: str
    applicationStatus: str
    appliedAt: str
    screening: SentSampleOut
    resumeUrl: NotRequired[str]


class SandboxPeopleAnswer(TypedDict):
    people: list[SimulatedOut]
    scripts: list[ScriptOut]
    moments: dict[str, str]
    switch: SwitchOut
    success: bool


class WithdrawDisputeAnswer(TypedDict):
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class AcceptSettlementAnswer(TypedDict):
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class AddDisputeEvidenceAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    added: EvidenceDetail
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class AnswerDisputeAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class AppealDisputeAnswer(TypedDict):
    warnings: NotRequired[list[str]]
    """
    Fields that were not taken, and what else to know.
    """
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class DeclineSettlementAnswer(TypedDict):
    dispute: DisputeRecord
    success: bool
    nextActions: NotRequired[list[NextCallOut]]


class HumanizationDetail(TypedDict):
    id: str
    bountyId: str
    publicUrl: str
    status: Literal['pending_funding', 'screening', 'assigned', 'submitted', 'in_review', 'completed', 'cancelled', 'expired']
    format: str
    transformation: str
    subject: str
    turnaroundMinutes: int
    screening: RewriteScreeningOut
    funding: RewriteFundingOut
    workerAmountCents: int
    serviceFeeCents: int
    feeBps: int
    """
    The rate of that fee in basis points: 1800 is 18 %.
    """
    totalCents: int
    currency: str
    createdAt: str
    sourceText: str | None
    """
    Null for our staff.
    """
    sampleText: str | None
    """
    What everybody who may apply reads. Null for our staff.
    """
    instructions: str | None
    """
    Null for our staff.
    """
    applicantCount: int
    applicants: list[RewriteApplicantOut]
    assignment: SeatOut | None
    attempts: list[SeatOut]
    final: FinalTextOut | None
    review: RewriteReviewOut


class GetHumanizationAnswer(TypedDict):
    humanization: HumanizationDetail
    success: bool
    nextActions: NotRequired[list[NextCallOut]]
