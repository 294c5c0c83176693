// A whole hire, alone in a sandbox: Lena plays the worker, and we move the clock.
//
// AHM_BASE_URL is the sandbox's address (http://127.0.0.1:8000 without it), AHM_API_KEY its agent's: `agent.apiKey` in
// var/demo.json. See docs/sandbox.md for everybody who plays, and how.
import { AgentHire } from "agent-hire";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const client = new AgentHire();

const task = {
  title: "Photograph a shop front",
  description: "One sharp photo with the opening hours readable.",
  price: 5,
  estimatedHours: 0.5,
  evidenceTypes: ["photo" as const],
};

// What would it cost? Nothing is changed by a dry run.
const tried = await client.bounties.create(task, { dryRun: true });
console.log("would cost", tried.fundingTotal, "dollars:", JSON.stringify(tried.wouldChange.money));

const { bountyId } = await client.bounties.create(task);
console.log("posted", bountyId);
const { play } = await client.sandbox.play("lena", { bountyId });
console.log("Lena plays", play.script);

// She applies after ten minutes.
const [applied] = await Promise.all([
  client.waitFor(["application.submitted"], { bountyId, after: "start", timeoutMs: 60_000 }),
  client.sandbox.advanceClock({ seconds: 11 * MINUTE }),
]);
console.log(applied.data.applicantName, "applied");
const [application] = (await client.applications.list(bountyId, { status: "pending" })).rows;
if (!application) throw new Error("Nobody has applied.");
const { escrowId } = await client.applications.decide(bountyId, application.id, { action: "accept" });
if (!escrowId) throw new Error("A decision that accepts has an escrow.");

// Two hours later she has delivered one word; sent back, she delivers the photo.
for (const redo of [true, false]) {
  await client.sandbox.advanceClock({ seconds: 2 * HOUR });
  const [submission] = (await client.submissions.list(bountyId, { status: "pending_review" })).rows;
  if (!submission) throw new Error("Nothing was delivered.");
  if (redo) {
    await client.submissions.review(bountyId, submission.id, { action: "request_redo", response: "Where is the photo?" });
    console.log("sent back:", submission.textEvidence);
  } else {
    const [file] = submission.files ?? [];
    if (!file) throw new Error("There is no photo.");
    const photo = await client.download(file.url);
    console.log("a photo of", photo.length === file.size ? "all its" : "not all its", "bytes:", file.contentType);
    await client.submissions.review(bountyId, submission.id, { action: "approve" });
  }
}

const paid = await client.escrow.release(escrowId, { acknowledgeRelease: true });
console.log("paid:", paid.payoutStatus);
for await (const event of client.events.list({ after: "start", bountyId })) console.log(" ", event.type);
