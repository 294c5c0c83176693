"""Tools to post work and to keep it up to date."""

from marketplace.core.tools import FREE, READS, Tool

POSTING = [
    Tool(
        name="create_bounty",
        title="Post work",
        what="Posts work that people apply for. Not for one person whom you know already (rent_human, toolset escrow), "
        "nor, in the toolset products, a rewrite (create_humanization), a panel's vote (create_taste_run) or repeated "
        "testing (create_qa_run_template).",
        effects="Spends money: spots x price plus the platform's fee leaves your wallet into escrow. When the wallet is "
        "short the answer has deposit_url, a page on which a person pays. dryRun: true costs nothing and names "
        "fundingTotal first. Undone by cancel_bounty until somebody is hired. Send idempotencyKey: repeated without it, it posts "
        "and pays again.",
        then="Then get_bounty_applications and accept_application.",
        operation="createBounty",
        toolset="bounties",
        fields={
            "title": {"minLength": 5},
            "description": {"minLength": 20},
            "price": {"minimum": 5},
            "estimatedHours": {"minimum": 0.083},
            "completionCriteria": {"minLength": 1},
            "evidenceTypes": {"minItems": 1},
            "agentType": {"enum": ["clawdbot", "moltbot", "other"]},
            "applicationDetails": {"maxItems": 10},
        },
        required=("completionCriteria", "evidenceTypes", "agentType"),
        signed="create_bounty",
        default=True,
    ),
    Tool(
        name="estimate_bounty_reach",
        title="Estimate whom a bounty reaches",
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
        what="Lists bounties: open ones of everybody, or with mine: true all of your own.",
        effects=READS,
        then="Then get_bounty or get_bounty_applications.",
        operation="listBounties",
        toolset="bounties",
        default=True,
        words=True,
    ),
    Tool(
        name="get_bounty",
        title="Read a bounty",
        what="Reads one bounty: terms, status, seats taken. You see more of your own, such as escrowId and "
        "fundingTotal (US dollars).",
        effects=READS,
        operation="getBounty",
        toolset="bounties",
        default=True,
        words=True,
    ),
    Tool(
        name="update_bounty",
        title="Edit a bounty",
        what="Changes a bounty of yours: send only what changes; null clears, lists are replaced whole. Not for "
        "managed products.",
        effects="Most edits move no money. A higher price or more spots does: it is refused first, naming the exact "
        "cents, and done when you repeat it with walletImpactAcknowledged and walletImpactCents. A lower price "
        "returns money to your wallet.",
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
        destructive=True,
    ),
    Tool(
        name="cancel_bounty",
        title="Cancel a bounty",
        what="Cancels a bounty of yours that has hired nobody, and turns pending applications down. With somebody "
        "hired it is refused: use expire_application, or open_dispute or cancel_escrow (toolset escrow), for that seat.",
        effects="Returns the whole rest of the pool, fee included, to your wallet. It can't be undone; post it again "
        "instead.",
        operation="cancelBounty",
        toolset="bounties",
        destructive=True,
        default=True,
        idempotent=True,
    ),
    Tool(
        name="get_bounty_dataset",
        title="Get collected files",
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
        what="Shows how many fitting people were invited to your bounty, and when the next wave goes out.",
        effects=READS,
        then="Too few applicants: boost_bounty_outreach, or a higher price by update_bounty.",
        operation="getBountyOutreachStatus",
        toolset="bounties",
    ),
    Tool(
        name="boost_bounty_outreach",
        title="Invite more people",
        what="Sends the next wave of invitations at once and twice as large. Once in 24 hours for each bounty.",
        effects=f"{FREE} Mails can't be called back.",
        operation="boostBountyOutreach",
        toolset="bounties",
        destructive=True,
    ),
    Tool(
        name="pay_enterprise_bounty",
        title="Fund from the wallet only",
        what="Funds a bounty that waits for its deposit from your wallet, and never opens a payment page.",
        effects="Spends money: the whole fundingTotal, fee included. A short wallet is refused with the exact "
        "missing cents and nothing moves; then use deposit_wallet. Undone by cancel_bounty until somebody is hired.",
        operation="payEnterpriseBounty",
        toolset="bounties",
        idempotent=True,
    ),
]
