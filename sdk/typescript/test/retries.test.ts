import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentHire, Conflict, ConnectionFailed, RateLimited, ServiceFailed } from "agent-hire";
import { failure, given, nowhere, pauses } from "./service.js";

const BUSY = failure(503, "busy");

test("a busy service is asked again with the same key and body", async (t) => {
  const waited = pauses(t);
  const { client, got } = await given(t, [BUSY, failure(502, "x"), { body: { success: true, transfer: { id: "trf_1" } } }]);

  await client.transfers.send({ amount: 5, recipientId: "prf_1" });

  const keys = new Set(got.map(({ headers }) => headers["idempotency-key"]));
  assert.equal(got.length, 3);
  assert.equal(keys.size, 1);
  assert.match([...keys][0] ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(new Set(got.map(({ body }) => body.toString())), new Set(['{"amount":5,"recipientId":"prf_1"}']));
  const [first = 0, second = 0] = waited;
  assert.ok(first >= 375 && first <= 625 && second >= 750 && second <= 1250, String(waited));
});

test("a key of one's own is sent in each attempt", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [{ breaks: true }, {}]);

  await client.transfers.send({ amount: 5 }, { idempotencyKey: "tip for Ada" });

  assert.deepEqual(got.map(({ headers }) => headers["idempotency-key"]), ["tip for Ada", "tip for Ada"]);
});

test("two calls have two keys", async (t) => {
  const { client, got } = await given(t, [{}, {}]);

  await client.transfers.send({ amount: 5 });
  await client.transfers.send({ amount: 5 });

  assert.notEqual(got[0]?.headers["idempotency-key"], got[1]?.headers["idempotency-key"]);
});

test("Retry-After says how long the pause is", async (t) => {
  const waited = pauses(t);
  const { client } = await given(t, [failure(429, "rate_limited"), { ...BUSY, headers: { "Retry-After": "7" } }, {}]);

  await client.bounties.get("bty_1");

  assert.equal(waited[1], 7000);
});

test("a pause of more than a minute is the caller's business", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [{ ...failure(429, "rate_limited"), headers: { "Retry-After": "61" } }]);

  await assert.rejects(client.bounties.get("bty_1"), RateLimited);

  assert.equal(got.length, 1);
});

test("after all retries the last refusal is thrown", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [BUSY, BUSY, BUSY], { retries: 2 });

  await assert.rejects(client.bounties.get("bty_1"), (error) => error instanceof ServiceFailed && error.status === 503);

  assert.equal(got.length, 3);
});

test("a first call that still runs is waited for; another conflict is told at once", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [failure(409, "idempotency_in_progress"), failure(409, "invalid_state")]);

  await assert.rejects(client.escrow.cancel("esc_1"), (error) => error instanceof Conflict && error.code === "invalid_state");

  assert.equal(got.length, 2);
});

test("a call without a key that may have arrived is not sent twice", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [{ breaks: true }, failure(502, "x"), {}]);
  const signup = { email: "a@example.com", acceptTerms: true, country: "US", city: "Boston" };

  await assert.rejects(client.accounts.signup(signup), ConnectionFailed);
  await assert.rejects(client.accounts.signup(signup), ServiceFailed);

  assert.equal(got.length, 2);
  assert.deepEqual(got.map(({ headers }) => headers["idempotency-key"]), [undefined, undefined]);
});

test("a dry run, which changes nothing, is repeated without a key", async (t) => {
  pauses(t);
  const { client, got } = await given(t, [{ breaks: true }, { body: { success: true, dryRun: true, warnings: [], wouldChange: {} } }]);
  const signup = { email: "a@example.com", acceptTerms: true, country: "US", city: "Boston" };

  const tried = await client.accounts.signup(signup, { dryRun: true });

  assert.equal(tried.dryRun, true);
  assert.deepEqual(got.map(({ query }) => query.get("dryRun")), ["true", "true"]);
});

test("where nobody listens even a call without a key is tried again, and the error says where", async (t) => {
  const waited = pauses(t);
  const baseUrl = await nowhere();
  const client = new AgentHire({ apiKey: "ahm_test", baseUrl });
  const signup = { email: "a@example.com", acceptTerms: true, country: "US", city: "Boston" };

  await assert.rejects(client.accounts.signup(signup), (error) => {
    assert.ok(error instanceof ConnectionFailed);
    assert.equal(error.message, `${baseUrl} did not answer (ECONNREFUSED). Is it the right address, and does it run?`);
    return error.idempotencyKey === undefined;
  });

  assert.equal(waited.length, 3);
});

test("no answer in time is a failed connection that carries the key", async () => {
  const client = new AgentHire({ apiKey: "ahm_test", baseUrl: "http://service.example", retries: 0, timeoutMs: 20, fetch: silent });

  await assert.rejects(client.transfers.send({ amount: 5 }, { idempotencyKey: "one" }), (error) => {
    return error instanceof ConnectionFailed && error.idempotencyKey === "one" && error.message.includes("within 0 seconds");
  });
});

test("a signal ends the call with its own reason", async () => {
  const client = new AgentHire({ apiKey: "ahm_test", baseUrl: "http://service.example", fetch: silent });
  const stop = new AbortController();
  const call = client.bounties.get("bty_1", { signal: stop.signal });

  stop.abort(new Error("enough"));

  await assert.rejects(call, { message: "enough" });
});

/** A service that takes the call and says nothing. */
function silent(_: string, init: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
}
