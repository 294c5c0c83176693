// What can go wrong with a call, as classes. Each carries the service's own words, code and request id.
import type * as types from "./schema.js";

/** The base of all errors of this package. */
export class AgentHireError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came. What the call did is unknown: send it again with the same `idempotencyKey`, which has one effect. */
export class ConnectionFailed extends AgentHireError {
  constructor(
    message: string,
    readonly idempotencyKey: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** No event of the wanted kind came in time. `cursor`: wait on from there. */
export class WaitedInVain extends AgentHireError {
  constructor(
    message: string,
    readonly cursor: string,
  ) {
    super(message);
  }
}

/** A webhook that the service did not sign with this secret, or whose time is too far away. */
export class BadSignature extends AgentHireError {}

/**
 * The wallet's owner is asked first; nothing was moved (202). Once they have approved (`client.waitForApproval(error)`), make the
 * same call with the same `idempotencyKey`.
 */
export class ApprovalNeeded extends AgentHireError {
  readonly approvalId: string;
  readonly cents: number;
  readonly plan: types.PlanOut;

  constructor(
    readonly body: types.WaitingOut,
    readonly idempotencyKey: string,
  ) {
    super(`The wallet's owner is asked about ${body.cents} cents first (${body.approvalId}, until ${body.expiresAt}).`);
    this.approvalId = body.approvalId;
    this.cents = body.cents;
    this.plan = body.plan;
  }
}

/**
 * A refusal. `code` says which (docs/api.md lists all), `message` says in words what to do next; `fields` names each field that
 * needs another value, `retryable` says whether the same call may succeed later, `nextActions` are calls that lead on.
 */
export class APIError extends AgentHireError {
  readonly code: string;
  readonly requestId: string;
  readonly fields: Record<string, string[]>;
  readonly retryable: boolean;
  readonly docUrl: string;
  readonly nextActions: types.NextCallOut[];

  constructor(
    readonly status: number,
    readonly body: Partial<types.Failure>,
    readonly idempotencyKey: string | undefined = undefined,
  ) {
    const code = body.error_code ?? "unexpected_answer";
    super(`${body.error ?? ""} [${status} ${code}, request ${body.requestId || "unknown"}]`);
    this.code = code;
    this.requestId = body.requestId ?? "";
    this.fields = body.fields ?? {};
    this.retryable = body.retryable ?? false;
    this.docUrl = body.docUrl ?? "";
    this.nextActions = body.nextActions ?? [];
  }
}

/** 400, 413 and 415: a value has to be another one. */
export class BadRequest extends APIError {}

/** 401: no credentials, or bad ones. */
export class AuthenticationFailed extends APIError {}

/** 402: the wallet is short. `shortfallCents`, and `waysToPay`: the calls that bring in as much. */
export class PaymentRequired extends APIError {
  get shortfallCents(): number {
    return this.body.shortfallCents ?? 0;
  }

  get waysToPay(): Record<string, unknown>[] {
    return this.body.waysToPay ?? [];
  }
}

/** 403: valid credentials that may not do this. */
export class PermissionDenied extends APIError {}

/** 404 and 410: it isn't there, isn't yours to see, or is over. */
export class NotFound extends APIError {}

/** 409: the present state doesn't allow it. `currentState`, and `allowedActions` in it. */
export class Conflict extends APIError {
  get currentState(): string {
    return this.body.currentState ?? "";
  }

  get allowedActions(): string[] {
    return this.body.allowedActions ?? [];
  }
}

/** 429, after all retries. */
export class RateLimited extends APIError {}

/** 5xx, after all retries, or an answer that isn't the service's, such as a proxy's page. */
export class ServiceFailed extends APIError {}

const BY_STATUS: Record<number, typeof APIError> = {
  400: BadRequest,
  401: AuthenticationFailed,
  402: PaymentRequired,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  410: NotFound,
  413: BadRequest,
  415: BadRequest,
  429: RateLimited,
};

/** The error for a refusal. */
export function errorOf(status: number, body: Partial<types.Failure>, key: string | undefined): APIError {
  const kind = BY_STATUS[status] ?? (status >= 500 ? ServiceFailed : APIError);
  return new kind(status, body, key);
}
