// A call, ready to be sent any number of times: its address, headers and body.
import { asBlob, isBytes, isFile, readFile } from "./files.js";
import type { FileInput } from "./files.js";
import type * as types from "./schema.js";

/** Of every call. */
export interface ReadOptions {
  /** For one attempt; 60,000 unless the client says otherwise. */
  timeoutMs?: number | undefined;
  /** Ends the call, and its repetitions. Whether the service has carried it out is then unknown. */
  signal?: AbortSignal | undefined;
}

/** Of a call that writes. */
export interface WriteOptions<D extends boolean = boolean> extends ReadOptions {
  /** Make every check, say what would change, and change nothing. */
  dryRun?: D | undefined;
}

/** Of a call that has one effect however often it arrives. */
export interface KeyedOptions<D extends boolean = boolean> extends WriteOptions<D> {
  /** 1 to 255 characters; a new one for each call unless you give yours. All attempts have the same. */
  idempotencyKey?: string | undefined;
}

/** Of `client.call`, for any operation. */
export interface CallOptions extends KeyedOptions {
  query?: object | undefined;
  /** An object as JSON, or as a form if it has a file in it; or the bytes of a recording. */
  body?: object | undefined;
  /** Does the operation take an idempotency key? So it does if you give one. */
  keyed?: boolean | undefined;
  /** Give an answer that isn't JSON as a `Raw`. */
  raw?: boolean | undefined;
}

/** An answer without JSON: a photo, a page, or one that says everything by its headers. */
export interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Uint8Array;
}

/** The answer of a call, or that of its dry run. */
export type Tried<D extends boolean, Answer> = D extends true ? types.DryRunAnswer : Answer;

/** An answer that has these fields for certain. */
export type Having<Answer, Fields extends keyof Answer> = Answer & Required<Pick<Answer, Fields>>;

/** What makes calls: the client. */
export interface Caller {
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<T>;
}

/** `path` is what follows the base URL; `key` is undefined where the operation takes none. */
export interface Sending {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Blob | FormData | null;
  readonly key: string | undefined;
  readonly raw: boolean;
  /** Has a second arrival the effect of one? Reads and dry runs change nothing, and a key makes it so. */
  readonly canBeRepeated: boolean;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export function prepare(method: string, path: string, options: CallOptions): Sending {
  const { body, dryRun = false, idempotencyKey, signal, timeoutMs } = options;
  const key = options.keyed || idempotencyKey ? idempotencyKey || crypto.randomUUID() : undefined;
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  return {
    method,
    path: path + queryOf(options.query ?? {}, dryRun),
    headers,
    body: encoded(body, headers),
    key,
    raw: options.raw ?? false,
    canBeRepeated: method === "GET" || dryRun || key !== undefined,
    timeoutMs,
    signal,
  };
}

/** path`/api/bounties/${bountyId}`: each value as one part of the path. Throws a TypeError for one that would name another path. */
export function path(texts: TemplateStringsArray, ...values: string[]): string {
  const parts = values.map((value) => {
    if (typeof value !== "string" || ["", ".", ".."].includes(value)) {
      throw new TypeError(`${JSON.stringify(value)} is no id.`);
    }
    return encodeURIComponent(value);
  });
  return String.raw({ raw: texts }, ...parts);
}

function queryOf(query: object, dryRun: boolean): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) asked.set(name, text(value));
  }
  if (dryRun) asked.set("dryRun", "true");
  const found = asked.toString();
  return found && `?${found}`;
}

/** The body as fetch takes it; sets the header that goes with it. That of a form is fetch's own. */
function encoded(body: object | undefined, headers: Record<string, string>): string | Blob | FormData | null {
  if (body === undefined) return null;
  if (isBytes(body)) {
    headers["Content-Type"] = "application/octet-stream";
    return asBlob(body);
  }
  if (Object.values(body).some(hasFile)) return form(body);
  headers["Content-Type"] = "application/json";
  return json(body);
}

function hasFile(value: unknown): boolean {
  return isFile(value) || (Array.isArray(value) && value.some(isFile));
}

/** Files beside the other fields: a list of texts is a field that repeats, other lists and objects are JSON. */
function form(body: object): FormData {
  const found = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const several: unknown[] = Array.isArray(value) ? value : [value];
    if (value === undefined || value === null) continue;
    if (hasFile(value)) {
      for (const file of several as FileInput[]) {
        const [called, content] = readFile(file);
        found.append(name, content, called);
      }
    } else if (several.some(isStructure)) {
      found.append(name, json(value));
    } else {
      for (const one of several) found.append(name, text(one));
    }
  }
  return found;
}

function isStructure(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(",");
  return value instanceof Date ? value.toISOString() : String(checked(value));
}

/** JSON has no word for NaN, infinity and a time that is none, and would make null of them: another meaning. */
function json(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name: string, inner: unknown) {
    checked(this[name]);
    return inner;
  });
}

function checked(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} can't be sent.`);
  if (value instanceof Date && Number.isNaN(value.getTime())) throw new TypeError("An invalid Date can't be sent.");
  return value;
}
