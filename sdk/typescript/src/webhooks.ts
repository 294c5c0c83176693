// Webhooks that come in: verify before you believe. WebCrypto, so that it runs in Node, Deno, Bun, browsers and workers.
import { BadSignature } from "./errors.js";
import type * as types from "./schema.js";

export const HEADER = "X-Service-Signature";

export interface VerifyOptions {
  /** How far the time of signing may be from now. 300 unless you say otherwise. */
  toleranceSeconds?: number | undefined;
  /** Unix seconds; the present moment unless you say otherwise. */
  now?: number | undefined;
}

/**
 * The event of a delivery. `body`: the raw bytes as they came, or their text; `signature`: the header X-Service-Signature;
 * `secret`: the whole of it, `whsec_` included. For a day after a rotation a delivery is signed by the old secret, too.
 *
 * Deduplicate on the event's `id`: it may come more than once.
 * @throws BadSignature
 */
export async function verify(
  body: Uint8Array | ArrayBuffer | string,
  signature: string | null | undefined,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<types.Event> {
  const parts = (signature ?? "").split(",").map((part) => part.trim().split(/=(.*)/s));
  const times = parts.flatMap(([name, value]) => (name === "t" ? [value ?? ""] : []));
  const signed = parts.flatMap(([name, value]) => (name === "v1" ? [value ?? ""] : []));
  const [time] = times;
  if (times.length !== 1 || !time || !/^\d+$/.test(time) || signed.length === 0) {
    throw new BadSignature(`${HEADER} is t=<unix>,v1=<hex>.`);
  }
  const raw = bytesOf(body);
  const [key, message] = [await keyOf(secret), messageOf(time, raw)];
  const fitting = await Promise.all(
    signed.map((hex) => /^[0-9a-f]{64}$/.test(hex) && crypto.subtle.verify("HMAC", key, fromHex(hex), message)),
  );
  if (!fitting.includes(true)) {
    throw new BadSignature("The service did not sign these bytes with this secret. Verify the body as it came, before parsing it.");
  }
  if (Math.abs(now - Number(time)) > toleranceSeconds) {
    throw new BadSignature(`It was signed more than ${toleranceSeconds} seconds from now: a repetition, or a clock is wrong.`);
  }
  return JSON.parse(new TextDecoder().decode(raw)) as types.Event;
}

/** The header for a body, as the service signs it: for the tests of your own receiver. */
export async function sign(
  body: Uint8Array | ArrayBuffer | string,
  secret: string,
  { now = Date.now() / 1000 }: Pick<VerifyOptions, "now"> = {},
): Promise<string> {
  const moment = String(Math.floor(now));
  const digest = await crypto.subtle.sign("HMAC", await keyOf(secret), messageOf(moment, bytesOf(body)));
  return `t=${moment},v1=${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytesOf(secret), hmac, false, ["sign", "verify"]);
}

function messageOf(time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const before = new TextEncoder().encode(`${time}.`);
  const message = new Uint8Array(before.length + body.length);
  message.set(before);
  message.set(body, before.length);
  return message;
}

function bytesOf(value: Uint8Array | ArrayBuffer | string): Uint8Array<ArrayBuffer> {
  if (typeof value === "string") return new TextEncoder().encode(value);
  return new Uint8Array(value); // a copy: nobody changes it while it is verified
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
