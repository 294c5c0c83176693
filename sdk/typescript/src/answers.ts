// What an answer says: a value, an error, or that the call is to be sent again and when.
import type { Raw, Sending } from "./calls.js";
import { ApprovalNeeded, errorOf } from "./errors.js";
import type * as types from "./schema.js";

const LONGEST_PAUSE_MS = 60_000;
const BUSY = [429, 502, 503, 504];
// What Node, Deno and Bun say of a connection that was never made.
const NEVER_ARRIVED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

/** An answer that has come in whole. */
export interface Answered extends Raw {
  readonly url: string;
}

/** What was answered. Throws ApprovalNeeded or an APIError. */
export function read(sending: Sending, answer: Answered): unknown {
  const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  if (sending.raw && isSuccess(answer) && !isJson) {
    return { status: answer.status, headers: answer.headers, content: answer.content } satisfies Raw;
  }
  const body = parsed(answer.content);
  if (body === null || isRedirect(answer)) {
    const error = `${answer.url} is answered by something else than the service. Is the base URL right?`;
    throw errorOf(isError(answer) ? answer.status : 502, { error }, sending.key);
  }
  if (isError(answer)) throw errorOf(answer.status, body as Partial<types.Failure>, sending.key);
  if (answer.status === 202 && "approvalId" in body) throw new ApprovalNeeded(body as types.WaitingOut, sending.key ?? "");
  return body;
}

/** Milliseconds until the call is sent again, null if this answer is the last. `attempt` counts from 0. */
export function pauseAfter(sending: Sending, answer: Answered, attempt: number, retries: number): number | null {
  const { status } = answer;
  const busy = BUSY.includes(status) && (sending.canBeRepeated || status === 429 || status === 503);
  if (attempt >= retries || !(busy || isUnderWay(answer))) return null;
  const asked = answer.headers.get("Retry-After") ?? "";
  if (!/^\d+$/.test(asked)) return growing(attempt);
  return Number(asked) * 1000 <= LONGEST_PAUSE_MS ? Number(asked) * 1000 : null;
}

/** The same when no answer came. A call without a key is sent again only if it can't have arrived. */
export function pauseAfterBreak(sending: Sending, error: unknown, attempt: number, retries: number): number | null {
  return attempt < retries && (sending.canBeRepeated || neverArrived(error)) ? growing(attempt) : null;
}

function neverArrived(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return NEVER_ARRIVED.includes(code ?? "") || NEVER_ARRIVED.includes(cause?.code ?? "");
}

/** Does the first call with this idempotency key still run? */
function isUnderWay(answer: Answered): boolean {
  return answer.status === 409 && (parsed(answer.content) as Partial<types.Failure> | null)?.error_code === "idempotency_in_progress";
}

function growing(attempt: number): number {
  return Math.min(500 * 2 ** attempt, 8000) * (0.75 + Math.random() / 2);
}

/** The object that these bytes are as JSON; null if they are anything else. */
function parsed(content: Uint8Array): object | null {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(content));
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

function isSuccess({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

/** Status 0 is what browsers show of a redirection that isn't followed. */
function isRedirect({ status }: Answered): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

function isError({ status }: Answered): boolean {
  return status >= 400;
}
