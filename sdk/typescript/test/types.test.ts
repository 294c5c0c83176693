// What the compiler says is what a call answers. It refuses what the lines marked here do.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentHire, types } from "agent-hire";
import { VERSION } from "agent-hire";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

/** Compiled, never run. */
export async function compiled(client: AgentHire, maybe: boolean): Promise<void> {
  const released = await client.escrow.release("esc_1", { acknowledgeRelease: true });
  const tried = await client.escrow.release("esc_1", {}, { dryRun: true });
  const either = await client.escrow.release("esc_1", {}, { dryRun: maybe });
  holds<Same<typeof released, types.ReleaseEscrowAnswer>>();
  holds<Same<typeof tried, types.DryRunAnswer>>();
  holds<Same<typeof either, types.ReleaseEscrowAnswer | types.DryRunAnswer>>();

  const bounty = { title: "A", description: "B", price: 5, estimatedHours: 1 };
  const posted = await client.bounties.create(bounty);
  const previewed = await client.bounties.create(bounty, { dryRun: true });
  holds<Same<typeof posted.bountyId, string>>();
  holds<Same<typeof previewed.preview, types.BountyPreview>>();
  holds<Same<typeof previewed.bountyId, string | undefined>>();

  const event = await client.waitFor(["escrow.funded", "escrow.released"]);
  holds<Same<typeof event.type, "escrow.funded" | "escrow.released">>();
  if (event.type === "escrow.funded") holds<Same<typeof event.data.amountCents, number>>();
  const page = await client.bounties.list({ mine: true });
  holds<Same<(typeof page.rows)[number], types.ListedBounty>>();

  // @ts-expect-error: a price is a number
  await client.bounties.create({ ...bounty, price: "5" });
  // @ts-expect-error: a field that does not exist
  await client.bounties.create({ ...bounty, prize: 5 });
  // @ts-expect-error: a body that is needed
  await client.bounties.create();
  // @ts-expect-error: an event that does not exist
  await client.waitFor(["application.submited"]);
  // @ts-expect-error: a word that is none of the choices
  await client.applications.decide("bty_1", "app_1", { action: "accepted" });
  // @ts-expect-error: there is no dry run of the clock
  await client.sandbox.advanceClock({ seconds: 1 }, { dryRun: true });
  // @ts-expect-error: it takes no key
  await client.accounts.signup({ email: "a@example.com", acceptTerms: true, country: "US", city: "Boston" }, { idempotencyKey: "1" });
  // @ts-expect-error: said by the option
  await client.wallet.freeze({ dryRun: true });
}

test("the version is one", () => {
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
});
