"""Tools to post work, to hire and to review; and for what is built on bounties. Data only."""

from bounties.tools.direct import DIRECT
from bounties.tools.hiring import HIRING
from bounties.tools.posting import POSTING
from bounties.tools.products import PRODUCTS

IDS = {
    "pictureId": "The order (pic_…), from request_picture.",
    "bountyId": "The bounty (bty_…).",
    "applicationId": "The application (app_…), from get_bounty_applications.",
    "submissionId": "The submission (sub_…), from get_bounty_submissions.",
    "humanizationId": "The humanization (hmz_…).",
    "orderId": "The order: its quoteId (cak_…).",
}
_BOUNTY = ("id", "status", "title", "price", "spotsAvailable", "spotsFilled", "applicationCount", "deadline")
_OWN = (*_BOUNTY, "escrowId", "fundingTotal", "publicUrl")
_APPLICATION = (
    "id",
    "status",
    "humanId",
    "humanName",
    "bountyId",
    "conversationId",
    "currentEscrowId",
    "confirmBy",
    "completeBy",
    "dueAt",
)
SHOWN = {
    "ListedBounty": _BOUNTY,
    "OwnBounty": _OWN,
    "BountyPreview": _OWN,
    "ApplicationOut": _APPLICATION,
    "OwnerApplicationOut": (
        *("id", "humanId", "humanName", "status", "coverLetter", "proposedPrice", "links", "answers", "files"),
        *("conversationId", "currentEscrowId", "reviewSummary", "completedTasksCount", "jobOverview"),
    ),
    "ReviewSummaryOut": ("averageRating", "reviewCount"),
    "JobOverviewOut": ("overallState", "nextDeadline", "nextAction", "missingEvidence", "evidenceFlags", "contest"),
    "SubmissionDetail": (
        *(
            "id",
            "status",
            "applicationId",
            "escrowId",
            "doerHumanId",
            "doerName",
            "textEvidence",
            "text",
            "textTruncated",
            "links",
            "answers",
            "checks",
        ),
        *("files", "response", "newEvidenceBy", "seatEndsAt", "contest", "createdAt"),
    ),
    "FileOut": ("id", "name", "contentType", "size", "url"),
}
TOOLS = [*POSTING, *HIRING, *PRODUCTS, *DIRECT]
