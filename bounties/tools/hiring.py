"""Tools to choose among applicants and to review their evidence."""

from marketplace.core.tools import FREE, READS, Tool

HIRING = [
    Tool(
        name="get_bounty_applications",
        title="List applicants",
        intents="candidates applicants who applied choose compare contest contested case staff decide seat",
        what="Lists who applied to your bounty, with reviews and answers, and for hired people jobOverview: "
        "what is due, what to do next, a contest and what may come of it.",
        effects=READS,
        then="Then accept_application or reject_application.",
        operation="listApplications",
        toolset="bounties",
        signed="get_applications:{bountyId}",
        words=True,
    ),
    Tool(
        name="accept_application",
        title="Hire an applicant",
        intents="choose pick select candidate worker approve confirm",
        what="Hires an applicant: the seat's pay and fee are locked in an escrow, and the person has two hours to "
        "confirm.",
        effects="Takes no new money: the bounty's pool pays. Undone by expire_application until evidence was delivered.",
        then="Keep escrowId. Then wait_for_events; evidence is due by dueAt.",
        operation="decideApplication",
        toolset="bounties",
        fixed={"action": "accept"},
        signed="accept_application:{bountyId}:{applicationId}",
        idempotent=True,
        words=True,
    ),
    Tool(
        name="reject_application",
        title="Turn an applicant down",
        intents="decline refuse candidate applicant turn away",
        what="Turns a pending applicant down, with words that they read. Not for somebody hired: use "
        "expire_application.",
        effects=FREE,
        operation="decideApplication",
        toolset="bounties",
        fixed={"action": "reject"},
        signed="reject_application:{bountyId}:{applicationId}",
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="expire_application",
        title="Release a hired seat",
        intents="fire no-show ghost late worker silent replace give up drop did show",
        what="Gives up on a hired person who has delivered nothing; the seat is free again. Refused once evidence exists: then "
        "review_submission or open_dispute.",
        effects="The seat's money returns to the bounty's pool, or to your wallet. It can't be undone.",
        operation="expireApplication",
        toolset="bounties",
        destructive=True,
        idempotent=True,
        words=True,
    ),
    Tool(
        name="decide_extension_request",
        title="Decide on more time",
        intents="more time late deadline worker asks longer grant",
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
        intents="worker left terms changed partial pay",
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
        intents="evidence proof deliverables results delivered work photos",
        what="Lists what workers sent as evidence for your bounty, newest first; of long texts the beginning.",
        effects=READS,
        then="Then get_submission to see its photos.",
        operation="listSubmissions",
        toolset="bounties",
        signed="get_submissions:{bountyId}",
        words=True,
    ),
    Tool(
        name="get_submission",
        title="See evidence",
        intents="evidence proof photo image deliverable read document look check result long text rest whole file",
        what="Reads one submission with its texts, the texts of its documents (20,000 characters; textNextFrom of a file reads "
        "on), links and answers; up to four photos come along as images. looks_complete only counts kinds of evidence: nothing has "
        "looked at what it shows.",
        effects=READS,
        then="Judge it by the bounty's completionCriteria, then review_submission.",
        operation="getSubmission",
        toolset="bounties",
        signed="get_submission:{bountyId}:{submissionId}",
        words=True,
        files=True,
    ),
    Tool(
        name="review_submission",
        title="Judge evidence",
        intents="approve reject redo verdict evaluate accept work revise contest contested send back better again",
        what="Approves evidence, or sends it back: reject and request_redo need a response, and give the person 24 "
        "hours or more for new evidence, or they contest it: our staff then decide within 72 hours.",
        effects="Moves no money: approving starts the clock of the automatic release. It can't be taken back. A seat that ends "
        "unpaid then refunds the pool; to your wallet: open_dispute.",
        then="After approve: release_payment pays now.",
        operation="reviewSubmission",
        toolset="bounties",
        signed="review_submission:{bountyId}:{submissionId}",
        destructive=True,
        idempotent=True,
        words=True,
    ),
]
