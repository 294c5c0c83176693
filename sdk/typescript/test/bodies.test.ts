import assert from "node:assert/strict";
import { test } from "node:test";
import { given } from "./service.js";
import type { Got } from "./service.js";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

async function formOf(got: Got | undefined): Promise<FormData> {
  const headers = { "Content-Type": got?.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(got?.body ?? []), { headers }).formData();
}

test("a body without files is JSON, times as UTC", async (t) => {
  const { client, got } = await given(t, [{}]);
  const deadline = new Date("2026-12-01T18:00:00+02:00");

  await client.bounties.edit("bty_1", { title: "Olá ☕", deadline: deadline as unknown as string });

  assert.equal(got[0]?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(got[0]?.body.toString() ?? ""), { title: "Olá ☕", deadline: "2026-12-01T16:00:00.000Z" });
});

test("files of every kind go into a form, beside what is text, list and object", async (t) => {
  const { client, got } = await given(t, [{}]);

  await client.applications.apply("bty_1", {
    coverLetter: "I live there.",
    proposedPrice: 12.5,
    consent: true,
    links: [{ type: "custom", url: "https://ada.example" }],
    kinds: ["resume", "portfolio", "upload", "upload"],
    files: [PNG, new Blob(["text"]), new File(["cv"], "cv.pdf", { type: "application/pdf" }), { name: "b.png", content: PNG.buffer }],
  });

  const form = await formOf(got[0]);
  const files = form.getAll("files") as File[];
  assert.deepEqual(files.map(({ name, size, type }) => [name, size, type]), [
    ["file", 4, "application/octet-stream"],
    ["file", 4, "application/octet-stream"],
    ["cv.pdf", 2, "application/pdf"],
    ["b.png", 4, "application/octet-stream"],
  ]);
  assert.deepEqual(new Uint8Array(await (files[0] as File).arrayBuffer()), PNG);
  assert.deepEqual(form.getAll("kinds"), ["resume", "portfolio", "upload", "upload"]);
  assert.deepEqual(
    [form.get("coverLetter"), form.get("proposedPrice"), form.get("consent"), form.get("links")],
    ["I live there.", "12.5", "true", '[{"type":"custom","url":"https://ada.example"}]'],
  );
  assert.ok(got[0]?.headers["idempotency-key"]);
});

test("a form is sent whole a second time", async (t) => {
  const { client, got } = await given(t, [{ status: 503, headers: { "Retry-After": "0" }, body: { error_code: "busy" } }, {}]);

  await client.submissions.submitEvidence("bty_1", { textEvidence: "Open 9 to 18.", files: [{ name: "a.png", content: PNG }] });

  assert.equal(got.length, 2);
  const again = await formOf(got[1]);
  assert.deepEqual([again.get("textEvidence"), (again.get("files") as File).name], ["Open 9 to 18.", "a.png"]);
});

test("a recording is sent as bytes", async (t) => {
  const { client, got } = await given(t, [{}]);

  await client.applications.recordMicSample("bty_1", PNG, { dryRun: true });

  assert.equal(got[0]?.headers["content-type"], "application/octet-stream");
  assert.deepEqual(new Uint8Array(got[0]?.body ?? []), PNG);
  assert.equal(got[0]?.query.get("dryRun"), "true");
});

test("a query leaves out what was not said, and joins lists with commas", async (t) => {
  const { client, got } = await given(t, [{ body: { subscriptions: [], hasMore: false, nextCursor: null } }]);

  await client.services.listSubscriptions({ status: ["active", "past_due"], role: undefined, limit: 5 });

  assert.equal(got[0]?.query.toString(), new URLSearchParams({ status: "active,past_due", limit: "5" }).toString());
});

test("an id is one part of the path, and never another path", async (t) => {
  const { client, got } = await given(t, [{}]);

  await client.bounties.get("../wallet?x#y");
  for (const wrong of ["", ".", ".."]) await assert.rejects(client.bounties.get(wrong), /is no id/);

  assert.deepEqual(got.map(({ path }) => path), ["/api/bounties/..%2Fwallet%3Fx%23y"]);
});

test("a number that JSON has no word for is refused, and not sent as null", async (t) => {
  const { client, got } = await given(t, []);

  await assert.rejects(client.transfers.send({ amount: Number("five") }), /NaN can't be sent/);
  await assert.rejects(client.bounties.edit("bty_1", { deadline: new Date("soon") as unknown as string }), /invalid Date/);

  assert.equal(got.length, 0);
});

test("any operation can be called by its path", async (t) => {
  const { client, got } = await given(t, [{ body: { success: true, seen: 1 } }, {}]);

  const found = await client.call<{ seen: number }>("POST", "/api/new/thing", { body: { a: 1 }, query: { b: 2 }, keyed: true });
  await client.call("GET", "/api/new/thing");

  assert.equal(found.seen, 1);
  assert.deepEqual([got[0]?.method, got[0]?.path, got[0]?.query.get("b")], ["POST", "/api/new/thing", "2"]);
  assert.ok(got[0]?.headers["idempotency-key"]);
  assert.equal(got[1]?.headers["idempotency-key"], undefined);
});
