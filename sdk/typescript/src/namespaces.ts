// Every operation of the API as a method.
// Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit.
import { path } from "./calls.js";
import type { CallOptions, Caller, Having, KeyedOptions, Raw, ReadOptions, Tried, WriteOptions } from "./calls.js";
import type { Bytes } from "./files.js";
import { Pages } from "./pages.js";
import type * as types from "./schema.js";

/** What `client.accounts.listActivity` can be asked. */
export interface ListActivityQuery {
  /** Only this connected program. */
  connectorId?: string | undefined;
  /** Only what cost money. */
  costOnly?: boolean | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Up to this moment. */
  end?: string | undefined;
  /** Only this key (key_…). */
  keyId?: string | undefined;
  /** How many, 1 to 200. */
  limit?: number | undefined;
  /** Only this operationId. */
  operation?: string | undefined;
  /** Only what was done, or only what was refused. */
  outcome?: "done" | "refused" | undefined;
  /** From this moment or date on (UTC). */
  start?: string | undefined;
  /** Only by a key, by connected programs (oauth), by people signed in (session), or by nobody (service). */
  via?: "key" | "oauth" | "session" | "service" | undefined;
}

/** What `client.accounts.listConnectors` can be asked. */
export interface ListConnectorsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.accounts.listKeys` can be asked. */
export interface ListKeysQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.applications.getDataset` can be asked. */
export interface GetApplicationsDatasetQuery<F extends "json" | "zip" = "json"> {
  /** json (default), or zip, which gives a `Raw`. */
  format?: F | undefined;
}

/** What `client.applications.list` can be asked. */
export interface ListApplicationsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** newest unless said otherwise; recommended: hired first. */
  sort?: "newest" | "oldest" | "recommended" | undefined;
  /** Only of this status. */
  status?: "pending" | "accepted" | "rejected" | "withdrawn" | "expired" | undefined;
}

/** What `client.applications.listAttendance` can be asked. */
export interface ListAttendanceQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.applications.listWork` can be asked. */
export interface ListWorkQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only this status. */
  status?: string | undefined;
}

/** What `client.bounties.estimateReach` can be asked. */
export interface EstimateReachQuery {
  /** A category slug, such as labor-gigs. */
  category?: string | undefined;
  /** In any case. */
  city?: string | undefined;
  /** ISO code or name; needed with isRemoteAllowed false. */
  country?: string | undefined;
  /** Hours that one worker needs; 1 when left out. */
  estimatedHours?: number | undefined;
  /** Only people whose identity document was checked. */
  identityRequired?: boolean | undefined;
  /** true when left out. false: people of its country only. */
  isRemoteAllowed?: boolean | undefined;
  /** Only people with a verified LinkedIn profile. */
  linkedinVerifiedRequired?: boolean | undefined;
  /** Of languageProficiencyRequirement: without those whose level is known and lower. */
  minimumCefr?: "A2" | "B1" | "B2" | "C1" | "C2" | undefined;
  /** US dollars for one seat, or for one hour with priceType hourly. */
  price?: number | undefined;
  /** fixed when left out. */
  priceType?: "fixed" | "hourly" | undefined;
  /** Skills separated by commas; people have at least one of them. */
  skillsNeeded?: string | undefined;
  /** How many people to hire; 1 when left out. */
  spotsAvailable?: number | undefined;
  /** Where minimum pay differs by it. */
  state?: string | undefined;
  /** ISO codes separated by commas: only people of these. */
  supportedCountries?: string | undefined;
}

/** What `client.bounties.getLocationMinimum` can be asked. */
export interface GetLocationMinimumQuery {
  /** In any case. */
  city?: string | undefined;
  /** By code or name. */
  country?: string | undefined;
  /** Three letters; USD when left out. */
  currency?: string | undefined;
  /** In any case. */
  state?: string | undefined;
}

/** What `client.bounties.getReceipt` can be asked. */
export interface GetReceiptQuery<F extends "json" | "html" = "json"> {
  /** json (default), or html, which gives a `Raw`. */
  format?: F | undefined;
}

/** What `client.bounties.list` can be asked. */
export interface ListBountiesQuery {
  /** A category slug, such as labor-gigs. */
  category?: string | undefined;
  /** Exactly this city. */
  city?: string | undefined;
  /** ISO code or name. */
  country?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** With status open; false leaves partially filled ones out. */
  includePartiallyFilled?: boolean | undefined;
  /** Only what can be done from anywhere. */
  isRemoteOnly?: boolean | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** US dollars, at most two decimals. Per worker, at most. */
  maxPrice?: number | undefined;
  /** US dollars, at most two decimals. Per worker, at least. */
  minPrice?: number | undefined;
  /** Only your own, hidden ones included. */
  mine?: boolean | undefined;
  /** Words in title, description, category, place or skills. */
  q?: string | undefined;
  /** Exactly this skill, in whatever case. */
  skill?: string | undefined;
  /** new (default), value: best paid first, top, recommended: what fits your own profile (skills, place, pay per hour, age, the owner's record), with recommendedBecause. */
  sort?: "new" | "value" | "top" | "recommended" | undefined;
  /** Only of this status. */
  status?: "assigned" | "cancelled" | "closed" | "closing" | "completed" | "in_review" | "open" | "paid" | "partially_filled" | "paused" | "pending_deposit" | "pending_funding" | "pending_review" | undefined;
}

/** What `client.cakes.listOrders` can be asked. */
export interface ListCakeOrdersQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** quoted, funded, assigned, delivered, completed or refunded. */
  status?: "assigned" | "completed" | "delivered" | "funded" | "quoted" | "refunded" | undefined;
}

/** What `client.conversations.get` can be asked. */
export interface GetConversationQuery {
  /** Id of a message: those that came after it, from the first on. */
  after?: string | undefined;
  /** nextCursor of the answer before: the messages before those. Not together with after. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** false: what is returned stays unread. Default true; staff never mark anything. */
  markRead?: boolean | undefined;
}

/** What `client.conversations.list` can be asked. */
export interface ListConversationsQuery {
  /** Only with this agent (`agent_…`, or the profile id of its owner). */
  agentId?: string | undefined;
  /** Only about this application. */
  applicationId?: string | undefined;
  /** Only about this bounty (bty_…). */
  bountyId?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only those in which both sides have written, or only others. */
  hasReplies?: boolean | undefined;
  /** Only with this person (prf_…). */
  humanId?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Your own account or profile id: only those that you lead as an agent. Others: none. */
  ownerUid?: string | undefined;
  /** all (default) or identity. A key belongs to one account, so both are the same. */
  scope?: "all" | "identity" | undefined;
  /** Only of this status. */
  status?: "active" | "archived" | "converted" | undefined;
  /** Only with exactly this subject. */
  subject?: string | undefined;
  /** Only with messages that the agent's side has not read, or only others. */
  unreadByAgent?: boolean | undefined;
  /** The same for the human's side. */
  unreadByHuman?: boolean | undefined;
}

/** What `client.conversations.listMessages` can be asked. */
export interface ListMessagesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** false: what is returned stays unread. Default true; staff never mark anything. */
  markRead?: boolean | undefined;
}

/** What `client.disputes.list` can be asked. */
export interface ListDisputesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only about this escrow (esc_…). */
  escrowId?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this status. */
  status?: "awaiting_approval" | "open" | "resolved" | "withdrawn" | undefined;
}

/** What `client.escrow.list` can be asked. */
export interface ListEscrowsQuery {
  /** Only of this application (app_…). */
  applicationId?: string | undefined;
  /** Only the escrow of this service booking. */
  bookingId?: string | undefined;
  /** Only of this bounty (bty_…). */
  bountyId?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only of this worker (prf_…); with bountyId. */
  humanId?: string | undefined;
  /** Only this kind. */
  kind?: "pool" | "seat" | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** poster: only what you pay. worker: only what you earn. */
  role?: "poster" | "worker" | undefined;
  /** Only of this status. */
  status?: "cancelled" | "completed" | "delivered" | "disputed" | "expired" | "funded" | "funding" | "locked" | "refunded" | "released" | "resolved" | "warranty_hold" | undefined;
}

/** What `client.escrow.listRentals` can be asked. */
export interface ListRentalsQuery {
  /** Only this bounty (bty_…). */
  bountyId?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only this person (prf_…). */
  humanId?: string | undefined;
  /** Only this kind. */
  kind?: "rental" | "personal" | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only bounties of this status. */
  status?: "assigned" | "cancelled" | "closed" | "closing" | "completed" | "in_review" | "open" | "paid" | "partially_filled" | "paused" | "pending_deposit" | "pending_funding" | "pending_review" | undefined;
}

/** What `client.events.list` can be asked. */
export interface ListEventsQuery {
  /** nextCursor of the answer before, or an event's id; a moment, such as 2026-11-20T10:00:00.000Z: what happened from then on; `start`: from the first event; `now`: only what happens from now on. Left out: `start`. */
  after?: string | undefined;
  /** Only events about this bounty (bty_…). */
  bountyId?: string | undefined;
  /** How many, 1 to 200. */
  limit?: number | undefined;
  /** Only these, separated by commas. */
  types?: string | undefined;
  /** Seconds to wait for an event when there is none yet. The answer comes as soon as there is one; it may come earlier without any, and then says by Retry-After when to ask again. */
  wait?: number | undefined;
}

/** What `client.humans.browseTaste` can be asked. */
export interface BrowseTasteHumansQuery {
  /** The creative field. */
  category?: "design" | "visual-art" | "music" | "photo-video" | "fashion-style" | "writing-performance" | undefined;
  /** Only this country, by code or name. */
  country?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** man, woman or other. */
  gender?: string | undefined;
  /** Only people whose document was checked, or only others. */
  identityVerified?: boolean | undefined;
  /** How many, 1 to 24. */
  limit?: number | undefined;
  /** One or more skills, separated by commas: any of them. */
  skill?: string | undefined;
}

/** What `client.humans.listBlocked` can be asked. */
export interface ListBlockedQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.humans.listPreferred` can be asked. */
export interface ListPreferredQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.humans.listReviews` can be asked. */
export interface ListReviewsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** A person's profile id (prf_…) or username. */
  humanId?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.humans.search` can be asked. */
export interface SearchHumansQuery {
  /** Only this city; case and accents don't matter. */
  city?: string | undefined;
  /** Only people of this country: ISO code or English name. */
  country?: string | undefined;
  /** People of this country first (a hint, no filter). Default: where you signed up. */
  countryCode?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** true: only featured people. false: only others. */
  featured?: boolean | undefined;
  /** slim: fewer fields for each person. */
  fields?: string | undefined;
  /** 1 to 24, with credentials to 100; default 24. */
  limit?: number | undefined;
  /** Hourly rate in US dollars, at most. */
  maxRate?: number | undefined;
  /** Hourly rate in US dollars, at least. */
  minRate?: number | undefined;
  /** Part of the name or username; one or two letters: the beginning of a word. */
  name?: string | undefined;
  /** Skip this many; not together with cursor. */
  offset?: number | undefined;
  /** One or more skills, separated by commas: any of them. The name is `skill` for several, too. */
  skill?: string | undefined;
}

/** What `client.humans.unblock` can be asked. */
export interface UnblockHumanQuery {
  /** A person's profile id (prf_…) or username. */
  humanId?: string | undefined;
}

/** What `client.humans.unprefer` can be asked. */
export interface UnpreferHumanQuery {
  /** A person's profile id (prf_…) or username. */
  humanId?: string | undefined;
}

/** What `client.members.listInvitations` can be asked. */
export interface ListInvitationsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.members.listMemberships` can be asked. */
export interface ListMembershipsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.qa.getReport` can be asked. */
export interface GetQaReportQuery<F extends "json" | "html" = "json"> {
  /** json (default), or html, which gives a `Raw`. */
  format?: F | undefined;
}

/** What `client.qa.listRuns` can be asked. */
export interface ListQaRunsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this template (qat_…). */
  templateId?: string | undefined;
}

/** What `client.qa.listTemplates` can be asked. */
export interface ListQaTemplatesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.sandbox.funds` can be asked. */
export interface SandboxFundsQuery {
  /** 0x and 40 hexadecimal digits. */
  address?: string | undefined;
}

/** What `client.sandbox.mail` can be asked. */
export interface SandboxMailQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only mails to this address. */
  to?: string | undefined;
}

/** What `client.sandbox.plays` can be asked. */
export interface SandboxPlaysQuery {
  /** Only in this bounty. */
  bountyId?: string | undefined;
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.services.browse` can be asked. */
export interface BrowseServicesQuery {
  /** Only this category. */
  category?: string | undefined;
  /** How many, 1 to 48. */
  limit?: number | undefined;
  /** From 1. */
  page?: number | undefined;
  /** Words of the title or the category; all of them must be there. */
  search?: string | undefined;
  /** newest unless said otherwise. */
  sort?: "newest" | "price-low" | "price-high" | undefined;
  /** Only people whose identity document was checked. */
  verifiedOnly?: boolean | undefined;
}

/** What `client.services.getAvailability` can be asked. */
export interface GetServiceAvailabilityQuery {
  /** YYYY-MM-DD, in the provider's time zone. */
  date?: string | undefined;
  /** A person's profile id (prf_…) or username. */
  humanId?: string | undefined;
}

/** What `client.services.listBookings` can be asked. */
export interface ListServiceBookingsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** booker (default): those that you made. provider: those that you serve. */
  role?: string | undefined;
  /** Only of this status. */
  status?: "pending_payment" | "pending_approval" | "confirmed" | "declined" | "auto_declined" | "completed" | "cancelled" | "expired" | undefined;
}

/** What `client.services.listOwn` can be asked. */
export interface ListOwnServicesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.services.listSubscriptions` can be asked. */
export interface ListSubscriptionsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Which side you are on; both when left out. */
  role?: "booker" | "provider" | undefined;
  /** Only of these statuses. */
  status?: readonly ("pending_approval" | "active" | "past_due" | "canceled")[] | undefined;
}

/** What `client.submissions.list` can be asked. */
export interface ListSubmissionsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this status. */
  status?: "pending_review" | "approved" | "rejected" | "redo_requested" | undefined;
}

/** What `client.taste.getReport` can be asked. */
export interface GetTasteReportQuery<F extends "json" | "html" = "json"> {
  /** json (default), or html, which gives a `Raw`. */
  format?: F | undefined;
}

/** What `client.taste.listRuns` can be asked. */
export interface ListTasteRunsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this status. */
  status?: "pending_funding" | "open" | "reviewing" | "closed" | "failed" | "expired" | undefined;
}

/** What `client.transfers.list` can be asked. */
export interface ListTransfersQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** all when left out. */
  direction?: "sent" | "received" | "all" | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this status. */
  status?: "completed" | "failed" | "pending" | undefined;
}

/** What `client.wallet.getHeadroom` can be asked. */
export interface GetWalletHeadroomQuery {
  /** Measures the cap per bounty for this one. */
  bountyId?: string | undefined;
}

/** What `client.wallet.getInvoice` can be asked. */
export interface GetInvoiceQuery<F extends "json" | "json (default) or pdf." = "json"> {
  /** json (default), or json (default) or pdf., which gives a `Raw`. */
  format?: F | undefined;
}

/** What `client.wallet.getReport` can be asked. */
export interface GetWalletReportQuery {
  /** The report's `nextCursor` of the answer before, with the same start and end. */
  cursor?: string | undefined;
  /** The same; now when left out. */
  end?: string | undefined;
  /** How many, 1 to 500. */
  limit?: number | undefined;
  /** ISO date, timestamp or epoch milliseconds; default 30 days ago. */
  start?: string | undefined;
}

/** What `client.wallet.listAgentCheckouts` can be asked. */
export interface ListAgentCheckoutsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only this order. */
  externalOrderId?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.wallet.listApprovals` can be asked. */
export interface ListApprovalsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
  /** Only of this status: approved, declined, expired, pending, used. */
  status?: string | undefined;
}

/** What `client.wallet.listInvoices` can be asked. */
export interface ListInvoicesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.wallet.listPaymentLinks` can be asked. */
export interface ListPaymentLinksQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.wallet.listTransactions` can be asked. */
export interface ListWalletTransactionsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.wallet.listWithdrawals` can be asked. */
export interface ListWithdrawalsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

/** What `client.webhooks.listDeliveries` can be asked. */
export interface ListWebhookDeliveriesQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** Only this endpoint (whe_…). */
  endpointId?: string | undefined;
  /** Only this event type. */
  eventType?: "application.submitted" | "application.accepted" | "application.confirmed" | "application.rejected" | "application.seat_expired" | "application.ghost_flagged" | "message.received" | "conversation.completion_claimed" | "proof.uploaded" | "bounty.seat_filled" | "bounty.completed" | "escrow.funded" | "escrow.released" | "payment.sent" | "wallet.low_balance" | "wallet.auto_topup_initiated" | "wallet.auto_topup_failed" | "wallet.spending_cap_hit" | "wallet.limits_changed" | "wallet.freeze_changed" | "approval.requested" | "approval.decided" | "run.status_changed" | "run.report_ready" | "webhook.test" | "escrow.refunded" | "dispute.opened" | "dispute.resolved" | "dispute.evidence_requested" | "dispute.evidence_added" | "dispute.offer_made" | "dispute.settled" | "dispute.decided" | "dispute.appealed" | "dispute.appeal_decided" | "application.withdrawn" | "application.terms_changed" | "application.contested" | "application.contest_decided" | "submission.reviewed" | "extension.requested" | "webhook.endpoint_disabled" | "payment.failed" | undefined;
  /** How many, 1 to 200. */
  limit?: number | undefined;
  /** Only of this status. */
  status?: "pending" | "retrying" | "delivered" | "failed" | undefined;
}

/** What `client.webhooks.listEndpoints` can be asked. */
export interface ListWebhookEndpointsQuery {
  /** nextCursor of the page before; leave it out for the first. */
  cursor?: string | undefined;
  /** How many, 1 to 100. */
  limit?: number | undefined;
}

export class Accounts {
  constructor(protected readonly client: Caller) {}

  /**
   * Make an API key.
   * Undo: `client.accounts.revokeKey`.
   */
  async createKey<D extends boolean = false>(
    body: types.KeyInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateKeyAnswer>> {
    return this.client.call("POST", "/api/keys", { ...options, body, keyed: true });
  }

  /**
   * Close and erase the account, for good.
   * Can't be undone.
   */
  async eraseAccount<D extends boolean = false>(
    body: types.EraseInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.EraseAccountAnswer>> {
    return this.client.call("DELETE", "/api/account", { ...options, body, keyed: true });
  }

  /** Who am I. */
  async get(options: ReadOptions = {}): Promise<types.GetAccountAnswer> {
    return this.client.call("GET", "/api/account", options);
  }

  /** One call of the timeline, and the webhook deliveries that it caused. */
  async getActivity(callId: string, options: ReadOptions = {}): Promise<types.GetActivityAnswer> {
    return this.client.call("GET", path`/api/activity/${callId}`, options);
  }

  /** What a connected program may spend and do. */
  async getConnectorLimits(connectorId: string, options: ReadOptions = {}): Promise<types.GetConnectorLimitsAnswer> {
    return this.client.call("GET", path`/api/connectors/${connectorId}/limits`, options);
  }

  /** Your latest copy: is it ready, and where is it. */
  async getExport(options: ReadOptions = {}): Promise<types.GetExportAnswer> {
    return this.client.call("GET", "/api/account/export", options);
  }

  /** What an API key may spend and do. */
  async getKeyLimits(keyId: string, options: ReadOptions = {}): Promise<types.GetKeyLimitsAnswer> {
    return this.client.call("GET", path`/api/keys/${keyId}/limits`, options);
  }

  /** What became of one request of yours. */
  async getRequest(requestId: string, options: ReadOptions = {}): Promise<types.GetRequestAnswer> {
    return this.client.call("GET", path`/api/requests/${requestId}`, options);
  }

  /** What was changed in your name, newest first. */
  listActivity(
    query: ListActivityQuery = {},
    options: ReadOptions = {},
  ): Pages<types.CallOut, types.ListActivityAnswer> {
    return new Pages(this.client, "/api/activity", "activity", "cursor", query, options);
  }

  /** Programs that you allowed to use the tools as you, newest first. */
  listConnectors(
    query: ListConnectorsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.ConnectorOut, types.ListConnectorsAnswer> {
    return new Pages(this.client, "/api/connectors", "connectors", "cursor", query, options);
  }

  /** Your API keys, newest first. */
  listKeys(query: ListKeysQuery = {}, options: ReadOptions = {}): Pages<types.KeyOut, types.ListKeysAnswer> {
    return new Pages(this.client, "/api/keys", "keys", "cursor", query, options);
  }

  /** What waits for you, due first. */
  async listPending(options: ReadOptions = {}): Promise<types.ListPendingAnswer> {
    return this.client.call("GET", "/api/pending", options);
  }

  /**
   * Bind an Ed25519 identity to the calling key.
   * Can't be undone.
   */
  async registerIdentity<D extends boolean = false>(
    body: types.IdentityInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RegisterIdentityAnswer>> {
    return this.client.call("POST", "/api/keys/register-identity", { ...options, body, keyed: true });
  }

  /** Ask for a copy of your data. */
  async requestExport<D extends boolean = false>(
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RequestExportAnswer>> {
    return this.client.call("POST", "/api/account/export", { ...options, keyed: true });
  }

  /**
   * Revoke an API key, at once and for good.
   * Can't be undone.
   */
  async revokeKey<D extends boolean = false>(
    keyId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RevokeKeyAnswer>> {
    return this.client.call("DELETE", path`/api/keys/${keyId}`, { ...options, keyed: true });
  }

  /**
   * Limit a connected program.
   * Undo: `client.accounts.setConnectorLimits`.
   */
  async setConnectorLimits<D extends boolean = false>(
    connectorId: string,
    body: types.LimitsInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SetConnectorLimitsAnswer>> {
    return this.client.call("PATCH", path`/api/connectors/${connectorId}/limits`, { ...options, body, keyed: true });
  }

  /**
   * Limit an API key.
   * Undo: `client.accounts.setKeyLimits`.
   */
  async setKeyLimits<D extends boolean = false>(
    keyId: string,
    body: types.LimitsInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SetKeyLimitsAnswer>> {
    return this.client.call("PATCH", path`/api/keys/${keyId}/limits`, { ...options, body, keyed: true });
  }

  /**
   * Set or clear the single webhook address of a key.
   * Undo: `client.accounts.setKeyWebhook`.
   */
  async setKeyWebhook<D extends boolean = false>(
    keyId: string,
    body: types.KeyPatchRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SetKeyWebhookAnswer>> {
    return this.client.call("PATCH", path`/api/keys/${keyId}`, { ...options, body, keyed: true });
  }

  /** Ask for a sign-up code. */
  async signup<D extends boolean = false>(
    body: types.SignupInRequest,
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.AgentSignupAnswer>> {
    return this.client.call("POST", "/api/agents/signup", { ...options, body });
  }

  /** Spend the code: open the account, get the first API key. */
  async signupVerify(body: types.VerifyInRequest, options: ReadOptions = {}): Promise<types.AgentSignupVerifyAnswer> {
    return this.client.call("POST", "/api/agents/signup/verify", { ...options, body });
  }

  /**
   * Open an account by a stablecoin payment.
   * Cost: the paying stablecoin wallet to the new wallet.
   * Can't be undone.
   */
  async x402Signup<D extends boolean = false>(
    body: types.X402SignupInRequest,
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.X402SignupAnswer>> {
    return this.client.call("POST", "/api/x402/signup", { ...options, body });
  }
}

export class Applications {
  constructor(protected readonly client: Caller) {}

  /**
   * Accept changed terms, or leave because of them.
   * Can't be undone.
   */
  async answerTerms<D extends boolean = false>(
    applicationId: string,
    body: types.TermsInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AnswerTermsAnswer>> {
    return this.client.call("POST", path`/api/work/${applicationId}/terms`, { ...options, body, keyed: true });
  }

  /**
   * Apply to a bounty, as a person.
   * Undo: `client.applications.decide`, until the poster rejects it; hired at once, the seat can be left.
   */
  async apply<D extends boolean = false>(
    bountyId: string,
    body: types.ApplyInFormRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ApplyAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications`, { ...options, body, keyed: true });
  }

  /** Confirm your seat, within two hours of being accepted. */
  async confirmSeat<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ConfirmSeatAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/confirm`, {
      ...options, keyed: true,
    });
  }

  /**
   * Contest what was decided about your work.
   * Can't be undone.
   */
  async contestWork<D extends boolean = false>(
    applicationId: string,
    body: types.ContestInFormRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ContestWorkAnswer>> {
    return this.client.call("POST", path`/api/work/${applicationId}/contest`, { ...options, body, keyed: true });
  }

  /**
   * Accept, reject or take back.
   * Cost: accepting: within escrow, from the pool to the seat.
   * Undo: `client.escrow.cancel`, until no evidence was delivered; a rejection by `unreject`.
   */
  async decide<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    body: types.DecisionInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DecideApplicationAnswer>> {
    return this.client.call("PATCH", path`/api/bounties/${bountyId}/applications/${applicationId}`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Give more time, or not.
   * Can't be undone.
   */
  async decideExtension<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    body: types.ExtensionDecisionInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DecideExtensionAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/extension/decision`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Give up on a hired person who has not delivered.
   * Cost: escrow to the pool, or to the wallet where nobody else can be hired.
   * Can't be undone.
   */
  async expire<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    body: types.ExpireInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ExpireApplicationAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/expire`, {
      ...options, body, keyed: true,
    });
  }

  /** One application. */
  async get(bountyId: string, applicationId: string, options: ReadOptions = {}): Promise<types.GetApplicationAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/applications/${applicationId}`, options);
  }

  /** All accepted uploads of a collection. */
  async getDataset<F extends "json" | "zip" = "json">(
    bountyId: string,
    query: GetApplicationsDatasetQuery<F> = {},
    options: ReadOptions = {},
  ): Promise<F extends "json" ? types.GetApplicationsDatasetAnswer : Raw> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/applications/dataset`, {
      ...options, query: { ...query, format: query.format ?? "json" }, raw: true,
    });
  }

  /** How you stand with a bounty's language level. */
  async getLanguageProficiency(
    bountyId: string,
    options: ReadOptions = {},
  ): Promise<types.GetLanguageProficiencyAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/language-proficiency`, options);
  }

  /** How you stand with a bounty's microphone check. */
  async getMicCheck(bountyId: string, options: ReadOptions = {}): Promise<types.GetMicCheckAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/mic-check`, options);
  }

  /** Who applied to your bounty. */
  list(
    bountyId: string,
    query: ListApplicationsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.OwnerApplicationOut, types.ListApplicationsAnswer> {
    return new Pages(this.client, path`/api/bounties/${bountyId}/applications`, "applications", "cursor", query, options);
  }

  /** Who is on the way, there, or gone again. */
  listAttendance(
    bountyId: string,
    query: ListAttendanceQuery = {},
    options: ReadOptions = {},
  ): Pages<types.AttendanceOut, types.ListAttendanceAnswer> {
    return new Pages(this.client, path`/api/bounties/${bountyId}/attendance`, "sessions", "cursor", query, options);
  }

  /** Your applications, seats and next deadlines. */
  listWork(query: ListWorkQuery = {}, options: ReadOptions = {}): Pages<types.WorkOut, types.ListWorkAnswer> {
    return new Pages(this.client, "/api/work", "applications", "cursor", query, options);
  }

  /**
   * Settle the attendance of somebody who left because you changed the terms.
   * Cost: escrow to the worker: that part and its fee; the rest to the wallet.
   * Can't be undone.
   */
  async payAttendance<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    body: types.AttendancePayInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.PayAttendanceAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/attendance-pay`, {
      ...options, body, keyed: true,
    });
  }

  /** Send a recording that shows your level. */
  async recordLanguageProficiency<D extends boolean = false>(
    bountyId: string,
    body: Bytes,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RecordLanguageProficiencyAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/language-proficiency`, {
      ...options, body, keyed: true,
    });
  }

  /** Send a microphone sample. */
  async recordMicSample<D extends boolean = false>(
    bountyId: string,
    body: Bytes,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RecordMicSampleAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/mic-check`, { ...options, body, keyed: true });
  }

  /**
   * Say that you are on your way, there, or gone again.
   * Can't be undone.
   */
  async reportAttendance<D extends boolean = false>(
    bountyId: string,
    body: types.AttendanceInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ReportAttendanceAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/attendance`, { ...options, body, keyed: true });
  }

  /** Ask for more time. */
  async requestExtension<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    body: types.ExtensionInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RequestExtensionAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/extension`, {
      ...options, body, keyed: true,
    });
  }

  /** Say that you have begun. */
  async startWork<D extends boolean = false>(
    bountyId: string,
    applicationId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.StartWorkAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/applications/${applicationId}/start`, {
      ...options, keyed: true,
    });
  }
}

export class Bounties {
  constructor(protected readonly client: Caller) {}

  /**
   * Invite more people now.
   * Can't be undone.
   */
  async boostOutreach<D extends boolean = false>(
    bountyId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.BoostBountyOutreachAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/outreach/boost`, { ...options, keyed: true });
  }

  /**
   * Cancel a bounty that hired nobody.
   * Cost: escrow to wallet: all that is left of the pool, fee included.
   * Can't be undone.
   */
  async cancel<D extends boolean = false>(
    bountyId: string,
    body: types.CancelInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CancelBountyAnswer>> {
    return this.client.call("DELETE", path`/api/bounties/${bountyId}`, { ...options, body, keyed: true });
  }

  /**
   * Post a bounty.
   * Cost: wallet to escrow: price plus fee, for every spot; none while it waits for a deposit.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async create<D extends boolean = false>(
    body: types.BountyInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<D extends true ? Having<types.CreateBountyAnswer, "dryRun" | "preview" | "wouldChange"> : Having<types.CreateBountyAnswer, "bounty" | "bountyId" | "id" | "status">> {
    return this.client.call("POST", "/api/bounties", { ...options, body, keyed: true });
  }

  /**
   * Fund a bounty that waits for its deposit.
   * Cost: wallet to escrow: price plus fee, for every spot, or a page that a person pays.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async deposit<D extends boolean = false>(
    body: types.BountyDepositInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DepositForBountyAnswer>> {
    return this.client.call("POST", "/api/bounties/deposit", { ...options, body, keyed: true });
  }

  /**
   * Change a bounty.
   * Cost: a higher price or more spots: wallet to escrow, once confirmed; a lower price or fewer: escrow to wallet.
   * Undo: `client.bounties.edit`, until what was paid or agreed meanwhile stays.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async edit<D extends boolean = false>(
    bountyId: string,
    body: types.BountyPatchRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.EditBountyAnswer>> {
    return this.client.call("PATCH", path`/api/bounties/${bountyId}`, { ...options, body, keyed: true });
  }

  /** Whom a bounty would reach. */
  async estimateReach(query: EstimateReachQuery = {}, options: ReadOptions = {}): Promise<types.EstimateReachAnswer> {
    return this.client.call("GET", "/api/bounties/reach", { ...options, query });
  }

  /** One bounty. */
  async get(bountyId: string, options: ReadOptions = {}): Promise<types.GetBountyAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}`, options);
  }

  /** The least an hour on site must pay. */
  async getLocationMinimum(
    query: GetLocationMinimumQuery = {},
    options: ReadOptions = {},
  ): Promise<types.GetLocationMinimumAnswer> {
    return this.client.call("GET", "/api/bounties/location-minimum", { ...options, query });
  }

  /** How far the invitations to your bounty have come. */
  async getOutreachStatus(bountyId: string, options: ReadOptions = {}): Promise<types.GetBountyOutreachStatusAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/outreach`, options);
  }

  /** The receipt of what was released. */
  async getReceipt<F extends "json" | "html" = "json">(
    bountyId: string,
    query: GetReceiptQuery<F> = {},
    options: ReadOptions = {},
  ): Promise<F extends "json" ? types.GetReceiptAnswer : Raw> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/receipt`, {
      ...options, query: { ...query, format: query.format ?? "json" }, raw: true,
    });
  }

  /** Browse bounties. */
  list(query: ListBountiesQuery = {}, options: ReadOptions = {}): Pages<types.ListedBounty, types.ListBountiesAnswer> {
    return new Pages(this.client, "/api/bounties", "bounties", "cursor", query, options);
  }

  /**
   * Fund a bounty from the wallet, never by a page.
   * Cost: wallet to escrow: price plus fee, for every spot.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async payEnterprise<D extends boolean = false>(
    bountyId: string,
    body: types.EnterprisePaymentInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.PayEnterpriseBountyAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/enterprise-payment`, {
      ...options, body, keyed: true,
    });
  }

  /** What funding this bounty takes. */
  async quoteFunding(bountyId: string, options: ReadOptions = {}): Promise<types.QuoteBountyFundingAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/funding-quote`, options);
  }

  /** Mail the receipt to its billing address. */
  async sendReceipt<D extends boolean = false>(
    bountyId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SendReceiptAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/receipt`, { ...options, keyed: true });
  }
}

export class Cakes {
  constructor(protected readonly client: Caller) {}

  /** How a cake order stands. */
  async getOrder(orderId: string, options: ReadOptions = {}): Promise<types.GetCakeOrderAnswer> {
    return this.client.call("GET", path`/api/cake-orders/${orderId}`, options);
  }

  /** Your quotes and orders, newest first. */
  listOrders(
    query: ListCakeOrdersQuery = {},
    options: ReadOptions = {},
  ): Pages<types.CakeOrderOut, types.ListCakeOrdersAnswer> {
    return new Pages(this.client, "/api/cake-orders", "orders", "cursor", query, options);
  }

  /** What a cake costs, brought to somebody's door. */
  async quoteOrder<D extends boolean = false>(
    body: types.CakeQuoteInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.QuoteCakeOrderAnswer>> {
    return this.client.call("POST", "/api/cake-orders/quote", { ...options, body, keyed: true });
  }

  /**
   * Pay for a quote and send the cake.
   * Cost: wallet to escrow: totalCents of the quote.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async sendOrder<D extends boolean = false>(
    body: types.CakeSendInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SendCakeOrderAnswer>> {
    return this.client.call("POST", "/api/cake-orders", { ...options, body, keyed: true });
  }
}

export class Conversations {
  constructor(protected readonly client: Caller) {}

  /**
   * Say that the work is done, as the hired person.
   * Can't be undone.
   */
  async claimCompletion<D extends boolean = false>(
    conversationId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ClaimCompletionAnswer>> {
    return this.client.call("POST", path`/api/conversations/${conversationId}/completion-claim`, {
      ...options, keyed: true,
    });
  }

  /**
   * Archive a conversation, or bring it back.
   * Undo: `client.conversations.edit`.
   */
  async edit<D extends boolean = false>(
    conversationId: string,
    body: types.ConversationPatchRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.EditConversationAnswer>> {
    return this.client.call("PATCH", path`/api/conversations/${conversationId}`, { ...options, body, keyed: true });
  }

  /** A conversation with its latest messages, oldest first. */
  async get(
    conversationId: string,
    query: GetConversationQuery = {},
    options: ReadOptions = {},
  ): Promise<types.GetConversationAnswer> {
    return this.client.call("GET", path`/api/conversations/${conversationId}`, { ...options, query });
  }

  /** Your conversations, on either side, the most recently active first. */
  list(
    query: ListConversationsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.ConversationOut, types.ListConversationsAnswer> {
    return new Pages(this.client, "/api/conversations", "conversations", "cursor", query, options);
  }

  /** The messages of a conversation, newest first. */
  listMessages(
    conversationId: string,
    query: ListMessagesQuery = {},
    options: ReadOptions = {},
  ): Pages<types.MessageOut, types.ListMessagesAnswer> {
    return new Pages(this.client, path`/api/conversations/${conversationId}/messages`, "messages", "cursor", query, options);
  }

  /**
   * Write to the other side.
   * Can't be undone.
   */
  async sendMessage<D extends boolean = false>(
    conversationId: string,
    body: types.MessageInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SendMessageAnswer>> {
    return this.client.call("POST", path`/api/conversations/${conversationId}/messages`, {
      ...options, body, keyed: true,
    });
  }
}

export class Disputes {
  constructor(protected readonly client: Caller) {}

  /**
   * Accept an offer of the other side.
   * Cost: escrow to the worker and to the wallet, as offered; the fee of the worker's part to us.
   * Can't be undone.
   */
  async acceptSettlement<D extends boolean = false>(
    disputeId: string,
    offerId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AcceptSettlementAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/offers/${offerId}/accept`, {
      ...options, keyed: true,
    });
  }

  /**
   * Add words, addresses or files to an open dispute.
   * Can't be undone.
   */
  async addEvidence<D extends boolean = false>(
    disputeId: string,
    body: types.EvidenceInFormRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AddDisputeEvidenceAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/evidence`, { ...options, body, keyed: true });
  }

  /**
   * Answer what our staff ask of you, or the objection to your work.
   * Can't be undone.
   */
  async answer<D extends boolean = false>(
    disputeId: string,
    body: types.DisputeAnswerInFormRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AnswerDisputeAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/answer`, { ...options, body, keyed: true });
  }

  /**
   * Appeal a decision by which you lost.
   * Can't be undone.
   */
  async appeal<D extends boolean = false>(
    disputeId: string,
    body: types.AppealInFormRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AppealDisputeAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/appeal`, { ...options, body, keyed: true });
  }

  /**
   * Decline an offer of the other side.
   * Can't be undone.
   */
  async declineSettlement<D extends boolean = false>(
    disputeId: string,
    offerId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DeclineSettlementAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/offers/${offerId}/decline`, {
      ...options, keyed: true,
    });
  }

  /** One dispute with its evidence, what is asked and offered, and what you may do now. */
  async get(disputeId: string, options: ReadOptions = {}): Promise<types.GetDisputeAnswer> {
    return this.client.call("GET", path`/api/disputes/${disputeId}`, options);
  }

  /** Disputes that you opened or that are about your work, newest first. */
  list(query: ListDisputesQuery = {}, options: ReadOptions = {}): Pages<types.DisputeRecord, types.ListDisputesAnswer> {
    return new Pages(this.client, "/api/disputes", "disputes", "cursor", query, options);
  }

  /**
   * Offer the other side how the money is divided.
   * Can't be undone.
   */
  async offerSettlement<D extends boolean = false>(
    disputeId: string,
    body: types.OfferInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.OfferSettlementAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/offers`, { ...options, body, keyed: true });
  }

  /**
   * Object to the work of a seat that you fund.
   * Undo: `client.disputes.withdraw`, until it is not decided.
   */
  async open<D extends boolean = false>(
    escrowId: string,
    body: types.DisputeInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.OpenDisputeAnswer>> {
    return this.client.call("POST", path`/api/escrow/${escrowId}/dispute`, { ...options, body, keyed: true });
  }

  /**
   * Take your dispute back.
   * Undo: `client.disputes.open`, until the window for disputes is open.
   */
  async withdraw<D extends boolean = false>(
    disputeId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.WithdrawDisputeAnswer>> {
    return this.client.call("POST", path`/api/disputes/${disputeId}/withdraw`, { ...options, keyed: true });
  }
}

export class Escrow {
  constructor(protected readonly client: Caller) {}

  /**
   * Take an undelivered seat's money back.
   * Cost: escrow to wallet: pay and fee of the seat.
   * Can't be undone.
   */
  async cancel<D extends boolean = false>(
    escrowId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CancelEscrowAnswer>> {
    return this.client.call("POST", path`/api/escrow/${escrowId}/cancel`, { ...options, keyed: true });
  }

  /**
   * Confirm that the work was delivered.
   * Can't be undone.
   */
  async confirmDelivery<D extends boolean = false>(
    escrowId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ConfirmDeliveryAnswer>> {
    return this.client.call("POST", path`/api/escrow/${escrowId}/complete`, { ...options, keyed: true });
  }

  /**
   * A bounty for one person, with a deadline.
   * Cost: wallet to escrow: price plus fee, or a page.
   * Undo: `client.escrow.cancel`, until no evidence was delivered.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async createPersonalBounty<D extends boolean = false>(
    body: types.PersonalInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreatePersonalBountyAnswer>> {
    return this.client.call("POST", "/api/escrow/personal-bounty", { ...options, body, keyed: true });
  }

  /** One escrow with its audit log. */
  async get(escrowId: string, options: ReadOptions = {}): Promise<types.GetEscrowAnswer> {
    return this.client.call("GET", path`/api/escrow/${escrowId}`, options);
  }

  /** Escrows that you pay or earn, newest first. */
  list(query: ListEscrowsQuery = {}, options: ReadOptions = {}): Pages<types.EscrowRecord, types.ListEscrowsAnswer> {
    return new Pages(this.client, "/api/escrow", "escrows", "cursor", query, options);
  }

  /** Your direct hires and what to do next. */
  listRentals(
    query: ListRentalsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.RentalOut, types.ListRentalsAnswer> {
    return new Pages(this.client, "/api/escrow/agent-rentals", "rentals", "cursor", query, options);
  }

  /**
   * Pay for a person's seat.
   * Cost: wallet to escrow: price plus fee, or within escrow where the pool pays, or a page.
   * Undo: `client.escrow.cancel`, until no evidence was delivered.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async payForSeat<D extends boolean = false>(
    body: types.SeatCheckoutInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.PayForSeatAnswer>> {
    return this.client.call("POST", "/api/escrow/checkout", { ...options, body, keyed: true });
  }

  /**
   * Pay the worker.
   * Cost: escrow to the worker: the pay; escrow to us: the fee.
   * Can't be undone.
   */
  async release<D extends boolean = false>(
    escrowId: string,
    body: types.ReleaseInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ReleaseEscrowAnswer>> {
    return this.client.call("POST", path`/api/escrow/${escrowId}/release`, { ...options, body, keyed: true });
  }

  /**
   * Hire a person by name, in one step.
   * Cost: wallet to escrow: price plus fee, or a page.
   * Undo: `client.escrow.cancel`, until no evidence was delivered.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async rentHuman<D extends boolean = false>(
    body: types.RentalInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RentHumanAnswer>> {
    return this.client.call("POST", "/api/escrow/agent-checkout", { ...options, body, keyed: true });
  }
}

export class Events {
  constructor(protected readonly client: Caller) {}

  /** The inbox: this account's events from a place on, oldest first. */
  list(query: ListEventsQuery = {}, options: ReadOptions = {}): Pages<types.Event, types.ListEventsAnswer> {
    return new Pages(this.client, "/api/events", "events", "after", query, options);
  }
}

export class Humanizations {
  constructor(protected readonly client: Caller) {}

  /**
   * Apply with your rewrite of the sample.
   * Undo: `client.applications.decide`, until it is not decided.
   */
  async apply<D extends boolean = false>(
    humanizationId: string,
    body: types.RewriteSampleInRequest | types.RewriteSampleInFormRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ApplyForHumanizationAnswer>> {
    return this.client.call("POST", path`/api/v1/humanizations/${humanizationId}/applications`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Have a text rewritten by a person.
   * Cost: wallet to escrow: price plus fee, or a page.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async create<D extends boolean = false>(
    body: types.HumanizationInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateHumanizationAnswer>> {
    return this.client.call("POST", "/api/v1/humanizations", { ...options, body, keyed: true });
  }

  /** Your humanization, with everybody who applied. */
  async get(humanizationId: string, options: ReadOptions = {}): Promise<types.GetHumanizationAnswer> {
    return this.client.call("GET", path`/api/v1/humanizations/${humanizationId}`, options);
  }

  /** The text that you were hired to rewrite. */
  async getAssignment(
    humanizationId: string,
    options: ReadOptions = {},
  ): Promise<types.GetHumanizationAssignmentAnswer> {
    return this.client.call("GET", path`/api/v1/humanizations/${humanizationId}/assignment`, options);
  }

  /** The sample that you rewrite to apply. */
  async getSample(humanizationId: string, options: ReadOptions = {}): Promise<types.GetHumanizationSampleAnswer> {
    return this.client.call("GET", path`/api/v1/humanizations/${humanizationId}/screening`, options);
  }

  /**
   * Hand in the whole text.
   * Can't be undone.
   */
  async submit<D extends boolean = false>(
    humanizationId: string,
    body: types.FinalTextInFormRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SubmitHumanizationAnswer>> {
    return this.client.call("POST", path`/api/v1/humanizations/${humanizationId}/submission`, {
      ...options, body, keyed: true,
    });
  }
}

export class Humans {
  constructor(protected readonly client: Caller) {}

  /**
   * Add photos to your profile.
   * Undo: `client.humans.removePhoto`.
   */
  async addPhotos<D extends boolean = false>(
    body: types.PhotosInFormRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AddPhotosAnswer>> {
    return this.client.call("POST", "/api/humans/me/photos", { ...options, body, keyed: true });
  }

  /**
   * Answer a review of yourself, once.
   * Can't be undone.
   */
  async answerReview<D extends boolean = false>(
    reviewId: string,
    body: types.ReviewAnswerInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AnswerReviewAnswer>> {
    return this.client.call("POST", path`/api/reviews/${reviewId}/answer`, { ...options, body, keyed: true });
  }

  /**
   * Block a person or an agent.
   * Undo: `client.humans.unblock`.
   */
  async block<D extends boolean = false>(
    body: types.BlockInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.BlockHumanAnswer>> {
    return this.client.call("POST", "/api/humans/blocks", { ...options, body, keyed: true });
  }

  /** People for creative panels. */
  browseTaste(
    query: BrowseTasteHumansQuery = {},
    options: ReadOptions = {},
  ): Pages<types.HumanOut, types.BrowseTasteHumansAnswer> {
    return new Pages(this.client, "/api/humans/taste", "humans", "cursor", query, options);
  }

  /**
   * Change your profile.
   * Undo: `client.humans.editProfile`.
   */
  async editProfile<D extends boolean = false>(
    body: types.ProfileInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.EditOwnProfileAnswer>> {
    return this.client.call("PATCH", "/api/humans/me", { ...options, body, keyed: true });
  }

  /** One profile, by id or username. */
  async get(humanId: string, options: ReadOptions = {}): Promise<types.GetHumanAnswer> {
    return this.client.call("GET", path`/api/humans/${humanId}`, options);
  }

  /** Your own profile. */
  async getProfile(options: ReadOptions = {}): Promise<types.GetOwnProfileAnswer> {
    return this.client.call("GET", "/api/humans/me", options);
  }

  /** People you have blocked. */
  listBlocked(query: ListBlockedQuery = {}, options: ReadOptions = {}): Pages<types.BlockOut, types.ListBlockedAnswer> {
    return new Pages(this.client, "/api/humans/blocks", "blocks", "cursor", query, options);
  }

  /** People you prefer. */
  listPreferred(
    query: ListPreferredQuery = {},
    options: ReadOptions = {},
  ): Pages<types.PreferredOut, types.ListPreferredAnswer> {
    return new Pages(this.client, "/api/humans/preferred", "preferred", "cursor", query, options);
  }

  /** Reviews of a person, newest first. */
  listReviews(
    query: ListReviewsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.ReviewOut, types.ListReviewsAnswer> {
    return new Pages(this.client, "/api/reviews", "reviews", "cursor", query, options);
  }

  /**
   * Review a person after you released their pay.
   * Can't be undone.
   */
  async postReview<D extends boolean = false>(
    body: types.ReviewInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.PostReviewAnswer>> {
    return this.client.call("POST", "/api/reviews", { ...options, body, keyed: true });
  }

  /**
   * Remember a person you like to work with.
   * Undo: `client.humans.unprefer`.
   */
  async prefer<D extends boolean = false>(
    body: types.PreferInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.PreferHumanAnswer>> {
    return this.client.call("POST", "/api/humans/preferred", { ...options, body, keyed: true });
  }

  /**
   * Remove a photo from your profile.
   * Can't be undone.
   */
  async removePhoto<D extends boolean = false>(
    fileId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RemovePhotoAnswer>> {
    return this.client.call("DELETE", path`/api/humans/me/photos/${fileId}`, { ...options, keyed: true });
  }

  /** Find people. */
  search(query: SearchHumansQuery = {}, options: ReadOptions = {}): Pages<types.HumanOut, types.SearchHumansAnswer> {
    return new Pages(this.client, "/api/humans", "humans", "cursor", query, options);
  }

  /**
   * Take a person off your block list.
   * Undo: `client.humans.block`.
   */
  async unblock<D extends boolean = false>(
    query: UnblockHumanQuery = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.UnblockHumanAnswer>> {
    return this.client.call("DELETE", "/api/humans/blocks", { ...options, query, keyed: true });
  }

  /**
   * Take a person off your preferred list.
   * Undo: `client.humans.prefer`.
   */
  async unprefer<D extends boolean = false>(
    query: UnpreferHumanQuery = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.UnpreferHumanAnswer>> {
    return this.client.call("DELETE", "/api/humans/preferred", { ...options, query, keyed: true });
  }
}

export class Members {
  constructor(protected readonly client: Caller) {}

  /**
   * Become a member.
   * Undo: `client.members.remove`.
   */
  async acceptInvitation<D extends boolean = false>(
    body: types.AcceptInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.AcceptInvitationAnswer>> {
    return this.client.call("POST", "/api/members/invitations/accept", { ...options, body, keyed: true });
  }

  /**
   * Give a member another role.
   * Undo: `client.members.change`.
   */
  async change<D extends boolean = false>(
    memberId: string,
    body: types.RoleInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ChangeMemberAnswer>> {
    return this.client.call("PATCH", path`/api/members/${memberId}`, { ...options, body, keyed: true });
  }

  /**
   * Invite somebody to act for this account.
   * Undo: `client.members.revokeInvitation`, until it is not accepted.
   */
  async invite<D extends boolean = false>(
    body: types.InvitationInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.InviteMemberAnswer>> {
    return this.client.call("POST", "/api/members/invitations", { ...options, body, keyed: true });
  }

  /** Who may act for this account. */
  async list(options: ReadOptions = {}): Promise<types.ListMembersAnswer> {
    return this.client.call("GET", "/api/members", options);
  }

  /** Invitations that wait, newest first. */
  listInvitations(
    query: ListInvitationsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.InvitationOut, types.ListInvitationsAnswer> {
    return new Pages(this.client, "/api/members/invitations", "invitations", "cursor", query, options);
  }

  /** Accounts of others that you may act for. */
  listMemberships(
    query: ListMembershipsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.MembershipOut, types.ListMembershipsAnswer> {
    return new Pages(this.client, "/api/memberships", "memberships", "cursor", query, options);
  }

  /**
   * Remove a member, or leave.
   * Undo: `client.members.invite`.
   */
  async remove<D extends boolean = false>(
    memberId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RemoveMemberAnswer>> {
    return this.client.call("DELETE", path`/api/members/${memberId}`, { ...options, keyed: true });
  }

  /**
   * Take an invitation back.
   * Undo: `client.members.invite`.
   */
  async revokeInvitation<D extends boolean = false>(
    invitationId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RevokeInvitationAnswer>> {
    return this.client.call("DELETE", path`/api/members/invitations/${invitationId}`, { ...options, keyed: true });
  }
}

export class Pictures {
  constructor(protected readonly client: Caller) {}

  /** The photo, or how it stands. */
  async get(pictureId: string, options: ReadOptions = {}): Promise<Raw> {
    return this.client.call("GET", path`/api/picture-of-sf/${pictureId}`, { ...options, raw: true });
  }

  /**
   * Ask for a fresh photo of a public place.
   * Cost: wallet to escrow: price plus fee, now or once the wallet has it.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async request<D extends boolean = false>(
    body: types.PictureInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, Raw>> {
    return this.client.call("POST", "/api/picture-of-sf", { ...options, body, keyed: true, raw: true });
  }
}

export class Qa {
  constructor(protected readonly client: Caller) {}

  /**
   * Change, pause or resume a template.
   * Cost: none now; coming runs reserve what it says.
   * Undo: `client.qa.changeTemplate`.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async changeTemplate<D extends boolean = false>(
    templateId: string,
    body: types.TemplatePatchRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ChangeQaTemplateAnswer>> {
    return this.client.call("PATCH", path`/api/v1/qa/templates/${templateId}`, { ...options, body, keyed: true });
  }

  /**
   * Test something by people, once or again and again.
   * Cost: wallet to escrow: price plus fee, for every tester of each run, by itself.
   * Undo: `client.qa.changeTemplate`.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async createTemplate<D extends boolean = false>(
    body: types.TemplateInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateQaTemplateAnswer>> {
    return this.client.call("POST", "/api/v1/qa/templates", { ...options, body, keyed: true });
  }

  /**
   * Decide what a run left to you.
   * Cost: escrow to a tester who is paid: pay; escrow to us: the fee.
   * Can't be undone.
   */
  async decideEscalation<D extends boolean = false>(
    runId: string,
    applicationId: string,
    body: types.QaDecisionInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DecideQaEscalationAnswer>> {
    return this.client.call("PATCH", path`/api/v1/qa/runs/${runId}/escalations/${applicationId}`, {
      ...options, body, keyed: true,
    });
  }

  /** The logins for the test that you were hired for. */
  async getCredentials(runId: string, options: ReadOptions = {}): Promise<types.GetQaCredentialsAnswer> {
    return this.client.call("GET", path`/api/v1/qa/runs/${runId}/credentials`, options);
  }

  /** The report of a run as a page. */
  async getReport<F extends "json" | "html" = "json">(
    runId: string,
    query: GetQaReportQuery<F> = {},
    options: ReadOptions = {},
  ): Promise<F extends "json" ? types.GetQaReportAnswer : Raw> {
    return this.client.call("GET", path`/api/v1/qa/runs/${runId}/report`, {
      ...options, query: { ...query, format: query.format ?? "json" }, raw: true,
    });
  }

  /** One run with its report and what was escalated. */
  async getRun(runId: string, options: ReadOptions = {}): Promise<types.GetQaRunAnswer> {
    return this.client.call("GET", path`/api/v1/qa/runs/${runId}`, options);
  }

  /** Your runs, newest first. */
  listRuns(query: ListQaRunsQuery = {}, options: ReadOptions = {}): Pages<types.RunOut, types.ListQaRunsAnswer> {
    return new Pages(this.client, "/api/v1/qa/runs", "runs", "cursor", query, options);
  }

  /** Your templates, newest first. */
  listTemplates(
    query: ListQaTemplatesQuery = {},
    options: ReadOptions = {},
  ): Pages<types.TemplateOut, types.ListQaTemplatesAnswer> {
    return new Pages(this.client, "/api/v1/qa/templates", "templates", "cursor", query, options);
  }

  /**
   * Start a template's next run now.
   * Cost: wallet to escrow: price plus fee, for every tester, within a minute.
   * Undo: `client.qa.stopRun`, until what is unused returns.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async runTemplate<D extends boolean = false>(
    templateId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RunQaTemplateAnswer>> {
    return this.client.call("POST", path`/api/v1/qa/templates/${templateId}/run`, { ...options, keyed: true });
  }

  /**
   * Set the logins that testers need.
   * Undo: `client.qa.setCredentials`, until nobody has read them.
   */
  async setCredentials<D extends boolean = false>(
    templateId: string,
    body: types.CredentialsInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SetQaCredentialsAnswer>> {
    return this.client.call("POST", path`/api/v1/qa/templates/${templateId}/credentials`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Take no more testers.
   * Cost: escrow to wallet: what no tester takes any more, fee included, within a minute of the last one's end.
   * Can't be undone.
   */
  async stopRun<D extends boolean = false>(
    runId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.StopQaRunAnswer>> {
    return this.client.call("POST", path`/api/v1/qa/runs/${runId}/stop`, { ...options, keyed: true });
  }
}

export class Sandbox {
  constructor(protected readonly client: Caller) {}

  /** Move business time forward. */
  async advanceClock(
    body: types.AdvanceInRequest,
    options: ReadOptions = {},
  ): Promise<types.SandboxAdvanceClockAnswer> {
    return this.client.call("POST", "/api/sandbox/clock/advance", { ...options, body });
  }

  /** Business time. */
  async clock(options: ReadOptions = {}): Promise<types.SandboxClockAnswer> {
    return this.client.call("GET", "/api/sandbox/clock", options);
  }

  /** Give a wallet dollars on the sandbox's own chain. */
  async faucet<D extends boolean = false>(
    body: types.FaucetInRequest,
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.SandboxFaucetAnswer>> {
    return this.client.call("POST", "/api/sandbox/faucet", { ...options, body });
  }

  /** What a wallet holds on the sandbox's own chain. */
  async funds(query: SandboxFundsQuery = {}, options: ReadOptions = {}): Promise<types.SandboxFundsAnswer> {
    return this.client.call("GET", "/api/sandbox/faucet", { ...options, query });
  }

  /** A play, with what they did and will do when. */
  async getPlay(playId: string, options: ReadOptions = {}): Promise<types.SandboxGetPlayAnswer> {
    return this.client.call("GET", path`/api/sandbox/plays/${playId}`, options);
  }

  /** Mails that were written, newest first. */
  mail(query: SandboxMailQuery = {}, options: ReadOptions = {}): Pages<types.MailOut, types.SandboxMailAnswer> {
    return new Pages(this.client, "/api/sandbox/mail", "mails", "cursor", query, options);
  }

  /** Who can play, which scripts there are, and whether people apply by themselves. */
  async people(options: ReadOptions = {}): Promise<types.SandboxPeopleAnswer> {
    return this.client.call("GET", "/api/sandbox/people", options);
  }

  /**
   * Let a simulated person play a script in your bounty.
   * Undo: `client.sandbox.stopPlay`, until what they did already stays.
   */
  async play<D extends boolean = false>(
    person: string,
    body: types.PlayInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SandboxPlayAnswer>> {
    return this.client.call("POST", path`/api/sandbox/people/${person}/play`, { ...options, body, keyed: true });
  }

  /** Who plays in your bounties, or has played, newest first. */
  plays(query: SandboxPlaysQuery = {}, options: ReadOptions = {}): Pages<types.PlayRow, types.SandboxPlaysAnswer> {
    return new Pages(this.client, "/api/sandbox/plays", "plays", "cursor", query, options);
  }

  /**
   * Stop a play.
   * Undo: `client.sandbox.play`, until the job takes applicants.
   */
  async stopPlay<D extends boolean = false>(
    playId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SandboxStopPlayAnswer>> {
    return this.client.call("DELETE", path`/api/sandbox/plays/${playId}`, { ...options, keyed: true });
  }

  /**
   * Switch on or off that simulated people apply to your new bounties by themselves.
   * Undo: `client.sandbox.switchPeople`.
   */
  async switchPeople<D extends boolean = false>(
    body: types.SwitchInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SandboxSwitchPeopleAnswer>> {
    return this.client.call("PATCH", "/api/sandbox/people", { ...options, body, keyed: true });
  }

  /**
   * Stand in for the identity and payout providers.
   * Undo: `client.sandbox.verifyHuman`.
   */
  async verifyHuman<D extends boolean = false>(
    humanId: string,
    body: types.VerifyHumanInRequest = {},
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.SandboxVerifyHumanAnswer>> {
    return this.client.call("POST", path`/api/sandbox/humans/${humanId}/verify`, { ...options, body });
  }
}

export class Services {
  constructor(protected readonly client: Caller) {}

  /**
   * Take a subscription on, as its provider.
   * Can't be undone.
   */
  async approveSubscription<D extends boolean = false>(
    subscriptionId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ApproveSubscriptionAnswer>> {
    return this.client.call("POST", path`/api/services/subscriptions/${subscriptionId}/approve`, {
      ...options, keyed: true,
    });
  }

  /** Services on offer. */
  async browse(query: BrowseServicesQuery = {}, options: ReadOptions = {}): Promise<types.BrowseServicesAnswer> {
    return this.client.call("GET", "/api/services/browse", { ...options, query });
  }

  /**
   * Cancel a subscription at the end of its period.
   * Cost: escrow to wallet: an appointment that is not approved yet.
   * Can't be undone.
   */
  async cancelSubscription<D extends boolean = false>(
    subscriptionId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CancelSubscriptionAnswer>> {
    return this.client.call("DELETE", path`/api/services/subscriptions/${subscriptionId}`, { ...options, keyed: true });
  }

  /**
   * Say that an appointment took place, as its provider.
   * Can't be undone.
   */
  async confirmBooking<D extends boolean = false>(
    bookingId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ConfirmServiceBookingAnswer>> {
    return this.client.call("POST", path`/api/services/bookings/${bookingId}/confirm`, { ...options, keyed: true });
  }

  /**
   * Give one appointment back, as its provider.
   * Cost: escrow to the wallet of who subscribed.
   * Can't be undone.
   */
  async declineBooking<D extends boolean = false>(
    bookingId: string,
    body: types.DeclineInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DeclineServiceBookingAnswer>> {
    return this.client.call("POST", path`/api/services/bookings/${bookingId}/decline`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Turn a subscription down, as its provider.
   * Cost: escrow to the wallet of who subscribed.
   * Can't be undone.
   */
  async declineSubscription<D extends boolean = false>(
    subscriptionId: string,
    body: types.DeclineInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DeclineSubscriptionAnswer>> {
    return this.client.call("POST", path`/api/services/subscriptions/${subscriptionId}/decline`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Change a service of yours.
   * Undo: `client.services.edit`.
   */
  async edit<D extends boolean = false>(
    serviceId: string,
    body: types.ServicePatchRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.EditServiceAnswer>> {
    return this.client.call("PATCH", path`/api/services/${serviceId}`, { ...options, body, keyed: true });
  }

  /** Hours of a person that are taken. */
  async getAvailability(
    query: GetServiceAvailabilityQuery = {},
    options: ReadOptions = {},
  ): Promise<types.GetServiceAvailabilityAnswer> {
    return this.client.call("GET", "/api/services/bookings", { ...options, query });
  }

  /** Your bookings: cycles of subscriptions, newest first. */
  listBookings(
    query: ListServiceBookingsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.BookingOut, types.ListServiceBookingsAnswer> {
    return new Pages(this.client, "/api/services/agent-bookings", "bookings", "cursor", query, options);
  }

  /** Services that you offer, newest first. */
  listOwn(
    query: ListOwnServicesQuery = {},
    options: ReadOptions = {},
  ): Pages<types.OwnService, types.ListOwnServicesAnswer> {
    return new Pages(this.client, "/api/services", "services", "cursor", query, options);
  }

  /** Your subscriptions, newest first. */
  listSubscriptions(
    query: ListSubscriptionsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.SubscriptionOut, types.ListSubscriptionsAnswer> {
    return new Pages(this.client, "/api/services/subscriptions", "subscriptions", "cursor", query, options);
  }

  /**
   * Offer a service at a fixed price.
   * Undo: `client.services.remove`.
   */
  async offer<D extends boolean = false>(
    body: types.ServiceInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.OfferServiceAnswer>> {
    return this.client.call("POST", "/api/services", { ...options, body, keyed: true });
  }

  /**
   * Take a service of yours off the list for good.
   * Can't be undone.
   */
  async remove<D extends boolean = false>(
    serviceId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RemoveServiceAnswer>> {
    return this.client.call("DELETE", path`/api/services/${serviceId}`, { ...options, keyed: true });
  }

  /**
   * Book a service every week, every other week, or once a month.
   * Cost: wallet to escrow: price plus fee, for the first appointment, or a page; then for each, by itself.
   * Undo: `client.services.cancelSubscription`, until the provider has not approved it.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async subscribe<D extends boolean = false>(
    body: types.SubscribeInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SubscribeToServiceAnswer>> {
    return this.client.call("POST", "/api/services/subscribe", { ...options, body, keyed: true });
  }
}

export class Submissions {
  constructor(protected readonly client: Caller) {}

  /** One submission. */
  async get(bountyId: string, submissionId: string, options: ReadOptions = {}): Promise<types.GetSubmissionAnswer> {
    return this.client.call("GET", path`/api/bounties/${bountyId}/submissions/${submissionId}`, options);
  }

  /** Evidence for your bounty, newest first. */
  list(
    bountyId: string,
    query: ListSubmissionsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.SubmissionDetail, types.ListSubmissionsAnswer> {
    return new Pages(this.client, path`/api/bounties/${bountyId}/submissions`, "submissions", "cursor", query, options);
  }

  /**
   * Approve, reject or ask for a redo.
   * Can't be undone.
   */
  async review<D extends boolean = false>(
    bountyId: string,
    submissionId: string,
    body: types.SubmissionReviewInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ReviewSubmissionAnswer>> {
    return this.client.call("PATCH", path`/api/bounties/${bountyId}/submissions/${submissionId}`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Send evidence for your seat.
   * Can't be undone.
   */
  async submitEvidence<D extends boolean = false>(
    bountyId: string,
    body: types.SubmitInFormRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SubmitEvidenceAnswer>> {
    return this.client.call("POST", path`/api/bounties/${bountyId}/submissions`, { ...options, body, keyed: true });
  }
}

export class Support {
  constructor(protected readonly client: Caller) {}

  /**
   * Report a problem or a wish.
   * Can't be undone.
   */
  async report<D extends boolean = false>(
    body: types.ReportInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ReportSupportIssueAnswer>> {
    return this.client.call("POST", "/api/support/reports", { ...options, body, keyed: true });
  }
}

export class Taste {
  constructor(protected readonly client: Caller) {}

  /**
   * Put a question to a panel.
   * Cost: wallet to escrow: price plus fee, for every respondent.
   * Undo: `client.bounties.cancel`, until nobody is hired.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async createRun<D extends boolean = false>(
    body: types.TasteRunInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateTasteRunAnswer>> {
    return this.client.call("POST", "/api/v1/taste/runs", { ...options, body, keyed: true });
  }

  /** The works you vote on. */
  async getBallot(runId: string, options: ReadOptions = {}): Promise<types.GetTasteBallotAnswer> {
    return this.client.call("GET", path`/api/v1/taste/runs/${runId}/ballot`, options);
  }

  /** The report as a page. */
  async getReport<F extends "json" | "html" = "json">(
    runId: string,
    query: GetTasteReportQuery<F> = {},
    options: ReadOptions = {},
  ): Promise<F extends "json" ? types.GetTasteReportAnswer : Raw> {
    return this.client.call("GET", path`/api/v1/taste/runs/${runId}/report`, {
      ...options, query: { ...query, format: query.format ?? "json" }, raw: true,
    });
  }

  /** How a run stands, and its report. */
  async getRun(runId: string, options: ReadOptions = {}): Promise<types.GetTasteRunAnswer> {
    return this.client.call("GET", path`/api/v1/taste/runs/${runId}`, options);
  }

  /** Your taste runs, newest first. */
  listRuns(
    query: ListTasteRunsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.TasteRunOut, types.ListTasteRunsAnswer> {
    return new Pages(this.client, "/api/v1/taste/runs", "runs", "cursor", query, options);
  }
}

export class Transfers {
  constructor(protected readonly client: Caller) {}

  /**
   * Cancel a pending transfer.
   * Can't be undone.
   */
  async cancel<D extends boolean = false>(
    transferId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CancelTransferAnswer>> {
    return this.client.call("POST", path`/api/transfers/${transferId}/cancel`, { ...options, keyed: true });
  }

  /** One transfer. */
  async get(transferId: string, options: ReadOptions = {}): Promise<types.GetTransferAnswer> {
    return this.client.call("GET", path`/api/transfers/${transferId}`, options);
  }

  /** What you sent and received, newest first. */
  list(query: ListTransfersQuery = {}, options: ReadOptions = {}): Pages<types.TransferOut, types.ListTransfersAnswer> {
    return new Pages(this.client, "/api/transfers/mine", "transfers", "cursor", query, options);
  }

  /**
   * Pay a tip or a reimbursement.
   * Cost: wallet to the worker's earnings, without a fee; or a page.
   * Can't be undone.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async send<D extends boolean = false>(
    body: types.TransferInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SendTransferAnswer>> {
    return this.client.call("POST", "/api/transfers/send", { ...options, body, keyed: true });
  }

  /**
   * Pay up to 100 people at once.
   * Cost: wallet to each worker's earnings, without a fee.
   * Can't be undone.
   * @throws ApprovalNeeded when the wallet's owner wants to be asked first.
   */
  async sendMany<D extends boolean = false>(
    body: types.BulkInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SendManyTransfersAnswer>> {
    return this.client.call("POST", "/api/transfers/bulk-send", { ...options, body, keyed: true });
  }
}

export class Wallet {
  constructor(protected readonly client: Caller) {}

  /**
   * Charge a customer of your own.
   * Undo: `client.wallet.refundAgentCheckout`, until the wallet has it.
   */
  async createAgentCheckout<D extends boolean = false>(
    body: types.AgentCheckoutInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateAgentCheckoutAnswer>> {
    return this.client.call("POST", "/api/agent-checkouts", { ...options, body, keyed: true });
  }

  /** A page that anybody pays into your wallet. */
  async createPaymentLink<D extends boolean = false>(
    body: types.PaymentLinkInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreatePaymentLinkAnswer>> {
    return this.client.call("POST", "/api/payment-links", { ...options, body, keyed: true });
  }

  /**
   * Approve or decline a call, or take an approval back.
   * Undo: `client.wallet.decideApproval`, until an approval is not used yet, by `withdraw`; what was declined or taken back stays so.
   */
  async decideApproval<D extends boolean = false>(
    approvalId: string,
    body: types.ApprovalDecisionInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DecideApprovalAnswer>> {
    return this.client.call("POST", path`/api/approvals/${approvalId}`, { ...options, body, keyed: true });
  }

  /**
   * Put money into your wallet.
   * Undo: `client.wallet.refundFunding`, until the wallet has it; the rail's fee is kept.
   */
  async deposit<D extends boolean = false>(
    body: types.DepositInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DepositToWalletAnswer>> {
    return this.client.call("POST", "/api/wallet/deposit", { ...options, body, keyed: true });
  }

  /**
   * Stop all spending.
   * Undo: `client.wallet.unfreeze`.
   */
  async freeze<D extends boolean = false>(
    body: types.FreezeInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.FreezeWalletAnswer>> {
    return this.client.call("POST", "/api/wallet/freeze", { ...options, body, keyed: true });
  }

  /** One of them. */
  async getAgentCheckout(agentCheckoutId: string, options: ReadOptions = {}): Promise<types.GetAgentCheckoutAnswer> {
    return this.client.call("GET", path`/api/agent-checkouts/${agentCheckoutId}`, options);
  }

  /** A call that waits for your approval, or did. */
  async getApproval(approvalId: string, options: ReadOptions = {}): Promise<types.GetApprovalAnswer> {
    return this.client.call("GET", path`/api/approvals/${approvalId}`, options);
  }

  /** Your wallet. */
  async getBalance(options: ReadOptions = {}): Promise<types.GetWalletBalanceAnswer> {
    return this.client.call("GET", "/api/wallet/balance", options);
  }

  /** Your caps, the low-balance mark and the automatic top-up. */
  async getControls(options: ReadOptions = {}): Promise<types.GetWalletControlsAnswer> {
    return this.client.call("GET", "/api/wallet/controls", options);
  }

  /** What you earned. */
  async getEarningsBalance(options: ReadOptions = {}): Promise<types.GetEarningsBalanceAnswer> {
    return this.client.call("GET", "/api/earnings/balance", options);
  }

  /** What you may spend now. */
  async getHeadroom(
    query: GetWalletHeadroomQuery = {},
    options: ReadOptions = {},
  ): Promise<types.GetWalletHeadroomAnswer> {
    return this.client.call("GET", "/api/wallet/headroom", { ...options, query });
  }

  /** One invoice of our fee. */
  async getInvoice<F extends "json" | "json (default) or pdf." = "json">(
    invoiceId: string,
    query: GetInvoiceQuery<F> = {},
    options: ReadOptions = {},
  ): Promise<F extends "json" ? types.GetInvoiceAnswer : Raw> {
    return this.client.call("GET", path`/api/wallet/invoices/${invoiceId}`, {
      ...options, query: { ...query, format: query.format ?? "json" }, raw: true,
    });
  }

  /** One of your payment links. */
  async getPaymentLink(linkId: string, options: ReadOptions = {}): Promise<types.GetPaymentLinkAnswer> {
    return this.client.call("GET", path`/api/payment-links/${linkId}`, options);
  }

  /** What you spent, by bounty, person and category. */
  async getReport(query: GetWalletReportQuery = {}, options: ReadOptions = {}): Promise<types.GetWalletReportAnswer> {
    return this.client.call("GET", "/api/wallet/report", { ...options, query });
  }

  /** One withdrawal. */
  async getWithdrawal(withdrawalId: string, options: ReadOptions = {}): Promise<types.GetWithdrawalAnswer> {
    return this.client.call("GET", path`/api/wallet/withdrawals/${withdrawalId}`, options);
  }

  /** What you charged your customers, newest first. */
  listAgentCheckouts(
    query: ListAgentCheckoutsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.AgentCheckoutOut, types.ListAgentCheckoutsAnswer> {
    return new Pages(this.client, "/api/agent-checkouts", "checkouts", "cursor", query, options);
  }

  /** Calls that wait for your approval, and those that did, newest first. */
  listApprovals(
    query: ListApprovalsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.ApprovalOut, types.ListApprovalsAnswer> {
    return new Pages(this.client, "/api/approvals", "approvals", "cursor", query, options);
  }

  /** Which deposits can go back, and which did. */
  async listFundingRefunds(options: ReadOptions = {}): Promise<types.ListFundingRefundsAnswer> {
    return this.client.call("GET", "/api/wallet/funding-refunds", options);
  }

  /** Your invoices of our fee, newest first. */
  listInvoices(
    query: ListInvoicesQuery = {},
    options: ReadOptions = {},
  ): Pages<types.InvoiceOut, types.ListInvoicesAnswer> {
    return new Pages(this.client, "/api/wallet/invoices", "invoices", "cursor", query, options);
  }

  /** Your payment links, newest first. */
  listPaymentLinks(
    query: ListPaymentLinksQuery = {},
    options: ReadOptions = {},
  ): Pages<types.PaymentLinkOut, types.ListPaymentLinksAnswer> {
    return new Pages(this.client, "/api/payment-links", "paymentLinks", "cursor", query, options);
  }

  /** Your wallet's statement, newest first. */
  listTransactions(
    query: ListWalletTransactionsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.LineOut, types.ListWalletTransactionsAnswer> {
    return new Pages(this.client, "/api/wallet/transactions", "transactions", "cursor", query, options);
  }

  /** Your withdrawals, newest first. */
  listWithdrawals(
    query: ListWithdrawalsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.WithdrawalOut, types.ListWithdrawalsAnswer> {
    return new Pages(this.client, "/api/wallet/withdrawals", "withdrawals", "cursor", query, options);
  }

  /**
   * Pay a quote by a card token.
   * Cost: the card to wallet.
   * Undo: `client.wallet.refundFunding`, until the wallet has it; the rail's fee is kept.
   */
  async mppDeposit<D extends boolean = false>(
    body: types.QuoteInRequest,
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.MppDepositAnswer>> {
    return this.client.call("POST", "/api/mpp/wallet/deposit", { ...options, body });
  }

  /**
   * Give your customer everything back.
   * Cost: wallet out of the marketplace, to the customer.
   * Can't be undone.
   */
  async refundAgentCheckout<D extends boolean = false>(
    agentCheckoutId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RefundAgentCheckoutAnswer>> {
    return this.client.call("POST", path`/api/agent-checkouts/${agentCheckoutId}/refund`, { ...options, keyed: true });
  }

  /**
   * Return a deposit to where it came from.
   * Cost: wallet out of the marketplace, to where it came from; a fee is kept once.
   * Can't be undone.
   */
  async refundFunding<D extends boolean = false>(
    body: types.RefundInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RefundFundingAnswer>> {
    return this.client.call("POST", "/api/wallet/funding-refunds", { ...options, body, keyed: true });
  }

  /**
   * Change them.
   * Undo: `client.wallet.setControls`.
   */
  async setControls<D extends boolean = false>(
    body: types.ControlsInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.SetWalletControlsAnswer>> {
    return this.client.call("PATCH", "/api/wallet/controls", { ...options, body, keyed: true });
  }

  /** Say where you are paid. */
  async startPayoutOnboarding<D extends boolean = false>(
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.StartPayoutOnboardingAnswer>> {
    return this.client.call("POST", "/api/payouts/onboarding", { ...options, keyed: true });
  }

  /**
   * Allow spending again.
   * Undo: `client.wallet.freeze`.
   */
  async unfreeze<D extends boolean = false>(
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.UnfreezeWalletAnswer>> {
    return this.client.call("POST", "/api/wallet/unfreeze", { ...options, keyed: true });
  }

  /**
   * Take money out of your wallet.
   * Cost: wallet out of the marketplace, to the bank.
   * Can't be undone.
   */
  async withdraw<D extends boolean = false>(
    body: types.WithdrawInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.WithdrawFromWalletAnswer>> {
    return this.client.call("POST", "/api/wallet/withdraw", { ...options, body, keyed: true });
  }

  /**
   * Take out what you earned.
   * Cost: earnings out of the marketplace, to the bank.
   * Can't be undone.
   */
  async withdrawEarnings<D extends boolean = false>(
    body: types.WithdrawInRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.WithdrawEarningsAnswer>> {
    return this.client.call("POST", "/api/earnings/withdraw", { ...options, body, keyed: true });
  }

  /**
   * Put money into your wallet by a stablecoin payment.
   * Cost: the paying stablecoin wallet to wallet.
   * Can't be undone.
   */
  async x402Deposit<D extends boolean = false>(
    body: types.X402DepositInRequest,
    options: WriteOptions<D> = {},
  ): Promise<Tried<D, types.X402DepositAnswer>> {
    return this.client.call("POST", "/api/x402/wallet/deposit", { ...options, body });
  }
}

export class Webhooks {
  constructor(protected readonly client: Caller) {}

  /**
   * Change what an endpoint gets, pause it, or set it going again.
   * Undo: `client.webhooks.changeEndpoint`.
   */
  async changeEndpoint<D extends boolean = false>(
    endpointId: string,
    body: types.EndpointPatchRequest = {},
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ChangeWebhookEndpointAnswer>> {
    return this.client.call("PATCH", path`/api/webhooks/endpoints/${endpointId}`, { ...options, body, keyed: true });
  }

  /**
   * Register an endpoint.
   * Undo: `client.webhooks.deleteEndpoint`.
   */
  async createEndpoint<D extends boolean = false>(
    body: types.EndpointInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.CreateWebhookEndpointAnswer>> {
    return this.client.call("POST", "/api/webhooks/endpoints", { ...options, body, keyed: true });
  }

  /**
   * Delete an endpoint.
   * Can't be undone.
   */
  async deleteEndpoint<D extends boolean = false>(
    endpointId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.DeleteWebhookEndpointAnswer>> {
    return this.client.call("DELETE", path`/api/webhooks/endpoints/${endpointId}`, { ...options, keyed: true });
  }

  /** One delivery: the signed payload and every attempt. */
  async getDelivery(deliveryId: string, options: ReadOptions = {}): Promise<types.GetWebhookDeliveryAnswer> {
    return this.client.call("GET", path`/api/webhooks/deliveries/${deliveryId}`, options);
  }

  /** The delivery log of this key's endpoints, newest first. */
  listDeliveries(
    query: ListWebhookDeliveriesQuery = {},
    options: ReadOptions = {},
  ): Pages<types.DeliveryOut, types.ListWebhookDeliveriesAnswer> {
    return new Pages(this.client, "/api/webhooks/deliveries", "deliveries", "cursor", query, options);
  }

  /** Endpoints of this key. */
  listEndpoints(
    query: ListWebhookEndpointsQuery = {},
    options: ReadOptions = {},
  ): Pages<types.EndpointOut, types.ListWebhookEndpointsAnswer> {
    return new Pages(this.client, "/api/webhooks/endpoints", "endpoints", "cursor", query, options);
  }

  /** Send a delivery again, now. */
  async redeliver<D extends boolean = false>(
    deliveryId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RedeliverWebhookAnswer>> {
    return this.client.call("POST", path`/api/webhooks/deliveries/${deliveryId}/redeliver`, {
      ...options, keyed: true,
    });
  }

  /** Send this endpoint the events of a time range again. */
  async replayEvents<D extends boolean = false>(
    endpointId: string,
    body: types.ReplayInRequest,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.ReplayWebhookEventsAnswer>> {
    return this.client.call("POST", path`/api/webhooks/endpoints/${endpointId}/replay`, {
      ...options, body, keyed: true,
    });
  }

  /**
   * Give an endpoint a new secret; the old one stays valid for 24 hours.
   * Can't be undone.
   */
  async rotateSecret<D extends boolean = false>(
    endpointId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.RotateWebhookSecretAnswer>> {
    return this.client.call("POST", path`/api/webhooks/endpoints/${endpointId}/rotate-secret`, {
      ...options, keyed: true,
    });
  }

  /** Send a signed webhook.test through the real queue. */
  async testEndpoint<D extends boolean = false>(
    endpointId: string,
    options: KeyedOptions<D> = {},
  ): Promise<Tried<D, types.TestWebhookEndpointAnswer>> {
    return this.client.call("POST", path`/api/webhooks/endpoints/${endpointId}/test`, { ...options, keyed: true });
  }
}

/** The topics of the API, each with its operations. */
export abstract class Namespaces implements Caller {
  readonly accounts = new Accounts(this);
  readonly applications = new Applications(this);
  readonly bounties = new Bounties(this);
  readonly cakes = new Cakes(this);
  readonly conversations = new Conversations(this);
  readonly disputes = new Disputes(this);
  readonly escrow = new Escrow(this);
  readonly humanizations = new Humanizations(this);
  readonly humans = new Humans(this);
  readonly members = new Members(this);
  readonly pictures = new Pictures(this);
  readonly qa = new Qa(this);
  readonly sandbox = new Sandbox(this);
  readonly services = new Services(this);
  readonly submissions = new Submissions(this);
  readonly support = new Support(this);
  readonly taste = new Taste(this);
  readonly transfers = new Transfers(this);
  readonly wallet = new Wallet(this);
  readonly webhooks = new Webhooks(this);

  abstract call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<T>;
}
