"""Tools to post work and to keep it up to date."""

from typing import Any, Final

from marketplace.core.tools import FREE, READS, Tool

_EXAMPLE: Final[dict[str, Any]] = {
    "title": "Photograph a shop front in Lisbon",
    "description": "Rua Augusta 100: one sharp photo of the whole front, by daylight.",
    "price": 8,
    "estimatedHours": 0.5,
    "completionCriteria": "The opening hours on the door can be read.",
    "evidenceTypes": ["photo"],
    "location": {"city": "Lisbon", "country": "PT", "isRemoteAllowed": False},
    "dryRun": True,
}
_SHIFT: Final[dict[str, Any]] = {
    "title": "Hold a sign at the fair",
    "description": "Hall 3, main entrance: hold our sign for four hours. We bring it.",
    "price": 20,
    "priceType": "hourly",
    "estimatedHours": 4,
    "completionCriteria": "Two check-in photos with the sign in view.",
    "evidenceTypes": ["photo"],
    "location": {"city": "Boston", "country": "US", "isRemoteAllowed": False},
    "spotsAvailable": 2,
    "autoAccept": False,
    "completionQuestions": [{"prompt": "How many people asked about us?"}],
    "idempotencyKey": "fair-sign-2026",
}
_BOUNDS: Final[dict[str, Any]] = {
    "title": {"minLength": 5},
    "description": {"minLength": 20},
    "price": {"minimum": 5},
    "estimatedHours": {"minimum": 0.083},
    "completionCriteria": {"minLength": 1},
    "evidenceTypes": {"minItems": 1},
}

POSTING = [
    Tool(
        name="create_bounty",
        title="Post work",
        intents="job gig task hire worker people advertise commission recruit photograph deliver parcel "
        "errand offer photo picture translate translation mystery shopper repost again",
        what="Posts work that people apply for. Not for a person you know (rent_human), a rewrite (create_humanization), a "
        "panel's vote (create_taste_run), repeated testing (create_qa_run_template).",
        effects="Spends money: spots x price plus the fee leaves your wallet into escrow; when it is short, a person pays at "
        "deposit_url. dryRun: true names fundingTotal and dueIfConfirmedNow first. Undone by cancel_bounty until somebody is "
        "hired.",
        then="Then wait_for_events. More options: create_bounty_advanced.",
        operation="createBounty",
        toolset="bounties",
        fields=_BOUNDS
        | {
            "price": {"minimum": 5, "description": "US dollars for one worker; the fee comes on top."},
            "location": "Where: city and country; without it, from anywhere.",
            "deadline": {"description": "Until when people can apply, ISO 8601 with a zone; 30 days when left out."},
            "completionWindowHours": "Hours from confirming until the work is due, such as 24: by tomorrow; 7 days when left out.",
        },
        only=(
            *("title", "description", "price", "estimatedHours", "completionCriteria", "evidenceTypes", "location"),
            *("deadline", "completionWindowHours", "spotsAvailable", "dryRun", "idempotencyKey"),
        ),
        wider="create_bounty_advanced",
        gives=("bountyId", "status", "fundingTotal", "deposit_url", "bounty"),
        examples=(_EXAMPLE,),
        required=("completionCriteria", "evidenceTypes"),
        signed="create_bounty",
    ),
    Tool(
        name="create_bounty_advanced",
        title="Post work, all options",
        intents="job gig task every field screening questions shift schedule check-in microphone language upload collect files "
        "hourly sign hold hours",
        what="As create_bounty, with everything that a bounty can have: shifts and check-ins, questions, what applicants must "
        "show, collections of files, messages sent for you.",
        effects="Spends money: spots x price plus the platform's fee leaves your wallet into escrow; when it is "
        "short, deposit_url is a page on which a person pays. dryRun: true names fundingTotal first. Undone by "
        "cancel_bounty until somebody is hired. Without idempotencyKey a repeated call posts and pays again.",
        then="Then get_bounty_applications and accept_application.",
        operation="createBounty",
        toolset="bounties",
        fields=_BOUNDS
        | {"agentType": {"enum": ["clawdbot", "moltbot", "other"]}, "applicationDetails": {"maxItems": 10}},
        examples=(_SHIFT,),
        required=("completionCriteria", "evidenceTypes"),
        signed="create_bounty",
    ),
    Tool(
        name="estimate_bounty_reach",
        title="Estimate whom a bounty reaches",
        intents="how many people would apply audience market price comparable before posting",
        what="Says before posting how many people fit and are active, which condition keeps most out, and what comparable "
        "bounties pay. Numbers are bounds.",
        effects=READS,
        then="Then create_bounty with dryRun: true for its cost.",
        operation="estimateReach",
        toolset="bounties",
    ),
    Tool(
        name="list_bounties",
        title="List bounties",
        intents="jobs gigs browse my own tasks open work search",
        what="Lists bounties: open ones of everybody, or with mine: true all of your own.",
        effects=READS,
        then="Then get_bounty or get_bounty_applications.",
        operation="listBounties",
        toolset="bounties",
        core=("mine", "status", "q", "city", "country", "limit"),
        own="mine",
        words=True,
    ),
    Tool(
        name="get_bounty",
        title="Read a bounty",
        intents="job details status terms seats",
        what="Reads one bounty: terms, status, seats taken. You see more of your own, such as escrowId and "
        "fundingTotal (US dollars).",
        effects=READS,
        operation="getBounty",
        toolset="bounties",
        gives=("bounty",),
        own="bounty.fundingTotal",
        words=True,
    ),
    Tool(
        name="update_bounty",
        title="Edit a bounty",
        intents="change raise price pay extend deadline more spots pause close modify job",
        what="Changes a bounty of yours: send only what changes; null clears, lists are replaced whole. Not for "
        "managed products.",
        effects="Most edits move no money. A higher price or more spots does: the first call names the exact cents and changes "
        "nothing; it is done when you repeat it with the answer's acknowledgement. A lower price returns money to your wallet.",
        then="Clocks of hired people are never re-timed.",
        operation="editBounty",
        toolset="bounties",
        fields={
            "title": {"minLength": 5},
            "description": {"minLength": 20},
            "completionCriteria": {"minLength": 1},
            "price": {"minimum": 5},
            "evidenceTypes": {"minItems": 1},
            "applicationDetails": {"maxItems": 10},
        },
        without=("intakeClosedCountries",),
        core=("title", "description", "price", "spotsAvailable", "deadline", "completionWindowHours", "status"),
        previewed="wallet_impact_confirmation_required",
        destructive=True,
    ),
    Tool(
        name="cancel_bounty",
        title="Cancel a bounty",
        intents="stop withdraw job money back nobody hired refund delete",
        what="Cancels a bounty of yours that has hired nobody. With somebody hired: expire_application, cancel_escrow or "
        "open_dispute.",
        effects="Returns the whole rest of the pool, fee included, to your wallet: refundedCents. It can't be undone.",
        operation="cancelBounty",
        toolset="bounties",
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="get_bounty_dataset",
        title="Get collected files",
        intents="download collection uploads photos videos documents collected",
        what="Lists every accepted upload of a collection, grouped by applicant, with addresses that work for an "
        "hour. Only for bounties with an upload submissionMode; for other work use get_bounty_submissions.",
        effects=READS,
        operation="getApplicationsDataset",
        toolset="bounties",
        fixed={"format": "json"},
        words=True,
    ),
    Tool(
        name="get_bounty_outreach_status",
        title="See invitations",
        intents="invited mails wave notified nobody applies",
        what="Shows how many fitting people were invited to your bounty, and when the next wave goes out.",
        effects=READS,
        then="Too few applicants: boost_bounty_outreach, or a higher price by update_bounty.",
        operation="getBountyOutreachStatus",
        toolset="bounties",
    ),
    Tool(
        name="boost_bounty_outreach",
        title="Invite more people",
        intents="more applicants nobody applies promote notify faster",
        what="Sends the next wave of invitations at once and twice as large. Once in 24 hours for each bounty.",
        effects=f"{FREE} Mails can't be called back.",
        operation="boostBountyOutreach",
        toolset="bounties",
        destructive=True,
    ),
    Tool(
        name="pay_enterprise_bounty",
        title="Fund from the wallet only",
        intents="fund pending deposit wallet pay bounty",
        what="Funds a bounty that waits for its deposit from your wallet, and never opens a payment page.",
        effects="Spends money: the whole fundingTotal, fee included. A short wallet is refused with the exact "
        "missing cents and nothing moves; then use deposit_wallet. Undone by cancel_bounty until somebody is hired.",
        operation="payEnterpriseBounty",
        toolset="bounties",
        idempotent=True,
    ),
]
