/**
 * Hire people from a program: the client of an Agent Hiring Marketplace.
 *
 *     import { AgentHire } from "agent-hire";
 *
 *     const client = new AgentHire(); // AHM_API_KEY and AHM_BASE_URL of the environment
 *     const posted = await client.bounties.create({ title, description, price: 15, estimatedHours: 0.5 });
 *     const event = await client.waitFor(["application.submitted"], { bountyId: posted.bountyId, after: "start" });
 *
 * @module
 */
export type { CallOptions, Caller, Having, KeyedOptions, Raw, ReadOptions, Tried, WriteOptions } from "./calls.js";
export { AgentHire } from "./client.js";
export type { AgentHireOptions } from "./client.js";
export {
  AgentHireError,
  APIError,
  ApprovalNeeded,
  AuthenticationFailed,
  BadRequest,
  BadSignature,
  Conflict,
  ConnectionFailed,
  NotFound,
  PaymentRequired,
  PermissionDenied,
  RateLimited,
  ServiceFailed,
  WaitedInVain,
} from "./errors.js";
export type { Bytes, FileInput } from "./files.js";
export type * from "./namespaces.js";
export { Page, Pages } from "./pages.js";
export type * as types from "./schema.js";
export type { Fetch } from "./transport.js";
export { VERSION } from "./version.js";
export type { EventOf, EventType, Inbox, TailOptions, WaitOptions } from "./waiting.js";
export * as webhooks from "./webhooks.js";
