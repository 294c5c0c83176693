import assert from "node:assert/strict";
import { test } from "node:test";
import { ApprovalNeeded, WaitedInVain } from "agent-hire";
import { failure, given, pauses } from "./service.js";

const SUBMITTED = { id: "application.submitted:app_1", type: "application.submitted", data: { applicationId: "app_1", applicantName: "Ada" } };
const inbox = (events: object[], nextCursor: string): { body: object } => ({ body: { success: true, events, count: events.length, hasMore: false, nextCursor } });

test("waiting asks on from the last cursor until there is an event", async (t) => {
  const waited = pauses(t);
  const { client, got } = await given(t, [inbox([], "c1"), inbox([], "c2"), inbox([SUBMITTED], "c3")]);

  const event = await client.waitFor(["application.submitted", "application.withdrawn"], { bountyId: "bty_1" });

  assert.deepEqual(event, SUBMITTED);
  assert.deepEqual(got.map(({ query }) => query.get("after")), ["now", "c1", "c2"]);
  const asked = got[0]?.query;
  assert.deepEqual([asked?.get("types"), asked?.get("bountyId"), asked?.get("wait")], ["application.submitted,application.withdrawn", "bty_1", "55"]);
  assert.deepEqual(waited, [5000, 5000]); // they came at once: such a service is not asked without a pause
});

test("waiting in vain says from where to go on", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [inbox([], "c1")]);

  const error = await client.waitFor(["escrow.released"], { after: "c0", timeoutMs: 0 }).catch((thrown: unknown) => thrown);
  const later = await client.waitFor(["escrow.released"], { after: "c0", timeoutMs: 1 }).catch((thrown: unknown) => thrown);

  assert.ok(error instanceof WaitedInVain && later instanceof WaitedInVain);
  assert.deepEqual([error.cursor, later.cursor], ["c0", "c1"]);
  assert.equal(error.message, "No event escrow.released within 0 seconds.");
  assert.equal(got[0]?.query.get("wait"), "1");
});

test("a tail gives event after event until nobody wants more", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [inbox([SUBMITTED, { ...SUBMITTED, id: "b" }], "c1"), inbox([], "c2"), inbox([{ ...SUBMITTED, id: "c" }], "c3")]);
  const found: string[] = [];

  for await (const event of client.events.tail([], { after: "start" })) if (found.push(event.id) === 3) break;

  assert.deepEqual(found, [SUBMITTED.id, "b", "c"]);
  assert.deepEqual(got.map(({ query }) => [query.get("after"), query.has("types")]), [["start", false], ["c1", false], ["c2", false]]);
});

test("a tail reads on where a restored inbox still agrees, and never in a circle", async (t) => {
  pauses(t);
  const restored = (readAfter: string): ReturnType<typeof failure> => failure(409, "inbox_restored", { readAfter });
  const { client, got } = await given(t, [restored("c1"), inbox([SUBMITTED], "c2"), restored("c9")]);

  const { value } = await client.events.tail([], { after: "c9" }).next();
  const circle = client.events.tail([], { after: "c9" }).next();

  assert.equal(value?.id, SUBMITTED.id);
  await assert.rejects(circle, { code: "inbox_restored" });
  assert.deepEqual(got.map(({ query }) => query.get("after")), ["c9", "c1", "c9"]);
});

test("a tail that was away for too long reads what is still there", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [failure(409, "inbox_expired", { readAfter: "c1" }), inbox([SUBMITTED], "c2")]);

  const { value } = await client.events.tail([], { after: "c0" }).next();

  assert.equal(value?.id, SUBMITTED.id);
  assert.deepEqual(got.map(({ query }) => query.get("after")), ["c0", "c1"]);
});

test("a signal ends a tail", async (t) => {
  const { client } = await given(t, [inbox([], "c1")]);
  const stop = new AbortController();
  const first = client.events.tail([], { signal: stop.signal }).next();

  setTimeout(() => stop.abort(new Error("enough")), 20);

  await assert.rejects(first, { message: "enough" });
});

test("an approval is looked at first, and again after each decision", async (t) => {
  pauses(t);
  const approval = (status: string): { body: object } => ({ body: { success: true, approval: { id: "apr_1", status } } });
  const decided = { id: "approval.decided:apr_2", type: "approval.decided", data: {} };
  const { client, got } = await given(t, [inbox([], "c1"), approval("pending"), inbox([decided], "c2"), approval("approved")]);
  const body = { approvalId: "apr_1", cents: 1, plan: {}, expiresAt: "" } as unknown as ApprovalNeeded["body"];

  const found = await client.waitForApproval(new ApprovalNeeded(body, "key"));

  assert.equal(found.status, "approved");
  assert.deepEqual(got.map(({ path }) => path), ["/api/events", "/api/approvals/apr_1", "/api/events", "/api/approvals/apr_1"]);
  assert.deepEqual([got[0]?.query.get("after"), got[2]?.query.get("after"), got[2]?.query.get("types")], ["now", "c1", "approval.decided"]);
});
