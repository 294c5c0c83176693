// Waiting for what happens: calls that the service holds until there is something to say, one after another.
import { Conflict, WaitedInVain } from "./errors.js";
import { Events } from "./namespaces.js";
import type { GetApprovalAnswer } from "./schema.js";
import type * as types from "./schema.js";
import { pause } from "./transport.js";

const HELD_S = 55; // the service holds a call no longer
const SPARE_MS = 15_000; // until an answer that was held arrives
const POLL_MS = 5_000; // between calls that the service did not hold
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The name of a kind of event, such as `application.submitted`. */
export type EventType = types.Event["type"];

/** The event of this kind, with its `data`; any event, where no kind was named. */
export type EventOf<Kind extends EventType> = [Kind] extends [never] ? types.Event : Extract<types.Event, { type: Kind }>;

export interface TailOptions {
  /** Only events of this bounty. */
  bountyId?: string | undefined;
  /** A cursor or an event's id; `now` (default): what happens from now on; `start`: from the first event. */
  after?: string | undefined;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
}

export interface WaitOptions extends TailOptions {
  /** An hour unless you say otherwise; a day for an approval. */
  timeoutMs?: number | undefined;
}

interface Answer<Kind extends EventType> {
  events: EventOf<Kind>[];
  nextCursor: string;
}

/** The account's inbox. `tail` follows it; `list` reads what is there. */
export class Inbox extends Events {
  /** Each event as it happens, without an end. To go on after a restart, give the `id` of the last one as `after`. */
  async *tail<Kind extends EventType = EventType>(
    kinds: readonly Kind[] = [],
    options: TailOptions = {},
  ): AsyncGenerator<EventOf<Kind>, void, undefined> {
    for await (const { events } of this.#answers(kinds, options, Infinity)) yield* events;
  }

  /** See AgentHire.waitFor. */
  async waitFor<Kind extends EventType>(kinds: readonly Kind[], options: WaitOptions = {}): Promise<EventOf<Kind>> {
    const { timeoutMs = HOUR_MS } = options;
    let cursor = options.after ?? "now";
    for await (const answer of this.#answers(kinds, options, performance.now() + timeoutMs)) {
      cursor = answer.nextCursor;
      const [first] = answer.events;
      if (first) return first;
    }
    throw new WaitedInVain(`No event ${kinds.join(" or ") || "at all"} within ${Math.round(timeoutMs / 1000)} seconds.`, cursor);
  }

  /** See AgentHire.waitForApproval. */
  async waitForApproval(approvalId: string, options: Omit<WaitOptions, "after" | "bountyId"> = {}): Promise<types.ApprovalOut> {
    const { signal, timeoutMs = DAY_MS } = options;
    const end = performance.now() + timeoutMs;
    let after = (await this.list({ after: "now", limit: 1 }, { signal })).answer.nextCursor;
    for (;;) {
      const { approval } = await this.client.call<GetApprovalAnswer>("GET", `/api/approvals/${encodeURIComponent(approvalId)}`, {
        signal,
      });
      if (approval.status !== "pending") return approval;
      after = (await this.waitFor(["approval.decided"], { after, signal, timeoutMs: end - performance.now() })).id;
    }
  }

  /** Answer by answer, until `end`. */
  async *#answers<Kind extends EventType>(
    kinds: readonly Kind[],
    { after = "now", bountyId, signal }: TailOptions,
    end: number,
  ): AsyncGenerator<Answer<Kind>, void, undefined> {
    for (let wait = held(end); wait > 0; wait = held(end)) {
      const asked = performance.now();
      const query = { after, types: kinds.join(",") || undefined, bountyId, wait };
      const timeoutMs = wait * 1000 + SPARE_MS;
      let answer: Answer<Kind>;
      try {
        answer = await this.client.call<Answer<Kind>>("GET", "/api/events", { query, signal, timeoutMs });
      } catch (refused) {
        after = restored(refused, after);
        continue;
      }
      after = answer.nextCursor;
      yield answer;
      if (answer.events.length === 0) await pause(unheld(asked, wait), signal);
    }
  }
}

/** Where to read on after the service was restored from a backup, or after so long that some events are deleted. Throws any other refusal. */
function restored(refused: unknown, after: string): string {
  if (!(refused instanceof Conflict) || !["inbox_restored", "inbox_expired"].includes(refused.code)) throw refused;
  const { readAfter } = refused.body as { readAfter?: string };
  if (!readAfter || readAfter === after) throw refused;
  return readAfter;
}

/** For how many whole seconds the next call may be held; 0 when the time is over. */
function held(end: number): number {
  return Math.max(0, Math.min(HELD_S, Math.ceil((end - performance.now()) / 1000)));
}

/** The pause before the next call: none if this one was held; a service that can't hold calls now is asked now and then. */
function unheld(asked: number, wait: number): number {
  const passed = performance.now() - asked;
  return passed >= (wait - 1) * 1000 ? 0 : Math.min(POLL_MS, wait * 1000 - passed);
}
