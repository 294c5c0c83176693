import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "agent-hire";
import { AgentHire, APIError, ApprovalNeeded, Conflict, PaymentRequired, ServiceFailed } from "agent-hire";
import { failure, given } from "./service.js";

const KINDS = [
  [400, sdk.BadRequest],
  [401, sdk.AuthenticationFailed],
  [402, sdk.PaymentRequired],
  [403, sdk.PermissionDenied],
  [404, sdk.NotFound],
  [409, sdk.Conflict],
  [410, sdk.NotFound],
  [413, sdk.BadRequest],
  [415, sdk.BadRequest],
  [418, sdk.APIError],
  [429, sdk.RateLimited],
  [500, sdk.ServiceFailed],
] as const;

for (const [status, kind] of KINDS) {
  test(`${status} is thrown as ${kind.name}`, async (t) => {
    const { client } = await given(t, [failure(status, "some_code")], { retries: 0 });

    await assert.rejects(client.bounties.get("bty_1"), (error) => {
      assert.ok(error instanceof kind && error instanceof APIError && error instanceof Error);
      assert.deepEqual([error.name, error.status, error.code, error.requestId], [kind.name, status, "some_code", "req_1"]);
      assert.equal(error.message, `Words. [${status} some_code, request req_1]`);
      return true;
    });
  });
}

test("a refusal carries what leads on", async (t) => {
  const next = [{ operation: "getBounty", method: "GET", path: "/api/bounties/bty_1" }];
  const more = { retryable: true, docUrl: "https://docs.example", nextActions: next, fields: { price: ["Too low."] } };
  const { client } = await given(t, [failure(400, "validation_error", more)]);

  await assert.rejects(client.wallet.getBalance(), (error) => {
    assert.ok(error instanceof sdk.BadRequest);
    assert.deepEqual([error.retryable, error.docUrl, error.nextActions, error.fields], [true, "https://docs.example", next, more.fields]);
    return true;
  });
});

test("a short wallet and a state that does not fit have fields of their own", async (t) => {
  const ways = [{ method: "POST", url: "/api/wallet/deposit", body: { amount: 10 } }];
  const { client } = await given(t, [
    failure(402, "insufficient_funds", { shortfallCents: 590, waysToPay: ways }),
    failure(409, "invalid_state", { currentState: "accepted", allowedActions: ["withdraw"] }),
  ]);

  const short = await client.transfers.send({ amount: 5 }).catch((error: unknown) => error);
  const decided = await client.applications.decide("bty_1", "app_1", { action: "reject" }).catch((error: unknown) => error);

  assert.ok(short instanceof PaymentRequired && decided instanceof Conflict);
  assert.deepEqual([short.shortfallCents, short.waysToPay], [590, ways]);
  assert.deepEqual([decided.currentState, decided.allowedActions], ["accepted", ["withdraw"]]);
});

test("a proxy's page is no answer of the service, whatever its status", async (t) => {
  const { client, url } = await given(t, [
    { body: "<html>Welcome</html>" },
    { status: 404, body: "<html>Not here</html>" },
    { status: 302, headers: { Location: "/login" }, body: { success: true } },
  ]);
  const words = `${url}/api/wallet/balance is answered by something else than the service. Is the base URL right?`;

  for (const [status, kind] of [[502, ServiceFailed], [404, sdk.NotFound], [502, ServiceFailed]] as const) {
    await assert.rejects(client.wallet.getBalance(), (error) => {
      assert.ok(error instanceof kind);
      assert.deepEqual([error.status, error.code, error.requestId], [status, "unexpected_answer", ""]);
      return error.message.startsWith(words);
    });
  }
});

test("a call that the owner is asked about is no success", async (t) => {
  const asked = { success: true, approvalId: "apr_1", cents: 25_000, plan: { cents: 25_000 }, expiresAt: "2027-01-15T08:00:00.000Z" };
  const { client, got } = await given(t, [{ status: 202, body: asked }, { status: 202, body: asked }, {}]);

  const error = await client.transfers.send({ amount: 250 }).catch((thrown: unknown) => thrown);

  assert.ok(error instanceof ApprovalNeeded && !(error instanceof APIError));
  assert.deepEqual([error.approvalId, error.cents, error.plan.cents], ["apr_1", 25_000, 25_000]);
  assert.equal(error.idempotencyKey, got[0]?.headers["idempotency-key"]);
  await assert.rejects(client.pictures.request({ location: "Pier 39", subject: "The sea lions", tier: "standard" }), ApprovalNeeded);

  await client.transfers.send({ amount: 250 }, { idempotencyKey: error.idempotencyKey });
  assert.equal(got[2]?.headers["idempotency-key"], error.idempotencyKey);
});

test("an answer without JSON is given as it came", async (t) => {
  const headers = { "Content-Type": "image/jpeg", "X-Delivery-Status": "delayed" };
  const { client } = await given(t, [{ body: "a photo", headers }]);

  const raw = await client.pictures.get("pic_1");

  assert.equal(new TextDecoder().decode(raw.content), "a photo");
  assert.deepEqual([raw.status, raw.headers.get("x-delivery-status")], [200, "delayed"]);
});

test("a receipt is JSON unless its page is asked for", async (t) => {
  const { client, got } = await given(t, [{ body: { success: true, html: "<p>" } }, { body: "<p>Receipt</p>" }]);

  const receipt = await client.bounties.getReceipt("bty_1");
  const page = await client.bounties.getReceipt("bty_1", { format: "html" });

  assert.equal(receipt.success, true);
  assert.equal(new TextDecoder().decode(page.content), "<p>Receipt</p>");
  assert.deepEqual(got.map(({ query }) => query.get("format")), ["json", "html"]);
});

test("a file is fetched without credentials, and what is no file is an error", async (t) => {
  const { client, url, got } = await given(t, [{ body: "bytes" }, { body: "bytes" }, { status: 403, body: "<html>over" }]);

  assert.equal(new TextDecoder().decode(await client.download("/files/1?signature=2")), "bytes");
  await client.download(`${url}/files/1`);
  await assert.rejects(client.download("/files/1"), (error) => error instanceof sdk.PermissionDenied);

  assert.deepEqual(got.map(({ path, headers }) => [path, headers["x-api-key"]]), [["/files/1", undefined], ["/files/1", undefined], ["/files/1", undefined]]);
  assert.equal(got[0]?.query.get("signature"), "2");
});

test("who calls, for whom and with what is said by headers; an address that is none is refused", async (t) => {
  const { client, url, got } = await given(t, [{}, {}]);
  const person = new AgentHire({ apiKey: "ahm_not_this", sessionToken: "s3", account: "usr_1", baseUrl: `${url}//` });

  await client.accounts.get();
  await person.accounts.get();

  assert.equal(got[0]?.headers["x-api-key"], "ahm_test");
  assert.match(got[0]?.headers["user-agent"] ?? "", /^agent-hire-typescript\/\d+\.\d+\.\d+$/);
  assert.deepEqual(
    [got[1]?.path, got[1]?.headers["x-session-token"], got[1]?.headers["x-account"], got[1]?.headers["x-api-key"]],
    ["/api/account", "s3", "usr_1", undefined],
  );
  assert.throws(() => new AgentHire({ baseUrl: "market.example.org" }), /baseUrl is the address of the service/);
});

test("credentials are not in what is printed of a client", async (t) => {
  const { inspect } = await import("node:util");
  const { client } = await given(t, []);

  assert.ok(!inspect(client, { depth: 10, showHidden: true }).includes("ahm_test"));
  assert.ok(!JSON.stringify(Object.keys(client)).includes("eaders"));
});
