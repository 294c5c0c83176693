// The client: one installation, called with one credential.
import { read } from "./answers.js";
import { prepare } from "./calls.js";
import type { CallOptions, ReadOptions } from "./calls.js";
import { errorOf } from "./errors.js";
import type { ApprovalNeeded } from "./errors.js";
import { Namespaces } from "./namespaces.js";
import type * as types from "./schema.js";
import { exchange } from "./transport.js";
import type { Fetch, Transport } from "./transport.js";
import { VERSION } from "./version.js";
import { Inbox } from "./waiting.js";
import type { EventOf, EventType, WaitOptions } from "./waiting.js";

export const LOCAL = "http://127.0.0.1:8000";
const RETRIES = 3;
const TIMEOUT_MS = 60_000;

export interface AgentHireOptions {
  /** `ahm_…`, else AHM_API_KEY of the environment. */
  apiKey?: string | undefined;
  /** Else AHM_BASE_URL of the environment, else this machine's port 8000. */
  baseUrl?: string | undefined;
  /** A person's, in place of a key. */
  sessionToken?: string | undefined;
  /** `usr_…`, for which that person acts. */
  account?: string | undefined;
  /** How often a call is repeated that found no answer or a busy service; 3. One idempotency key serves all of them. */
  retries?: number | undefined;
  /** For one attempt; 60,000. */
  timeoutMs?: number | undefined;
  /** A fetch of your own (proxies, certificates), else the runtime's. */
  fetch?: Fetch | undefined;
}

/** One installation, called with one credential. Each namespace (`bounties`, `wallet`, ...) has the operations of one topic. */
export class AgentHire extends Namespaces {
  readonly baseUrl: string;
  readonly events = new Inbox(this);
  readonly #headers: Record<string, string>;
  readonly #transport: Transport;

  constructor(options: AgentHireOptions = {}) {
    super();
    this.baseUrl = address(options.baseUrl);
    this.#headers = headers(options);
    const own: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#transport = { fetch: own, retries: options.retries ?? RETRIES, timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
  }

  /** Any operation by its method and path, with the same repetitions: what the namespaces are made of. */
  override async call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const sending = prepare(method, path, options);
    const init = { method, headers: { ...this.#headers, ...sending.headers }, body: sending.body, redirect: "manual" } as const;
    return read(sending, await exchange(this.#transport, this.baseUrl + sending.path, init, sending)) as T;
  }

  /**
   * The next event of one of these kinds; of any kind, if there are none. Its `data` has the type of its `type`.
   * @throws WaitedInVain after `timeoutMs`, an hour unless you say otherwise.
   */
  async waitFor<Kind extends EventType>(kinds: readonly Kind[], options: WaitOptions = {}): Promise<EventOf<Kind>> {
    return this.events.waitFor(kinds, options);
  }

  /**
   * How the wallet's owner decided: `status` is approved, declined or expired. Then make the call again, with
   * `idempotencyKey: asked.idempotencyKey`.
   * @throws WaitedInVain after `timeoutMs`, a day unless you say otherwise.
   */
  async waitForApproval(
    asked: ApprovalNeeded,
    options: Omit<WaitOptions, "after" | "bountyId"> = {},
  ): Promise<types.ApprovalOut> {
    return this.events.waitForApproval(asked.approvalId, options);
  }

  /** A file by the `url` of an answer, such as a photo of evidence. It is signed: no credential is sent along. */
  async download(url: string, options: ReadOptions = {}): Promise<Uint8Array> {
    const sending = prepare("GET", new URL(url, this.baseUrl).href, { ...options, raw: true });
    const found = await exchange(this.#transport, sending.path, { method: "GET" }, sending);
    if (found.status >= 400) {
      throw errorOf(found.status, { error: "The file was not given. Ask for a new address where this one came from." }, undefined);
    }
    return found.content;
  }
}

function address(given: string | undefined): string {
  const found = (given || environment("AHM_BASE_URL") || LOCAL).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(found)) {
    throw new TypeError("baseUrl is the address of the service, such as https://market.example.org");
  }
  return found;
}

function headers({ apiKey, sessionToken, account }: AgentHireOptions): Record<string, string> {
  const found: Record<string, string> = { "User-Agent": `agent-hire-typescript/${VERSION}`, Accept: "application/json" };
  const key = apiKey || environment("AHM_API_KEY");
  if (sessionToken) found["X-Session-Token"] = sessionToken;
  else if (key) found["X-API-Key"] = key;
  if (account) found["X-Account"] = account;
  return found;
}

/** A variable of the environment; empty where there is no environment, or none that may be read. */
function environment(name: string): string {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name]?.trim() ?? "";
  } catch {
    return ""; // Deno without the permission
  }
}
