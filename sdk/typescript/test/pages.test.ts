import assert from "node:assert/strict";
import { test } from "node:test";
import { NotFound } from "agent-hire";
import { failure, given } from "./service.js";

const page = (ids: string[], nextCursor: string | null): { body: object } => ({
  body: { success: true, bounties: ids.map((id) => ({ id })), count: ids.length, hasMore: nextCursor !== null, nextCursor },
});

test("iterating over a list asks for each page once, with the same filters", async (t) => {
  const { client, got } = await given(t, [page(["a", "b"], "two"), page([], "three"), page(["c"], null)]);
  const found: string[] = [];

  for await (const bounty of client.bounties.list({ mine: true, limit: 2 })) found.push(bounty.id);

  assert.deepEqual(found, ["a", "b", "c"]);
  assert.deepEqual(got.map(({ query }) => query.get("cursor")), [null, "two", "three"]);
  assert.deepEqual(got.map(({ query }) => `${query.get("mine")} ${query.get("limit")}`), ["true 2", "true 2", "true 2"]);
});

test("whoever stops early asks for no more pages", async (t) => {
  const { client, got } = await given(t, [page(["a", "b"], "two")]);

  for await (const bounty of client.bounties.list()) if (bounty.id === "b") break;

  assert.equal(got.length, 1);
});

test("awaiting a list gives its first page, from which the next one comes", async (t) => {
  const { client } = await given(t, [page(["a"], "two"), page(["b"], null)]);

  const first = await client.bounties.list();
  const second = await first.nextPage();

  assert.deepEqual([first.rows.map(({ id }) => id), first.nextCursor, first.answer.count], [["a"], "two", 1]);
  assert.deepEqual([second?.rows.map(({ id }) => id), second?.nextCursor, await second?.nextPage()], [["b"], null, null]);
});

test("a page in hand is iterated without asking for it again", async (t) => {
  const { client, got } = await given(t, [page(["a"], "two"), page(["b"], null)]);
  const found: string[] = [];

  for await (const bounty of await client.bounties.list()) found.push(bounty.id);

  assert.deepEqual([found, got.length], [["a", "b"], 2]);
});

test("an inbox goes on by after, and its cursor, which is never null, does not lead round in circles", async (t) => {
  const inbox = (id: string, hasMore: boolean): { body: object } => ({ body: { events: [{ id }], count: 1, hasMore, nextCursor: `after ${id}` } });
  const { client, got } = await given(t, [inbox("one", true), inbox("two", false)]);
  const found: string[] = [];

  for await (const event of client.events.list({ after: "start" })) found.push(event.id);

  assert.deepEqual(found, ["one", "two"]);
  assert.deepEqual(got.map(({ query }) => query.get("after")), ["start", "after one"]);
});

test("a list that is refused throws, awaited or iterated", async (t) => {
  const { client } = await given(t, [failure(404, "not_found"), failure(404, "not_found")]);

  await assert.rejects(async () => await client.applications.list("bty_1"), NotFound);
  await assert.rejects(async () => {
    for await (const _ of client.applications.list("bty_1")) assert.fail();
  }, NotFound);
});
