// One call over the network: sent, awaited for so long, and sent again when that may help.
import { pauseAfter, pauseAfterBreak } from "./answers.js";
import type { Answered } from "./answers.js";
import type { Sending } from "./calls.js";
import { ConnectionFailed } from "./errors.js";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** As `globalThis.fetch` is called here. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export interface Transport {
  readonly fetch: Fetch;
  readonly retries: number;
  readonly timeoutMs: number;
}

/** The last answer. Throws ConnectionFailed when none came, and the signal's reason once that is aborted. */
export async function exchange(transport: Transport, url: string, init: RequestInit, sending: Sending): Promise<Answered> {
  const timeoutMs = sending.timeoutMs ?? transport.timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    let wait: number | null;
    try {
      const answer = await once(transport.fetch, url, init, timeoutMs, sending.signal);
      wait = pauseAfter(sending, answer, attempt, transport.retries);
      if (wait === null) return answer;
    } catch (error) {
      sending.signal?.throwIfAborted();
      wait = pauseAfterBreak(sending, error, attempt, transport.retries);
      if (wait === null) throw new ConnectionFailed(words(url, error), sending.key, { cause: error });
    }
    await pause(wait, sending.signal);
  }
}

/** Resolves after so many milliseconds. Rejects with the signal's reason once that is aborted. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

class TimeIsOver extends Error {}

/** One attempt, its body read to the end. */
async function once(fetch: Fetch, url: string, init: RequestInit, ms: number, signal: AbortSignal | undefined): Promise<Answered> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const end = (): void => stop.abort(signal?.reason);
  const over = (): void => stop.abort(new TimeIsOver(`no answer within ${Math.round(ms / 1000)} seconds`));
  const timer = setTimeout(over, Math.min(ms, LONGEST_TIMER_MS));
  signal?.addEventListener("abort", end, { once: true });
  try {
    const answer = await fetch(url, { ...init, signal: stop.signal });
    const content = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, content, url: answer.url || url };
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

function words(url: string, error: unknown): string {
  const cause = error instanceof Error ? ((error.cause as { code?: string } | undefined)?.code ?? error.message) : String(error);
  return `${new URL(url).origin} did not answer (${cause}). Is it the right address, and does it run?`;
}
