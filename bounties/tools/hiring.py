"""Tools to choose among applicants and to review their evidence."""

from marketplace.core.tools import FREE, READS, Tool

HIRING = [
    Tool(
        name="get_bounty_applications",
        title="List applicants",
        what="Lists who applied to your bounty, with reviews, record, answers, and for hired people jobOverview: "
        "what is due and what to do next.",
        effects=READS,
        then="Then accept_application or reject_application; for a hired person follow jobOverview.nextAction.",
        operation="listApplications",
        toolset="bounties",
        signed="get_applications:{bountyId}",
        default=True,
        words=True,
    ),
    Tool(
        name="accept_application",
        title="Hire an applicant",
        what="Hires an applicant: the seat's pay and fee are locked in an escrow, and the person has two hours to "
        "confirm.",
        effects="Takes no new money from your wallet: the bounty's pool pays. Nothing is locked when it is refused. "
        "Undone by expire_application until evidence was delivered.",
        then="Keep escrowId for release_payment. Wait for evidence: get_bounty_submissions.",
        operation="decideApplication",
        toolset="bounties",
        fixed={"action": "accept"},
        signed="accept_application:{bountyId}:{applicationId}",
        default=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="reject_application",
        title="Turn an applicant down",
        what="Turns a pending applicant down, with words that they read. Not for somebody hired: use "
        "expire_application.",
        effects=FREE,
        operation="decideApplication",
        toolset="bounties",
        fixed={"action": "reject"},
        signed="reject_application:{bountyId}:{applicationId}",
        default=True,
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="expire_application",
        title="Release a hired seat",
        what="Gives up on a hired person who has delivered nothing: the seat is free again and the listing reopens. "
        "Refused once evidence exists: then review_submission or open_dispute.",
        effects="The seat's money returns to the bounty's pool, or to your wallet where nobody else can be hired for it. "
        "It can't be undone for that person.",
        operation="expireApplication",
        toolset="bounties",
        default=True,
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="decide_extension_request",
        title="Decide on more time",
        what="Answers a worker's request for more time: approve it (with the hours asked for, or yours), deny it, or "
        "grant hours that nobody asked for.",
        effects=f"{FREE} It can't be taken back.",
        operation="decideExtension",
        toolset="bounties",
        destructive=True,
        words=True,
    ),
    Tool(
        name="pay_attendance",
        title="Settle attendance after changed terms",
        what="Says what you pay a person who left because you changed the task, place, schedule, evidence or criteria under "
        "them, and who had reported attendance: 0 to the seat's pay, in cents.",
        effects="Moves money: that part and its fee are paid, the rest returns to your wallet. With 0 the seat reopens. It can't "
        "be taken back.",
        operation="payAttendance",
        toolset="bounties",
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="get_bounty_submissions",
        title="List evidence",
        what="Lists what workers sent as evidence for your bounty, newest first.",
        effects=READS,
        then="Then get_submission to see its photos, and review_submission.",
        operation="listSubmissions",
        toolset="bounties",
        signed="get_submissions:{bountyId}",
        default=True,
        words=True,
    ),
    Tool(
        name="get_submission",
        title="See evidence",
        what="Reads one submission with its texts, links, answers and advisory checks; up to four of its photos come "
        "along as images, made smaller. Other files open by addresses that work for an hour.",
        effects=READS,
        then="Judge it by the bounty's completionCriteria, then review_submission.",
        operation="getSubmission",
        toolset="bounties",
        signed="get_submission:{bountyId}:{submissionId}",
        default=True,
        words=True,
        photos=True,
    ),
    Tool(
        name="review_submission",
        title="Judge evidence",
        what="Approves evidence, or sends it back: reject and request_redo both need a response, and give the person 24 "
        "hours or more for new evidence. A final submission can't be judged again.",
        effects="Moves no money: approving starts the clock of the automatic release, sending back returns nothing to you. "
        "It can't be taken back. To get money back: open_dispute (toolset escrow).",
        then="After approve: release_payment pays the worker now.",
        operation="reviewSubmission",
        toolset="bounties",
        signed="review_submission:{bountyId}:{submissionId}",
        default=True,
        destructive=True,
        idempotent=True,
        words=True,
    ),
]
