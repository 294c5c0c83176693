// Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit.
// Schemas: d7a2ce20c231bf5af3c52ebadcd1541f33f373e6bfa7e992fb012c0106498f31
import type { FileInput } from "./files.js";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInRequest: {
            /** @description From the mailed link. */
            token: string;
        };
        AcceptInvitationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            membership: components["schemas"]["MembershipOut"];
            success: boolean;
        };
        AcceptSettlementAnswer: {
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description GET /api/account: the caller as it may see itself. */
        AccountOut: {
            agentUserId: string;
            profileId: string;
            name: string;
            username: string | null;
            email: string | null;
            /** @enum {string} */
            authenticatedBy: "key" | "session" | "oauth";
            keyId: string | null;
            /** @description The Ed25519 identity of the key; of a session, the one that the account bound last. */
            agentId: string | null;
            payouts: components["schemas"]["PayoutsOut"];
            verification: components["schemas"]["VerificationOut"];
            /** @description Who acts for the account as its member; null for its own person. */
            actingAs: components["schemas"]["ActingOut"] | null;
            /** @description What this account may not begin at present; null: anything. */
            restriction: components["schemas"]["RestrictionOut"] | null;
        };
        /** @description Who signed in, where a member acts for the account. */
        ActingOut: {
            profileId: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "manager" | "owner";
        };
        ActionOut: {
            /** @enum {string} */
            kind: "confirm_seat" | "start_work" | "submit_evidence" | "claim_completion" | "decide_extension" | "follow_up" | "review_submission" | "decide_escalation" | "confirm_delivery" | "release_payment" | "settle_attendance" | "staff_review" | "resolve_dispute";
            actorIsOwner: boolean;
        };
        AddDisputeEvidenceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            added: components["schemas"]["EvidenceDetail"];
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        AddPhotosAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            photos: components["schemas"]["PhotoOut"][];
            success: boolean;
        };
        AdvanceInRequest: {
            seconds: number;
        };
        /** @description POST /api/agent-checkouts. */
        AgentCheckoutInRequest: {
            /** @description The order in your books: one checkout each, for ever. */
            externalOrderId: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            /** @description Only USD. */
            currency?: string;
            /** @description What is paid for; the customer reads it. */
            description: string;
            /** @description Shown to you only, never on the page. */
            customerPhone?: string;
            /** @description https; the receipt leads there. */
            successUrl?: string;
            /** @description https; a page that was cancelled or is over leads there. */
            cancelUrl?: string;
            /** @description Yours: a JSON object of at most 4 KiB. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description For its owner only. */
        AgentCheckoutOut: {
            id: string;
            externalOrderId: string;
            /** @description Send your customer there. */
            checkoutUrl: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            description: string;
            /** @enum {string} */
            status: "pending" | "paid" | "expired" | "cancelled" | "refunded";
            customerPhone: string;
            successUrl: string;
            cancelUrl: string;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            paidAt: string | null;
            refund: components["schemas"]["CheckoutRefundOut"] | null;
        };
        AgentSignupAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "code_sent";
            /** Format: email */
            email: string;
            expiresInSeconds: number;
            /** Format: uri */
            verifyUrl: string;
            /** Format: uri */
            terms: string;
            /** Format: uri */
            privacy: string;
            success: boolean;
        };
        AgentSignupVerifyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "account_created";
            agentUserId: string;
            profileId: string;
            apiKey: string;
            keyPrefix: string;
            identityBound: boolean;
            agentId?: string;
            webhook?: components["schemas"]["CallbackOut"];
            usage: {
                [key: string]: string;
            };
            success: boolean;
        };
        AnswerDisputeAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description An answer is a text, or true for an acknowledgment. */
        AnswerInRequest: {
            questionId: string;
            value: unknown;
        };
        AnswerReviewAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            review: components["schemas"]["ReviewOut"];
            conversationId: string | null;
            success: boolean;
        };
        AnswerTermsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        AppealDisputeAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description POST /api/disputes/{id}/appeal, as JSON or multipart. */
        AppealInFormRequest: {
            /**
             * @description new_fact: something that nobody could know then; error: the decision read the case wrongly.
             * @enum {string}
             */
            ground: "new_fact" | "error";
            /** @description What is new, or which error was made. */
            words: string;
            files?: FileInput[];
        };
        /** @description POST /api/disputes/{id}/appeal, as JSON or multipart. */
        AppealInRequest: {
            /**
             * @description new_fact: something that nobody could know then; error: the decision read the case wrongly.
             * @enum {string}
             */
            ground: "new_fact" | "error";
            /** @description What is new, or which error was made. */
            words: string;
        };
        AppealOut: {
            /** @enum {string} */
            ground: "new_fact" | "error";
            words: string;
            /**
             * @description Of the first decision: open, it is looked at again; upheld, it stands, and the appeal has changed nothing; overturned, another one has taken its place (`resolution`).
             * @enum {string}
             */
            state: "open" | "overturned" | "upheld";
            /** @description The same in words. */
            meaning: string;
            madeBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            decidedAt: string | null;
        };
        /** @description A decision that may still be appealed. */
        AppealWindowOut: {
            /** @description Which sides may: those who could have got more. */
            by: ("funder" | "worker")[];
            /** Format: date-time */
            until: string;
            /** @description What an appeal may change, for you as well, whoever makes it. */
            words: string;
        };
        /** @description One application; what only its owner and staff see is left out for its applicant. */
        ApplicationDetail: {
            id: string;
            bountyId: string;
            humanId: string;
            humanName: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "withdrawn" | "expired";
            coverLetter: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice: number | null;
            availability: string;
            links: {
                [key: string]: unknown;
            }[];
            answers: {
                [key: string]: unknown;
            }[];
            /** @description What the work is and pays, as it was when the person was hired (before that: when they applied). */
            termsSnapshot: {
                [key: string]: unknown;
            };
            /** @description What the owner has changed since, and the person has not accepted. */
            termsChanged: components["schemas"]["TermsChangedOut"] | null;
            response: string;
            conversationId: string | null;
            /** @description Once it was accepted. */
            currentEscrowId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            /** Format: date-time */
            confirmedAt: string | null;
            /** Format: date-time */
            startBy: string | null;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; known once the person has confirmed.
             */
            completeBy: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
             */
            dueAt: string | null;
            extension: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            endedAt: string | null;
            endReason: string;
            /** Format: date-time */
            createdAt: string;
            isBlockedByOwner?: boolean;
            isPreferredByOwner?: boolean;
            reviewSummary?: components["schemas"]["ReviewSummaryOut"];
            completedTasksCount?: number;
            totalEarnedCents?: number;
            /** @description Of hired seats. */
            jobOverview?: components["schemas"]["JobOverviewOut"] | null;
            /** @description Of a managed run: which one judges and pays. Absent otherwise. */
            runId?: string;
            /** @description Of pending ones whose review needs somebody. */
            autoAcceptEscalation?: components["schemas"]["EscalationOut"] | null;
            files?: components["schemas"]["ApplicationFileOut"][];
            /** @description In the upload modes, as the next two. */
            imageUrls?: string[];
            videoUrls?: string[];
            documentUrls?: string[];
            /** @description Where one is required; null until a sample was scored. */
            micCheck?: components["schemas"]["MicScoreOut"] | null;
            /** @description Where a level is required; null until the person has it. */
            languageProficiency?: components["schemas"]["LevelOut"] | null;
        };
        ApplicationFileOut: {
            id: string;
            name: string;
            contentType: string;
            size: number;
            sha256: string;
            /** @description Works for an hour. */
            url: string;
            /** @description upload, or the id of the question it answers. */
            kind: string;
        };
        /** @description As its applicant sees it. */
        ApplicationOut: {
            id: string;
            bountyId: string;
            humanId: string;
            humanName: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "withdrawn" | "expired";
            coverLetter: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice: number | null;
            availability: string;
            links: {
                [key: string]: unknown;
            }[];
            answers: {
                [key: string]: unknown;
            }[];
            /** @description What the work is and pays, as it was when the person was hired (before that: when they applied). */
            termsSnapshot: {
                [key: string]: unknown;
            };
            /** @description What the owner has changed since, and the person has not accepted. */
            termsChanged: components["schemas"]["TermsChangedOut"] | null;
            response: string;
            conversationId: string | null;
            /** @description Once it was accepted. */
            currentEscrowId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            /** Format: date-time */
            confirmedAt: string | null;
            /** Format: date-time */
            startBy: string | null;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; known once the person has confirmed.
             */
            completeBy: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
             */
            dueAt: string | null;
            extension: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            endedAt: string | null;
            endReason: string;
            /** Format: date-time */
            createdAt: string;
        };
        ApplyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ApplyForHumanizationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["OwnSampleOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /**
         * @description POST /api/bounties/{id}/applications, as JSON, or multipart with files (`kinds` names what each file is for, in
         *     the same order; links and answers are then JSON texts). `capturedLive` and `capturedAt` are one for each file, too,
         *     where one is a live video.
         */
        ApplyInFormRequest: {
            coverLetter?: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice?: number | null;
            availability?: string;
            links?: components["schemas"]["LinkInRequest"][];
            answers?: components["schemas"]["AnswerInRequest"][];
            /** @default false */
            consent?: boolean;
            files?: FileInput[];
            /** @description What each of `files` is, in the same order: upload (what a bounty collects), resume, portfolio, or the id of an application detail. May be left out where a bounty collects uploads and asks for no other file. */
            kinds?: string[];
            capturedLive?: ("true" | "false")[];
            capturedAt?: string[];
        };
        /**
         * @description POST /api/bounties/{id}/applications, as JSON, or multipart with files (`kinds` names what each file is for, in
         *     the same order; links and answers are then JSON texts). `capturedLive` and `capturedAt` are one for each file, too,
         *     where one is a live video.
         */
        ApplyInRequest: {
            coverLetter?: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice?: number | null;
            availability?: string;
            links?: components["schemas"]["LinkInRequest"][];
            answers?: components["schemas"]["AnswerInRequest"][];
            /** @default false */
            consent?: boolean;
            /** @description What each of `files` is, in the same order: upload (what a bounty collects), resume, portfolio, or the id of an application detail. May be left out where a bounty collects uploads and asks for no other file. */
            kinds?: string[];
            capturedLive?: ("true" | "false")[];
            capturedAt?: string[];
        };
        /** @description POST /api/approvals/{id}. */
        ApprovalDecisionInRequest: {
            /** @enum {string} */
            decision: "approve" | "decline";
            /** @description Words for the agent, shown with the decision. */
            note?: string;
        };
        /** @description A call that waits for the owner, or did. */
        ApprovalOut: {
            id: string;
            /** @enum {string} */
            status: "approved" | "declined" | "expired" | "pending" | "used";
            /** @description The most that the call may take out of the wallet, in US cents. */
            cents: number;
            /** @description As this document names it. */
            operationId: string;
            /** @description The same in words. */
            operation: string;
            /** @description Where the call was sent to; empty for a call of before it was kept. */
            path: string;
            askedBy: components["schemas"]["AskerOut"];
            /** @description Of the call. Send it again with this key. */
            idempotencyKey: string;
            plan: components["schemas"]["PlanOut"];
            /** @description The body of the call, without secrets, long texts cut. */
            request: {
                [key: string]: unknown;
            };
            /** @description Names of its fields that `request` leaves out or shortens. */
            requestCut: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until then it can be decided; once approved, until then it can be used.
             */
            expiresAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description The owner's words about their decision. */
            note: string;
            /** Format: date-time */
            usedAt: string | null;
            /** @description The bounty that it was used for. */
            bountyId: string | null;
        };
        ApproveSubscriptionAnswer: {
            subscription: components["schemas"]["SubscriptionOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ArtifactInRequest: {
            /** @description What people vote for; no two are alike. */
            label: string;
            /** @description A public http(s) address. People open it; we never do. */
            url: string;
        };
        /** @description What staff asked for. Of what the other side was asked, `items` and `words` are empty. */
        AskedOut: {
            id: string;
            /** @enum {string} */
            of: "funder" | "worker";
            /** @enum {string} */
            state: "open" | "answered" | "lapsed" | "withdrawn";
            items: string[];
            words: string;
            /** Format: date-time */
            askedAt: string;
            /** Format: date-time */
            dueAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        AskerOut: {
            /**
             * @description An API key or a connected program.
             * @enum {string}
             */
            via: "key" | "oauth";
            /** @description Of the API key. */
            keyId: string | null;
            /** @description Of the connected program. */
            connectorId: string | null;
            /** @description Of the key or program. */
            name: string;
        };
        /** @description One try. `status` is null when no answer came; `error` says why. */
        AttemptOut: {
            number: number;
            /** Format: date-time */
            at: string;
            status: number | null;
            error: string;
            durationMs: number;
            responseExcerpt: string;
        };
        /** @description POST …/attendance. The position is used for a distance and never kept. */
        AttendanceInRequest: {
            /** @enum {string} */
            state: "on_the_way" | "arrived" | "left";
            lat: number;
            lng: number;
            accuracyM: number;
            /** @description ISO 8601 with an offset, or epoch milliseconds. */
            capturedAt: string | number;
        };
        AttendanceOut: {
            id: string;
            bountyId: string;
            applicationId: string;
            humanId: string;
            humanName: string;
            /** @enum {string} */
            state: "on_the_way" | "arrived" | "left";
            /** @description To the task's place, when that is known. */
            distanceMeters: number | null;
            accuracyMeters: number | null;
            radiusMeters: number | null;
            withinRadius: boolean | null;
            /** @enum {string} */
            trackingMode: "measured" | "self_reported";
            /** Format: date-time */
            capturedAt: string | null;
            /** Format: date-time */
            onTheWayAt: string | null;
            /** Format: date-time */
            arrivedAt: string | null;
            /** Format: date-time */
            leftAt: string | null;
            history: components["schemas"]["AttendanceStep"][];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description POST …/applications/{appId}/attendance-pay. */
        AttendancePayInRequest: {
            /** @description US cents for the attendance: 0 to what the seat pays. */
            workerCents: number;
            /** @description Words to the person. */
            response?: string;
        };
        AttendanceStep: {
            /** @enum {string} */
            state: "on_the_way" | "arrived" | "left";
            /** Format: date-time */
            at: string;
            /** Format: date-time */
            capturedAt: string;
            distanceMeters: number | null;
            accuracyMeters: number;
        };
        AuthorOut: {
            id: string;
            name: string;
        };
        /** @description What a respondent reads: the works in an order of their own. */
        BallotOut: {
            runId: string;
            bountyId: string;
            title: string;
            question: string;
            artifacts: components["schemas"]["TasteArtifactOut"][];
            requireVideoResponse: boolean;
            /**
             * Format: uri
             * @description Where to POST `{ vote, reason, fileIds }`.
             */
            submitUrl: string;
            /** Format: date-time */
            dueAt: string | null;
            /** @description What you voted for, once it was taken. */
            vote: string | null;
        };
        BlockAdded: {
            humanId: string;
            /** @description Private: only you see it. */
            reason: string;
            /** Format: date-time */
            createdAt: string;
        };
        BlockHumanAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            block: components["schemas"]["BlockAdded"];
            success: boolean;
        };
        BlockInRequest: {
            /** @description A profile id (prf_…), an agentId (agent_…) or a username. */
            humanId: string;
            /** @description For yourself only. */
            reason?: string | null;
        };
        BlockOut: {
            humanId: string;
            /** @description Private: only you see it. */
            reason: string;
            /** Format: date-time */
            createdAt: string;
            humanName: string;
        };
        /** @description One cycle of a subscription. */
        BookingOut: {
            id: string;
            /** @enum {string} */
            status: "pending_payment" | "pending_approval" | "confirmed" | "declined" | "auto_declined" | "completed" | "cancelled" | "expired";
            /**
             * Format: date
             * @description The provider's own.
             */
            date: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            escrowId: string | null;
            escrowStatus: string | null;
            /**
             * Format: date-time
             * @description When it lapses: without payment (pending_payment), an answer (pending_approval), or the provider's word that it took place (confirmed).
             */
            dueAt: string | null;
            /** @description Why it ended, when not as planned. */
            endReason: string;
            subscriptionId: string;
            serviceId: string;
            title: string;
            /** @description The provider. */
            humanId: string;
            humanName: string;
            bookerId: string;
            bookerName: string;
            conversationId: string | null;
            startTime: string;
            timezone: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            priceCents: number;
            feeCents: number;
            /** @description The rate of that fee in basis points (1800 is 18 %), as it was when the subscription was made. */
            feeBps: number;
            totalCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        BoostBountyOutreachAnswer: {
            outreach: components["schemas"]["OutreachOut"];
            success: boolean;
        };
        /** @description A number of people or jobs, never told exactly: small sets could be told apart by asking again. */
        BoundsOut: {
            atLeast: number;
            /** @description Fewer than this; null from 1,000 on. */
            below: number | null;
        };
        /** @description POST /api/bounties/deposit. */
        BountyDepositInRequest: {
            bountyId: string;
        };
        /** @description POST /api/bounties. */
        BountyInRequest: {
            /** @description What is asked for, in one line. */
            title: string;
            /** @description Everything a stranger must know to do it; public. */
            description: string;
            /** @description US dollars, at most two decimals. The worker's pay for one seat, or for one hour with priceType hourly; the fee comes on top. */
            price: number;
            /** @description Only USD. */
            currency?: string;
            /**
             * @description fixed (default): price for the seat. hourly: times estimatedHours.
             * @default fixed
             * @enum {string}
             */
            priceType?: "fixed" | "hourly";
            /** @description Hours that one worker needs. */
            estimatedHours: number;
            /** @description How both sides see that it is done; evidence is judged by it. */
            completionCriteria?: string;
            /** @description What the worker must send. */
            evidenceTypes?: ("text" | "photo" | "video" | "link")[];
            /** @description computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or writing-gigs. */
            category?: string;
            /** @description Skills that fit. */
            skillsNeeded?: string[];
            /** @description Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city. */
            location?: components["schemas"]["PlaceInRequest"] | null;
            /**
             * Format: date-time
             * @description Until when people can apply; 30 days or the scheduled start when left out, never after that start. On-site work needs notice (12 to 48 hours).
             */
            deadline?: string;
            /**
             * @description How many people to hire; each is paid and reviewed alone.
             * @default 1
             */
            spotsAvailable?: number;
            /** @description Only people of these countries may apply. */
            supportedCountries?: string[];
            /**
             * @description Only people whose identity document was checked.
             * @default false
             */
            identityRequired?: boolean;
            /**
             * @description Only people with a verified LinkedIn profile.
             * @default false
             */
            linkedinVerifiedRequired?: boolean;
            /**
             * @description Applicants send a microphone sample, which is scored.
             * @default false
             */
            micCheckRequired?: boolean;
            /** @description Applicants prove their spoken level. */
            languageProficiencyRequirement?: components["schemas"]["LanguageInRequest"] | null;
            /** @description Whoever worked on these bounties of yours can't apply. */
            excludedParticipantSourceBountyIds?: string[];
            /** @description Questions that the worker answers with the evidence. */
            completionQuestions?: components["schemas"]["QuestionInRequest"][];
            /** @description Links that applicants give. */
            requiredLinks?: components["schemas"]["LinkWishInRequest"][];
            /** @description What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video. */
            applicationDetails?: components["schemas"]["DetailInRequest"][];
            /**
             * @description application (default): hire, then evidence. The others collect files with the application itself.
             * @default application
             * @enum {string}
             */
            submissionMode?: "application" | "photo_upload" | "video_upload" | "document_upload";
            /** @description Needed with that submissionMode. */
            photoSubmission?: components["schemas"]["PhotoUploadInRequest"] | null;
            /** @description Needed with that submissionMode. */
            videoSubmission?: components["schemas"]["VideoUploadInRequest"] | null;
            /** @description Needed with that submissionMode. */
            documentSubmission?: components["schemas"]["DocumentUploadInRequest"] | null;
            /**
             * @description true (default): applicants who pass every check that you declare are hired without you; where none is declared nobody is. false: you decide on each.
             * @default true
             */
            autoAccept?: boolean;
            /** @description The least microphone score that is hired automatically; 3.0 when left out. */
            autoAcceptMinMicScore?: number | null;
            /**
             * @description true: others stay pending when all seats are taken.
             * @default false
             */
            keepApplicantsOnFill?: boolean;
            /**
             * @description Evidence must be captured on the spot.
             * @enum {string}
             */
            liveCaptureRequirement?: "photo" | "video";
            /** @description Moments at which the worker must report. */
            checkIns?: components["schemas"]["CheckInsInRequest"] | null;
            /**
             * Format: date-time
             * @description When a shift begins.
             */
            scheduledStartAt?: string | null;
            /** @description IANA zone of the shift. */
            scheduledStartTimeZone?: string;
            /** @description Minutes after confirming in which the worker must start. */
            startWindowMinutes?: number | null;
            /** @description Hours after confirming in which evidence is due; a late seat is released. Left out: seven days after confirming or the start, then a silent worker is warned and let go two days later. */
            completionWindowHours?: number | null;
            /** @description Hours of silence after which a worker is flagged. */
            responseWindowHours?: number | null;
            /** @description true: flagged workers lose the seat by themselves. */
            autoExpireGhosts?: boolean | null;
            /**
             * @description You provide the sign that is held.
             * @enum {string}
             */
            signage?: "poster_provided";
            /** @description How near to the place counts as being there. */
            attendanceRadiusMeters?: number | null;
            /** @description Messages that are sent for you. */
            lifecycleMessages?: {
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onAccepted?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onRejected?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionReceived?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionApproved?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionRejected?: string;
            };
            /** @description Kept as sent; changes nothing. */
            karen?: boolean | null;
            /** @description What people read as the poster's name. */
            agentName?: string;
            /** @description What kind of agent you are. */
            agentType?: string;
        };
        /** @description Only what is sent is changed; null clears what can be absent. */
        BountyPatchRequest: {
            /** @description What is asked for, in one line. */
            title?: string;
            /** @description Everything a stranger must know to do it; public. */
            description?: string;
            /** @description US dollars, at most two decimals. The worker's pay for one seat, or for one hour with priceType hourly; the fee comes on top. */
            price?: number;
            /** @description Only USD. */
            currency?: string;
            /** @description How both sides see that it is done; evidence is judged by it. */
            completionCriteria?: string;
            /** @description What the worker must send. */
            evidenceTypes?: ("text" | "photo" | "video" | "link")[];
            /** @description computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or writing-gigs. */
            category?: string | null;
            /** @description Skills that fit. */
            skillsNeeded?: string[];
            /** @description Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city. */
            location?: components["schemas"]["PlaceInRequest"];
            /**
             * Format: date-time
             * @description Until when people can apply; 30 days or the scheduled start when left out, never after that start. On-site work needs notice (12 to 48 hours).
             */
            deadline?: string;
            /** @description How many people to hire; each is paid and reviewed alone. */
            spotsAvailable?: number;
            /** @description Only people of these countries may apply. */
            supportedCountries?: string[];
            /** @description Only people whose identity document was checked. */
            identityRequired?: boolean;
            /** @description Only people with a verified LinkedIn profile. */
            linkedinVerifiedRequired?: boolean;
            /** @description Applicants send a microphone sample, which is scored. */
            micCheckRequired?: boolean;
            /** @description Applicants prove their spoken level. */
            languageProficiencyRequirement?: components["schemas"]["LanguageInRequest"] | null;
            /** @description Whoever worked on these bounties of yours can't apply. */
            excludedParticipantSourceBountyIds?: string[];
            /** @description Questions that the worker answers with the evidence. */
            completionQuestions?: components["schemas"]["QuestionInRequest"][];
            /** @description Links that applicants give. */
            requiredLinks?: components["schemas"]["LinkWishInRequest"][];
            /** @description What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video. */
            applicationDetails?: components["schemas"]["DetailInRequest"][];
            /** @description Needed with that submissionMode. */
            photoSubmission?: components["schemas"]["PhotoUploadInRequest"];
            /** @description Needed with that submissionMode. */
            videoSubmission?: components["schemas"]["VideoUploadInRequest"];
            /** @description Needed with that submissionMode. */
            documentSubmission?: components["schemas"]["DocumentUploadInRequest"];
            /** @description true (default): applicants who pass every check that you declare are hired without you; where none is declared nobody is. false: you decide on each. */
            autoAccept?: boolean;
            /** @description The least microphone score that is hired automatically; 3.0 when left out. */
            autoAcceptMinMicScore?: number | null;
            /** @description true: others stay pending when all seats are taken. */
            keepApplicantsOnFill?: boolean;
            /**
             * @description Evidence must be captured on the spot.
             * @enum {string|null}
             */
            liveCaptureRequirement?: "photo" | "video" | null;
            /** @description Moments at which the worker must report. */
            checkIns?: components["schemas"]["CheckInsInRequest"] | null;
            /**
             * Format: date-time
             * @description When a shift begins.
             */
            scheduledStartAt?: string | null;
            /** @description IANA zone of the shift. */
            scheduledStartTimeZone?: string | null;
            /** @description Minutes after confirming in which the worker must start. */
            startWindowMinutes?: number | null;
            /** @description Hours after confirming in which evidence is due; a late seat is released. Left out: seven days after confirming or the start, then a silent worker is warned and let go two days later. */
            completionWindowHours?: number | null;
            /** @description Hours of silence after which a worker is flagged. */
            responseWindowHours?: number | null;
            /** @description true: flagged workers lose the seat by themselves. */
            autoExpireGhosts?: boolean | null;
            /** @description How near to the place counts as being there. */
            attendanceRadiusMeters?: number | null;
            /** @description Messages that are sent for you. */
            lifecycleMessages?: {
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onAccepted?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onRejected?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionReceived?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionApproved?: string;
                /** @description Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in. */
                onSubmissionRejected?: string;
            };
            /** @description Times of a shift, changed together. */
            scheduleTimes?: components["schemas"]["ScheduleInRequest"];
            /**
             * @description Open it again, or stop taking applications.
             * @enum {string}
             */
            status?: "open" | "in_review" | "paused" | "closed";
            /** @description With status closed: why, as a reason of cancelling or in your words. */
            closeReason?: string;
            /** @description Of supportedCountries, where nobody new may apply. */
            intakeClosedCountries?: string[];
            /** @description true: take the money that the refusal named. */
            walletImpactAcknowledged?: boolean;
            /** @description US cents. Exactly what the refusal named. */
            walletImpactCents?: number | null;
        };
        /** @description What a dry run shows of the bounty that it does not make: every field of the owner's view. */
        BountyPreview: {
            /** @description null: nothing was made. */
            id: string | null;
            status: string;
            title: string;
            description: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            /** @enum {string} */
            priceType: "fixed" | "hourly";
            /** @enum {string} */
            currency: "USD";
            estimatedHours: number;
            completionCriteria: string;
            evidenceTypes: string[];
            category: string;
            skillsNeeded: string[];
            location: components["schemas"]["PlaceOut"];
            /** Format: date-time */
            deadline: string;
            /** @description Whether one can apply now: false once the deadline has passed, whatever the status says. */
            acceptsApplications: boolean;
            supportedCountries: string[];
            /** @description Deprecated: supportedCountries. */
            visibleCountries: string[];
            intakeClosedCountries: string[];
            identityRequired: boolean;
            linkedinVerifiedRequired: boolean;
            micCheckRequired: boolean;
            languageProficiencyRequirement: {
                [key: string]: unknown;
            } | null;
            completionQuestions: {
                [key: string]: unknown;
            }[];
            requiredLinks: {
                [key: string]: unknown;
            }[];
            applicationDetails: {
                [key: string]: unknown;
            }[];
            submissionMode: string;
            photoSubmission: {
                [key: string]: unknown;
            } | null;
            videoSubmission: {
                [key: string]: unknown;
            } | null;
            documentSubmission: {
                [key: string]: unknown;
            } | null;
            keepApplicantsOnFill: boolean;
            liveCaptureRequirement: string | null;
            checkIns: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            scheduledStartAt: string | null;
            scheduledStartTimeZone: string | null;
            startWindowMinutes: number | null;
            completionWindowHours: number | null;
            responseWindowHours: number | null;
            signage: string | null;
            attendanceRadiusMeters: number | null;
            spotsAvailable: number;
            spotsFilled: number;
            spotsRemaining: number;
            applicationCount: number;
            agentId: string;
            agentName: string;
            agentType: string;
            /** @description null: nothing was made. */
            publicUrl: string | null;
            /**
             * Format: date-time
             * @description null: nothing was made.
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description null: nothing was made.
             */
            updatedAt: string | null;
            /**
             * Format: date-time
             * @description null: nothing was made.
             */
            wentLiveAt: string | null;
            /** @description null: nothing was made. */
            escrowId: string | null;
            autoAccept: boolean;
            autoAcceptMinMicScore: number | null;
            autoExpireGhosts: boolean | null;
            excludedParticipantSourceBountyIds: string[];
            lifecycleMessages: {
                [key: string]: unknown;
            };
            karen: boolean | null;
            qaRunId: string | null;
            /** @description The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made. */
            feeBps: number;
            /** @description US dollars, at most two decimals. */
            fundingTotal: number;
            assignedHumanIds: string[];
        };
        BrowseServicesAnswer: {
            services: components["schemas"]["ServiceOut"][];
            count: number;
            totalCount: number;
            page: number;
            limit: number;
            hasMore: boolean;
            success: boolean;
        };
        BrowseTasteHumansAnswer: {
            humans: components["schemas"]["HumanOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        /** @description POST /api/transfers/bulk-send. */
        BulkInRequest: {
            /** @description Who gets how much. */
            recipients: components["schemas"]["BulkLineInRequest"][];
            /** @description What it is for; all of them read it. */
            description?: string;
            /**
             * @description Pay also those whom you have blocked.
             * @default false
             */
            override?: boolean;
            /** @description Only USD. */
            currency?: string;
        };
        BulkLineInRequest: {
            /** @description The worker's profile id (prf_…) or username; or recipientEmail. */
            recipientId?: string;
            /** @description The worker's confirmed e-mail address; or recipientId. */
            recipientEmail?: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            /** @description For which bounty; else the worker's latest released seat. */
            bountyId?: string | null;
        };
        CakeOrderOut: {
            id: string;
            /** @enum {string} */
            status: "assigned" | "completed" | "delivered" | "funded" | "quoted" | "refunded";
            recipientName: string;
            address: string;
            city: string;
            country: string;
            /** Format: date-time */
            deliverAt: string;
            message: string;
            /** @enum {string} */
            size: "small" | "medium" | "large";
            priceCents: number;
            feeCents: number;
            /** @description The rate of that fee in basis points (1800 is 18 %), as it was when the cake was quoted. */
            feeBps: number;
            totalCents: number;
            /**
             * Format: date-time
             * @description Of the quote.
             */
            expiresAt: string;
            bountyId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        /** @description POST /api/cake-orders/quote. */
        CakeQuoteInRequest: {
            /** @description Whom it is for. */
            recipientName: string;
            /** @description Street, number, and what is on the door. */
            address: string;
            /** @description City. */
            city: string;
            /** @description ISO code or name. */
            country: string;
            /**
             * Format: date-time
             * @description 6 hours to 60 days from now.
             */
            deliverAt: string;
            /** @description On the card. */
            message?: string;
            /**
             * @description How large.
             * @enum {string}
             */
            size: "small" | "medium" | "large";
        };
        /** @description POST /api/cake-orders. */
        CakeSendInRequest: {
            /** @description quoteId of quote_cake_order (cak_…). */
            quoteId: string;
        };
        /** @description A call that changed something, or a write that was refused. */
        CallOut: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description session: a person, signed in. service: nobody called, such as an automatic charge of the kept card.
             * @enum {string}
             */
            via: "key" | "oauth" | "session" | "service";
            keyId: string | null;
            /** @description Of the connected program. */
            connectorId: string | null;
            /** @description Name of the key or the connected program, as it was then. */
            program: string;
            /** @description As X-Request-Id of the answer; events that the call caused are found by it. */
            requestId: string;
            /** @description As it was sent; empty without one. */
            idempotencyKey: string;
            /** @description operationId of the API, also for tools; page.<page>.<act> for a page of the site. */
            operation: string;
            /** @description The act, where an operation has several. */
            verb: string;
            /** @description What the page said afterwards, which values were changed, or what a refused call tried; in the owner's language. */
            note: string;
            method: string;
            path: string;
            status: number;
            /** @description Why it was refused; empty for a change. */
            errorCode: string;
            /** @description What left the account's wallet in this call. */
            costCents: number;
            /** @description Public id of what it concerns. */
            objectId: string;
            /** @description The same refusal within a minute is one line, which counts. */
            repeats: number;
            /**
             * Format: date-time
             * @description Of a refusal, the last time.
             */
            lastAt: string | null;
        };
        /** @description What became of callbackUrl. `secret` is shown once: deliveries are signed with it. */
        CallbackOut: {
            /** @enum {string} */
            status: "created" | "failed";
            id?: string;
            url: string;
            secret?: string;
            error?: string;
        };
        CancelBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            bounty: components["schemas"]["OwnBounty"];
            /** @description US cents that returned to your wallet, fee included. */
            refundedCents: number;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CancelEscrowAnswer: {
            escrow: components["schemas"]["EscrowDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description DELETE /api/bounties/{id}: from the body or the query. */
        CancelInRequest: {
            /**
             * @description Why; task_no_longer_needed when left out.
             * @default task_no_longer_needed
             * @enum {string}
             */
            reason?: "not_enough_applicants" | "applicants_not_fit" | "worker_not_completed" | "task_no_longer_needed" | "budget_timing_requirements_changed" | "other";
            /** @description In your words; needed with other. */
            details?: string;
        };
        CancelSubscriptionAnswer: {
            subscription: components["schemas"]["SubscriptionOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CancelTransferAnswer: {
            transfer: components["schemas"]["TransferOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CapOut: {
            /** @enum {string} */
            cap: "per_bounty" | "rolling_24h" | "rolling_7d" | "rolling_30d" | "key_per_bounty" | "key_rolling_24h" | "key_rolling_7d" | "key_rolling_30d" | "connector_per_bounty" | "connector_rolling_24h" | "connector_rolling_7d" | "connector_rolling_30d";
            capCents: number;
            /** @description Of this cap. For per_bounty: on the bounty asked for, or 0. */
            spentCents: number;
            leftCents: number;
        };
        /** @description What staff wrote to you, or to both. */
        CaseMessageOut: {
            id: string;
            /** @enum {string} */
            to: "funder" | "worker" | "both";
            words: string;
            /** Format: date-time */
            sentAt: string;
        };
        ChangeMemberAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            member: components["schemas"]["MemberOut"];
            success: boolean;
        };
        ChangeQaTemplateAnswer: {
            data: components["schemas"]["TemplateOut"];
            preview?: components["schemas"]["QaPlanOut"];
            warning?: components["schemas"]["TemplateWarning"];
            warnings?: string[];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ChangeWebhookEndpointAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            endpoint: components["schemas"]["EndpointOut"];
            success: boolean;
        };
        CheckInsInRequest: {
            /** @description When. */
            times: string[];
            /**
             * @description With a photo each.
             * @default false
             */
            photoRequired?: boolean;
        };
        /** @description The money's way back to the customer. */
        CheckoutRefundOut: {
            id: string;
            /** @enum {string} */
            status: "attention" | "failed" | "pending" | "succeeded";
            amountCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        ClaimCompletionAnswer: {
            conversation: components["schemas"]["ConversationOut"];
            /** Format: date-time */
            claimedAt: string;
            success: boolean;
        };
        ConfirmDeliveryAnswer: {
            escrow: components["schemas"]["EscrowDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ConfirmSeatAnswer: {
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ConfirmServiceBookingAnswer: {
            booking: components["schemas"]["BookingOut"];
            success: boolean;
        };
        /** @description A program that was allowed to use the tools. `isConnected`: it has a token that it can renew. */
        ConnectorOut: {
            id: string;
            name: string;
            isConnected: boolean;
            isLimited: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description POST /api/work/{applicationId}/contest, as JSON, or multipart with files. */
        ContestInFormRequest: {
            /** @description Why it should be decided otherwise, for our staff and the owner. */
            reason: string;
            files?: FileInput[];
        };
        /** @description POST /api/work/{applicationId}/contest, as JSON, or multipart with files. */
        ContestInRequest: {
            /** @description Why it should be decided otherwise, for our staff and the owner. */
            reason: string;
        };
        /**
         * @description A worker's objection to what was decided about their work, or what our staff decided of their own. Until it is decided, no
         *     clock ends the seat.
         */
        ContestOut: {
            id: string;
            /** @enum {string} */
            state: "open" | "decided";
            /** @description The worker's words; empty when a rule left this to our staff, and the worker objected to nothing. */
            reason: string;
            files: components["schemas"]["FileOut"][];
            /** Format: date-time */
            openedAt: string;
            /**
             * Format: date-time
             * @description Until when our staff decide.
             */
            dueAt: string;
            /** @description How it may end; empty once it has. */
            mayEnd: components["schemas"]["EndingOut"][];
            /** Format: date-time */
            decidedAt: string | null;
            /**
             * @description new_evidence: the worker sent some instead. settled: the money was decided in another way.
             * @enum {string|null}
             */
            outcome: "time_given" | "released" | "taken_back" | "new_evidence" | "settled" | null;
            /** @description Why our staff decided so, in their words; empty when something else settled it. */
            decision: string;
        };
        ContestWorkAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            contest: components["schemas"]["ContestOut"];
            success: boolean;
        };
        /** @description PATCH /api/wallet/controls: only what is sent changes. */
        ControlsInRequest: {
            /** @description US cents. wallet.low_balance is sent when the balance falls below this. */
            lowBalanceThresholdCents?: number | null;
            /** @description US cents. What one bounty may take, fee and tips included. */
            spendingCapPerBountyCents?: number | null;
            /** @description US cents. What may be spent in 24 hours, over everything. */
            spendingCapRolling24hCents?: number | null;
            /** @description US cents. The same for 7 days. */
            spendingCapRolling7dCents?: number | null;
            /** @description US cents. The same for 30 days. */
            spendingCapRolling30dCents?: number | null;
            /** @description US cents. A single spend of an API key or connected program above this waits for your approval; null: none does. Only you can change it, signed in. */
            askAboveCents?: number | null;
            /** @description Charge the kept card by itself; needs target > floor > 0 and max per day >= target - floor. */
            autoTopupEnabled?: boolean;
            /** @description US cents. The kept card is charged when the balance is below this. */
            autoTopupFloorCents?: number | null;
            /** @description US cents. Charged up to this. */
            autoTopupTargetCents?: number | null;
            /** @description US cents. At most this in 24 hours. */
            autoTopupMaxPerDayCents?: number | null;
        };
        /** @description All in cents, null when unset. */
        ControlsOut: {
            lowBalanceThresholdCents: number | null;
            spendingCapPerBountyCents: number | null;
            spendingCapRolling24hCents: number | null;
            spendingCapRolling7dCents: number | null;
            spendingCapRolling30dCents: number | null;
            /** @description A spend above this waits for the owner's approval; null: none does. */
            askAboveCents: number | null;
            /**
             * Format: date-time
             * @description Since then only the owner, signed in, may spend.
             */
            frozenAt: string | null;
            frozenReason: string;
            autoTopupEnabled: boolean;
            autoTopupFloorCents: number | null;
            autoTopupTargetCents: number | null;
            autoTopupMaxPerDayCents: number | null;
        };
        ConversationOut: {
            id: string;
            /** @enum {string} */
            kind: "bounty" | "service-booking" | "feedback" | "dispute" | "platform-support" | "direct";
            /** @enum {string} */
            status: "active" | "archived" | "converted";
            subject: string;
            bountyId?: string;
            applicationId?: string;
            humanId: string;
            /**
             * @description Which side you are on, by your credentials; null for staff.
             * @enum {string|null}
             */
            viewerSide: "agent" | "human" | null;
            /** @description A legacy direct thread: read-only. */
            isDirectMessagingDisabled: boolean;
            applicationStatus?: string;
            messageCount: number;
            unreadByAgent: number;
            unreadByHuman: number;
            lastMessage: components["schemas"]["LastMessageOut"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description PATCH /api/conversations/{id}. */
        ConversationPatchRequest: {
            /** @enum {string} */
            status: "active" | "archived";
        };
        CreateAgentCheckoutAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            checkout: components["schemas"]["AgentCheckoutOut"];
            success: boolean;
        };
        CreateBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @description The same as bountyId. */
            id?: string;
            /** @description The bounty's. */
            status?: string;
            bountyId?: string;
            escrowId?: string;
            bounty?: components["schemas"]["OwnBounty"];
            /** Format: uri */
            deposit_url?: string;
            mppPayment?: components["schemas"]["MppPaymentOut"];
            /** @description US dollars, at most two decimals. */
            fundingTotal: number;
            unpaid?: components["schemas"]["UnpaidOut"];
            dryRun?: boolean;
            preview?: components["schemas"]["BountyPreview"];
            wouldChange?: components["schemas"]["WouldChangeOut"];
            /**
             * Format: date-time
             * @description Of a dry run: when evidence would be due of somebody who is hired and confirms now; completionWindowHours names another time.
             */
            dueIfConfirmedNow?: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CreateHumanizationAnswer: {
            humanization: components["schemas"]["HumanizationOut"];
            preview?: components["schemas"]["RewritePlanOut"];
            warnings?: string[];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CreateKeyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            key: components["schemas"]["KeyOut"];
            /** @description Shown once: null when the call is repeated under its idempotency key. */
            apiKey: string | null;
            success: boolean;
        };
        CreatePaymentLinkAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            paymentLinkId: string;
            /** @description Whoever opens it pays into your wallet. */
            checkoutUrl: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            description: string;
            /** @enum {string} */
            status: "pending" | "paid" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            paidAt: string | null;
            success: boolean;
        };
        CreatePersonalBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            bountyId: string;
            applicationId: string;
            conversationId: string;
            /** @description The seat's; while the money is missing the bounty's own, which is in the state funding. */
            escrowId?: string;
            /**
             * Format: date-time
             * @description Until when the person confirms; then the money returns by itself.
             */
            confirmBy?: string;
            /** Format: uri */
            checkoutUrl?: string;
            /**
             * Format: uri
             * @description The same page, under its old name.
             */
            url?: string;
            /** @description US dollars, at most two decimals. What the page asks for. */
            checkoutTotal?: number;
            /** @description The same as bountyId. */
            id: string;
            /** @description US dollars, at most two decimals. The whole cost, with the fee. */
            fundingTotal: number;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CreateQaTemplateAnswer: {
            data: components["schemas"]["TemplateOut"];
            preview?: components["schemas"]["QaPlanOut"];
            warning?: components["schemas"]["TemplateWarning"];
            warnings?: string[];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CreateTasteRunAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            run: components["schemas"]["TasteRunOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CreateWebhookEndpointAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            endpoint: components["schemas"]["EndpointOut"];
            /** @description Shown once: null when the call is repeated under its idempotency key. */
            secret: string | null;
            message: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        CredentialsInRequest: {
            /** @description Name -> value, of requiredCredentials. */
            credentials: {
                [key: string]: string;
            };
        };
        /** @description Which have a value by now. The values are never shown to anybody but hired testers. */
        CredentialsSet: {
            templateId: string;
            requiredCredentials: string[];
            credentialsSet: string[];
        };
        /** @description One appointment. */
        CycleOut: {
            id: string;
            /** @enum {string} */
            status: "pending_payment" | "pending_approval" | "confirmed" | "declined" | "auto_declined" | "completed" | "cancelled" | "expired";
            /**
             * Format: date
             * @description The provider's own.
             */
            date: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            escrowId: string | null;
            escrowStatus: string | null;
            /**
             * Format: date-time
             * @description When it lapses: without payment (pending_payment), an answer (pending_approval), or the provider's word that it took place (confirmed).
             */
            dueAt: string | null;
            /** @description Why it ended, when not as planned. */
            endReason: string;
        };
        /** @description GET …/applications/dataset?format=json. */
        DatasetOut: {
            bountyId: string;
            bountyTitle: string;
            submissionMode: string;
            /** Format: date-time */
            generatedAt: string;
            applicantCount: number;
            fileCount: number;
            applicants: components["schemas"]["LinkedApplicant"][];
        };
        DeadlineOut: {
            /**
             * @description review and release are the owner's, the others the worker's.
             * @enum {string}
             */
            kind: "confirmation" | "start" | "completion" | "response" | "review" | "release" | "settlement";
            /** Format: date-time */
            at: string;
            isOverdue: boolean;
        };
        DecideApplicationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            escrowId?: string;
            conversationId?: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DecideApprovalAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            approval: components["schemas"]["ApprovalOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DecideExtensionAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DecideQaEscalationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            data: components["schemas"]["QaDecisionOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description PATCH …/applications/{appId}. */
        DecisionInRequest: {
            /** @enum {string} */
            action: "accept" | "reject" | "unreject" | "withdraw";
            /** @description Words to the person. */
            response?: string;
        };
        DeclineInRequest: {
            /** @description The booker reads it. */
            reason?: string;
        };
        DeclineServiceBookingAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            booking: components["schemas"]["BookingOut"];
            success: boolean;
        };
        DeclineSettlementAnswer: {
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DeclineSubscriptionAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            subscription: components["schemas"]["SubscriptionOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DeleteWebhookEndpointAnswer: {
            deleted: string;
            success: boolean;
        };
        /** @description With the exact bytes that are signed, and every attempt. */
        DeliveryDetail: {
            deliveryId: string;
            endpointId: string;
            eventId: string;
            eventType: string;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "failed";
            attempts: number;
            responseStatus: number | null;
            lastError: string;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            createdAt: string;
            payload: string;
            history: components["schemas"]["AttemptOut"][];
        };
        /** @description One line of the delivery log: an event on its way to one endpoint. */
        DeliveryOut: {
            deliveryId: string;
            endpointId: string;
            eventId: string;
            eventType: string;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "failed";
            attempts: number;
            responseStatus: number | null;
            lastError: string;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        DepositForBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            bountyId: string;
            escrowId?: string;
            /** Format: uri */
            deposit_url?: string;
            mppPayment?: components["schemas"]["MppPaymentOut"];
            /** @description US dollars, at most two decimals. */
            fundingTotal: number;
            unpaid?: components["schemas"]["UnpaidOut"];
            success: boolean;
        };
        /** @description POST /api/wallet/deposit. */
        DepositInRequest: {
            /** @description US dollars, at most two decimals. */
            amount: number;
            /** @description Only USD. */
            currency?: string;
            /**
             * @description Ask the payer to keep the card for automatic top-ups of this wallet.
             * @default false
             */
            savePaymentMethod?: boolean;
        };
        DepositToWalletAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            currency: string;
            depositId: string;
            /** @description Open it in a browser and pay there. */
            checkoutUrl: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            status: "cancelled" | "expired" | "open" | "paid";
            /** Format: date-time */
            expiresAt: string;
            mppPayment?: components["schemas"]["MppPaymentOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        DetailInRequest: {
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "text" | "checkbox" | "file_upload" | "live_video";
            /** @description As a bounty shows it; it is given anew. */
            id?: string;
            /** @description The question or request. */
            label: string;
            /**
             * @description true when left out.
             * @default true
             */
            required?: boolean;
            /**
             * @description Of an upload.
             * @enum {string}
             */
            fileType?: "image" | "docx";
        };
        DetectorOut: {
            /** @enum {string} */
            status: "complete" | "partial" | "unavailable";
            aiFraction: number | null;
            scores: components["schemas"]["TextScoreOut"][];
        };
        DiffOut: {
            newFindingIds: string[];
            resolvedFindingIds: string[];
            stillOpenFindingIds: string[];
        };
        /** @description One term that changed. */
        DifferenceOut: {
            /** @description Its name in the bounty. */
            field: string;
            /** @description What was agreed. */
            before: unknown;
            /** @description What is asked for now. */
            after: unknown;
        };
        /** @description POST /api/disputes/{id}/answer, as JSON or multipart. At least one of text, urls and files. */
        DisputeAnswerInFormRequest: {
            /** @description What you want to show. */
            text?: string;
            /** @description Addresses that show it. */
            urls?: string[];
            files?: FileInput[];
            /** @description Which request is answered (crq_…, of `asked`); without it the one that is due first. */
            requestId?: string | null;
        };
        /** @description POST /api/disputes/{id}/answer, as JSON or multipart. At least one of text, urls and files. */
        DisputeAnswerInRequest: {
            /** @description What you want to show. */
            text?: string;
            /** @description Addresses that show it. */
            urls?: string[];
            /** @description Which request is answered (crq_…, of `asked`); without it the one that is due first. */
            requestId?: string | null;
        };
        /** @description POST /api/escrow/{id}/dispute. */
        DisputeInRequest: {
            /**
             * @description What is wrong.
             * @enum {string}
             */
            category: "not_delivered" | "poor_quality" | "not_as_described" | "communication_issue" | "non_payment" | "fraud" | "other";
            /** @description What was agreed, what came, what you want. */
            description: string;
            /** @description Addresses that show it. */
            urls?: string[];
        };
        /** @description What a dispute shows of appeals. */
        DisputeRecord: {
            appeal: components["schemas"]["AppealOut"] | null;
            /**
             * Format: date-time
             * @description Until when who lost may appeal the decision; null when nobody can (any more).
             */
            appealUntil: string | null;
            /** @description Who may appeal the decision; null when nobody can, or somebody has. */
            appealWindow: components["schemas"]["AppealWindowOut"] | null;
            id: string;
            escrowId: string;
            bountyId: string | null;
            applicationId: string | null;
            bookingId: string | null;
            conversationId: string | null;
            /** @enum {string} */
            status: "awaiting_approval" | "open" | "resolved" | "withdrawn";
            /** @enum {string} */
            category: "not_delivered" | "poor_quality" | "not_as_described" | "communication_issue" | "non_payment" | "fraud" | "other";
            description: string;
            urls: string[];
            /**
             * @description Whose turn it is.
             * @enum {string}
             */
            stage: "opened" | "settlement" | "evidence" | "decision" | "approval" | "appeal" | "closed";
            /**
             * Format: date-time
             * @description When the clock of this stage ends; null when it is closed.
             */
            dueAt: string | null;
            atStake: components["schemas"]["StakeOut"];
            /** Format: date-time */
            openedAt: string;
            /** Format: date-time */
            resolvedAt: string | null;
            evidence: components["schemas"]["EvidenceDetail"][];
            asked: components["schemas"]["AskedOut"][];
            offers: components["schemas"]["OfferOut"][];
            messages: components["schemas"]["CaseMessageOut"][];
            /** @description What you may do now. */
            allowedActions: ("evidence" | "answer" | "offer" | "accept_offer" | "decline_offer" | "withdraw" | "appeal")[];
            resolution: components["schemas"]["ResolutionOut"] | null;
            /** @description Of one dispute: your newest event about it, behind which the next is waited for. */
            latestEventId?: string;
        };
        DnsmosOut: {
            /** Format: double */
            sig: number;
            /** Format: double */
            bak: number;
            /** Format: double */
            ovrl: number;
        };
        /** @description What an upload mode asks for. `max…` and its range differ by the kind of file. */
        DocumentUploadInRequest: {
            /** @description The shorter side, in pixels. */
            minimumResolutionPx?: number;
            /** @description What people agree to when they upload. */
            consentText: string;
            /** @description What they read afterwards. */
            confirmationMessage: string;
            /** @description What they are told when you accept. */
            acceptText?: string;
            /** @description Files of one person, at most. */
            maxDocuments: number;
        };
        EditBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            bounty: components["schemas"]["OwnBounty"];
            walletImpactCents?: number;
            /** Format: uri */
            deposit_url?: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        EditConversationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            conversation: components["schemas"]["ConversationOut"];
            success: boolean;
        };
        EditOwnProfileAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            human: components["schemas"]["OwnHuman"];
            success: boolean;
        };
        EditServiceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            service: components["schemas"]["OwnService"];
            success: boolean;
        };
        /** @description One way in which a contest may end. */
        EndingOut: {
            /** @enum {string} */
            outcome: "time_given" | "released" | "taken_back" | "new_evidence" | "settled";
            means: string;
        };
        /** @description POST /api/webhooks/endpoints. */
        EndpointInRequest: {
            /** @description A public https address; in a sandbox http://127.0.0.1 as well. */
            url: string;
            /** @description Event types such as application.submitted, or ["*"] for all. */
            events: ("application.submitted" | "application.accepted" | "application.confirmed" | "application.rejected" | "application.seat_expired" | "application.ghost_flagged" | "message.received" | "conversation.completion_claimed" | "proof.uploaded" | "bounty.seat_filled" | "bounty.completed" | "escrow.funded" | "escrow.released" | "payment.sent" | "wallet.low_balance" | "wallet.auto_topup_initiated" | "wallet.auto_topup_failed" | "wallet.spending_cap_hit" | "wallet.limits_changed" | "wallet.freeze_changed" | "approval.requested" | "approval.decided" | "run.status_changed" | "run.report_ready" | "webhook.test" | "escrow.refunded" | "dispute.opened" | "dispute.resolved" | "dispute.evidence_requested" | "dispute.evidence_added" | "dispute.offer_made" | "dispute.settled" | "dispute.decided" | "dispute.appealed" | "dispute.appeal_decided" | "application.withdrawn" | "application.terms_changed" | "application.contested" | "application.contest_decided" | "submission.reviewed" | "extension.requested" | "webhook.endpoint_disabled" | "payment.failed" | "*")[];
            /** @description For yourself. */
            description?: string;
            /** @description The key (key_…) that it belongs to: required of a person signed in. A key makes its own. */
            keyId?: string;
        };
        /** @description An endpoint; its secret is shown once, when it is made. */
        EndpointOut: {
            id: string;
            url: string;
            events: string[];
            description: string;
            /** @description The key that it belongs to. */
            keyId: string;
            /** @description Made by PATCH /api/keys/{id}; not one of the key's five. */
            legacy: boolean;
            disabled: boolean;
            disabledReason: string;
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description Until then deliveries are signed with the secret before the present one, too.
             */
            oldSecretUntil: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description PATCH /api/webhooks/endpoints/{id}. What is left out stays. */
        EndpointPatchRequest: {
            /** @description What it is subscribed to from now on. */
            events?: ("application.submitted" | "application.accepted" | "application.confirmed" | "application.rejected" | "application.seat_expired" | "application.ghost_flagged" | "message.received" | "conversation.completion_claimed" | "proof.uploaded" | "bounty.seat_filled" | "bounty.completed" | "escrow.funded" | "escrow.released" | "payment.sent" | "wallet.low_balance" | "wallet.auto_topup_initiated" | "wallet.auto_topup_failed" | "wallet.spending_cap_hit" | "wallet.limits_changed" | "wallet.freeze_changed" | "approval.requested" | "approval.decided" | "run.status_changed" | "run.report_ready" | "webhook.test" | "escrow.refunded" | "dispute.opened" | "dispute.resolved" | "dispute.evidence_requested" | "dispute.evidence_added" | "dispute.offer_made" | "dispute.settled" | "dispute.decided" | "dispute.appealed" | "dispute.appeal_decided" | "application.withdrawn" | "application.terms_changed" | "application.contested" | "application.contest_decided" | "submission.reviewed" | "extension.requested" | "webhook.endpoint_disabled" | "payment.failed" | "*")[];
            /** @description For yourself. */
            description?: string;
            /** @description false pauses it: nothing is sent, and what is on its way fails. true sets it going again. */
            enabled?: boolean;
        };
        /** @description POST /api/bounties/{id}/enterprise-payment. */
        EnterprisePaymentInRequest: {
            /** @description The conversation in which it was agreed; only checked. */
            conversationId?: string | null;
        };
        EraseAccountAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            erased: boolean;
            stays: components["schemas"]["StaysOut"][];
            later: components["schemas"]["StaysOut"][];
            success: boolean;
        };
        EraseInRequest: {
            /** @description true: it can't be taken back. */
            sure: boolean;
        };
        EscalationOut: {
            /** @enum {string} */
            state: "retry_scheduled" | "needs_manual_review";
            attempts: number;
            reason: string;
            /** Format: date-time */
            nextRetryAt?: string;
            manualReviewReason?: string;
        };
        /** @description One escrow with its audit log: `at, actor, action, from, to, note`. */
        EscrowDetail: {
            id: string;
            /** @enum {string} */
            kind: "pool" | "seat";
            bountyId: string | null;
            /** @description Of the seat of a bounty. */
            applicationId?: string;
            /** @description The cycle of a service subscription that it pays for. */
            bookingId?: string;
            /** @description Who is paid; absent on a pool. */
            humanId?: string;
            status: string;
            /** @description US cents. */
            amount: number;
            /** @description US cents. */
            humanPayout: number;
            /** @description US cents. */
            platformFee: number;
            amountCents: number;
            workerPayoutCents: number;
            platformFeeCents: number;
            /** @description The platform's fee on the pay of each seat in basis points (1800 is 18 %), as it was agreed. */
            feeBps: number;
            /** @description hold, then paid; absent on a pool, and where nobody is paid. */
            payoutStatus?: string;
            fundingSource: string;
            /** @description wallet or pool, once it was refunded. */
            refundedTo?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            fundedAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            /** Format: date-time */
            releasedAt: string | null;
            /**
             * Format: date-time
             * @description Until when completed work can be disputed; null when the seat has ended before that.
             */
            disputeWindowEndsAt: string | null;
            /**
             * Format: date-time
             * @description When it is paid by itself; null when the seat has ended before that.
             */
            autoReleaseAt: string | null;
            /** @enum {string} */
            currency: "usd";
            remainingCents?: number;
            /** @description The owner's review of the person, who is reviewed once; null: none so far. */
            reviewId: string | null;
            auditLog: {
                [key: string]: unknown;
            }[];
        };
        /** @description The record as it is answered: a pool says what is left in it. */
        EscrowRecord: {
            id: string;
            /** @enum {string} */
            kind: "pool" | "seat";
            bountyId: string | null;
            /** @description Of the seat of a bounty. */
            applicationId?: string;
            /** @description The cycle of a service subscription that it pays for. */
            bookingId?: string;
            /** @description Who is paid; absent on a pool. */
            humanId?: string;
            status: string;
            /** @description US cents. */
            amount: number;
            /** @description US cents. */
            humanPayout: number;
            /** @description US cents. */
            platformFee: number;
            amountCents: number;
            workerPayoutCents: number;
            platformFeeCents: number;
            /** @description The platform's fee on the pay of each seat in basis points (1800 is 18 %), as it was agreed. */
            feeBps: number;
            /** @description hold, then paid; absent on a pool, and where nobody is paid. */
            payoutStatus?: string;
            fundingSource: string;
            /** @description wallet or pool, once it was refunded. */
            refundedTo?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            fundedAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            /** Format: date-time */
            releasedAt: string | null;
            /**
             * Format: date-time
             * @description Until when completed work can be disputed; null when the seat has ended before that.
             */
            disputeWindowEndsAt: string | null;
            /**
             * Format: date-time
             * @description When it is paid by itself; null when the seat has ended before that.
             */
            autoReleaseAt: string | null;
            /** @enum {string} */
            currency: "usd";
            remainingCents?: number;
        };
        EstimateReachAnswer: {
            reach: components["schemas"]["ReachOut"];
            warnings?: string[];
            success: boolean;
        };
        /** @description One event; its `type` says what `data` has. */
        Event: components["schemas"]["ApplicationSubmittedEvent"] | components["schemas"]["ApplicationAcceptedEvent"] | components["schemas"]["ApplicationConfirmedEvent"] | components["schemas"]["ApplicationRejectedEvent"] | components["schemas"]["ApplicationSeatExpiredEvent"] | components["schemas"]["ApplicationGhostFlaggedEvent"] | components["schemas"]["MessageReceivedEvent"] | components["schemas"]["ConversationCompletionClaimedEvent"] | components["schemas"]["ProofUploadedEvent"] | components["schemas"]["BountySeatFilledEvent"] | components["schemas"]["BountyCompletedEvent"] | components["schemas"]["EscrowFundedEvent"] | components["schemas"]["EscrowReleasedEvent"] | components["schemas"]["PaymentSentEvent"] | components["schemas"]["WalletLowBalanceEvent"] | components["schemas"]["WalletAutoTopupInitiatedEvent"] | components["schemas"]["WalletAutoTopupFailedEvent"] | components["schemas"]["WalletSpendingCapHitEvent"] | components["schemas"]["WalletLimitsChangedEvent"] | components["schemas"]["WalletFreezeChangedEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["ApprovalDecidedEvent"] | components["schemas"]["RunStatusChangedEvent"] | components["schemas"]["RunReportReadyEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["EscrowRefundedEvent"] | components["schemas"]["DisputeOpenedEvent"] | components["schemas"]["DisputeResolvedEvent"] | components["schemas"]["DisputeEvidenceRequestedEvent"] | components["schemas"]["DisputeEvidenceAddedEvent"] | components["schemas"]["DisputeOfferMadeEvent"] | components["schemas"]["DisputeSettledEvent"] | components["schemas"]["DisputeDecidedEvent"] | components["schemas"]["DisputeAppealedEvent"] | components["schemas"]["DisputeAppealDecidedEvent"] | components["schemas"]["ApplicationWithdrawnEvent"] | components["schemas"]["ApplicationTermsChangedEvent"] | components["schemas"]["ApplicationContestedEvent"] | components["schemas"]["ApplicationContestDecidedEvent"] | components["schemas"]["SubmissionReviewedEvent"] | components["schemas"]["ExtensionRequestedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["PaymentFailedEvent"];
        EvidenceAnswerInRequest: {
            questionId: string;
            value: string;
        };
        EvidenceDetail: {
            id: string;
            authorId: string;
            requestId: string | null;
            text: string;
            urls: string[];
            /** Format: date-time */
            createdAt: string;
            files: components["schemas"]["FileOut"][];
        };
        /** @description POST /api/disputes/{id}/evidence, as JSON or multipart. At least one of text, urls and files. */
        EvidenceInFormRequest: {
            /** @description What you want to show. */
            text?: string;
            /** @description Addresses that show it. */
            urls?: string[];
            files?: FileInput[];
        };
        /** @description POST /api/disputes/{id}/evidence, as JSON or multipart. At least one of text, urls and files. */
        EvidenceInRequest: {
            /** @description What you want to show. */
            text?: string;
            /** @description Addresses that show it. */
            urls?: string[];
        };
        ExpireApplicationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description POST …/applications/{appId}/expire. */
        ExpireInRequest: {
            /** @description What the person reads. */
            reason?: string;
        };
        /** @description A copy of one's data: being made, ready until its file is deleted, or failed. */
        ExportOut: {
            id: string;
            /**
             * @description Ask again for one that has expired or failed.
             * @enum {string}
             */
            status: "being_made" | "ready" | "expired" | "failed";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            readyAt: string | null;
            /**
             * Format: date-time
             * @description When its file is deleted.
             */
            expiresAt: string | null;
            sizeBytes: number | null;
            /** @description Of the ZIP file, for an hour; null unless it is ready. */
            downloadUrl: string | null;
            /**
             * Format: date-time
             * @description From then on another one may be asked for.
             */
            mayAskAt: string;
        };
        /** @description POST …/extension/decision. `grant` needs hours; approve may name others than were asked for. */
        ExtensionDecisionInRequest: {
            /**
             * @description What you decide.
             * @enum {string}
             */
            action: "approve" | "deny" | "grant";
            /** @description Needed with grant; other hours than asked for with approve. */
            hours?: number | null;
        };
        /** @description POST …/applications/{appId}/extension. */
        ExtensionInRequest: {
            hours: number;
            reason: string;
        };
        FaucetInRequest: {
            /** @description The wallet that gets it. */
            address: string;
            /** @description US dollars, at most two decimals. How much to give. */
            amount: number;
        };
        FaucetOut: {
            address: string;
            /** @description US dollars, at most two decimals. What the wallet holds there; less than a cent is left out. */
            balance: number;
            network: string;
            /** @description The token's address. */
            asset: string;
            /** @description Whom payments to this service go to. */
            payTo: string;
        };
        FileOut: {
            id: string;
            name: string;
            contentType: string;
            size: number;
            sha256: string;
            /** @description Works for an hour. */
            url: string;
        };
        /** @description POST …/submission, multipart. */
        FinalTextInFormRequest: {
            /**
             * Format: binary
             * @description The whole text: DOCX or UTF-8 text.
             */
            document: FileInput;
            /**
             * Format: binary
             * @description MP4, MOV or WebM, of the whole writing.
             */
            recording: FileInput;
        };
        FinalTextOut: {
            submissionId: string;
            /** @description What POST /api/escrow/{id}/release pays. */
            escrowId: string | null;
            /** @description The final text, up to 20,000 characters of it; the document has all. Null for texts of earlier versions. */
            text: string | null;
            textTruncated: boolean;
            /** @description What the checks and the detector found against it, each code once: look before you pay. unchanged_from_source: it is the source text, almost word for word. None of them: nobody has judged it yet all the same. */
            flags: string[];
            /** Format: uri */
            documentUrl: string;
            /** Format: uri */
            recordingUrl: string;
            /** Format: date-time */
            submittedAt: string;
            detector: components["schemas"]["DetectorOut"] | null;
            /** @description Of sourceText. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured. */
            unchangedFraction: number | null;
        };
        /** @description What a tester found. `fileIds` name files of this very submission by their place, `file:0` being the first. */
        FindingInRequest: {
            title: string;
            /** @description What to do to see it. */
            steps: string;
            expected?: string;
            actual: string;
            /** @enum {string} */
            severity: "low" | "medium" | "high" | "critical";
            fileIds?: string[];
        };
        /** @description One fault, as all testers together described it. Its id is the same in every run of the template. */
        FindingOut: {
            id: string;
            title: string;
            /** @enum {string} */
            severity: "low" | "medium" | "high" | "critical";
            steps: string;
            expected: string;
            actual: string;
            /** @description Testers who reported it. */
            reportedBy: number;
            /** @enum {string} */
            status: "new" | "still_open";
            fileIds: string[];
            files: components["schemas"]["FileOut"][];
        };
        FreezeInRequest: {
            /** @description A note of yours, shown to your agents. */
            reason?: string;
        };
        FreezeWalletAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            controls: components["schemas"]["ControlsOut"];
            success: boolean;
        };
        GateOut: {
            /**
             * @description The field, of those that were given; country: of on-site work.
             * @enum {string}
             */
            gate: "skillsNeeded" | "country" | "supportedCountries" | "identityRequired" | "linkedinVerifiedRequired" | "languageProficiencyRequirement";
            /** @description How many would fit without it. */
            people: components["schemas"]["BoundsOut"];
        };
        GetAccountAnswer: {
            account: components["schemas"]["AccountOut"];
            success: boolean;
        };
        GetActivityAnswer: {
            call: components["schemas"]["CallOut"];
            deliveries: components["schemas"]["DeliveryOut"][];
            success: boolean;
        };
        GetAgentCheckoutAnswer: {
            checkout: components["schemas"]["AgentCheckoutOut"];
            success: boolean;
        };
        GetApplicationAnswer: {
            application: components["schemas"]["ApplicationDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetApplicationsDatasetAnswer: {
            dataset: components["schemas"]["DatasetOut"];
            success: boolean;
        };
        GetApprovalAnswer: {
            approval: components["schemas"]["ApprovalOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetBountyAnswer: {
            bounty: components["schemas"]["OwnBounty"];
            unpaid?: components["schemas"]["UnpaidOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetBountyOutreachStatusAnswer: {
            outreach: components["schemas"]["OutreachOut"];
            success: boolean;
        };
        GetCakeOrderAnswer: {
            order: components["schemas"]["CakeOrderOut"];
            success: boolean;
        };
        GetConnectorLimitsAnswer: {
            limits: components["schemas"]["LimitsOut"];
            success: boolean;
        };
        GetConversationAnswer: {
            conversation: components["schemas"]["ConversationOut"];
            messages: components["schemas"]["MessageOut"][];
            pagination: components["schemas"]["PaginationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetDisputeAnswer: {
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetEarningsBalanceAnswer: {
            /** @description Can be withdrawn. */
            availableCents: number;
            /** @description Your pay in seats that are not decided yet. */
            heldCents: number;
            /** @description Your pay in disputed seats. */
            disputedCents: number;
            /** @description Paid out to you, lifetime. */
            withdrawnCents: number;
            /** @description Yours, but not to be withdrawn yet: the decision of a dispute that gave it to you may be appealed. */
            keptCents: number;
            /** @description The same, by dispute. */
            kept: components["schemas"]["KeptOut"][];
            currency: string;
            success: boolean;
        };
        GetEscrowAnswer: {
            id: string;
            status: string;
            escrow: components["schemas"]["EscrowDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetExportAnswer: {
            export: components["schemas"]["ExportOut"];
            success: boolean;
        };
        GetHumanAnswer: {
            human: components["schemas"]["HumanOut"];
            success: boolean;
        };
        GetHumanizationAnswer: {
            humanization: components["schemas"]["HumanizationDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetHumanizationAssignmentAnswer: {
            assignment: components["schemas"]["RewriteAssignmentOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetHumanizationSampleAnswer: {
            screening: components["schemas"]["SampleToWrite"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetInvoiceAnswer: {
            invoice: components["schemas"]["InvoiceOut"];
            success: boolean;
        };
        GetKeyLimitsAnswer: {
            limits: components["schemas"]["LimitsOut"];
            success: boolean;
        };
        GetLanguageProficiencyAnswer: {
            required: boolean;
            requirement?: components["schemas"]["LanguageRequirementOut"];
            /** @enum {string} */
            state?: "not_started" | "pending" | "passed" | "failed" | "retry" | "error";
            satisfied?: boolean;
            attemptsUsed?: number;
            /** @description Of 6 in 30 days. */
            attemptsRemaining?: number;
            /** @description Another attempt would be taken now. */
            canRetry?: boolean;
            result?: components["schemas"]["LanguageResultOut"];
            latestAttempt?: components["schemas"]["LanguageAttemptOut"];
            success: boolean;
        };
        GetLocationMinimumAnswer: {
            minimum: components["schemas"]["MinimumOut"] | null;
            location: components["schemas"]["LocationOut"];
            success: boolean;
        };
        GetMicCheckAnswer: {
            required: boolean;
            /** @enum {string} */
            state: "not_started" | "recorded";
            attemptsUsed: number;
            /** @description Of 5 for this bounty. */
            attemptsRemaining: number;
            success: boolean;
        };
        GetOwnProfileAnswer: {
            human: components["schemas"]["OwnHuman"];
            success: boolean;
        };
        GetPaymentLinkAnswer: {
            paymentLinkId: string;
            /** @description Whoever opens it pays into your wallet. */
            checkoutUrl: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            description: string;
            /** @enum {string} */
            status: "pending" | "paid" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            paidAt: string | null;
            success: boolean;
        };
        GetQaCredentialsAnswer: {
            credentials: {
                [key: string]: string;
            };
            success: boolean;
        };
        GetQaReportAnswer: {
            report: components["schemas"]["QaReportOut"];
            html: string;
            success: boolean;
        };
        GetQaRunAnswer: {
            data: components["schemas"]["RunDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetReceiptAnswer: {
            receipt: components["schemas"]["ReceiptOut"];
            html: string;
            success: boolean;
        };
        GetRequestAnswer: {
            requestId: string;
            calls: components["schemas"]["CallOut"][];
            success: boolean;
        };
        GetServiceAvailabilityAnswer: {
            humanId: string;
            /** Format: date */
            date: string;
            timezone: string;
            slots: components["schemas"]["SlotOut"][];
            success: boolean;
        };
        GetSubmissionAnswer: {
            submission: components["schemas"]["SubmissionDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetTasteBallotAnswer: {
            ballot: components["schemas"]["BallotOut"];
            success: boolean;
        };
        GetTasteReportAnswer: {
            report: components["schemas"]["TasteReportOut"];
            html: string;
            success: boolean;
        };
        GetTasteRunAnswer: {
            run: components["schemas"]["TasteRunOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetTransferAnswer: {
            transfer: components["schemas"]["TransferOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetWalletBalanceAnswer: {
            currency: string;
            /** @description US cents. */
            balance: number;
            /** @description US cents. */
            totalDeposited: number;
            /** @description US cents, before anything came back. */
            totalSent: number;
            /** @description US cents that came back from bounties. */
            totalReturned: number;
            /** @description US cents that left the marketplace. */
            totalWithdrawn: number;
            balanceCents: number;
            totalDepositedCents: number;
            totalSentCents: number;
            totalReturnedCents: number;
            totalWithdrawnCents: number;
            /**
             * Format: date-time
             * @description What time it is here.
             */
            now: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetWalletControlsAnswer: {
            controls: components["schemas"]["ControlsOut"];
            success: boolean;
        };
        GetWalletHeadroomAnswer: {
            headroom: components["schemas"]["HeadroomOut"];
            success: boolean;
        };
        GetWalletReportAnswer: {
            report: components["schemas"]["ReportOut"];
            success: boolean;
        };
        GetWebhookDeliveryAnswer: {
            delivery: components["schemas"]["DeliveryDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        GetWithdrawalAnswer: {
            withdrawal: components["schemas"]["WithdrawalOut"];
            success: boolean;
        };
        /** @description All in cents. */
        HeadroomOut: {
            /** @description What one spend may take now, fee included; 0 while the wallet is frozen or owes. */
            spendableCents: number;
            balanceCents: number;
            /** @description A debt from a payment that its bank took back. */
            owedCents: number;
            /**
             * Format: date-time
             * @description Since then only the owner, signed in, may spend.
             */
            frozenAt: string | null;
            /** @description The owner's note on why they stopped it; empty without one. */
            frozenReason: string;
            /** @description A single spend above this is answered with 202 and waits for the owner's approval; null: none does. */
            asksAboveCents: number | null;
            caps: components["schemas"]["CapOut"][];
            /**
             * @description What bounds spendableCents: the smallest of all.
             * @enum {string}
             */
            boundBy: "balance" | "frozen" | "debt" | "per_bounty" | "rolling_24h" | "rolling_7d" | "rolling_30d" | "key_per_bounty" | "key_rolling_24h" | "key_rolling_7d" | "key_rolling_30d" | "connector_per_bounty" | "connector_rolling_24h" | "connector_rolling_7d" | "connector_rolling_30d";
            /** @description Of the key or connector that asks; null: all. */
            allowedScopes: string[] | null;
            /** @description Work that it may spend on; null: all. */
            allowedCategories: string[] | null;
            /** @description Countries of work that it may spend on; null: all. */
            allowedCountries: string[] | null;
        };
        HomeInRequest: {
            city?: string;
            country?: string;
            isRemoteAvailable?: boolean;
        };
        HomeOut: {
            city: string;
            country: string;
            isRemoteAvailable: boolean;
        };
        /** @description A public profile. Never an e-mail, phone, payout or account field. */
        HumanOut: {
            id: string;
            username: string | null;
            name: string;
            headline: string;
            bio: string;
            gender: string | null;
            skills: string[];
            expertise: string[];
            location: components["schemas"]["HomeOut"];
            /** @description US dollars, at most two decimals. */
            hourlyRate: number | null;
            /** @enum {string} */
            currency: "USD";
            availability: {
                [key: string]: unknown;
            };
            timezone: string;
            totalBookings: number;
            /** Format: double */
            rating: number;
            reviewCount: number;
            isAvailable: boolean;
            isVerified: boolean;
            isProfileComplete: boolean;
            isFeatured: boolean;
            photoUrls: string[];
            profileUrl: string;
            activityFreshness: string | null;
            identitySignals: components["schemas"]["SignalsOut"];
            workPreferences: components["schemas"]["WorkPreferencesOut"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        HumanizationDetail: {
            id: string;
            bountyId: string;
            /** Format: uri */
            publicUrl: string;
            /** @enum {string} */
            status: "pending_funding" | "screening" | "assigned" | "submitted" | "in_review" | "completed" | "cancelled" | "expired";
            format: string;
            transformation: string;
            subject: string;
            turnaroundMinutes: number;
            screening: components["schemas"]["RewriteScreeningOut"];
            funding: components["schemas"]["RewriteFundingOut"];
            workerAmountCents: number;
            serviceFeeCents: number;
            /** @description The rate of that fee in basis points: 1800 is 18 %. */
            feeBps: number;
            totalCents: number;
            currency: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for our staff. */
            sourceText: string | null;
            /** @description What everybody who may apply reads. Null for our staff. */
            sampleText: string | null;
            /** @description Null for our staff. */
            instructions: string | null;
            applicantCount: number;
            applicants: components["schemas"]["RewriteApplicantOut"][];
            assignment: components["schemas"]["SeatOut"] | null;
            attempts: components["schemas"]["SeatOut"][];
            final: components["schemas"]["FinalTextOut"] | null;
            review: components["schemas"]["RewriteReviewOut"];
        };
        /**
         * @description POST /api/v1/humanizations. Source text and instructions reach you and the hired person only, but for the sample: the
         *     beginning of the source text, unless `applicantScreening.aiGeneratedSourceText` is given.
         */
        HumanizationInRequest: {
            /**
             * @description Only text.
             * @enum {string}
             */
            format: "text";
            /** @description The text to rewrite. Only the hired person reads all of it. Everybody who may apply reads its beginning, the sample (applicantScreening.percentage of its words, maximumWords at most), unless aiGeneratedSourceText is given. */
            sourceText: string;
            /**
             * @description What to do with it.
             * @enum {string}
             */
            transformation: "paraphrase" | "tone" | "clarity" | "shorten" | "expand" | "general_rewrite";
            /** @description The public title of the listing. */
            subject?: string;
            /** @description For the hired person only. */
            instructions?: string;
            /** @description Minutes from being hired until it is due. */
            turnaroundMinutes: number;
            /** @description US cents. The worker's pay; the fee comes on top. Above 1,000,000 (10,000 USD) it is 400 pool_too_large, as for every bounty. */
            priceCents: number;
            /** @description Only USD. */
            currency?: string;
            /** @description The sample that applicants rewrite. */
            applicantScreening?: components["schemas"]["RewriteScreeningInRequest"];
            /**
             * @description Applicants send a resume, too.
             * @default false
             */
            requireResume?: boolean;
        };
        HumanizationOut: {
            id: string;
            bountyId: string;
            /** Format: uri */
            publicUrl: string;
            /** @enum {string} */
            status: "pending_funding" | "screening" | "assigned" | "submitted" | "in_review" | "completed" | "cancelled" | "expired";
            format: string;
            transformation: string;
            subject: string;
            turnaroundMinutes: number;
            screening: components["schemas"]["RewriteScreeningOut"];
            funding: components["schemas"]["RewriteFundingOut"];
            workerAmountCents: number;
            serviceFeeCents: number;
            /** @description The rate of that fee in basis points: 1800 is 18 %. */
            feeBps: number;
            totalCents: number;
            currency: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description POST /api/keys/register-identity: the holder of this Ed25519 key signs `<timestamp>:<agentId>:register_identity`. */
        IdentityInRequest: {
            /** @description agent_ and 16 hexadecimal digits of the key's SHA-256. */
            agentId: string;
            /** @description base64 of the SPKI in DER. */
            publicKey: string;
            /** @description base64 of the 64 bytes. */
            signature: string;
            /** @description As it was signed: ISO 8601, at most 5 minutes old. */
            timestamp: string;
        };
        /** @description POST /api/members/invitations. */
        InvitationInRequest: {
            /**
             * Format: email
             * @description The invitation is mailed here, and whoever has this address may accept it.
             */
            email: string;
            /**
             * @description viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
             * @enum {string}
             */
            role: "viewer" | "manager" | "owner";
        };
        /** @description An invitation that was neither accepted nor revoked. */
        InvitationOut: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "viewer" | "manager" | "owner";
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InviteMemberAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            invitation: components["schemas"]["InvitationOut"];
            success: boolean;
        };
        InvoiceLineOut: {
            /** @description The rate in basis points; null: what appeals changed in this month. */
            feeBps: number | null;
            /** @description Seats that were paid, or corrected. */
            jobs: number;
            /** @description What people were paid, without the fee. */
            payCents: number;
            feeCents: number;
        };
        InvoiceOut: {
            id: string;
            /** @description Of the year's series, which has no gaps. */
            number: string;
            /** @description YYYY-MM, in UTC. */
            month: string;
            /**
             * @description credit_note: feeCents is below zero.
             * @enum {string}
             */
            kind: "invoice" | "credit_note";
            /** @description Paid already, or paid back into the wallet: nothing is due. */
            feeCents: number;
            /** @enum {string} */
            currency: "usd";
            lines: components["schemas"]["InvoiceLineOut"][];
            /** @description As it was when the invoice was issued. */
            seller: string;
            /** @description As the owner had set it when the invoice was issued. */
            buyer: string;
            /** Format: date-time */
            issuedAt: string;
        };
        JobOverviewOut: {
            /**
             * @description What became of the money, else where the work stands.
             * @enum {string}
             */
            overallState: "awaiting_confirmation" | "in_progress" | "evidence_in_review" | "redo_requested" | "approved_awaiting_release" | "released" | "resolved" | "refunded" | "disputed" | "seat_released" | "cancelled";
            /**
             * @description The same, but a dispute does not hide where the work stands.
             * @enum {string}
             */
            jobState: "awaiting_confirmation" | "in_progress" | "evidence_in_review" | "redo_requested" | "approved_awaiting_release" | "released" | "resolved" | "refunded" | "disputed" | "seat_released" | "cancelled";
            nextDeadline: components["schemas"]["DeadlineOut"] | null;
            /**
             * Format: date-time
             * @description When the seat ends by itself if nothing is sent; null once something was.
             */
            endsAt: string | null;
            /** @description Kinds of evidence that nothing was sent for, and check_in. */
            missingEvidence: string[];
            latestMessage: components["schemas"]["LatestMessageOut"] | null;
            money: components["schemas"]["SeatMoneyOut"];
            nextAction: components["schemas"]["ActionOut"] | null;
            /** @description What PATCH …/submissions/{submissionId} takes now. */
            buyerActions: ("approve" | "request_redo" | "reject")[];
            /** @description Codes of what the checks found against the latest evidence; empty without any. */
            evidenceFlags: string[];
            /** @description The latest time that the worker asked our staff to decide. */
            contest: components["schemas"]["ContestOut"] | null;
        };
        KeptOut: {
            disputeId: string;
            cents: number;
            /**
             * Format: date-time
             * @description null while an appeal is decided.
             */
            until: string | null;
        };
        KeyInRequest: {
            /** @description What this key is for. */
            name: string;
        };
        /** @description Metadata of a key; the raw key is shown once, when it is made. */
        KeyOut: {
            id: string;
            name: string;
            keyPrefix: string;
            identityBound: boolean;
            /** @description The Ed25519 identity that this key is bound to. */
            agentId: string | null;
            /** @description Always false: no key is made by a chat workspace. */
            isSlackProvision: boolean;
            slackWorkspaceName: string | null;
            slackWorkspaceDomain: string | null;
            slackUserRealName: string | null;
            slackUserHandle: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** @description The network of that use: an IPv4 /24 or an IPv6 /48. The address itself is not kept. */
            lastUsedFrom: string;
            /** @description The program, by its User-Agent. */
            lastUsedBy: string;
            /** Format: date-time */
            revokedAt: string | null;
        };
        KeyPatchRequest: {
            /** @description A public https address; empty or null clears it. */
            webhookUrl: string | null;
        };
        LanguageAttemptOut: {
            /** @enum {string} */
            status: "pending" | "scored" | "retry" | "error";
            /** @description Of retry: low_confidence or insufficient_audio. */
            reason?: string;
            /** @description Of error: what went wrong on our side. */
            errorCode?: string;
            /** Format: date-time */
            createdAt: string;
        };
        LanguageInRequest: {
            /**
             * @description Only English is checked.
             * @enum {string}
             */
            language: "en";
            /**
             * @description The least level.
             * @enum {string}
             */
            minimumCefr: "A2" | "B1" | "B2" | "C1" | "C2";
        };
        LanguageRequirementOut: {
            /** @enum {string} */
            language: "en";
            /** @enum {string} */
            minimumCefr: "A2" | "B1" | "B2" | "C1" | "C2";
        };
        LanguageResultOut: {
            cefr: string;
            /**
             * Format: double
             * @description 0 to 1.
             */
            fluency: number | null;
            /** Format: date-time */
            evaluatedAt: string;
        };
        LastMessageOut: {
            /** Format: date-time */
            at: string;
            /** @description The first words, on one line. */
            preview: string;
            /** @enum {string} */
            fromSide: "agent" | "human";
        };
        LaterMoveOut: {
            /** @description wallet and earnings: the caller's; those of others with their profile id; pool:<escrow> and hold:<escrow> (a seat), new for one that the call makes; fees: ours; transit, world.<rail>: on its way out of the marketplace, or in. */
            from: string;
            /** @description As `from`. */
            to: string;
            cents: number;
            /** @description In words, counted from the call. */
            when: string;
        };
        LatestMessageOut: {
            /** Format: date-time */
            at: string;
            preview: string;
            /** @enum {string} */
            fromSide: "agent" | "human";
        };
        /** @description The worker's own evidence and what its reviewer said of it. */
        LatestSubmissionOut: {
            id: string;
            status: string;
            /** @description The reviewer's words. */
            response: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its upload was complete.
             */
            finalizedAt: string;
            /**
             * Format: date-time
             * @description When it was judged.
             */
            reviewedAt: string | null;
        };
        /** @description What the owner sees of an applicant's level, where it is the bounty's or higher. */
        LevelOut: {
            /** @enum {string} */
            status: "passed";
            language: string;
            /** @enum {string} */
            minimumCefr: "A2" | "B1" | "B2" | "C1" | "C2";
            cefr: string;
            /**
             * Format: double
             * @description 1 is A1, 6 is C2.
             */
            cefrScore: number | null;
            /**
             * Format: double
             * @description 0 to 1.
             */
            confidence: number | null;
            /**
             * Format: double
             * @description 0 to 1.
             */
            fluency: number | null;
            /** @description `estimate` is a heuristic, `sandbox` is play. */
            provider: string;
            model: string;
            /** Format: date-time */
            evaluatedAt: string;
        };
        /** @description PATCH …/limits: only what is sent changes. */
        LimitsInRequest: {
            /** @description US cents. What this key or program may spend on one bounty, fee and tips included; null: no cap of its own. */
            spendingCapPerBountyCents?: number | null;
            /** @description US cents. What this key or program may spend in 24 hours; null: no cap of its own. */
            spendingCapRolling24hCents?: number | null;
            /** @description US cents. What this key or program may spend in 7 days; null: no cap of its own. */
            spendingCapRolling7dCents?: number | null;
            /** @description US cents. What this key or program may spend in 30 days; null: no cap of its own. */
            spendingCapRolling30dCents?: number | null;
            /** @description US cents. A single spend of this key or program above this waits for your approval; null: only above the account's amount. */
            askAboveCents?: number | null;
            /** @description What it may do; reading is always allowed. null: all. */
            scopes?: ("account" | "hire" | "message" | "pay" | "profile" | "read" | "review_work" | "wallet" | "webhooks" | "work")[] | null;
            /** @description Work that it may spend on, by category. null: all. */
            categories?: string[] | null;
            /** @description Countries of the work that it may spend on; a remote job must name its supportedCountries. null: all. */
            countries?: string[] | null;
        };
        /** @description The limits of one key or connector; null where it has none of its own. */
        LimitsOut: {
            spendingCapPerBountyCents: number | null;
            spendingCapRolling24hCents: number | null;
            spendingCapRolling7dCents: number | null;
            spendingCapRolling30dCents: number | null;
            askAboveCents: number | null;
            scopes: string[] | null;
            categories: string[] | null;
            countries: string[] | null;
        };
        /** @description A line of the statement: positive cents and a direction, with the balance after it. */
        LineOut: {
            id: string;
            type: string;
            /** @enum {string} */
            direction: "in" | "out";
            amountCents: number;
            balanceAfterCents: number;
            bountyId: string | null;
            escrowId: string | null;
            transferId: string | null;
            description: string;
            /** Format: date-time */
            createdAt: string;
        };
        LinkInRequest: {
            /** @enum {string} */
            type: "linkedin" | "instagram" | "twitter" | "github" | "resume" | "portfolio" | "custom";
            url: string;
        };
        LinkWishInRequest: {
            /**
             * @description Which.
             * @enum {string}
             */
            type: "linkedin" | "instagram" | "twitter" | "github" | "resume" | "portfolio" | "custom";
            /** @description Needed for custom. */
            label?: string;
        };
        LinkedApplicant: {
            applicationId: string;
            humanId: string;
            humanName: string;
            /** Format: date-time */
            consentedAt: string | null;
            /** Format: date-time */
            acceptedAt: string | null;
            files: components["schemas"]["LinkedFile"][];
        };
        LinkedFile: {
            /** @description Its name in the archive. */
            path: string;
            id: string;
            name: string;
            contentType: string;
            size: number;
            sha256: string;
            /** @description Works for an hour. */
            url: string;
        };
        ListActivityAnswer: {
            activity: components["schemas"]["CallOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListAgentCheckoutsAnswer: {
            checkouts: components["schemas"]["AgentCheckoutOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListApplicationsAnswer: {
            applications: components["schemas"]["OwnerApplicationOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ListApprovalsAnswer: {
            approvals: components["schemas"]["ApprovalOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListAttendanceAnswer: {
            sessions: components["schemas"]["AttendanceOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListBlockedAnswer: {
            blocks: components["schemas"]["BlockOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListBountiesAnswer: {
            bounties: components["schemas"]["ListedBounty"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListCakeOrdersAnswer: {
            orders: components["schemas"]["CakeOrderOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListConnectorsAnswer: {
            connectors: components["schemas"]["ConnectorOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListConversationsAnswer: {
            conversations: components["schemas"]["ConversationOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListDisputesAnswer: {
            disputes: components["schemas"]["DisputeRecord"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListEscrowsAnswer: {
            escrows: components["schemas"]["EscrowRecord"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListEventsAnswer: {
            events: components["schemas"]["Event"][];
            count: number;
            hasMore: boolean;
            nextCursor: string;
            /** @description Where the latest of these are read, and how to wait for more. */
            nextActions: components["schemas"]["NextCallOut"][];
            success: boolean;
        };
        ListFundingRefundsAnswer: {
            refundable: components["schemas"]["RefundableOut"][];
            refunds: components["schemas"]["RefundOut"][];
            success: boolean;
        };
        ListInvitationsAnswer: {
            invitations: components["schemas"]["InvitationOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListInvoicesAnswer: {
            invoices: components["schemas"]["InvoiceOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListKeysAnswer: {
            keys: components["schemas"]["KeyOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListMembersAnswer: {
            members: components["schemas"]["MemberOut"][];
            count: number;
            success: boolean;
        };
        ListMembershipsAnswer: {
            memberships: components["schemas"]["MembershipOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListMessagesAnswer: {
            messages: components["schemas"]["MessageOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListOwnServicesAnswer: {
            services: components["schemas"]["OwnService"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListPaymentLinksAnswer: {
            paymentLinks: components["schemas"]["PaymentLinkOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListPendingAnswer: {
            pending: components["schemas"]["PendingOut"][];
            count: number;
            success: boolean;
        };
        ListPreferredAnswer: {
            preferred: components["schemas"]["PreferredOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListQaRunsAnswer: {
            runs: components["schemas"]["RunOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ListQaTemplatesAnswer: {
            templates: components["schemas"]["TemplateOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListRentalsAnswer: {
            /** @description All of them, whatever this page or its filters show. */
            summary: components["schemas"]["RentalSummaryOut"];
            rentals: components["schemas"]["RentalOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListReviewsAnswer: {
            reviews: components["schemas"]["ReviewOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListServiceBookingsAnswer: {
            bookings: components["schemas"]["BookingOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListSubmissionsAnswer: {
            submissions: components["schemas"]["SubmissionDetail"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ListSubscriptionsAnswer: {
            subscriptions: components["schemas"]["SubscriptionOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListTasteRunsAnswer: {
            runs: components["schemas"]["TasteRunOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListTransfersAnswer: {
            transfers: components["schemas"]["TransferOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListWalletTransactionsAnswer: {
            transactions: components["schemas"]["LineOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListWebhookDeliveriesAnswer: {
            deliveries: components["schemas"]["DeliveryOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ListWebhookEndpointsAnswer: {
            endpoints: components["schemas"]["EndpointOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListWithdrawalsAnswer: {
            withdrawals: components["schemas"]["WithdrawalOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        ListWorkAnswer: {
            applications: components["schemas"]["WorkOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        /** @description A bounty in the list. */
        ListedBounty: {
            id: string;
            status: string;
            title: string;
            description: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            /** @enum {string} */
            priceType: "fixed" | "hourly";
            /** @enum {string} */
            currency: "USD";
            estimatedHours: number;
            completionCriteria: string;
            evidenceTypes: string[];
            category: string;
            skillsNeeded: string[];
            location: components["schemas"]["PlaceOut"];
            /** Format: date-time */
            deadline: string;
            /** @description Whether one can apply now: false once the deadline has passed, whatever the status says. */
            acceptsApplications: boolean;
            supportedCountries: string[];
            /** @description Deprecated: supportedCountries. */
            visibleCountries: string[];
            intakeClosedCountries: string[];
            identityRequired: boolean;
            linkedinVerifiedRequired: boolean;
            micCheckRequired: boolean;
            languageProficiencyRequirement: {
                [key: string]: unknown;
            } | null;
            completionQuestions: {
                [key: string]: unknown;
            }[];
            requiredLinks: {
                [key: string]: unknown;
            }[];
            applicationDetails: {
                [key: string]: unknown;
            }[];
            submissionMode: string;
            photoSubmission: {
                [key: string]: unknown;
            } | null;
            videoSubmission: {
                [key: string]: unknown;
            } | null;
            documentSubmission: {
                [key: string]: unknown;
            } | null;
            keepApplicantsOnFill: boolean;
            liveCaptureRequirement: string | null;
            checkIns: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            scheduledStartAt: string | null;
            scheduledStartTimeZone: string | null;
            startWindowMinutes: number | null;
            completionWindowHours: number | null;
            responseWindowHours: number | null;
            signage: string | null;
            attendanceRadiusMeters: number | null;
            spotsAvailable: number;
            spotsFilled: number;
            spotsRemaining: number;
            applicationCount: number;
            agentId: string;
            agentName: string;
            agentType: string;
            publicUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            wentLiveAt: string | null;
            /** @description With sort=recommended: what of your profile it fits, the strongest first; empty without a profile. */
            recommendedBecause?: components["schemas"]["ReasonOut"][];
        };
        /** @description The place that was asked for, as it was understood. */
        LocationOut: {
            city: string;
            state: string;
            country: string;
            currency: string;
        };
        MailOut: {
            id: string;
            to: string;
            subject: string;
            text: string;
            html: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Somebody who acts for the account. */
        MemberOut: {
            /** @description mbr_… */
            id: string;
            profileId: string;
            name: string;
            /**
             * @description viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
             * @enum {string}
             */
            role: "viewer" | "manager" | "owner";
            /** @description The account's own person: its owner as long as it exists. */
            isFounder: boolean;
            isYou: boolean;
            /** @description Shown to owners; null for others. */
            email: string | null;
            /**
             * Format: date-time
             * @description Likewise; to the hour.
             */
            lastActiveAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description An account of somebody else that one may act for. */
        MembershipOut: {
            id: string;
            /** @description For the header X-Account. */
            accountId: string;
            profileId: string;
            name: string;
            /**
             * @description viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
             * @enum {string}
             */
            role: "viewer" | "manager" | "owner";
            /** Format: date-time */
            createdAt: string;
        };
        /** @description POST /api/conversations/{id}/messages. */
        MessageInRequest: {
            /** @description What to say. */
            content: string;
            /**
             * @description text unless you propose a task or a payment.
             * @default text
             * @enum {string}
             */
            messageType?: "text" | "task_request" | "payment_offer";
            /** @description Your own data, at most 8 KiB. A payment_offer has amount in it (US dollars, 1 to 10,000), or offeredAmount, which is the same, or amountCents; it is answered with amount and amountCents. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Ignored: the credentials decide. */
            senderType?: unknown;
            /** @description Ignored: the credentials decide. */
            senderId?: unknown;
            /** @description Ignored: the credentials decide. */
            senderName?: unknown;
        };
        MessageOut: {
            id: string;
            conversationId: string;
            /** @enum {string} */
            senderType: "agent" | "human";
            senderId: string;
            senderName: string;
            content: string;
            /** @enum {string} */
            messageType: "text" | "task_request" | "payment_offer";
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            readAt?: string;
        };
        /** @description What the owner sees of an applicant's microphone. */
        MicScoreOut: {
            /** @enum {string} */
            status: "pass" | "warn" | "fail";
            attempts: number;
            /** @description 1 to 5, by a model of what listeners say (P.835). */
            dnsmos: components["schemas"]["DnsmosOut"];
            /** Format: double */
            snrDb: number;
            /** @enum {string} */
            bandwidthClass: "narrowband" | "wideband" | "superwideband" | "fullband";
            issues: string[];
        };
        MinimumOut: {
            /** @description US dollars, at most two decimals. In whole units of the currency. */
            hourly: number;
            hourlyCents: number;
            currency: string;
            /** @description The closest area with a minimum: the city, else the state, else the country. */
            area: string;
        };
        MoveOut: {
            /** @description wallet and earnings: the caller's; those of others with their profile id; pool:<escrow> and hold:<escrow> (a seat), new for one that the call makes; fees: ours; transit, world.<rail>: on its way out of the marketplace, or in. */
            from: string;
            /** @description As `from`. */
            to: string;
            cents: number;
        };
        MppDepositAccepted: {
            /** @enum {string} */
            status: "pending_credit";
            /** @description The same while it is pending and when it is credited. */
            paymentIntentId: string;
            success: boolean;
        };
        MppDepositAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "credited";
            paymentIntentId: string;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            /** @description When it was for one: bountyId, status (funded, left_in_wallet, pending), escrowId if funded. */
            bounty?: {
                [key: string]: unknown;
            };
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description The same payment without a page: send `body` to `url`, unchanged, with an MPP client. Pay this or the page, not both. */
        MppPaymentOut: {
            url: string;
            /** @enum {string} */
            method: "POST";
            /** @description Whoever has it can pay: keep it private. */
            body: {
                [key: string]: string;
            };
            /** Format: date-time */
            expiresAt: string;
        };
        NextActionOut: {
            /** @enum {string} */
            kind: "confirm_seat" | "start_work" | "submit_evidence" | "claim_completion" | "decide_extension" | "follow_up" | "review_submission" | "decide_escalation" | "confirm_delivery" | "release_payment" | "settle_attendance" | "staff_review" | "resolve_dispute" | "fund_bounty" | "review_listing";
            actorIsOwner: boolean;
        };
        NextCallOut: {
            /** @description operationId. */
            operation: string;
            method: string;
            /** @description With its ids. */
            path: string;
            /** @description What is known of the body. */
            body: {
                [key: string]: unknown;
            };
            /** @description Fields of the body that you choose. */
            needs: string[];
            /** @description Of those: what each takes, where that are a few values. */
            choices: {
                [key: string]: unknown;
            };
            /** @description The tool that does the same; null where there is none. */
            tool: string | null;
            /** @description The tool's, as far as they are known. */
            arguments: {
                [key: string]: unknown;
            } | null;
            /** @description When it ends being possible, where that is known. */
            until: string | null;
            irreversible: boolean;
            why: string;
        };
        /** @description What you are mailed about; what is not sent stays as it is. */
        NotificationsInRequest: {
            applications?: boolean;
            work?: boolean;
            messages?: boolean;
            invoices?: boolean;
        };
        /** @description What you are mailed about. Hires, lost seats and payments of yours are mailed always. */
        NotificationsOut: {
            /** @description New applications to your bounties, rejections of yours. */
            applications: boolean;
            /** @description Seats, evidence and deadlines of your bounties; reviews of your evidence and of you. */
            work: boolean;
            /** @description Messages that you have not read. */
            messages: boolean;
            /** @description An invoice of our fee was issued. */
            invoices: boolean;
        };
        /** @description POST /api/disputes/{id}/offers. */
        OfferInRequest: {
            /** @description What the worker gets, in US cents: 0 to the agreed pay. Our fee is on that part, the rest is refunded. */
            workerCents: number;
            /** @description Why; the other side reads it. */
            words?: string;
        };
        /** @description A proposal to settle, in cents; accepted, it is posted exactly so. */
        OfferOut: {
            id: string;
            /** @enum {string} */
            by: "funder" | "worker";
            /** @enum {string} */
            state: "accepted" | "declined" | "lapsed" | "open" | "replaced";
            workerCents: number;
            feeCents: number;
            refundCents: number;
            words: string;
            /** Format: date-time */
            madeAt: string;
            /** Format: date-time */
            dueAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        OfferServiceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            service: components["schemas"]["OwnService"];
            success: boolean;
        };
        OfferSettlementAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        OpenDisputeAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        OutreachOut: {
            bountyId: string;
            /** @enum {string} */
            status: "scheduled" | "running" | "paused" | "finished";
            /** @description How many people are to be invited in all. */
            target: number;
            /** @description How many were. */
            contacted: number;
            /** @description How many of those applied. */
            applied: number;
            /** @description How many waves have gone out. */
            wave: number;
            /** @description How many there are. */
            waves: number;
            /**
             * Format: date-time
             * @description Null while nothing is planned.
             */
            nextWaveAt: string | null;
            /** Format: date-time */
            lastBoostAt: string | null;
            /**
             * Format: date-time
             * @description From when a boost is taken; null while nobody can apply.
             */
            boostAvailableAt: string | null;
        };
        /** @description What the owner and operators see besides; absent for everybody else. */
        OwnBounty: {
            id: string;
            status: string;
            title: string;
            description: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            /** @enum {string} */
            priceType: "fixed" | "hourly";
            /** @enum {string} */
            currency: "USD";
            estimatedHours: number;
            completionCriteria: string;
            evidenceTypes: string[];
            category: string;
            skillsNeeded: string[];
            location: components["schemas"]["PlaceOut"];
            /** Format: date-time */
            deadline: string;
            /** @description Whether one can apply now: false once the deadline has passed, whatever the status says. */
            acceptsApplications: boolean;
            supportedCountries: string[];
            /** @description Deprecated: supportedCountries. */
            visibleCountries: string[];
            intakeClosedCountries: string[];
            identityRequired: boolean;
            linkedinVerifiedRequired: boolean;
            micCheckRequired: boolean;
            languageProficiencyRequirement: {
                [key: string]: unknown;
            } | null;
            completionQuestions: {
                [key: string]: unknown;
            }[];
            requiredLinks: {
                [key: string]: unknown;
            }[];
            applicationDetails: {
                [key: string]: unknown;
            }[];
            submissionMode: string;
            photoSubmission: {
                [key: string]: unknown;
            } | null;
            videoSubmission: {
                [key: string]: unknown;
            } | null;
            documentSubmission: {
                [key: string]: unknown;
            } | null;
            keepApplicantsOnFill: boolean;
            liveCaptureRequirement: string | null;
            checkIns: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            scheduledStartAt: string | null;
            scheduledStartTimeZone: string | null;
            startWindowMinutes: number | null;
            completionWindowHours: number | null;
            responseWindowHours: number | null;
            signage: string | null;
            attendanceRadiusMeters: number | null;
            spotsAvailable: number;
            spotsFilled: number;
            spotsRemaining: number;
            applicationCount: number;
            agentId: string;
            agentName: string;
            agentType: string;
            publicUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            wentLiveAt: string | null;
            escrowId?: string | null;
            autoAccept?: boolean;
            autoAcceptMinMicScore?: number | null;
            autoExpireGhosts?: boolean | null;
            excludedParticipantSourceBountyIds?: string[];
            lifecycleMessages?: {
                [key: string]: unknown;
            };
            karen?: boolean | null;
            qaRunId?: string | null;
            /** @description The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made. */
            feeBps?: number;
            /** @description US dollars, at most two decimals. */
            fundingTotal?: number;
            assignedHumanIds?: string[];
        };
        /** @description GET /api/humans/me: the same, and what only oneself sees. */
        OwnHuman: {
            id: string;
            username: string | null;
            name: string;
            headline: string;
            bio: string;
            gender: string | null;
            skills: string[];
            expertise: string[];
            location: components["schemas"]["HomeOut"];
            /** @description US dollars, at most two decimals. */
            hourlyRate: number | null;
            /** @enum {string} */
            currency: "USD";
            availability: {
                [key: string]: unknown;
            };
            timezone: string;
            totalBookings: number;
            /** Format: double */
            rating: number;
            reviewCount: number;
            isAvailable: boolean;
            isVerified: boolean;
            isProfileComplete: boolean;
            isFeatured: boolean;
            photoUrls: string[];
            profileUrl: string;
            activityFreshness: string | null;
            identitySignals: components["schemas"]["SignalsOut"];
            workPreferences: components["schemas"]["WorkPreferencesOut"] | null;
            /** Format: date-time */
            createdAt: string;
            email: string | null;
            phone: string | null;
            billingEmail: string | null;
            acceptsInvitations: boolean;
            photos: components["schemas"]["PhotoOut"][];
            notifications: components["schemas"]["NotificationsOut"];
            pushNotifications: components["schemas"]["PushNotificationsOut"];
        };
        /** @description One's own application, as the applicant reads it. */
        OwnSampleOut: {
            applicationId: string;
            /** @enum {string} */
            applicationStatus: "pending" | "accepted" | "rejected" | "withdrawn" | "expired";
            /** @enum {string|null} */
            decision: "approved" | "rejected" | "needs_manual_review" | null;
            detector: components["schemas"]["DetectorOut"] | null;
        };
        /** @description As its owner sees it. */
        OwnService: {
            id: string;
            humanId: string;
            humanName: string;
            title: string;
            description: string;
            category: string;
            /** @description US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top. */
            price: number;
            priceCents: number;
            durationMinutes: number;
            isActive: boolean;
            /**
             * Format: double
             * @description The provider's, over all reviews.
             */
            rating: number;
            reviewCount: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Since when our staff keep it off the list.
             */
            hiddenAt: string | null;
            hiddenReason: string;
        };
        /** @description As the bounty's owner and staff see it. */
        OwnerApplicationOut: {
            id: string;
            bountyId: string;
            humanId: string;
            humanName: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "withdrawn" | "expired";
            coverLetter: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice: number | null;
            availability: string;
            links: {
                [key: string]: unknown;
            }[];
            answers: {
                [key: string]: unknown;
            }[];
            /** @description What the work is and pays, as it was when the person was hired (before that: when they applied). */
            termsSnapshot: {
                [key: string]: unknown;
            };
            /** @description What the owner has changed since, and the person has not accepted. */
            termsChanged: components["schemas"]["TermsChangedOut"] | null;
            response: string;
            conversationId: string | null;
            /** @description Once it was accepted. */
            currentEscrowId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            /** Format: date-time */
            confirmedAt: string | null;
            /** Format: date-time */
            startBy: string | null;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; known once the person has confirmed.
             */
            completeBy: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
             */
            dueAt: string | null;
            extension: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            endedAt: string | null;
            endReason: string;
            /** Format: date-time */
            createdAt: string;
            isBlockedByOwner: boolean;
            isPreferredByOwner: boolean;
            reviewSummary: components["schemas"]["ReviewSummaryOut"];
            completedTasksCount: number;
            totalEarnedCents: number;
            /** @description Of hired seats. */
            jobOverview: components["schemas"]["JobOverviewOut"] | null;
            /** @description Of a managed run: which one judges and pays. Absent otherwise. */
            runId?: string;
            /** @description Of pending ones whose review needs somebody. */
            autoAcceptEscalation: components["schemas"]["EscalationOut"] | null;
            files: components["schemas"]["ApplicationFileOut"][];
            /** @description In the upload modes, as the next two. */
            imageUrls?: string[];
            videoUrls?: string[];
            documentUrls?: string[];
            /** @description Where one is required; null until a sample was scored. */
            micCheck?: components["schemas"]["MicScoreOut"] | null;
            /** @description Where a level is required; null until the person has it. */
            languageProficiency?: components["schemas"]["LevelOut"] | null;
        };
        /** @description Of `messages` in one conversation: how to go back, and how to go on. */
        PaginationOut: {
            count: number;
            /** @description Older messages exist; with `after`: more newer ones do. */
            hasMore: boolean;
            /** @description Send it as `cursor` to get the older ones. */
            nextCursor: string | null;
            /** @description Send it as `after` to get only what comes later. */
            after: string | null;
        };
        PayAttendanceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        PayEnterpriseBountyAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            bountyId: string;
            escrowId: string;
            /** @description US dollars, at most two decimals. */
            fundingTotal: number;
            success: boolean;
        };
        PayForSeatAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            bountyId: string;
            applicationId: string;
            conversationId: string;
            /** @description The seat's; while the money is missing the bounty's own, which is in the state funding. */
            escrowId?: string;
            /**
             * Format: date-time
             * @description Until when the person confirms; then the money returns by itself.
             */
            confirmBy?: string;
            /** Format: uri */
            checkoutUrl?: string;
            /**
             * Format: uri
             * @description The same page, under its old name.
             */
            url?: string;
            /** @description US dollars, at most two decimals. What the page asks for. */
            checkoutTotal?: number;
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            success: boolean;
        };
        /** @description POST /api/payment-links. */
        PaymentLinkInRequest: {
            /** @description US dollars, at most two decimals. */
            amount: number;
            /** @description Only USD. */
            currency?: string;
            /** @description What is paid for; the payer reads it. */
            description: string;
            /** @description Prefilled on the page; the receipt goes there. */
            payerEmail?: string;
        };
        PaymentLinkOut: {
            paymentLinkId: string;
            /** @description Whoever opens it pays into your wallet. */
            checkoutUrl: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            description: string;
            /** @enum {string} */
            status: "pending" | "paid" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            paidAt: string | null;
        };
        PayoutsOut: {
            onboarded: boolean;
            /** @description Of the bank account that payouts go to. Null where it is not known, and for a key or program that has a list of scopes without `wallet`. */
            bankLast4: string | null;
            /**
             * Format: date-time
             * @description Since when it is that one; null likewise, and for one of before this was kept.
             */
            bankGivenAt: string | null;
        };
        /** @description One matter that waits. An `approval` waits for the account's owner, everything else for whoever hires. */
        PendingOut: {
            /** @enum {string} */
            kind: "applications" | "review" | "claimed" | "pay" | "more_time" | "silent" | "left" | "disputed" | "unfilled" | "unpaid" | "raise" | "escalation" | "dispute_answer" | "dispute_request" | "dispute_offer" | "approval";
            /** @description The id of the bounty, run, dispute or approval. */
            about: string;
            title: string;
            /** @description How many of it: three applications are one matter. */
            count: number;
            /**
             * Format: date-time
             * @description Until when; null without an end.
             */
            dueAt: string | null;
            /** @description When it is about one person. */
            applicationId: string | null;
            /** @description The call that shows it whole, with what can be done. */
            see: string;
            /** @description The tool for the same. */
            tool: string;
            /** @description What it is called with. */
            arguments: {
                [key: string]: unknown;
            };
        };
        PersonOut: {
            id: string;
            name: string;
        };
        /** @description POST /api/escrow/personal-bounty. */
        PersonalInRequest: {
            /** @description A profile id (prf_…) or a username. */
            humanId: string;
            /** @description US dollars, at most two decimals. The worker's pay; the fee comes on top. */
            price: number;
            /** @description Only USD. */
            currency?: string;
            /**
             * @description Hours of work.
             * @default 1
             */
            estimatedHours?: number;
            /**
             * @description wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it covers it, else a page.
             * @enum {string}
             */
            fundingMethod?: "wallet" | "checkout";
            /** @description What is asked for, in one line. Needed, or taskTitle. */
            title?: string;
            /** @description Everything the person must know. Needed, or taskDescription. */
            description?: string;
            /** @description The same as title. */
            taskTitle?: string;
            /** @description The same as description. */
            taskDescription?: string;
            /** @description How both sides see that it is done; evidence is judged by it. */
            completionCriteria: string;
            /**
             * Format: date-time
             * @description When it is due; two days after it the bounty is settled by itself.
             */
            deadline: string;
            /** @description A category slug, such as labor-gigs. */
            category?: string;
            /** @description Your conversation with this person, when there is one. */
            conversationId?: string | null;
        };
        PhotoOut: {
            id: string;
            url: string;
        };
        /** @description What an upload mode asks for. `max…` and its range differ by the kind of file. */
        PhotoUploadInRequest: {
            /** @description The shorter side, in pixels. */
            minimumResolutionPx?: number;
            /** @description What people agree to when they upload. */
            consentText: string;
            /** @description What they read afterwards. */
            confirmationMessage: string;
            /** @description What they are told when you accept. */
            acceptText?: string;
            /** @description Files of one person, at most. */
            maxImages: number;
        };
        /** @description POST /api/humans/me/photos, as multipart. */
        PhotosInFormRequest: {
            photos: FileInput[];
        };
        /** @description POST /api/picture-of-sf; nothing else is taken, least of all a price. */
        PictureInRequest: {
            /** @description An address or a landmark. */
            location: string;
            /** @description What is to be seen, from where anybody may stand. */
            subject: string;
            /** @enum {string} */
            tier: "standard" | "express";
        };
        /** @description What is not sent stays as it is; in a new bounty it is empty, and remote. The row as a whole is checked later. */
        PlaceInRequest: {
            /** @description City. */
            city?: string;
            /** @description State or region. */
            state?: string;
            /** @description ISO 3166 code or English name. */
            country?: string;
            /** @description Can be done from anywhere; true when a new bounty does not say. */
            isRemoteAllowed?: boolean;
        };
        PlaceOut: {
            city: string;
            state: string;
            country: string;
            isRemoteAllowed: boolean;
        };
        /** @description What the call would move out of the wallet, exactly; taken from the attempt that was rolled back. Cents. */
        PlanOut: {
            /** @description As in the wallet's statement; or runs, when_funded, beside_page for what is agreed on for later. */
            type: string;
            description: string;
            /** @description Of what repeats: each time. */
            cents: number;
            moves: components["schemas"]["PlannedMoveOut"][];
            /** @description Of the bounty, service or template; empty for a tip. */
            title: string;
            category: string;
            seats: number | null;
            payPerSeatCents: number | null;
            /** @description Our fee of all seats. */
            feeCents: number | null;
            /** @description weekly, biweekly, monthly, or such as "3 days"; empty for what is paid once. */
            repeats: string;
            /** @description How often that is paid at most, of runs of a template; null: once, or without an end. */
            times: number | null;
            /** @description What all of them take together at most; null: it is paid once, or has no end. */
            totalCents: number | null;
            /** @description What they take at most in a calendar month (UTC), where that is limited. */
            monthCents: number | null;
            /** @description Whether it can be undone, in words. */
            undo: string;
        };
        PlannedMoveOut: {
            /**
             * @description bounty: set aside for a bounty; person_escrow: set aside for one person; person: paid to them at once; later: moved later, by itself.
             * @enum {string}
             */
            to: "bounty" | "person_escrow" | "person" | "later";
            /** @description The name of who gets it, where it is known already. */
            person: string;
            cents: number;
        };
        PlannedOut: {
            /** @description What they do. */
            act: string;
            /**
             * @description What it follows.
             * @enum {string}
             */
            when: "answered" | "appealed" | "applied" | "confirmed" | "contested" | "decided" | "disputed" | "end" | "hired" | "open" | "open_dispute" | "proposed" | "sent_back" | "terms_changed" | "voice_wanted";
            /** @description How long after that; negative: before it. */
            seconds: number;
            /** @enum {string} */
            state: "done" | "due" | "waiting";
            /**
             * Format: date-time
             * @description When it happened, or will; null while it waits for something.
             */
            at: string | null;
        };
        PlayInRequest: {
            /** @description One of your own bounties (bty_…): ordinary, of a humanization, a picture, a taste run or a QA run. */
            bountyId: string;
            /**
             * @description What they do; left out: the person's own, in a product's bounty that of the product.
             * @enum {string}
             */
            script?: "appeals" | "asks_first" | "asks_for_time" | "disputes" | "ghost" | "late" | "leaves_early" | "no_show" | "on_site" | "redo" | "reliable" | "rewrites" | "staff" | "staff_overturns" | "takes_picture" | "tests" | "votes" | "withdraws";
            /**
             * @description Scripts of staff only: how much of the pay the worker gets in a dispute. A contested verdict is not divided: from 50 on the worker is paid.
             * @default 50
             */
            workerPercent?: number;
        };
        /** @description A play in a list. */
        PlayOut: {
            id: string;
            person: string;
            humanId: string;
            script: string;
            bountyId: string;
            /** @enum {string} */
            status: "running" | "finished" | "stopped" | "failed";
            /** @description How it ended: the state of the escrow (released, refunded, resolved) or of the application (rejected, withdrawn, expired), bounty_over, deadline_passed, stopped, or the code of the refusal that ended it; empty while it runs. */
            outcome: string;
            /** @description The refusal's message. */
            words: string;
            /**
             * Format: date-time
             * @description When they act next; null: they wait for you.
             */
            nextAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Once they have applied. */
            applicationId: string | null;
            steps: components["schemas"]["PlannedOut"][];
        };
        /** @description A play in a list. */
        PlayRow: {
            id: string;
            person: string;
            humanId: string;
            script: string;
            bountyId: string;
            /** @enum {string} */
            status: "running" | "finished" | "stopped" | "failed";
            /** @description How it ended: the state of the escrow (released, refunded, resolved) or of the application (rejected, withdrawn, expired), bounty_over, deadline_passed, stopped, or the code of the refusal that ended it; empty while it runs. */
            outcome: string;
            /** @description The refusal's message. */
            words: string;
            /**
             * Format: date-time
             * @description When they act next; null: they wait for you.
             */
            nextAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        PostReviewAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            review: components["schemas"]["ReviewOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        PreferHumanAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            preferred: components["schemas"]["PreferredAdded"];
            success: boolean;
        };
        PreferInRequest: {
            /** @description A person's profile id (prf_…) or username. */
            humanId: string;
            /** @description For yourself only. */
            note?: string | null;
        };
        PreferredAdded: {
            humanId: string;
            /** @description Private: only you see it. */
            note: string;
            /** Format: date-time */
            createdAt: string;
        };
        PreferredOut: {
            humanId: string;
            /** @description Private: only you see it. */
            note: string;
            /** Format: date-time */
            createdAt: string;
            humanName: string;
        };
        /** @description PATCH /api/humans/me. Everything is optional; what is sent is changed. */
        ProfileInRequest: {
            name?: string;
            username?: string | null;
            headline?: string;
            bio?: string;
            /** @enum {string|null} */
            gender?: "man" | "woman" | "other" | null;
            skills?: string[];
            expertise?: string[];
            location?: components["schemas"]["HomeInRequest"];
            /** @description US dollars, at most two decimals. */
            hourlyRate?: number | null;
            availability?: {
                [key: string]: unknown;
            };
            timezone?: string;
            isAvailable?: boolean;
            /** @description Mails about bounties that fit you. Default: true. */
            acceptsInvitations?: boolean;
            workPreferences?: components["schemas"]["WorkPreferencesInRequest"] | null;
            phone?: string | null;
            /** Format: email */
            billingEmail?: string | null;
            notifications?: components["schemas"]["NotificationsInRequest"];
            pushNotifications?: components["schemas"]["PushNotificationsInRequest"];
        };
        /** @description What is pushed to your devices; what is not sent stays as it is. */
        PushNotificationsInRequest: {
            applications?: boolean;
            work?: boolean;
            messages?: boolean;
        };
        /** @description What is pushed to your devices; sign in at /settings/devices to add one. Hires, lost seats and payments are pushed always. */
        PushNotificationsOut: {
            /** @description Rejections of your applications. */
            applications: boolean;
            /** @description Reviews of your evidence, deadlines, reminders. */
            work: boolean;
            /** @description Messages that you have not read. */
            messages: boolean;
        };
        QaDecisionInRequest: {
            /**
             * @description What you decide.
             * @enum {string}
             */
            action: "accept" | "revise";
            /** @description To the tester. */
            response?: string;
        };
        /** @description `pending`: it is carried out within moments, by a worker. */
        QaDecisionOut: {
            id: string;
            runId: string;
            applicationId: string;
            /** @enum {string} */
            kind: "application" | "submission" | "dispute";
            /** @enum {string} */
            state: "pending" | "accepted" | "revised";
            /**
             * @description What was decided, as the run lists it.
             * @enum {string}
             */
            status: "open" | "accepted" | "revised" | "settled";
        };
        QaEscalationOut: {
            id: string;
            applicationId: string;
            submissionId: string | null;
            /** @description The money of a hired tester. */
            escrowId: string | null;
            /** @description Of an escalated report. */
            evidence: components["schemas"]["QaEvidenceOut"] | null;
            testerName: string;
            /** @enum {string} */
            kind: "application" | "submission" | "dispute";
            /** @description A code; of a dispute its category. */
            reason: string;
            /** @description The reason in words; empty of a dispute. */
            meaning: string;
            /** @enum {string} */
            status: "open" | "accepted" | "revised" | "settled";
            /**
             * Format: date-time
             * @description While it is open: until when you decide. Then an applicant is rejected, and a report is accepted and paid; null for a dispute, which waits for you.
             */
            dueAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            decidedAt: string | null;
        };
        /** @description What a tester sent, inline: nothing else has to be opened to decide about it, but the files. */
        QaEvidenceOut: {
            text: string;
            findings: {
                [key: string]: unknown;
            }[];
            /** @description To the checklist. */
            answers: {
                [key: string]: unknown;
            }[];
            /** @description Codes of what the checks found against it: look before you pay. */
            flags: string[];
            files: components["schemas"]["FileOut"][];
        };
        /** @description Of a dry run: what the schedule will take from your wallet, and when. */
        QaPlanOut: {
            /** @description When each run opens, the first at once. */
            reservesPerRunCents: number;
            /** @description null: the schedule has no end. */
            runsAtMost: number | null;
            /** @description What all runs together reserve at most; null: the schedule has no end. */
            maxTotalCents: number | null;
            /** @description What runs reserve at most in a calendar month. */
            periodCapCents: number;
            feeBps: number;
            /** @description Of these, runs that were opened, or wait for money now. */
            runsStarted: number;
            /** @description How many can still start: none while it is paused; null: the schedule has no end. */
            runsToCome: number | null;
            /** @description What those reserve at most together; null: the schedule has no end. */
            toComeCents: number | null;
            /**
             * Format: date-time
             * @description When the first, or the next, one opens and reserves its money; null: none does.
             */
            nextRunAt: string | null;
        };
        QaReportOut: {
            summary: string;
            findings: components["schemas"]["FindingOut"][];
            diff: components["schemas"]["DiffOut"];
            comparedWithRunId: string | null;
            bySeverity: {
                [key: string]: number;
            };
            testersAsked: number;
            testersAccepted: number;
            submissionsAccepted: number;
            submissionsRejected: number;
            /** @description Fewer testers finished than were asked for. */
            degraded: boolean;
            /** @description What became of the places that brought no accepted report. */
            degradedReason: string | null;
            /** Format: date-time */
            generatedAt: string;
        };
        QaScreeningInRequest: {
            /** @description A video recorded on the spot. */
            liveVideoRequired?: boolean;
            /** @description A LinkedIn profile. */
            linkedinRequired?: boolean;
            /** @description A resume. */
            resumeRequired?: boolean;
        };
        QaScreeningOut: {
            liveVideoRequired: boolean;
            linkedinRequired: boolean;
            resumeRequired: boolean;
        };
        QuartilesOut: {
            /** @description US dollars, at most two decimals. A quarter of them pays less. */
            low: number;
            /** @description US dollars, at most two decimals. Half of them pays less. */
            median: number;
            /** @description US dollars, at most two decimals. Three quarters of them pay less. */
            high: number;
        };
        QuestionInRequest: {
            /** @description A name for its answer. */
            id?: string;
            /** @description The question. */
            prompt: string;
            /**
             * @description true when left out.
             * @default true
             */
            required?: boolean;
        };
        QuoteBountyFundingAnswer: {
            quote: components["schemas"]["QuoteOut"];
            warnings?: string[];
            success: boolean;
        };
        QuoteCakeOrderAnswer: {
            quoteId: string;
            /** @description Cents: the cake and who brings it. */
            priceCents: number;
            /** @description Cents: the platform's fee. */
            feeCents: number;
            /** @description The rate of that fee in basis points (1800 is 18 %), as it was when the cake was quoted. */
            feeBps: number;
            /** @description Cents: what the wallet pays. */
            totalCents: number;
            /** Format: date-time */
            expiresAt: string;
            warnings?: string[];
            success: boolean;
        };
        /** @description POST /api/mpp/wallet/deposit; nothing else is taken. */
        QuoteInRequest: {
            /** @description As it stands in mppPayment.body. */
            quote: string;
        };
        /** @description What funding takes, in cents. */
        QuoteOut: {
            bountyId: string;
            fundingTotalCents: number;
            workerTotalCents: number;
            feeCents: number;
            /** @description The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made. */
            feeBps: number;
            spots: number;
            walletBalanceCents: number;
            shortfallCents: number;
            depositCents: number;
        };
        ReachOut: {
            /** @description Who fit. */
            people: components["schemas"]["BoundsOut"];
            /** @description Of them, who were active within 30 days. */
            active: components["schemas"]["BoundsOut"];
            /** @description Of them, who live in the city; null without one. */
            inCity: components["schemas"]["BoundsOut"] | null;
            /** @description Of them, whose own hourly rate it pays, or who name none; null without a price. */
            atTheirRate: components["schemas"]["BoundsOut"] | null;
            gates: components["schemas"]["GateOut"][];
            /**
             * @description Without it most others would fit; null when no gate keeps anybody out.
             * @enum {string|null}
             */
            cutsMost: "skillsNeeded" | "country" | "supportedCountries" | "identityRequired" | "linkedinVerifiedRequired" | "languageProficiencyRequirement" | null;
            /** @description What the averages are of: the newest of its category, else with a skill of it. */
            comparableJobs: components["schemas"]["BoundsOut"];
            /** @description For a place, in US dollars. */
            typicalPay: components["schemas"]["QuartilesOut"] | null;
            typicalPayPerHour: components["schemas"]["QuartilesOut"] | null;
            /**
             * Format: double
             * @description From going live; the median.
             */
            typicalHoursToFirstApplication: number | null;
            /** @description too_few: fewer than 5 comparable jobs. no_basis: name a category or skills. */
            notTypicalBecause: string | null;
        };
        ReasonOut: {
            /** @enum {string} */
            reason: "skills" | "place" | "pay" | "fresh" | "owner";
            /** @description In words. */
            text: string;
        };
        ReceiptLine: {
            escrowId: string;
            applicationId: string;
            humanId: string;
            workerName: string;
            amountCents: number;
            feeCents: number;
            totalCents: number;
            /** Format: date-time */
            releasedAt: string;
        };
        /** @description For the document only: what is answered was frozen in this form when the receipt was made. */
        ReceiptOut: {
            number: string;
            version: number;
            serviceName: string;
            /** Format: date-time */
            issuedAt: string;
            currency: string;
            bountyId: string;
            bountyTitle: string;
            billedTo: string;
            lines: components["schemas"]["ReceiptLine"][];
            /** @description Tips and reimbursements; absent in receipts from before 2026-11-28. */
            tips?: components["schemas"]["ReceiptTip"][];
            totals: components["schemas"]["ReceiptTotals"];
        };
        ReceiptTip: {
            transferId: string;
            humanId: string;
            workerName: string;
            description: string;
            amountCents: number;
            /** Format: date-time */
            paidAt: string;
        };
        ReceiptTotals: {
            amountCents: number;
            feeCents: number;
            /** @description Pay and fee. */
            totalCents: number;
            tipsCents?: number;
            /** @description Pay, fee and tips. */
            paidCents?: number;
        };
        RecentAnswerOut: {
            /** @description Empty when our staff hid it. */
            text: string;
            /** Format: date-time */
            createdAt: string;
            isHidden: boolean;
        };
        RecentReviewOut: {
            id: string;
            bountyId: string;
            rating: number;
            comment: string;
            authorName: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Of the person reviewed. */
            answer: components["schemas"]["RecentAnswerOut"] | null;
        };
        RecordLanguageProficiencyAnswer: {
            required: boolean;
            requirement?: components["schemas"]["LanguageRequirementOut"];
            /** @enum {string} */
            state?: "not_started" | "pending" | "passed" | "failed" | "retry" | "error";
            satisfied?: boolean;
            attemptsUsed?: number;
            /** @description Of 6 in 30 days. */
            attemptsRemaining?: number;
            /** @description Another attempt would be taken now. */
            canRetry?: boolean;
            result?: components["schemas"]["LanguageResultOut"];
            latestAttempt?: components["schemas"]["LanguageAttemptOut"];
            success: boolean;
        };
        RecordMicSampleAnswer: {
            required: boolean;
            /** @enum {string} */
            state: "not_started" | "recorded";
            attemptsUsed: number;
            /** @description Of 5 for this bounty. */
            attemptsRemaining: number;
            success: boolean;
        };
        RedeliverWebhookAnswer: {
            delivery: components["schemas"]["DeliveryOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        RefundAgentCheckoutAnswer: {
            checkout: components["schemas"]["AgentCheckoutOut"];
            success: boolean;
        };
        RefundFundingAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            refund: components["schemas"]["RefundOut"];
            success: boolean;
        };
        /** @description POST /api/wallet/funding-refunds: the figures of the quote as its owner has seen them. */
        RefundInRequest: {
            /** @description The deposit (txn_…). */
            fundingTransactionId: string;
            /** @description Your own name of this refund, for ever: 8 to 100 of A-Z a-z 0-9 _ -. Repeating it is safe. */
            requestId: string;
            /**
             * Format: int64
             * @description US cents. principalCents of the quote.
             */
            expectedPrincipalCents: number;
            /**
             * Format: int64
             * @description US cents. refundAmountCents of the quote.
             */
            expectedRefundAmountCents: number;
            /** @description true: the money really goes back. */
            confirm: boolean;
        };
        RefundOut: {
            fundingTransactionId: string;
            /** @description What left the wallet. */
            principalCents: number;
            /** @description What we keep of it, once a deposit. */
            feeRetainedCents: number;
            /** @description What arrives. */
            refundAmountCents: number;
            /** @description Where it came from, masked. */
            destination: string;
            id: string;
            requestId: string;
            /**
             * @description A failed one is back in the wallet. attention: our staff is asking the provider.
             * @enum {string}
             */
            status: "attention" | "failed" | "pending" | "succeeded";
            /** @description A machine word; null unless it failed. */
            failureReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt: string | null;
        };
        /** @description A quote: what returning this deposit would do now. */
        RefundableOut: {
            fundingTransactionId: string;
            /** @description What leaves the wallet. */
            principalCents: number;
            /** @description What we keep of it, once a deposit. */
            feeRetainedCents: number;
            /** @description What arrives. */
            refundAmountCents: number;
            /** @description Where it came from, masked. */
            destination: string;
        };
        RegisterIdentityAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            agentId: string;
            identityBound: boolean;
            key: components["schemas"]["KeyOut"];
            success: boolean;
        };
        ReleaseEscrowAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            escrow: components["schemas"]["EscrowDetail"];
            payoutStatus: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ReleaseInRequest: {
            /**
             * @description true: pay now, which can't be undone. Leave it out to see the sums first.
             * @default false
             */
            acknowledgeRelease?: boolean;
            /** @description Whom you mean to pay; refused when the escrow is another's. */
            applicationId?: string | null;
        };
        RemoveMemberAnswer: {
            removed: boolean;
            success: boolean;
        };
        RemovePhotoAnswer: {
            photos: components["schemas"]["PhotoOut"][];
            success: boolean;
        };
        RemoveServiceAnswer: {
            removed: boolean;
            success: boolean;
        };
        RentHumanAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            bountyId: string;
            applicationId: string;
            conversationId: string;
            /** @description The seat's; while the money is missing the bounty's own, which is in the state funding. */
            escrowId?: string;
            /**
             * Format: date-time
             * @description Until when the person confirms; then the money returns by itself.
             */
            confirmBy?: string;
            /** Format: uri */
            checkoutUrl?: string;
            /**
             * Format: uri
             * @description The same page, under its old name.
             */
            url?: string;
            /** @description US dollars, at most two decimals. What the page asks for. */
            checkoutTotal?: number;
            /** @description The same as bountyId. */
            id: string;
            /** @description US dollars, at most two decimals. The whole cost, with the fee. */
            fundingTotal: number;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description POST /api/escrow/agent-checkout. */
        RentalInRequest: {
            /** @description A profile id (prf_…) or a username. */
            humanId: string;
            /** @description US dollars, at most two decimals. The worker's pay; the fee comes on top. */
            price: number;
            /** @description Only USD. */
            currency?: string;
            /**
             * @description Hours of work.
             * @default 1
             */
            estimatedHours?: number;
            /**
             * @description wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it covers it, else a page.
             * @enum {string}
             */
            fundingMethod?: "wallet" | "checkout";
            /** @description What is asked for, in one line. */
            taskTitle: string;
            /** @description Everything the person must know. */
            taskDescription: string;
            /** @description Hours after confirming in which evidence is due; a late seat is released. Left out: seven days, then a silent worker is warned and let go two days later. */
            completionWindowHours?: number | null;
        };
        /** @description A direct hire, as its owner sees it. */
        RentalOut: {
            id: string;
            /** @enum {string} */
            kind: "rental" | "personal";
            bountyId: string;
            applicationId: string;
            /** @description The seat's, once hired. */
            escrowId: string | null;
            conversationId: string;
            humanId: string;
            humanName: string;
            title: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            /**
             * @description The bounty's.
             * @enum {string}
             */
            status: "assigned" | "cancelled" | "closed" | "closing" | "completed" | "in_review" | "open" | "paid" | "partially_filled" | "paused" | "pending_deposit" | "pending_funding" | "pending_review";
            applicationStatus: string;
            /**
             * @description As in jobOverview; before anybody is hired, the bounty's status.
             * @enum {string}
             */
            overallState: "awaiting_confirmation" | "in_progress" | "evidence_in_review" | "redo_requested" | "approved_awaiting_release" | "released" | "resolved" | "refunded" | "disputed" | "seat_released" | "cancelled" | "assigned" | "closed" | "closing" | "completed" | "in_review" | "open" | "paid" | "partially_filled" | "paused" | "pending_deposit" | "pending_funding" | "pending_review";
            nextAction: components["schemas"]["NextActionOut"] | null;
            nextDeadline: components["schemas"]["DeadlineOut"] | null;
            /**
             * Format: date-time
             * @description When the seat ends by itself if nothing is sent; null once something was.
             */
            endsAt: string | null;
            completionWindowHours: number | null;
            /** Format: date-time */
            deadline: string;
            /** Format: date-time */
            createdAt: string;
        };
        RentalSummaryOut: {
            /** @description Somebody is hired, and the money is still held. */
            active: number;
            /** @description Nobody is hired yet: the deposit, or a review of the listing, is missing. */
            waiting: number;
            /** @description Paid, closed or cancelled. */
            done: number;
        };
        /** @description POST /api/webhooks/endpoints/{id}/replay. */
        ReplayInRequest: {
            /**
             * Format: date-time
             * @description Events from this moment on.
             */
            from: string;
            /**
             * Format: date-time
             * @description Up to this moment; now if left out.
             */
            to?: string | null;
        };
        ReplayWebhookEventsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            replayed: number;
            skipped: number;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ReportAttendanceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            attendance: components["schemas"]["AttendanceOut"];
            success: boolean;
        };
        ReportBountyOut: {
            /** @description null: service bookings, which have no bounty. */
            bountyId: string | null;
            /** @description US cents put into it, fee included. */
            funded: number;
            /** @description US cents. Released pay of workers. */
            settled: number;
            /** @description US cents. Returned to the wallet. */
            refunded: number;
            /** @description Seats funded or decided in the range. */
            escrowCount: number;
            title: string | null;
            /** @description A slug; null without one. */
            category: string | null;
        };
        /** @description All in cents. */
        ReportCategoryOut: {
            /** @description A slug; null: bounties without one, and service bookings. */
            category: string | null;
            /** @description US cents. Put into its bounties, fee included. */
            funded: number;
            /** @description US cents. Released pay of workers. */
            settled: number;
            /** @description US cents. Returned to the wallet. */
            refunded: number;
            bountyCount: number;
        };
        ReportHumanOut: {
            humanId: string;
            humanName: string;
            /** @description US cents. Pay and tips. */
            paid: number;
            /** @description Seats released in the range. */
            escrowCount: number;
        };
        /** @description POST /api/support/reports. */
        ReportInRequest: {
            /** @description What is wrong, in one line. */
            summary: string;
            /** @description What you did, what you expected, what came. No secrets. */
            description: string;
            /**
             * @description bug when left out.
             * @default bug
             * @enum {string}
             */
            category?: "bug" | "feature_request" | "improvement" | "ui_ux" | "performance" | "billing" | "content" | "other";
            /**
             * @description medium when left out.
             * @default medium
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "urgent";
            /** @description error_code as it was answered. */
            errorCode?: string;
            /** @description The tool that you used. */
            sourceTool?: string;
        };
        /** @description By the time of each event; inEscrow and pendingRelease are as of now. */
        ReportOut: {
            profileId: string;
            /** Format: date-time */
            rangeStart: string;
            /** Format: date-time */
            rangeEnd: string;
            /** @enum {string} */
            currency: "usd";
            totals: components["schemas"]["TotalsOut"];
            byBounty: components["schemas"]["ReportBountyOut"][];
            byHuman: components["schemas"]["ReportHumanOut"][];
            byCategory: components["schemas"]["ReportCategoryOut"][];
            /** @description There are more bounties or people than in this answer. */
            hasMore: boolean;
            /** @description `cursor` of the next part; null in the last one. */
            nextCursor: string | null;
        };
        ReportSupportIssueAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            reportId: string;
            message: string;
            supportEmail: string;
            conversationId?: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        RequestExportAnswer: {
            export: components["schemas"]["ExportOut"];
            success: boolean;
        };
        RequestExtensionAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description How the money was divided, in cents; the three parts are the escrow's whole amount. */
        ResolutionOut: {
            /**
             * @description Staff decided, or an offer was accepted.
             * @enum {string}
             */
            by: "staff" | "settlement";
            /** @enum {string} */
            decision: "release" | "refund" | "split";
            workerCents: number;
            feeCents: number;
            refundCents: number;
            reason: string;
            /** @description What staff wrote to your side besides; empty without. */
            words: string;
        };
        /** @description What staff have restricted. What is underway goes on. */
        RestrictionOut: {
            /** @description What can't be begun: it is answered with 403 account_restricted. */
            restricted: ("jobs" | "applications" | "withdrawals")[];
            /** @description What staff said. */
            reason: string;
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description When it ends by itself; null: when staff lift it.
             */
            until: string | null;
        };
        /** @description POST /api/reviews/{id}/answer. */
        ReviewAnswerInRequest: {
            /** @description What you say about it. Public, and it can't be changed. */
            answer: string;
        };
        ReviewAnswerOut: {
            /** @description Empty when our staff hid it. */
            text: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Our staff hid the words. */
            isHidden: boolean;
        };
        ReviewInRequest: {
            bountyId: string;
            /** @description A person's profile id (prf_…) or username. */
            humanId: string;
            /** @description 1 to 5 stars. */
            rating: number;
            /** @description What others should know. */
            comment?: string;
        };
        ReviewOut: {
            id: string;
            bountyId: string;
            humanId: string;
            rating: number;
            comment: string;
            /** @description Our staff hid the comment, which is empty then. */
            isCommentHidden: boolean;
            /** Format: date-time */
            createdAt: string;
            author: components["schemas"]["AuthorOut"];
            /** @description Of the person reviewed; null while there is none. */
            answer: components["schemas"]["ReviewAnswerOut"] | null;
        };
        ReviewSubmissionAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            submission: components["schemas"]["SubmissionDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        ReviewSummaryOut: {
            /** Format: double */
            averageRating: number | null;
            reviewCount: number;
            recentReviews: components["schemas"]["RecentReviewOut"][];
        };
        RevokeInvitationAnswer: {
            invitation: components["schemas"]["InvitationOut"];
            success: boolean;
        };
        RevokeKeyAnswer: {
            key: components["schemas"]["KeyOut"];
            success: boolean;
        };
        RewriteApplicantOut: {
            applicationId: string;
            humanId: string;
            applicationStatus: string;
            /** Format: date-time */
            appliedAt: string;
            screening: components["schemas"]["SentSampleOut"];
            /** Format: uri */
            resumeUrl?: string;
        };
        RewriteAssignmentOut: {
            humanizationId: string;
            bountyId: string;
            applicationId: string;
            subject: string;
            transformation: string;
            sourceText: string;
            instructions: string;
            /** Format: date-time */
            deadlineAt: string | null;
            state: string;
        };
        RewriteFundingOut: {
            /** @enum {string|null} */
            source: "wallet" | "checkout" | "mpp" | "x402" | null;
            /** @enum {string} */
            status: "funded" | "requires_payment" | "closed" | "cancelled";
            /** Format: uri */
            depositUrl?: string;
        };
        /** @description Of a dry run: what applicants would read, and what it would cost. */
        RewritePlanOut: {
            /** @description What everybody who may apply reads, and rewrites to be hired. */
            sampleText: string;
            screening: components["schemas"]["RewriteScreeningOut"];
            workerAmountCents: number;
            serviceFeeCents: number;
            /** @description The rate of that fee in basis points: 1800 is 18 %. */
            feeBps: number;
            /** @description What leaves your wallet into escrow. */
            totalCents: number;
            currency: string;
        };
        RewriteReviewOut: {
            /** @enum {string} */
            state: "none" | "scoring" | "pending" | "flagged" | "approved" | "rejected" | "redo_requested" | "disputed";
            reason: string | null;
        };
        /** @description POST …/applications, multipart. */
        RewriteSampleInFormRequest: {
            /**
             * Format: binary
             * @description Your rewrite of the sample: DOCX or UTF-8 text.
             */
            document: FileInput;
            /**
             * Format: binary
             * @description MP4, MOV or WebM, of the whole writing.
             */
            recording: FileInput;
            /** @description true: you wrote this yourself, without a text generator. */
            attestation: boolean;
            /**
             * Format: binary
             * @description PDF, DOCX or UTF-8 text, where it is asked for.
             */
            resume?: FileInput;
            coverLetter?: string;
        };
        /** @description POST …/applications, multipart. */
        RewriteSampleInRequest: {
            /** @description true: you wrote this yourself, without a text generator. */
            attestation: boolean;
            coverLetter?: string;
        };
        /** @description What applicants rewrite, to show that they can. */
        RewriteScreeningInRequest: {
            /** @description What applicants read, and rewrite to show that they can write, instead of the beginning of sourceText, of which then no word reaches an applicant. They read percentage of its words, so give 200 words or more: a text by a machine, about as yours is. Empty: the sample is the beginning of sourceText. */
            aiGeneratedSourceText?: string;
            /**
             * @description Percent of the words of that text; 5 when left out. Of a short text take 25: a sample of some words shows nothing.
             * @default 5
             */
            percentage?: number;
            /**
             * @description At most; 500 when left out.
             * @default 500
             */
            maximumWords?: number;
            /** @description What applicants are told. */
            instructions?: string;
        };
        RewriteScreeningOut: {
            /**
             * @description The text of which every applicant reads the beginning.
             * @enum {string}
             */
            sampleFrom: "sourceText" | "aiGeneratedSourceText";
            /** @description How many words every applicant reads, and rewrites: few show nothing. */
            sampleWords: number;
            percentage: number;
            maximumWords: number;
            instructions: string;
            requireResume: boolean;
        };
        RoleInRequest: {
            /**
             * @description viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: also members, keys, webhooks, caps, unfreezing, withdrawals and refunds.
             * @enum {string}
             */
            role: "viewer" | "manager" | "owner";
        };
        RotateWebhookSecretAnswer: {
            endpoint: components["schemas"]["EndpointOut"];
            /** @description Shown once: null when the call is repeated under its idempotency key. */
            secret: string | null;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description One run of a template. `…EscalationCount` are those that wait for your decision. */
        RunDetail: {
            /** @description <template id>_<yyyymmdd> */
            id: string;
            templateId: string;
            bountyId: string | null;
            /** @enum {string} */
            status: "funding" | "open" | "draining" | "reviewing" | "closed" | "failed" | "expired";
            /** @description Why it waits, failed or found nobody; stopped: its owner ended it. */
            reason: string | null;
            reservedCents: number;
            /** @description Paid to testers, with the fee. */
            spentCents: number;
            refundedCents: number;
            /** @description Asked for. */
            testerCount: number;
            acceptedTesterCount: number;
            /** @description Hired, and their money not decided yet. */
            unsettledTesterCount: number;
            escalationCount: number;
            applicationEscalationCount: number;
            submissionEscalationCount: number;
            disputeEscalationCount: number;
            hasReport: boolean;
            stop: components["schemas"]["StopOut"] | null;
            /**
             * Format: date-time
             * @description When it was to start.
             */
            dueAt: string;
            /** Format: date-time */
            openedAt: string | null;
            /**
             * Format: date-time
             * @description Until when testers are taken.
             */
            intakeEndsAt: string | null;
            /**
             * Format: date-time
             * @description When it ends at the latest, as it stands: evidence that is sent back, a tester who is replaced and a dispute take longer. null: not open yet, or over.
             */
            endsBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When the next run of its template starts, if one is scheduled.
             */
            templateNextRunAt: string | null;
            /** Format: date-time */
            createdAt: string;
            report: components["schemas"]["QaReportOut"] | null;
            /** @description Those that wait for your decision first, then the newest: 200 at most. */
            escalations: components["schemas"]["QaEscalationOut"][];
            /** @description How many there ever were, listed or not. */
            escalationTotal: number;
        };
        /** @description One run of a template. `…EscalationCount` are those that wait for your decision. */
        RunOut: {
            /** @description <template id>_<yyyymmdd> */
            id: string;
            templateId: string;
            bountyId: string | null;
            /** @enum {string} */
            status: "funding" | "open" | "draining" | "reviewing" | "closed" | "failed" | "expired";
            /** @description Why it waits, failed or found nobody; stopped: its owner ended it. */
            reason: string | null;
            reservedCents: number;
            /** @description Paid to testers, with the fee. */
            spentCents: number;
            refundedCents: number;
            /** @description Asked for. */
            testerCount: number;
            acceptedTesterCount: number;
            /** @description Hired, and their money not decided yet. */
            unsettledTesterCount: number;
            escalationCount: number;
            applicationEscalationCount: number;
            submissionEscalationCount: number;
            disputeEscalationCount: number;
            hasReport: boolean;
            stop: components["schemas"]["StopOut"] | null;
            /**
             * Format: date-time
             * @description When it was to start.
             */
            dueAt: string;
            /** Format: date-time */
            openedAt: string | null;
            /**
             * Format: date-time
             * @description Until when testers are taken.
             */
            intakeEndsAt: string | null;
            /**
             * Format: date-time
             * @description When it ends at the latest, as it stands: evidence that is sent back, a tester who is replaced and a dispute take longer. null: not open yet, or over.
             */
            endsBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When the next run of its template starts, if one is scheduled.
             */
            templateNextRunAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        RunQaTemplateAnswer: {
            data: components["schemas"]["TemplateOut"];
            preview?: components["schemas"]["QaPlanOut"];
            warning?: components["schemas"]["TemplateWarning"];
            warnings?: string[];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        SampleToWrite: {
            humanizationId: string;
            bountyId: string;
            subject: string;
            transformation: string;
            /** @description What you rewrite to apply; null once that is over for you. */
            sampleText: string | null;
            sampleWords: number;
            instructions: string;
            requireResume: boolean;
            turnaroundMinutes: number;
            workerAmountCents: number;
            application: components["schemas"]["OwnSampleOut"] | null;
        };
        SandboxAdvanceClockAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** Format: date-time */
            now: string;
            /** Format: double */
            offsetSeconds: number;
            success: boolean;
        };
        SandboxClockAnswer: {
            /** Format: date-time */
            now: string;
            /** Format: double */
            offsetSeconds: number;
            success: boolean;
        };
        SandboxFaucetAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            funds: components["schemas"]["FaucetOut"];
            txHash: string;
            success: boolean;
        };
        SandboxFundsAnswer: {
            funds: components["schemas"]["FaucetOut"];
            success: boolean;
        };
        SandboxGetPlayAnswer: {
            play: components["schemas"]["PlayOut"];
            success: boolean;
        };
        SandboxMailAnswer: {
            mails: components["schemas"]["MailOut"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        SandboxPeopleAnswer: {
            people: components["schemas"]["SimulatedOut"][];
            scripts: components["schemas"]["ScriptOut"][];
            moments: {
                [key: string]: string;
            };
            switch: components["schemas"]["SwitchOut"];
            success: boolean;
        };
        SandboxPlayAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            play: components["schemas"]["PlayOut"];
            success: boolean;
        };
        SandboxPlaysAnswer: {
            plays: components["schemas"]["PlayRow"][];
            count: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        SandboxStopPlayAnswer: {
            play: components["schemas"]["PlayOut"];
            success: boolean;
        };
        SandboxSwitchPeopleAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            switch: components["schemas"]["SwitchOut"];
            success: boolean;
        };
        SandboxVerifyHumanAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            humanId: string;
            verification: components["schemas"]["VerificationOut"];
            success: boolean;
        };
        ScheduleInRequest: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            scheduledStartAt?: string | null;
            /** @description IANA zone. */
            scheduledStartTimeZone?: string | null;
            /**
             * Format: date-time
             * @description Until when people can apply.
             */
            deadline?: string;
        };
        ScriptOut: {
            name: string;
            /** @description In one sentence. */
            does: string;
            steps: components["schemas"]["StepOut"][];
        };
        SearchHumansAnswer: {
            humans: components["schemas"]["HumanOut"][];
            count: number;
            totalCount: number;
            offset: number;
            limit: number;
            hasMore: boolean;
            nextCursor: string | null;
            success: boolean;
        };
        /** @description POST /api/escrow/checkout: a conversation, or a bounty and an application. */
        SeatCheckoutInRequest: {
            /** @description The conversation; or bountyId and applicationId. */
            conversationId?: string | null;
            bountyId?: string | null;
            applicationId?: string | null;
            /** @description Not used: service bookings are paused. */
            bookingId?: string | null;
            /** @description US dollars, at most two decimals. What you mean to pay: the seat's price, or its total with the fee. Refused when it is neither. */
            amount?: number | null;
            /** @description Only USD. */
            currency?: string;
        };
        /** @description The seat's escrow: cents. */
        SeatMoneyOut: {
            status: string;
            /** @description With the fee. */
            amountCents: number;
            workerPayoutCents: number;
            escrowId: string;
            /**
             * @description Where the money went that came back: pool, the bounty's, whose spot is free again; wallet, its owner's.
             * @enum {string|null}
             */
            refundedTo: "pool" | "wallet" | null;
        };
        SeatOut: {
            applicationId: string;
            humanId: string;
            /** Format: date-time */
            acceptedAt: string;
            /** Format: date-time */
            deadlineAt: string | null;
            state: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        SendCakeOrderAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            order: components["schemas"]["CakeOrderOut"];
            success: boolean;
        };
        SendManyTransfersAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            transfers: components["schemas"]["TransferOut"][];
            count: number;
            totalCents: number;
            success: boolean;
        };
        SendMessageAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            message: components["schemas"]["MessageOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        SendReceiptAnswer: {
            /** @enum {string} */
            status: "queued";
            sentTo: string;
            receipt: components["schemas"]["ReceiptOut"];
            success: boolean;
        };
        SendTransferAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "completed" | "failed" | "pending";
            transfer: components["schemas"]["TransferOut"];
            /** Format: uri */
            checkoutUrl?: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        SentSampleOut: {
            /** Format: uri */
            documentUrl: string;
            /** Format: uri */
            recordingUrl: string;
            attested: boolean;
            detector: components["schemas"]["DetectorOut"] | null;
            /** @description Of the sample. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured. A detector takes a copied text of a person for a person's. */
            unchangedFraction: number | null;
            /** @enum {string|null} */
            decision: "approved" | "rejected" | "needs_manual_review" | null;
            reason: string | null;
        };
        /** @description POST /api/services. */
        ServiceInRequest: {
            title: string;
            description: string;
            /** @description A slug of your own words, such as dog-walking. */
            category: string;
            /** @description US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top. */
            price: number;
            /** @description Only USD. */
            currency?: string;
            durationMinutes: number;
            /** @default true */
            isActive?: boolean;
        };
        ServiceOut: {
            id: string;
            humanId: string;
            humanName: string;
            title: string;
            description: string;
            category: string;
            /** @description US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top. */
            price: number;
            priceCents: number;
            durationMinutes: number;
            isActive: boolean;
            /**
             * Format: double
             * @description The provider's, over all reviews.
             */
            rating: number;
            reviewCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description PATCH /api/services/{id}: what is sent changes, for subscriptions that are made from then on. */
        ServicePatchRequest: {
            title?: string;
            description?: string;
            /** @description A slug of your own words, such as dog-walking. */
            category?: string;
            /** @description US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top. */
            price?: number;
            /** @description Only USD. */
            currency?: string;
            durationMinutes?: number;
            isActive?: boolean;
        };
        SetConnectorLimitsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            limits: components["schemas"]["LimitsOut"];
            success: boolean;
        };
        SetKeyLimitsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            limits: components["schemas"]["LimitsOut"];
            success: boolean;
        };
        SetKeyWebhookAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            key: components["schemas"]["KeyOut"];
            webhookUrl: string | null;
            webhookEndpointId: string | null;
            webhookSecret: string | null;
            success: boolean;
        };
        SetQaCredentialsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            data: components["schemas"]["CredentialsSet"];
            success: boolean;
        };
        SetWalletControlsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            controls: components["schemas"]["ControlsOut"];
            success: boolean;
        };
        /** @description What anybody may know about the account behind a profile. */
        SignalsOut: {
            accountAgeDays: number;
            /** @description Less than 30 days old. */
            newAccount: boolean;
            /** @description Signed up from another country than the profile or the checked document says. */
            signupCountryMismatch: boolean;
            /** @description A seat of theirs was ever disputed and not withdrawn. */
            hasPriorDisputes: boolean;
            phoneSharedWithOtherAccounts: boolean;
        };
        /** @description POST /api/agents/signup. */
        SignupInRequest: {
            /** @description true: the owner accepts the terms and the privacy policy. */
            acceptTerms: boolean;
            /** @description Where the owner is: ISO code or English name. */
            country: string;
            /** @description The owner's city. */
            city: string;
            /** @description State or region. */
            region?: string;
            /** @description What people read as your name. */
            agentName?: string;
            /**
             * Format: email
             * @description The code is mailed here.
             */
            email: string;
        };
        SimulatedOut: {
            /** @description The name that the route takes. */
            person: string;
            /** @description What they play when a play names nothing. */
            script: string;
            name: string;
            city: string | null;
            country: string | null;
        };
        SlotOut: {
            /** @description HH:mm in the provider's time zone. */
            start: string;
            end: string;
        };
        /** @description What is divided, in cents: a decision or settlement gives the worker 0 to workerPayoutCents, and our fee is on that. */
        StakeOut: {
            /** @description Of the seat: pay and fee. */
            amountCents: number;
            /** @description The agreed pay. */
            workerPayoutCents: number;
            /** @description Our fee on the whole pay. */
            platformFeeCents: number;
        };
        StartPayoutOnboardingAnswer: {
            onboarded: boolean;
            /** Format: uri */
            onboardingUrl: string;
            success: boolean;
        };
        StartWorkAnswer: {
            application: components["schemas"]["ApplicationOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description What an erasure leaves, and why. */
        StaysOut: {
            code: string;
            why: string;
        };
        StepOut: {
            /** @description What they do. */
            act: string;
            /**
             * @description What it follows; GET /api/sandbox/people explains each.
             * @enum {string}
             */
            when: "answered" | "appealed" | "applied" | "confirmed" | "contested" | "decided" | "disputed" | "end" | "hired" | "open" | "open_dispute" | "proposed" | "sent_back" | "terms_changed" | "voice_wanted";
            /** @description How long after that; negative: before it. */
            seconds: number;
        };
        StopOut: {
            /** @enum {string} */
            state: "draining" | "done";
            /** Format: date-time */
            requestedAt: string;
        };
        StopQaRunAnswer: {
            data: components["schemas"]["RunOut"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        SubmissionDetail: {
            id: string;
            bountyId: string;
            applicationId: string;
            /** @description Of the seat: what is released, or disputed. */
            escrowId: string | null;
            /** @description Of the seat. */
            escrowStatus?: string | null;
            doerHumanId: string;
            doerName: string;
            /** @enum {string} */
            status: "pending_review" | "approved" | "rejected" | "redo_requested";
            textEvidence: string;
            links: string[];
            answers: {
                [key: string]: unknown;
            }[];
            /** @description Automatic and advisory: they decide nothing. */
            checks: {
                /** @description Of each kind of evidence that was asked for: is any there? */
                coverage?: {
                    [key: string]: boolean;
                };
                /**
                 * @description Not whether the work is good: `meaning` says what it means.
                 * @enum {string}
                 */
                recommendation?: "looks_complete" | "needs_review";
                /** @description What the recommendation says, and what nothing has looked at. */
                meaning?: string;
                findings?: {
                    [key: string]: unknown;
                }[];
                checkIns?: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            };
            response: string;
            /**
             * Format: date-time
             * @description Of evidence that was sent back: until when new evidence is due. Null when none is awaited, or staff decide.
             */
            newEvidenceBy: string | null;
            /**
             * Format: date-time
             * @description When the seat then ends without pay by itself, unless evidence comes or the worker contests.
             */
            seatEndsAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its upload was complete.
             */
            finalizedAt: string;
            /**
             * Format: date-time
             * @description When it was judged.
             */
            reviewedAt: string | null;
            files: components["schemas"]["FileOut"][];
            /** @description The latest time that the worker asked our staff to decide about this seat; in reads. */
            contest?: components["schemas"]["ContestOut"] | null;
            /** @description Of a managed run, in reads: which one judges and pays. */
            runId?: string;
            /** @description Of a QA run. */
            findings?: {
                [key: string]: unknown;
            }[];
            /** @description Of a taste run. */
            vote?: string;
            /** @description Of a taste run. */
            reason?: string;
            /** @description Of a taste run: the files of the vote. */
            fileIds?: string[];
            /** @description Of a humanization: the final text, up to 20,000 characters. */
            text?: string | null;
            /** @description Of a humanization. */
            textTruncated?: boolean;
            /** @description Of a humanization. */
            detector?: components["schemas"]["DetectorOut"] | null;
            /** @description Of a humanization's source text. The share, 0 to 1, of its words that stand here unchanged, in 5 or more in a row; from 0.8 on it is called a copy. Null: handed in before it was measured. */
            unchangedFraction?: number | null;
        };
        /** @description PATCH …/submissions/{submissionId}. Rejecting and asking for a redo need words. */
        SubmissionReviewInRequest: {
            /**
             * @description Your judgement.
             * @enum {string}
             */
            action: "approve" | "reject" | "request_redo";
            /** @description What is right or missing; needed for reject and request_redo. */
            response?: string;
        };
        SubmitEvidenceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            submission: components["schemas"]["SubmissionDetail"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        SubmitHumanizationAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            final: components["schemas"]["FinalTextOut"];
            success: boolean;
        };
        /**
         * @description POST /api/bounties/{id}/submissions, as JSON or multipart. At least one of text, links, answers and files; where a
         *     QA run or a taste run asks for it, findings, or a vote with its reason.
         *
         *     `capturedLive` and `capturedAt` are repeated, one for each file, in the same order.
         */
        SubmitInFormRequest: {
            textEvidence?: string;
            links?: string[];
            answers?: components["schemas"]["EvidenceAnswerInRequest"][];
            files?: FileInput[];
            capturedLive?: ("true" | "false")[];
            capturedAt?: string[];
            /** @description Of a QA run. */
            findings?: components["schemas"]["FindingInRequest"][];
            /** @description Of a taste run: the label of what you chose. */
            vote?: string;
            /** @description Of a taste run: why, in your own words. */
            reason?: string;
            /** @description Of a taste run: files that belong to the vote. */
            fileIds?: string[];
        };
        /**
         * @description POST /api/bounties/{id}/submissions, as JSON or multipart. At least one of text, links, answers and files; where a
         *     QA run or a taste run asks for it, findings, or a vote with its reason.
         *
         *     `capturedLive` and `capturedAt` are repeated, one for each file, in the same order.
         */
        SubmitInRequest: {
            textEvidence?: string;
            links?: string[];
            answers?: components["schemas"]["EvidenceAnswerInRequest"][];
            capturedLive?: ("true" | "false")[];
            capturedAt?: string[];
            /** @description Of a QA run. */
            findings?: components["schemas"]["FindingInRequest"][];
            /** @description Of a taste run: the label of what you chose. */
            vote?: string;
            /** @description Of a taste run: why, in your own words. */
            reason?: string;
            /** @description Of a taste run: files that belong to the vote. */
            fileIds?: string[];
        };
        /** @description POST /api/services/subscribe. */
        SubscribeInRequest: {
            /** @description The provider's profile id or username. */
            humanId: string;
            /** @description The service (svc_…), from browse_services. */
            serviceId: string;
            /**
             * @description How often.
             * @enum {string}
             */
            interval: "weekly" | "biweekly" | "monthly";
            /**
             * @description On which day.
             * @enum {string}
             */
            dayOfWeek: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description HH:mm in the provider's time zone. */
            startTime: string;
        };
        SubscribeToServiceAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "funded" | "requires_payment" | "canceled";
            subscription: components["schemas"]["SubscriptionOut"];
            subscriptionId: string;
            bookingId: string;
            conversationId: string;
            /** @description Once the first cycle is paid. */
            escrowId?: string;
            /** Format: uri */
            checkoutUrl?: string;
            /**
             * Format: uri
             * @description The same page, under its old name.
             */
            url?: string;
            /** @description US dollars, at most two decimals. What the page asks for. */
            checkoutTotal?: number;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        /** @description Its terms stay as they were when it was made. */
        SubscriptionOut: {
            id: string;
            /** @enum {string} */
            status: "pending_approval" | "active" | "past_due" | "canceled";
            /**
             * @description Yours.
             * @enum {string}
             */
            role: "booker" | "provider";
            serviceId: string;
            title: string;
            /** @description The provider. */
            humanId: string;
            humanName: string;
            bookerId: string;
            bookerName: string;
            conversationId: string | null;
            /** @enum {string} */
            interval: "weekly" | "biweekly" | "monthly";
            /** @enum {string} */
            dayOfWeek: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            startTime: string;
            /** @description The provider's; the times above stay the same there when the clocks change. */
            timezone: string;
            durationMinutes: number;
            /** @description US dollars, at most two decimals. What the provider gets for one appointment; the fee comes on top. */
            price: number;
            priceCents: number;
            feeCents: number;
            /** @description The rate of that fee in basis points (1800 is 18 %), as it was when the subscription was made. */
            feeBps: number;
            /** @description What each cycle takes from the booker's wallet. */
            totalCents: number;
            /** Format: date */
            firstDate: string;
            /**
             * Format: date
             * @description The appointment that the next cycle pays for.
             */
            nextDate: string | null;
            /**
             * Format: date-time
             * @description When that is paid, or tried again; the period ends then.
             */
            nextCycleAt: string | null;
            /** Format: date-time */
            pastDueSince: string | null;
            cancelAtPeriodEnd: boolean;
            /** Format: date-time */
            approvedAt: string | null;
            /** Format: date-time */
            canceledAt: string | null;
            endReason: string;
            latestBooking: components["schemas"]["CycleOut"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        SwitchInRequest: {
            /** @description Whether people apply by themselves to what you post from now on. */
            simulated: boolean;
            /** @description One applicant for each; at first reliable, asks_first, no_show. */
            scripts?: ("appeals" | "asks_first" | "asks_for_time" | "disputes" | "ghost" | "late" | "leaves_early" | "no_show" | "on_site" | "redo" | "reliable" | "withdraws")[] | null;
        };
        SwitchOut: {
            simulated: boolean;
            scripts: string[];
        };
        TasteArtifactOut: {
            label: string;
            url: string;
        };
        TasteQuoteOut: {
            label: string;
            /** @description A respondent's own words. */
            text: string;
        };
        TasteReportOut: {
            summary: string;
            tally: components["schemas"]["TasteTallyOut"][];
            /** @description null on a tie. */
            winner: string | null;
            /** @description The first reasons given for each label, at most three. */
            quotes: components["schemas"]["TasteQuoteOut"][];
            /** @description How quotes are to be read. */
            quotesNotice: string;
            /** @description Votes that were taken. */
            respondents: number;
            /** @description Fewer voted than were asked for. */
            degraded: boolean;
            /** @description What became of the places that brought no valid vote. */
            degradedReason: string | null;
            /** Format: date-time */
            generatedAt: string;
        };
        /** @description POST /api/v1/taste/runs. `Idempotency-Key` (8 to 128 characters) is required. */
        TasteRunInRequest: {
            /** @description Public title; the question when left out. */
            title?: string;
            /** @description What to decide. */
            question: string;
            /** @description What is voted on: 2 to 6. */
            artifacts: components["schemas"]["ArtifactInRequest"][];
            /** @description How many people. */
            respondentCount: number;
            /** @description US cents. Pay of each; the fee comes on top. */
            payPerRespondentCents: number;
            /** @description Only USD. */
            currency?: string;
            /** @description Only people with a skill or expertise of one of these fields. */
            targetCategories?: ("design" | "visual-art" | "music" | "photo-video" | "fashion-style" | "writing-performance")[];
            /** @description Only people who are there: 1 to 30. */
            allowedCountries?: string[];
            /** @description Only these. */
            allowedGenders?: ("man" | "woman" | "other")[];
            /**
             * @description Only people whose identity document was checked.
             * @default false
             */
            identityRequired?: boolean;
            /**
             * @description Each vote comes with a video, recorded at that moment.
             * @default false
             */
            requireVideoResponse?: boolean;
            /**
             * @description Whoever applies sends a portfolio: an image or a DOCX file.
             * @default false
             */
            requirePortfolioUpload?: boolean;
        };
        TasteRunOut: {
            id: string;
            /** @enum {string} */
            status: "pending_funding" | "open" | "reviewing" | "closed" | "failed" | "expired";
            title: string;
            question: string;
            artifacts: components["schemas"]["TasteArtifactOut"][];
            respondentCount: number;
            /** @description People who are hired. */
            acceptedCount: number;
            payPerRespondentCents: number;
            /** @description The platform's fee on that pay in basis points: 1800 is 18 %. */
            feeBps: number;
            targetCategories: string[];
            allowedCountries: string[];
            allowedGenders: string[];
            identityRequired: boolean;
            requireVideoResponse: boolean;
            requirePortfolioUpload: boolean;
            bountyId: string;
            /** @description What the wallet put in. In cents, our fee included. */
            reservedCents: number;
            /** @description What was paid for votes. In cents, our fee included. */
            spentCents: number;
            /** @description What came back. In cents, our fee included. */
            refundedCents: number;
            /**
             * Format: date-time
             * @description Until when people are hired.
             */
            endsAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Why it ended; empty until then. */
            endReason: string;
            report: components["schemas"]["TasteReportOut"] | null;
            /**
             * Format: uri
             * @description The report as a page.
             */
            reportUrl: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        TasteTallyOut: {
            label: string;
            votes: number;
            /**
             * Format: double
             * @description Of all votes, 0 to 1.
             */
            share: number;
        };
        /** @description POST /api/v1/qa/templates. */
        TemplateInRequest: {
            /** @description Its name. */
            name: string;
            /** @description Where testers go: public http(s). */
            targetUrl: string;
            /** @description What to test; public: applicants read it. */
            instructions: string;
            /** @description Sent to testers only once they are hired. */
            testerStartMessage?: string;
            /** @description Addresses of pictures or videos. */
            instructionMedia?: string[];
            /** @description Steps that every tester answers. */
            checklist?: string[];
            /**
             * @description How often.
             * @enum {string}
             */
            cadence: "once" | "daily" | "every_2_days" | "weekly" | "custom";
            /** @description Days between runs; needed with custom. */
            cadenceDays?: number | null;
            /** @description US cents. Must cover testerCount x (pay + fee). */
            budgetPerRunCents: number;
            /** @description US cents. Pay of each tester. */
            payPerTesterCents: number;
            /** @description Only USD. */
            currency?: string;
            /** @description Testers of a run. */
            testerCount: number;
            /**
             * @description What testers send.
             * @enum {string}
             */
            submissionMode: "photo" | "video" | "document";
            /** @description What testers must have. */
            applicantScreening?: components["schemas"]["QaScreeningInRequest"];
            /** @description Names of the logins that testers need; never values. */
            requiredCredentials?: string[];
            /** @description Only testers who are there. */
            allowedCountries?: string[];
            /** @description US cents. What runs may reserve in a calendar month (UTC); for once, budgetPerRunCents. */
            periodCapCents: number;
            /** @description false: you decide on every tester and every report. */
            autoMode?: boolean;
            /**
             * Format: date-time
             * @description No run starts from then on. null: the schedule has no end.
             */
            endsAt?: string | null;
            /** @description How many runs it opens in all; skipped and unfunded ones don't count. null: any number. */
            maxRuns?: number | null;
        };
        /** @description Everything it was made of, and how it stands. Values of credentials are never shown. */
        TemplateOut: {
            id: string;
            name: string;
            targetUrl: string;
            instructions: string;
            testerStartMessage: string;
            instructionMedia: string[];
            checklist: string[];
            /** @enum {string} */
            cadence: "once" | "daily" | "every_2_days" | "weekly" | "custom";
            cadenceDays: number | null;
            budgetPerRunCents: number;
            payPerTesterCents: number;
            /** @description The platform's fee on that pay in basis points (1800 is 18 %), as it was when pay, testers and budget were last set. */
            feeBps: number;
            testerCount: number;
            /** @enum {string} */
            submissionMode: "photo" | "video" | "document";
            applicantScreening: components["schemas"]["QaScreeningOut"];
            requiredCredentials: string[];
            /** @description Those of requiredCredentials that have a value. */
            credentialsSet: string[];
            allowedCountries: string[];
            periodCapCents: number;
            /** @description What a run takes from your wallet when it opens: pay and fee of every tester. Unused money returns. */
            reservesPerRunCents: number;
            /** @description What all runs together reserve at most, by these terms; null: the schedule has no end. */
            maxTotalCents: number | null;
            autoMode: boolean;
            /** @enum {string} */
            status: "active" | "paused";
            /** @description user, insufficient_funds or operator. */
            pausedReason: string | null;
            /** Format: date-time */
            endsAt: string | null;
            maxRuns: number | null;
            /** @description Runs that were opened, or wait for money now. */
            runsStarted: number;
            /**
             * Format: date-time
             * @description null: none is scheduled, or it is paused.
             */
            nextRunAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description PATCH: whatever is sent changes, the rest stays. */
        TemplatePatchRequest: {
            /** @description Its name. */
            name?: string;
            /** @description Where testers go: public http(s). */
            targetUrl?: string;
            /** @description What to test; public: applicants read it. */
            instructions?: string;
            /** @description Sent to testers only once they are hired. */
            testerStartMessage?: string;
            /** @description Addresses of pictures or videos. */
            instructionMedia?: string[];
            /** @description Steps that every tester answers. */
            checklist?: string[];
            /**
             * @description How often.
             * @enum {string}
             */
            cadence?: "once" | "daily" | "every_2_days" | "weekly" | "custom";
            /** @description Days between runs; needed with custom. */
            cadenceDays?: number | null;
            /** @description US cents. Must cover testerCount x (pay + fee). */
            budgetPerRunCents?: number;
            /** @description US cents. Pay of each tester. */
            payPerTesterCents?: number;
            /** @description Only USD. */
            currency?: string;
            /** @description Testers of a run. */
            testerCount?: number;
            /**
             * @description What testers send.
             * @enum {string}
             */
            submissionMode?: "photo" | "video" | "document";
            /** @description What testers must have. */
            applicantScreening?: components["schemas"]["QaScreeningInRequest"];
            /** @description Names of the logins that testers need; never values. */
            requiredCredentials?: string[];
            /** @description Only testers who are there. */
            allowedCountries?: string[];
            /** @description US cents. What runs may reserve in a calendar month (UTC); for once, budgetPerRunCents. */
            periodCapCents?: number;
            /** @description false: you decide on every tester and every report. */
            autoMode?: boolean;
            /**
             * Format: date-time
             * @description No run starts from then on. null: the schedule has no end.
             */
            endsAt?: string | null;
            /** @description How many runs it opens in all; skipped and unfunded ones don't count. null: any number. */
            maxRuns?: number | null;
            /**
             * @description paused: no more runs. active: go on.
             * @enum {string}
             */
            status?: "active" | "paused";
        };
        TemplateWarning: {
            /** @enum {string} */
            code: "insufficient_wallet_balance";
            message: string;
            balanceCents: number;
            requiredCents: number;
            depositEndpoint: string;
        };
        /** @description A change of terms under a hired person. */
        TermsChangedOut: {
            /**
             * Format: date-time
             * @description Names this change; accepting repeats it.
             */
            changedAt: string;
            /**
             * Format: date-time
             * @description Until then one may leave because of it.
             */
            answerBy: string | null;
            /**
             * @description asked: waits for an answer; kept: none came, the old terms count; left.
             * @enum {string}
             */
            state: "asked" | "kept" | "left";
            differences: components["schemas"]["DifferenceOut"][];
        };
        /** @description POST /api/work/{applicationId}/terms. */
        TermsInRequest: {
            /** @description true: the changed terms hold from now on. false: leave because of them. */
            accept: boolean;
            /**
             * Format: date-time
             * @description Needed to accept: termsChanged.changedAt as it was shown.
             */
            changedAt?: string | null;
            /** @description Words to the owner. */
            response?: string;
        };
        TestWebhookEndpointAnswer: {
            deliveryId: string;
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        TextScoreOut: {
            part: number;
            characters: number;
            /** Format: double */
            aiFraction: number;
        };
        /** @description All in cents. */
        TotalsOut: {
            /** @description US cents. Released pay of workers, and completed transfers. */
            paid: number;
            /** @description US cents. Held now, fee included. */
            inEscrow: number;
            /** @description US cents. Pay of seats that are delivered or completed now. */
            pendingRelease: number;
            /** @description US cents. Released pay of workers. */
            settled: number;
            /** @description US cents. Returned to the wallet. */
            refunded: number;
        };
        /** @description POST /api/transfers/send. `bountyId` is demanded by the verb, with a code of its own. */
        TransferInRequest: {
            /** @description The worker's profile id (prf_…) or username; or recipientEmail. */
            recipientId?: string;
            /** @description The worker's confirmed e-mail address; or recipientId. */
            recipientEmail?: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            /** @description Only USD. */
            currency?: string;
            bountyId?: string | null;
            /** @description What it is for; the worker reads it. */
            description?: string;
            /** @description Your conversation with the worker. */
            conversationId?: string | null;
            /**
             * @description Pay also somebody whom you have blocked.
             * @default false
             */
            override?: boolean;
        };
        /** @description `direction` is that of whoever looks. */
        TransferOut: {
            id: string;
            /** @description US dollars, at most two decimals. */
            amount: number;
            amountCents: number;
            /** @enum {string} */
            currency: "usd";
            /** @enum {string} */
            status: "completed" | "failed" | "pending";
            /**
             * @description hold while it is pending, paid once it is in the earnings, failed when it will not be sent.
             * @enum {string}
             */
            payoutStatus: "failed" | "hold" | "paid";
            /**
             * @description Of a failed one, for its sender: lapsed is not paid within a day. Empty when it is not known.
             * @enum {string}
             */
            failureReason: "" | "cancelled" | "lapsed" | "insufficient_funds" | "tip_cap_exceeded";
            /** @enum {string} */
            direction: "sent" | "received";
            bountyId: string;
            sender: components["schemas"]["PersonOut"];
            recipient: components["schemas"]["PersonOut"];
            description: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt: string | null;
        };
        UnblockHumanAnswer: {
            /** @description false when the person was not on the list. */
            removed: boolean;
            success: boolean;
        };
        UnfreezeWalletAnswer: {
            controls: components["schemas"]["ControlsOut"];
            success: boolean;
        };
        /** @description Of a bounty that waits for money: what it needs, in cents, and how it is paid. */
        UnpaidOut: {
            /** @description Pay and fee, for every spot; of a raise what it adds. */
            requiredCents: number;
            /** @description What your wallet holds now. */
            balanceCents: number;
            /** @description What is missing now. */
            shortfallCents: number;
            /**
             * Format: uri
             * @description Where a person pays; null when that page is over.
             */
            depositUrl: string | null;
            /** @description What that page asks for. */
            depositCents: number | null;
            /** @description In words: the page, or the wallet once it holds enough. */
            howToPay: string;
        };
        UnpreferHumanAnswer: {
            /** @description false when the person was not on the list. */
            removed: boolean;
            success: boolean;
        };
        VerificationOut: {
            email: boolean;
            identity: boolean;
            identityCountry: string | null;
            linkedin: boolean;
        };
        VerifyHumanInRequest: {
            identityCountry?: string | null;
            linkedin?: boolean | null;
            payouts?: boolean | null;
        };
        /** @description POST /api/agents/signup/verify. Of the identity: all four fields or none. */
        VerifyInRequest: {
            /** Format: email */
            email: string;
            /** @description The six digits from the mail. */
            code: string;
            agentName?: string;
            /** @description As for registerIdentity. */
            agentId?: string;
            /** @description base64 of the Ed25519 key's SPKI in DER. */
            publicKey?: string;
            /** @description base64, over `<timestamp>:<agentId>:register_identity`. */
            signature?: string;
            /** @description As it was signed, at most 5 minutes old. */
            timestamp?: string;
            /** @description A public https address that gets every event. */
            callbackUrl?: string;
        };
        /** @description What an upload mode asks for. `max…` and its range differ by the kind of file. */
        VideoUploadInRequest: {
            /** @description The shorter side, in pixels. */
            minimumResolutionPx?: number;
            /** @description What people agree to when they upload. */
            consentText: string;
            /** @description What they read afterwards. */
            confirmationMessage: string;
            /** @description What they are told when you accept. */
            acceptText?: string;
            /** @description Files of one person, at most. */
            maxVideos: number;
        };
        /** @description 202: nothing was moved; the owner of the wallet is asked. */
        WaitingOut: {
            success: boolean;
            /** @description GET /api/approvals/{id} shows how it stands. */
            approvalId: string;
            /** @enum {string} */
            status: "pending" | "approved";
            /** Format: date-time */
            expiresAt: string;
            cents: number;
            plan: components["schemas"]["PlanOut"];
            /** @description What to do then. */
            nextActions: components["schemas"]["NextCallOut"][];
        };
        WithdrawDisputeAnswer: {
            dispute: components["schemas"]["DisputeRecord"];
            success: boolean;
            nextActions?: components["schemas"]["NextCallOut"][];
        };
        WithdrawEarningsAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            withdrawal: components["schemas"]["WithdrawalOut"];
            success: boolean;
        };
        WithdrawFromWalletAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            withdrawal: components["schemas"]["WithdrawalOut"];
            success: boolean;
        };
        /** @description POST /api/wallet/withdraw and /api/earnings/withdraw. */
        WithdrawInRequest: {
            /** @description US cents. Left out: all there is, up to 1,000,000. */
            amountCents?: number | null;
            /** @description Only USD. */
            currency?: string;
        };
        WithdrawalOut: {
            id: string;
            /** @enum {string} */
            source: "earnings" | "wallet";
            amountCents: number;
            /**
             * @description A failed one is back where it came from.
             * @enum {string}
             */
            status: "failed" | "paid" | "pending";
            /** @description A machine word; null unless it failed. */
            failureReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
        };
        WorkBountyOut: {
            id: string;
            title: string;
            status: string;
            /** @description US dollars, at most two decimals. */
            price: number;
            /** @enum {string} */
            priceType: "fixed" | "hourly";
            /**
             * Format: date-time
             * @description Until when people can apply.
             */
            deadline: string;
        };
        /** @description An application of one's own, with its bounty and, once hired, the seat. */
        WorkOut: {
            id: string;
            bountyId: string;
            humanId: string;
            humanName: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "withdrawn" | "expired";
            coverLetter: string;
            /** @description US dollars, at most two decimals. */
            proposedPrice: number | null;
            availability: string;
            links: {
                [key: string]: unknown;
            }[];
            answers: {
                [key: string]: unknown;
            }[];
            /** @description What the work is and pays, as it was when the person was hired (before that: when they applied). */
            termsSnapshot: {
                [key: string]: unknown;
            };
            /** @description What the owner has changed since, and the person has not accepted. */
            termsChanged: components["schemas"]["TermsChangedOut"] | null;
            response: string;
            conversationId: string | null;
            /** @description Once it was accepted. */
            currentEscrowId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            /** Format: date-time */
            confirmedAt: string | null;
            /** Format: date-time */
            startBy: string | null;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; known once the person has confirmed.
             */
            completeBy: string | null;
            /**
             * Format: date-time
             * @description When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is awaited, or a managed product names the time at the confirmation.
             */
            dueAt: string | null;
            extension: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            endedAt: string | null;
            endReason: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string|null} */
            overallState: "awaiting_confirmation" | "in_progress" | "evidence_in_review" | "redo_requested" | "approved_awaiting_release" | "released" | "resolved" | "refunded" | "disputed" | "seat_released" | "cancelled" | null;
            nextDeadline: components["schemas"]["DeadlineOut"] | null;
            /**
             * Format: date-time
             * @description When the seat ends by itself if nothing is sent; null once something was.
             */
            endsAt: string | null;
            nextAction: components["schemas"]["ActionOut"] | null;
            latestSubmissionStatus: string | null;
            latestSubmission: components["schemas"]["LatestSubmissionOut"] | null;
            money: components["schemas"]["SeatMoneyOut"] | null;
            /** @description The latest time that you asked our staff to decide, or that they did without being asked. */
            contest: components["schemas"]["ContestOut"] | null;
            bounty: components["schemas"]["WorkBountyOut"];
        };
        WorkPreferencesInRequest: {
            /** @enum {string} */
            wayOfWorking: "digital" | "in_person" | "both";
            domains?: string[];
        };
        WorkPreferencesOut: {
            /** @enum {string} */
            wayOfWorking: "digital" | "in_person" | "both";
            domains: string[];
        };
        WouldChangeOut: {
            /** @description Each movement of money, in their order. */
            money: components["schemas"]["MoveOut"][];
            /** @description What moves soon after the call by itself, as things stand now: when a run opens, or a stopped one returns what it has left. Absent where nothing does. */
            later?: components["schemas"]["LaterMoveOut"][];
            /** @description Of what the call is about, once it was made. */
            status: string | null;
            /** @description The call can't be undone: `x-undo` of an operation names what undoes it. */
            irreversible: boolean;
            /** @description The wallet's owner would be asked first; this is what changes once they have approved. */
            needsApproval?: boolean;
        };
        X402DepositAccepted: {
            /** @enum {string} */
            status: "settlement_under_review";
            message: string;
            /** @description What was sent to the chain, when that is known. */
            txHash: string | null;
            success: boolean;
        };
        X402DepositAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "credited";
            amountCents: number;
            balanceCents: number;
            currency: string;
            txHash: string;
            success: boolean;
        };
        X402DepositInRequest: {
            /** @description US cents. How much. */
            amountCents: number;
            /** @description Only USD. */
            currency?: string;
        };
        X402SignupAccepted: {
            /** @enum {string} */
            status: "settlement_under_review";
            message: string;
            /** @description What was sent to the chain, when that is known. */
            txHash: string | null;
            success: boolean;
        };
        X402SignupAnswer: {
            /** @description Fields that were not taken, and what else to know. */
            warnings?: string[];
            /** @enum {string} */
            status: "account_created" | "account_recovered";
            apiKey: string;
            agentUserId: string;
            profileId: string;
            balanceCents: number;
            txHash: string;
            success: boolean;
        };
        /** @description POST /api/x402/signup; nothing else is taken. */
        X402SignupInRequest: {
            /** @description true: the owner accepts the terms and the privacy policy. */
            acceptTerms: boolean;
            /** @description Where the owner is: ISO code or English name. */
            country: string;
            /** @description The owner's city. */
            city: string;
            /** @description State or region. */
            region?: string;
            /** @description What people read as your name. */
            agentName?: string;
            /**
             * Format: email
             * @description Where we may write about bills. Never used for sign-in.
             */
            contactEmail?: string;
        };
        Failure: {
            /** @description Always false. */
            success: boolean;
            /** @description What went wrong and what to do next. */
            error: string;
            error_code: string;
            /** @description The same as error_code. */
            code: string;
            requestId: string;
            /** @description Of bodies and parameters that were refused: a path to what is wrong there. */
            fields?: {
                [key: string]: string[];
            };
            /** @description Of a 409: the state that does not allow it. */
            currentState?: string;
            /** @description What that state allows. */
            allowedActions?: string[];
            /**
             * Format: date-time
             * @description Of a refusal for the time: what time it is here.
             */
            now?: string;
            /** @description Of a 402. */
            requiredCents?: number;
            /** @description Of a 402. */
            balanceCents?: number;
            /** @description Of a 402: what is missing. */
            shortfallCents?: number;
            /** @description Of a 402: calls that bring in as much, each with `method`, `url` and `body`. */
            waysToPay?: {
                [key: string]: unknown;
            }[];
            /** @description May the same call, unchanged, succeed later? */
            retryable?: boolean;
            docUrl?: string;
            nextActions?: components["schemas"]["NextCallOut"][];
        } & {
            [key: string]: unknown;
        };
        /** @description 200 of a call with `dryRun: true`. */
        DryRunAnswer: {
            success: boolean;
            /** @description Always true. */
            dryRun: boolean;
            wouldChange: components["schemas"]["WouldChangeOut"];
            /** @description Where a call moves no money, but decides what becomes of a seat's: its sums, as the escrow has them. */
            atStake?: {
                amountCents?: number;
                workerPayoutCents?: number;
                platformFeeCents?: number;
            };
            warnings: string[];
        };
        ApplicationSubmittedEventData: {
            applicantName: string;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            status: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description Somebody has applied to a bounty of yours. */
        ApplicationSubmittedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.submitted";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationSubmittedEventData"];
        };
        ApplicationAcceptedEventData: {
            applicantName: string;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description An applicant was hired: by you, by automatic review, or by name. */
        ApplicationAcceptedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.accepted";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationAcceptedEventData"];
        };
        ApplicationConfirmedEventData: {
            applicantName: string;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            /** Format: date-time */
            confirmBy: string | null;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A person you hired has confirmed the seat in time. */
        ApplicationConfirmedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.confirmed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationConfirmedEventData"];
        };
        ApplicationRejectedEventData: {
            applicantName: string;
            applicationId?: string;
            automatic: boolean;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            response: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description An applicant was turned down; `automatic` when it was not you. */
        ApplicationRejectedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.rejected";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationRejectedEventData"];
        };
        ApplicationSeatExpiredEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            reason: string;
            refundedTo: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A hire has ended without pay; `reason` says why. `refundedTo` pool: its spot is free again, for anybody; wallet: the spot is gone, and its money is in your wallet. */
        ApplicationSeatExpiredEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.seat_expired";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationSeatExpiredEventData"];
        };
        ApplicationGhostFlaggedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            /** Format: date-time */
            endsAt: string | null;
            escrowId?: string;
            humanId?: string;
            /** Format: date-time */
            lastActivityAt: string | null;
            responseWindowHours: number | null;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A hired person has been silent for longer than `responseWindowHours`, or the work is due and nothing came: then `endsAt` is when the seat ends by itself, unless you give more time. */
        ApplicationGhostFlaggedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.ghost_flagged";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationGhostFlaggedEventData"];
        };
        MessageReceivedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            fromSide: string;
            humanId?: string;
            messageId: string;
            preview: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The other side has written in a conversation of yours. */
        MessageReceivedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message.received";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["MessageReceivedEventData"];
        };
        ConversationCompletionClaimedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            /** Format: date-time */
            claimedAt: string | null;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A worker says in the conversation that the work is done. */
        ConversationCompletionClaimedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "conversation.completion_claimed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ConversationCompletionClaimedEventData"];
        };
        ProofUploadedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            fileCount: number;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description Evidence has come in, or a photo of a collection. */
        ProofUploadedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "proof.uploaded";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ProofUploadedEventData"];
        };
        BountySeatFilledEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            spotsFilled: number;
            spotsRemaining: number;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A spot of a bounty with several was filled. */
        BountySeatFilledEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bounty.seat_filled";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["BountySeatFilledEventData"];
        };
        BountyCompletedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            completedSeats: number;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The work of a seat was accepted, by you or by the clock. */
        BountyCompletedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bounty.completed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["BountyCompletedEventData"];
        };
        EscrowFundedEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            kind: string;
            platformFeeCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerPayoutCents: number;
        };
        /** @description Money was set aside: for a bounty as a whole (`kind` pool) or for one hire (`kind` seat). */
        EscrowFundedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "escrow.funded";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["EscrowFundedEventData"];
        };
        EscrowReleasedEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            kind: string;
            platformFeeCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerPayoutCents: number;
        };
        /** @description A seat was paid out to its worker. */
        EscrowReleasedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "escrow.released";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["EscrowReleasedEventData"];
        };
        PaymentSentEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            recipientName: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A tip or reimbursement of yours has arrived. */
        PaymentSentEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.sent";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["PaymentSentEventData"];
        };
        WalletLowBalanceEventData: {
            applicationId?: string;
            balanceCents: number;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            thresholdCents: number;
            transferId?: string;
        };
        /** @description A spending took the balance below the mark you have set; once for each time that it falls below. */
        WalletLowBalanceEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.low_balance";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletLowBalanceEventData"];
        };
        WalletAutoTopupInitiatedEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The kept card is being charged. */
        WalletAutoTopupInitiatedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.auto_topup_initiated";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletAutoTopupInitiatedEventData"];
        };
        WalletAutoTopupFailedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            reason: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The charge of the kept card was refused, or nobody could say for a day whether it was made. */
        WalletAutoTopupFailedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.auto_topup_failed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletAutoTopupFailedEventData"];
        };
        WalletSpendingCapHitEventData: {
            applicationId?: string;
            attemptedCents: number;
            bookingId?: string;
            bountyId?: string;
            cap: string;
            capCents: number;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            spenderId: string | null;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A spending was refused by a cap of yours, or of the key or connector `spenderId`. Nothing was moved. */
        WalletSpendingCapHitEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.spending_cap_hit";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletSpendingCapHitEventData"];
        };
        WalletLimitsChangedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            limits: Record<string, never>;
            runId?: string;
            spenderId: string | null;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The owner set other limits for the key or connector `spenderId`: `limits` as they are now. */
        WalletLimitsChangedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.limits_changed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletLimitsChangedEventData"];
        };
        WalletFreezeChangedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            frozen: boolean;
            /** Format: date-time */
            frozenAt: string | null;
            humanId?: string;
            reason: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The owner stopped all spending of keys, connectors and templates, or allowed it again. */
        WalletFreezeChangedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet.freeze_changed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WalletFreezeChangedEventData"];
        };
        ApprovalRequestedEventData: {
            applicationId?: string;
            approvalId: string;
            bookingId?: string;
            bountyId?: string;
            cents: number;
            conversationId?: string;
            escrowId?: string;
            /** Format: date-time */
            expiresAt: string | null;
            humanId?: string;
            operationId: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A call of an agent would spend more than the amount above which the owner is asked, and waits for them. */
        ApprovalRequestedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.requested";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApprovalRequestedEventData"];
        };
        ApprovalDecidedEventData: {
            applicationId?: string;
            approvalId: string;
            bookingId?: string;
            bountyId?: string;
            cents: number;
            conversationId?: string;
            escrowId?: string;
            /** Format: date-time */
            expiresAt: string | null;
            humanId?: string;
            note: string;
            runId?: string;
            status: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The owner has approved or declined such a call, or has not answered in time (`status` expired). Once approved, the same call with the same idempotency key is carried out, until `expiresAt`. */
        ApprovalDecidedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "approval.decided";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApprovalDecidedEventData"];
        };
        RunStatusChangedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            kind: string;
            reason: string;
            runId?: string;
            status: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A taste run has reached another status; or a QA run was skipped, has failed or found nobody. `reason` says why it ended. */
        RunStatusChangedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.status_changed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["RunStatusChangedEventData"];
        };
        RunReportReadyEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            kind: string;
            reportUrl: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description The report of a taste run or a QA run can be read. */
        RunReportReadyEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.report_ready";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["RunReportReadyEventData"];
        };
        WebhookTestEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            endpointId: string;
            escrowId?: string;
            humanId?: string;
            message: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description You have asked for a test delivery. */
        WebhookTestEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WebhookTestEventData"];
        };
        EscrowRefundedEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            kind: string;
            platformFeeCents: number;
            refundedTo: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerPayoutCents: number;
        };
        /** @description What was set aside for a seat or a bounty went back: `refundedTo` pool (of its bounty, whose spot is free again) or wallet (yours). */
        EscrowRefundedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "escrow.refunded";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["EscrowRefundedEventData"];
        };
        DisputeOpenedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            category: string;
            conversationId?: string;
            disputeId: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A seat was frozen by a dispute. To both sides. */
        DisputeOpenedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.opened";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeOpenedEventData"];
        };
        DisputeResolvedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            decision: string;
            disputeId: string;
            escrowId?: string;
            feeCents: number;
            humanId?: string;
            refundCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerCents: number;
        };
        /** @description To the funder: a dispute has ended, by a decision of staff or by a settlement; the cents say who got what. */
        DisputeResolvedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.resolved";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeResolvedEventData"];
        };
        DisputeEvidenceRequestedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            disputeId: string;
            /** Format: date-time */
            dueAt: string | null;
            escrowId?: string;
            humanId?: string;
            of: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description Our staff have asked one side of a dispute (`of`: funder or worker) for something, until `dueAt`. To both sides; what they ask for is in that side's GET /api/disputes/{id}. */
        DisputeEvidenceRequestedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.evidence_requested";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeEvidenceRequestedEventData"];
        };
        DisputeEvidenceAddedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            by: string;
            conversationId?: string;
            disputeId: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description One side of a dispute (`by`: funder or worker) has shown or answered something; it can be read in GET /api/disputes/{id}. To both sides. */
        DisputeEvidenceAddedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.evidence_added";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeEvidenceAddedEventData"];
        };
        DisputeOfferMadeEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            by: string;
            conversationId?: string;
            disputeId: string;
            /** Format: date-time */
            dueAt: string | null;
            escrowId?: string;
            feeCents: number;
            humanId?: string;
            offerId: string;
            refundCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerCents: number;
        };
        /** @description One side of a dispute (`by`) offers how its money is divided, until `dueAt`. To both sides. */
        DisputeOfferMadeEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.offer_made";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeOfferMadeEventData"];
        };
        DisputeSettledEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            decision: string;
            disputeId: string;
            escrowId?: string;
            feeCents: number;
            humanId?: string;
            offerId: string;
            refundCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerCents: number;
        };
        /** @description An offer was accepted: the money was divided by it at once, and the dispute has ended. To both sides. */
        DisputeSettledEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.settled";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeSettledEventData"];
        };
        DisputeDecidedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            decision: string;
            disputeId: string;
            escrowId?: string;
            feeCents: number;
            humanId?: string;
            refundCents: number;
            runId?: string;
            submissionId?: string;
            transferId?: string;
            workerCents: number;
        };
        /** @description Our staff have decided a dispute; the cents say who got what. To both sides. */
        DisputeDecidedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.decided";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeDecidedEventData"];
        };
        DisputeAppealedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            disputeId: string;
            escrowId?: string;
            ground: string;
            humanId?: string;
            madeBy: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description To both parties: who lost by a decision (`madeBy` funder or worker) asks that another person decides again; the first decision stands until then. */
        DisputeAppealedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.appealed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeAppealedEventData"];
        };
        DisputeAppealDecidedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            decision: string;
            disputeId: string;
            escrowId?: string;
            feeCents: number;
            humanId?: string;
            refundCents: number;
            runId?: string;
            state: string;
            submissionId?: string;
            transferId?: string;
            workerCents: number;
        };
        /** @description To both parties: an appeal was decided (`state` upheld or overturned); the cents say who gets what in the end. */
        DisputeAppealDecidedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dispute.appeal_decided";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DisputeAppealDecidedEventData"];
        };
        ApplicationWithdrawnEventData: {
            applicantName: string;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description An applicant has withdrawn. */
        ApplicationWithdrawnEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.withdrawn";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationWithdrawnEventData"];
        };
        ApplicationTermsChangedEventData: {
            /** Format: date-time */
            answerBy: string | null;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            fields: string[];
            humanId?: string;
            runId?: string;
            state: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description To a hired person: the terms of their work were changed (`state` asked) or are as before (taken_back). To the owner: how they answered (accepted, left), or that the old terms count (kept). */
        ApplicationTermsChangedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.terms_changed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationTermsChangedEventData"];
        };
        ApplicationContestedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            /** Format: date-time */
            dueAt: string | null;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A hired person asks our staff to look at a seat; until they decide, by `dueAt`, no clock ends it. */
        ApplicationContestedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.contested";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationContestedEventData"];
        };
        ApplicationContestDecidedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            /** Format: date-time */
            completeBy: string | null;
            contestId: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            outcome: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description What became of a seat that waited for our staff (`outcome`): time_given (new evidence is due by `completeBy`), released (paid), taken_back (ended without pay), new_evidence or settled (decided in another way before). */
        ApplicationContestDecidedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.contest_decided";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ApplicationContestDecidedEventData"];
        };
        SubmissionReviewedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            runId?: string;
            status: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description Evidence was approved, rejected, or sent back to be done again. */
        SubmissionReviewedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "submission.reviewed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["SubmissionReviewedEventData"];
        };
        ExtensionRequestedEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            hours: number;
            humanId?: string;
            reason: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A hired person asks for more time. */
        ExtensionRequestedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "extension.requested";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["ExtensionRequestedEventData"];
        };
        WebhookEndpointDisabledEventData: {
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            endpointId: string;
            escrowId?: string;
            failures: number;
            host: string;
            humanId?: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description Fifteen attempts in a row have failed; this is told to your other endpoints. */
        WebhookEndpointDisabledEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.endpoint_disabled";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["WebhookEndpointDisabledEventData"];
        };
        PaymentFailedEventData: {
            amountCents: number;
            applicationId?: string;
            bookingId?: string;
            bountyId?: string;
            conversationId?: string;
            escrowId?: string;
            humanId?: string;
            reason: string;
            recipientName: string;
            runId?: string;
            submissionId?: string;
            transferId?: string;
        };
        /** @description A tip or reimbursement that waited for its page will not be sent; `reason` says why: cancelled, lapsed (not paid within a day), insufficient_funds, tip_cap_exceeded. */
        PaymentFailedEvent: {
            /** @description Of the event: deduplicate on it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.failed";
            /** Format: date-time */
            created: string;
            data: components["schemas"]["PaymentFailedEventData"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptInRequest = components['schemas']['AcceptInRequest'];
export type AcceptInvitationAnswer = components['schemas']['AcceptInvitationAnswer'];
export type AcceptSettlementAnswer = components['schemas']['AcceptSettlementAnswer'];
export type AccountOut = components['schemas']['AccountOut'];
export type ActingOut = components['schemas']['ActingOut'];
export type ActionOut = components['schemas']['ActionOut'];
export type AddDisputeEvidenceAnswer = components['schemas']['AddDisputeEvidenceAnswer'];
export type AddPhotosAnswer = components['schemas']['AddPhotosAnswer'];
export type AdvanceInRequest = components['schemas']['AdvanceInRequest'];
export type AgentCheckoutInRequest = components['schemas']['AgentCheckoutInRequest'];
export type AgentCheckoutOut = components['schemas']['AgentCheckoutOut'];
export type AgentSignupAnswer = components['schemas']['AgentSignupAnswer'];
export type AgentSignupVerifyAnswer = components['schemas']['AgentSignupVerifyAnswer'];
export type AnswerDisputeAnswer = components['schemas']['AnswerDisputeAnswer'];
export type AnswerInRequest = components['schemas']['AnswerInRequest'];
export type AnswerReviewAnswer = components['schemas']['AnswerReviewAnswer'];
export type AnswerTermsAnswer = components['schemas']['AnswerTermsAnswer'];
export type AppealDisputeAnswer = components['schemas']['AppealDisputeAnswer'];
export type AppealInFormRequest = components['schemas']['AppealInFormRequest'];
export type AppealInRequest = components['schemas']['AppealInRequest'];
export type AppealOut = components['schemas']['AppealOut'];
export type AppealWindowOut = components['schemas']['AppealWindowOut'];
export type ApplicationDetail = components['schemas']['ApplicationDetail'];
export type ApplicationFileOut = components['schemas']['ApplicationFileOut'];
export type ApplicationOut = components['schemas']['ApplicationOut'];
export type ApplyAnswer = components['schemas']['ApplyAnswer'];
export type ApplyForHumanizationAnswer = components['schemas']['ApplyForHumanizationAnswer'];
export type ApplyInFormRequest = components['schemas']['ApplyInFormRequest'];
export type ApplyInRequest = components['schemas']['ApplyInRequest'];
export type ApprovalDecisionInRequest = components['schemas']['ApprovalDecisionInRequest'];
export type ApprovalOut = components['schemas']['ApprovalOut'];
export type ApproveSubscriptionAnswer = components['schemas']['ApproveSubscriptionAnswer'];
export type ArtifactInRequest = components['schemas']['ArtifactInRequest'];
export type AskedOut = components['schemas']['AskedOut'];
export type AskerOut = components['schemas']['AskerOut'];
export type AttemptOut = components['schemas']['AttemptOut'];
export type AttendanceInRequest = components['schemas']['AttendanceInRequest'];
export type AttendanceOut = components['schemas']['AttendanceOut'];
export type AttendancePayInRequest = components['schemas']['AttendancePayInRequest'];
export type AttendanceStep = components['schemas']['AttendanceStep'];
export type AuthorOut = components['schemas']['AuthorOut'];
export type BallotOut = components['schemas']['BallotOut'];
export type BlockAdded = components['schemas']['BlockAdded'];
export type BlockHumanAnswer = components['schemas']['BlockHumanAnswer'];
export type BlockInRequest = components['schemas']['BlockInRequest'];
export type BlockOut = components['schemas']['BlockOut'];
export type BookingOut = components['schemas']['BookingOut'];
export type BoostBountyOutreachAnswer = components['schemas']['BoostBountyOutreachAnswer'];
export type BoundsOut = components['schemas']['BoundsOut'];
export type BountyDepositInRequest = components['schemas']['BountyDepositInRequest'];
export type BountyInRequest = components['schemas']['BountyInRequest'];
export type BountyPatchRequest = components['schemas']['BountyPatchRequest'];
export type BountyPreview = components['schemas']['BountyPreview'];
export type BrowseServicesAnswer = components['schemas']['BrowseServicesAnswer'];
export type BrowseTasteHumansAnswer = components['schemas']['BrowseTasteHumansAnswer'];
export type BulkInRequest = components['schemas']['BulkInRequest'];
export type BulkLineInRequest = components['schemas']['BulkLineInRequest'];
export type CakeOrderOut = components['schemas']['CakeOrderOut'];
export type CakeQuoteInRequest = components['schemas']['CakeQuoteInRequest'];
export type CakeSendInRequest = components['schemas']['CakeSendInRequest'];
export type CallOut = components['schemas']['CallOut'];
export type CallbackOut = components['schemas']['CallbackOut'];
export type CancelBountyAnswer = components['schemas']['CancelBountyAnswer'];
export type CancelEscrowAnswer = components['schemas']['CancelEscrowAnswer'];
export type CancelInRequest = components['schemas']['CancelInRequest'];
export type CancelSubscriptionAnswer = components['schemas']['CancelSubscriptionAnswer'];
export type CancelTransferAnswer = components['schemas']['CancelTransferAnswer'];
export type CapOut = components['schemas']['CapOut'];
export type CaseMessageOut = components['schemas']['CaseMessageOut'];
export type ChangeMemberAnswer = components['schemas']['ChangeMemberAnswer'];
export type ChangeQaTemplateAnswer = components['schemas']['ChangeQaTemplateAnswer'];
export type ChangeWebhookEndpointAnswer = components['schemas']['ChangeWebhookEndpointAnswer'];
export type CheckInsInRequest = components['schemas']['CheckInsInRequest'];
export type CheckoutRefundOut = components['schemas']['CheckoutRefundOut'];
export type ClaimCompletionAnswer = components['schemas']['ClaimCompletionAnswer'];
export type ConfirmDeliveryAnswer = components['schemas']['ConfirmDeliveryAnswer'];
export type ConfirmSeatAnswer = components['schemas']['ConfirmSeatAnswer'];
export type ConfirmServiceBookingAnswer = components['schemas']['ConfirmServiceBookingAnswer'];
export type ConnectorOut = components['schemas']['ConnectorOut'];
export type ContestInFormRequest = components['schemas']['ContestInFormRequest'];
export type ContestInRequest = components['schemas']['ContestInRequest'];
export type ContestOut = components['schemas']['ContestOut'];
export type ContestWorkAnswer = components['schemas']['ContestWorkAnswer'];
export type ControlsInRequest = components['schemas']['ControlsInRequest'];
export type ControlsOut = components['schemas']['ControlsOut'];
export type ConversationOut = components['schemas']['ConversationOut'];
export type ConversationPatchRequest = components['schemas']['ConversationPatchRequest'];
export type CreateAgentCheckoutAnswer = components['schemas']['CreateAgentCheckoutAnswer'];
export type CreateBountyAnswer = components['schemas']['CreateBountyAnswer'];
export type CreateHumanizationAnswer = components['schemas']['CreateHumanizationAnswer'];
export type CreateKeyAnswer = components['schemas']['CreateKeyAnswer'];
export type CreatePaymentLinkAnswer = components['schemas']['CreatePaymentLinkAnswer'];
export type CreatePersonalBountyAnswer = components['schemas']['CreatePersonalBountyAnswer'];
export type CreateQaTemplateAnswer = components['schemas']['CreateQaTemplateAnswer'];
export type CreateTasteRunAnswer = components['schemas']['CreateTasteRunAnswer'];
export type CreateWebhookEndpointAnswer = components['schemas']['CreateWebhookEndpointAnswer'];
export type CredentialsInRequest = components['schemas']['CredentialsInRequest'];
export type CredentialsSet = components['schemas']['CredentialsSet'];
export type CycleOut = components['schemas']['CycleOut'];
export type DatasetOut = components['schemas']['DatasetOut'];
export type DeadlineOut = components['schemas']['DeadlineOut'];
export type DecideApplicationAnswer = components['schemas']['DecideApplicationAnswer'];
export type DecideApprovalAnswer = components['schemas']['DecideApprovalAnswer'];
export type DecideExtensionAnswer = components['schemas']['DecideExtensionAnswer'];
export type DecideQaEscalationAnswer = components['schemas']['DecideQaEscalationAnswer'];
export type DecisionInRequest = components['schemas']['DecisionInRequest'];
export type DeclineInRequest = components['schemas']['DeclineInRequest'];
export type DeclineServiceBookingAnswer = components['schemas']['DeclineServiceBookingAnswer'];
export type DeclineSettlementAnswer = components['schemas']['DeclineSettlementAnswer'];
export type DeclineSubscriptionAnswer = components['schemas']['DeclineSubscriptionAnswer'];
export type DeleteWebhookEndpointAnswer = components['schemas']['DeleteWebhookEndpointAnswer'];
export type DeliveryDetail = components['schemas']['DeliveryDetail'];
export type DeliveryOut = components['schemas']['DeliveryOut'];
export type DepositForBountyAnswer = components['schemas']['DepositForBountyAnswer'];
export type DepositInRequest = components['schemas']['DepositInRequest'];
export type DepositToWalletAnswer = components['schemas']['DepositToWalletAnswer'];
export type DetailInRequest = components['schemas']['DetailInRequest'];
export type DetectorOut = components['schemas']['DetectorOut'];
export type DiffOut = components['schemas']['DiffOut'];
export type DifferenceOut = components['schemas']['DifferenceOut'];
export type DisputeAnswerInFormRequest = components['schemas']['DisputeAnswerInFormRequest'];
export type DisputeAnswerInRequest = components['schemas']['DisputeAnswerInRequest'];
export type DisputeInRequest = components['schemas']['DisputeInRequest'];
export type DisputeRecord = components['schemas']['DisputeRecord'];
export type DnsmosOut = components['schemas']['DnsmosOut'];
export type DocumentUploadInRequest = components['schemas']['DocumentUploadInRequest'];
export type EditBountyAnswer = components['schemas']['EditBountyAnswer'];
export type EditConversationAnswer = components['schemas']['EditConversationAnswer'];
export type EditOwnProfileAnswer = components['schemas']['EditOwnProfileAnswer'];
export type EditServiceAnswer = components['schemas']['EditServiceAnswer'];
export type EndingOut = components['schemas']['EndingOut'];
export type EndpointInRequest = components['schemas']['EndpointInRequest'];
export type EndpointOut = components['schemas']['EndpointOut'];
export type EndpointPatchRequest = components['schemas']['EndpointPatchRequest'];
export type EnterprisePaymentInRequest = components['schemas']['EnterprisePaymentInRequest'];
export type EraseAccountAnswer = components['schemas']['EraseAccountAnswer'];
export type EraseInRequest = components['schemas']['EraseInRequest'];
export type EscalationOut = components['schemas']['EscalationOut'];
export type EscrowDetail = components['schemas']['EscrowDetail'];
export type EscrowRecord = components['schemas']['EscrowRecord'];
export type EstimateReachAnswer = components['schemas']['EstimateReachAnswer'];
export type Event = components['schemas']['Event'];
export type EvidenceAnswerInRequest = components['schemas']['EvidenceAnswerInRequest'];
export type EvidenceDetail = components['schemas']['EvidenceDetail'];
export type EvidenceInFormRequest = components['schemas']['EvidenceInFormRequest'];
export type EvidenceInRequest = components['schemas']['EvidenceInRequest'];
export type ExpireApplicationAnswer = components['schemas']['ExpireApplicationAnswer'];
export type ExpireInRequest = components['schemas']['ExpireInRequest'];
export type ExportOut = components['schemas']['ExportOut'];
export type ExtensionDecisionInRequest = components['schemas']['ExtensionDecisionInRequest'];
export type ExtensionInRequest = components['schemas']['ExtensionInRequest'];
export type FaucetInRequest = components['schemas']['FaucetInRequest'];
export type FaucetOut = components['schemas']['FaucetOut'];
export type FileOut = components['schemas']['FileOut'];
export type FinalTextInFormRequest = components['schemas']['FinalTextInFormRequest'];
export type FinalTextOut = components['schemas']['FinalTextOut'];
export type FindingInRequest = components['schemas']['FindingInRequest'];
export type FindingOut = components['schemas']['FindingOut'];
export type FreezeInRequest = components['schemas']['FreezeInRequest'];
export type FreezeWalletAnswer = components['schemas']['FreezeWalletAnswer'];
export type GateOut = components['schemas']['GateOut'];
export type GetAccountAnswer = components['schemas']['GetAccountAnswer'];
export type GetActivityAnswer = components['schemas']['GetActivityAnswer'];
export type GetAgentCheckoutAnswer = components['schemas']['GetAgentCheckoutAnswer'];
export type GetApplicationAnswer = components['schemas']['GetApplicationAnswer'];
export type GetApplicationsDatasetAnswer = components['schemas']['GetApplicationsDatasetAnswer'];
export type GetApprovalAnswer = components['schemas']['GetApprovalAnswer'];
export type GetBountyAnswer = components['schemas']['GetBountyAnswer'];
export type GetBountyOutreachStatusAnswer = components['schemas']['GetBountyOutreachStatusAnswer'];
export type GetCakeOrderAnswer = components['schemas']['GetCakeOrderAnswer'];
export type GetConnectorLimitsAnswer = components['schemas']['GetConnectorLimitsAnswer'];
export type GetConversationAnswer = components['schemas']['GetConversationAnswer'];
export type GetDisputeAnswer = components['schemas']['GetDisputeAnswer'];
export type GetEarningsBalanceAnswer = components['schemas']['GetEarningsBalanceAnswer'];
export type GetEscrowAnswer = components['schemas']['GetEscrowAnswer'];
export type GetExportAnswer = components['schemas']['GetExportAnswer'];
export type GetHumanAnswer = components['schemas']['GetHumanAnswer'];
export type GetHumanizationAnswer = components['schemas']['GetHumanizationAnswer'];
export type GetHumanizationAssignmentAnswer = components['schemas']['GetHumanizationAssignmentAnswer'];
export type GetHumanizationSampleAnswer = components['schemas']['GetHumanizationSampleAnswer'];
export type GetInvoiceAnswer = components['schemas']['GetInvoiceAnswer'];
export type GetKeyLimitsAnswer = components['schemas']['GetKeyLimitsAnswer'];
export type GetLanguageProficiencyAnswer = components['schemas']['GetLanguageProficiencyAnswer'];
export type GetLocationMinimumAnswer = components['schemas']['GetLocationMinimumAnswer'];
export type GetMicCheckAnswer = components['schemas']['GetMicCheckAnswer'];
export type GetOwnProfileAnswer = components['schemas']['GetOwnProfileAnswer'];
export type GetPaymentLinkAnswer = components['schemas']['GetPaymentLinkAnswer'];
export type GetQaCredentialsAnswer = components['schemas']['GetQaCredentialsAnswer'];
export type GetQaReportAnswer = components['schemas']['GetQaReportAnswer'];
export type GetQaRunAnswer = components['schemas']['GetQaRunAnswer'];
export type GetReceiptAnswer = components['schemas']['GetReceiptAnswer'];
export type GetRequestAnswer = components['schemas']['GetRequestAnswer'];
export type GetServiceAvailabilityAnswer = components['schemas']['GetServiceAvailabilityAnswer'];
export type GetSubmissionAnswer = components['schemas']['GetSubmissionAnswer'];
export type GetTasteBallotAnswer = components['schemas']['GetTasteBallotAnswer'];
export type GetTasteReportAnswer = components['schemas']['GetTasteReportAnswer'];
export type GetTasteRunAnswer = components['schemas']['GetTasteRunAnswer'];
export type GetTransferAnswer = components['schemas']['GetTransferAnswer'];
export type GetWalletBalanceAnswer = components['schemas']['GetWalletBalanceAnswer'];
export type GetWalletControlsAnswer = components['schemas']['GetWalletControlsAnswer'];
export type GetWalletHeadroomAnswer = components['schemas']['GetWalletHeadroomAnswer'];
export type GetWalletReportAnswer = components['schemas']['GetWalletReportAnswer'];
export type GetWebhookDeliveryAnswer = components['schemas']['GetWebhookDeliveryAnswer'];
export type GetWithdrawalAnswer = components['schemas']['GetWithdrawalAnswer'];
export type HeadroomOut = components['schemas']['HeadroomOut'];
export type HomeInRequest = components['schemas']['HomeInRequest'];
export type HomeOut = components['schemas']['HomeOut'];
export type HumanOut = components['schemas']['HumanOut'];
export type HumanizationDetail = components['schemas']['HumanizationDetail'];
export type HumanizationInRequest = components['schemas']['HumanizationInRequest'];
export type HumanizationOut = components['schemas']['HumanizationOut'];
export type IdentityInRequest = components['schemas']['IdentityInRequest'];
export type InvitationInRequest = components['schemas']['InvitationInRequest'];
export type InvitationOut = components['schemas']['InvitationOut'];
export type InviteMemberAnswer = components['schemas']['InviteMemberAnswer'];
export type InvoiceLineOut = components['schemas']['InvoiceLineOut'];
export type InvoiceOut = components['schemas']['InvoiceOut'];
export type JobOverviewOut = components['schemas']['JobOverviewOut'];
export type KeptOut = components['schemas']['KeptOut'];
export type KeyInRequest = components['schemas']['KeyInRequest'];
export type KeyOut = components['schemas']['KeyOut'];
export type KeyPatchRequest = components['schemas']['KeyPatchRequest'];
export type LanguageAttemptOut = components['schemas']['LanguageAttemptOut'];
export type LanguageInRequest = components['schemas']['LanguageInRequest'];
export type LanguageRequirementOut = components['schemas']['LanguageRequirementOut'];
export type LanguageResultOut = components['schemas']['LanguageResultOut'];
export type LastMessageOut = components['schemas']['LastMessageOut'];
export type LaterMoveOut = components['schemas']['LaterMoveOut'];
export type LatestMessageOut = components['schemas']['LatestMessageOut'];
export type LatestSubmissionOut = components['schemas']['LatestSubmissionOut'];
export type LevelOut = components['schemas']['LevelOut'];
export type LimitsInRequest = components['schemas']['LimitsInRequest'];
export type LimitsOut = components['schemas']['LimitsOut'];
export type LineOut = components['schemas']['LineOut'];
export type LinkInRequest = components['schemas']['LinkInRequest'];
export type LinkWishInRequest = components['schemas']['LinkWishInRequest'];
export type LinkedApplicant = components['schemas']['LinkedApplicant'];
export type LinkedFile = components['schemas']['LinkedFile'];
export type ListActivityAnswer = components['schemas']['ListActivityAnswer'];
export type ListAgentCheckoutsAnswer = components['schemas']['ListAgentCheckoutsAnswer'];
export type ListApplicationsAnswer = components['schemas']['ListApplicationsAnswer'];
export type ListApprovalsAnswer = components['schemas']['ListApprovalsAnswer'];
export type ListAttendanceAnswer = components['schemas']['ListAttendanceAnswer'];
export type ListBlockedAnswer = components['schemas']['ListBlockedAnswer'];
export type ListBountiesAnswer = components['schemas']['ListBountiesAnswer'];
export type ListCakeOrdersAnswer = components['schemas']['ListCakeOrdersAnswer'];
export type ListConnectorsAnswer = components['schemas']['ListConnectorsAnswer'];
export type ListConversationsAnswer = components['schemas']['ListConversationsAnswer'];
export type ListDisputesAnswer = components['schemas']['ListDisputesAnswer'];
export type ListEscrowsAnswer = components['schemas']['ListEscrowsAnswer'];
export type ListEventsAnswer = components['schemas']['ListEventsAnswer'];
export type ListFundingRefundsAnswer = components['schemas']['ListFundingRefundsAnswer'];
export type ListInvitationsAnswer = components['schemas']['ListInvitationsAnswer'];
export type ListInvoicesAnswer = components['schemas']['ListInvoicesAnswer'];
export type ListKeysAnswer = components['schemas']['ListKeysAnswer'];
export type ListMembersAnswer = components['schemas']['ListMembersAnswer'];
export type ListMembershipsAnswer = components['schemas']['ListMembershipsAnswer'];
export type ListMessagesAnswer = components['schemas']['ListMessagesAnswer'];
export type ListOwnServicesAnswer = components['schemas']['ListOwnServicesAnswer'];
export type ListPaymentLinksAnswer = components['schemas']['ListPaymentLinksAnswer'];
export type ListPendingAnswer = components['schemas']['ListPendingAnswer'];
export type ListPreferredAnswer = components['schemas']['ListPreferredAnswer'];
export type ListQaRunsAnswer = components['schemas']['ListQaRunsAnswer'];
export type ListQaTemplatesAnswer = components['schemas']['ListQaTemplatesAnswer'];
export type ListRentalsAnswer = components['schemas']['ListRentalsAnswer'];
export type ListReviewsAnswer = components['schemas']['ListReviewsAnswer'];
export type ListServiceBookingsAnswer = components['schemas']['ListServiceBookingsAnswer'];
export type ListSubmissionsAnswer = components['schemas']['ListSubmissionsAnswer'];
export type ListSubscriptionsAnswer = components['schemas']['ListSubscriptionsAnswer'];
export type ListTasteRunsAnswer = components['schemas']['ListTasteRunsAnswer'];
export type ListTransfersAnswer = components['schemas']['ListTransfersAnswer'];
export type ListWalletTransactionsAnswer = components['schemas']['ListWalletTransactionsAnswer'];
export type ListWebhookDeliveriesAnswer = components['schemas']['ListWebhookDeliveriesAnswer'];
export type ListWebhookEndpointsAnswer = components['schemas']['ListWebhookEndpointsAnswer'];
export type ListWithdrawalsAnswer = components['schemas']['ListWithdrawalsAnswer'];
export type ListWorkAnswer = components['schemas']['ListWorkAnswer'];
export type ListedBounty = components['schemas']['ListedBounty'];
export type LocationOut = components['schemas']['LocationOut'];
export type MailOut = components['schemas']['MailOut'];
export type MemberOut = components['schemas']['MemberOut'];
export type MembershipOut = components['schemas']['MembershipOut'];
export type MessageInRequest = components['schemas']['MessageInRequest'];
export type MessageOut = components['schemas']['MessageOut'];
export type MicScoreOut = components['schemas']['MicScoreOut'];
export type MinimumOut = components['schemas']['MinimumOut'];
export type MoveOut = components['schemas']['MoveOut'];
export type MppDepositAccepted = components['schemas']['MppDepositAccepted'];
export type MppDepositAnswer = components['schemas']['MppDepositAnswer'];
export type MppPaymentOut = components['schemas']['MppPaymentOut'];
export type NextActionOut = components['schemas']['NextActionOut'];
export type NextCallOut = components['schemas']['NextCallOut'];
export type NotificationsInRequest = components['schemas']['NotificationsInRequest'];
export type NotificationsOut = components['schemas']['NotificationsOut'];
export type OfferInRequest = components['schemas']['OfferInRequest'];
export type OfferOut = components['schemas']['OfferOut'];
export type OfferServiceAnswer = components['schemas']['OfferServiceAnswer'];
export type OfferSettlementAnswer = components['schemas']['OfferSettlementAnswer'];
export type OpenDisputeAnswer = components['schemas']['OpenDisputeAnswer'];
export type OutreachOut = components['schemas']['OutreachOut'];
export type OwnBounty = components['schemas']['OwnBounty'];
export type OwnHuman = components['schemas']['OwnHuman'];
export type OwnSampleOut = components['schemas']['OwnSampleOut'];
export type OwnService = components['schemas']['OwnService'];
export type OwnerApplicationOut = components['schemas']['OwnerApplicationOut'];
export type PaginationOut = components['schemas']['PaginationOut'];
export type PayAttendanceAnswer = components['schemas']['PayAttendanceAnswer'];
export type PayEnterpriseBountyAnswer = components['schemas']['PayEnterpriseBountyAnswer'];
export type PayForSeatAnswer = components['schemas']['PayForSeatAnswer'];
export type PaymentLinkInRequest = components['schemas']['PaymentLinkInRequest'];
export type PaymentLinkOut = components['schemas']['PaymentLinkOut'];
export type PayoutsOut = components['schemas']['PayoutsOut'];
export type PendingOut = components['schemas']['PendingOut'];
export type PersonOut = components['schemas']['PersonOut'];
export type PersonalInRequest = components['schemas']['PersonalInRequest'];
export type PhotoOut = components['schemas']['PhotoOut'];
export type PhotoUploadInRequest = components['schemas']['PhotoUploadInRequest'];
export type PhotosInFormRequest = components['schemas']['PhotosInFormRequest'];
export type PictureInRequest = components['schemas']['PictureInRequest'];
export type PlaceInRequest = components['schemas']['PlaceInRequest'];
export type PlaceOut = components['schemas']['PlaceOut'];
export type PlanOut = components['schemas']['PlanOut'];
export type PlannedMoveOut = components['schemas']['PlannedMoveOut'];
export type PlannedOut = components['schemas']['PlannedOut'];
export type PlayInRequest = components['schemas']['PlayInRequest'];
export type PlayOut = components['schemas']['PlayOut'];
export type PlayRow = components['schemas']['PlayRow'];
export type PostReviewAnswer = components['schemas']['PostReviewAnswer'];
export type PreferHumanAnswer = components['schemas']['PreferHumanAnswer'];
export type PreferInRequest = components['schemas']['PreferInRequest'];
export type PreferredAdded = components['schemas']['PreferredAdded'];
export type PreferredOut = components['schemas']['PreferredOut'];
export type ProfileInRequest = components['schemas']['ProfileInRequest'];
export type PushNotificationsInRequest = components['schemas']['PushNotificationsInRequest'];
export type PushNotificationsOut = components['schemas']['PushNotificationsOut'];
export type QaDecisionInRequest = components['schemas']['QaDecisionInRequest'];
export type QaDecisionOut = components['schemas']['QaDecisionOut'];
export type QaEscalationOut = components['schemas']['QaEscalationOut'];
export type QaEvidenceOut = components['schemas']['QaEvidenceOut'];
export type QaPlanOut = components['schemas']['QaPlanOut'];
export type QaReportOut = components['schemas']['QaReportOut'];
export type QaScreeningInRequest = components['schemas']['QaScreeningInRequest'];
export type QaScreeningOut = components['schemas']['QaScreeningOut'];
export type QuartilesOut = components['schemas']['QuartilesOut'];
export type QuestionInRequest = components['schemas']['QuestionInRequest'];
export type QuoteBountyFundingAnswer = components['schemas']['QuoteBountyFundingAnswer'];
export type QuoteCakeOrderAnswer = components['schemas']['QuoteCakeOrderAnswer'];
export type QuoteInRequest = components['schemas']['QuoteInRequest'];
export type QuoteOut = components['schemas']['QuoteOut'];
export type ReachOut = components['schemas']['ReachOut'];
export type ReasonOut = components['schemas']['ReasonOut'];
export type ReceiptLine = components['schemas']['ReceiptLine'];
export type ReceiptOut = components['schemas']['ReceiptOut'];
export type ReceiptTip = components['schemas']['ReceiptTip'];
export type ReceiptTotals = components['schemas']['ReceiptTotals'];
export type RecentAnswerOut = components['schemas']['RecentAnswerOut'];
export type RecentReviewOut = components['schemas']['RecentReviewOut'];
export type RecordLanguageProficiencyAnswer = components['schemas']['RecordLanguageProficiencyAnswer'];
export type RecordMicSampleAnswer = components['schemas']['RecordMicSampleAnswer'];
export type RedeliverWebhookAnswer = components['schemas']['RedeliverWebhookAnswer'];
export type RefundAgentCheckoutAnswer = components['schemas']['RefundAgentCheckoutAnswer'];
export type RefundFundingAnswer = components['schemas']['RefundFundingAnswer'];
export type RefundInRequest = components['schemas']['RefundInRequest'];
export type RefundOut = components['schemas']['RefundOut'];
export type RefundableOut = components['schemas']['RefundableOut'];
export type RegisterIdentityAnswer = components['schemas']['RegisterIdentityAnswer'];
export type ReleaseEscrowAnswer = components['schemas']['ReleaseEscrowAnswer'];
export type ReleaseInRequest = components['schemas']['ReleaseInRequest'];
export type RemoveMemberAnswer = components['schemas']['RemoveMemberAnswer'];
export type RemovePhotoAnswer = components['schemas']['RemovePhotoAnswer'];
export type RemoveServiceAnswer = components['schemas']['RemoveServiceAnswer'];
export type RentHumanAnswer = components['schemas']['RentHumanAnswer'];
export type RentalInRequest = components['schemas']['RentalInRequest'];
export type RentalOut = components['schemas']['RentalOut'];
export type RentalSummaryOut = components['schemas']['RentalSummaryOut'];
export type ReplayInRequest = components['schemas']['ReplayInRequest'];
export type ReplayWebhookEventsAnswer = components['schemas']['ReplayWebhookEventsAnswer'];
export type ReportAttendanceAnswer = components['schemas']['ReportAttendanceAnswer'];
export type ReportBountyOut = components['schemas']['ReportBountyOut'];
export type ReportCategoryOut = components['schemas']['ReportCategoryOut'];
export type ReportHumanOut = components['schemas']['ReportHumanOut'];
export type ReportInRequest = components['schemas']['ReportInRequest'];
export type ReportOut = components['schemas']['ReportOut'];
export type ReportSupportIssueAnswer = components['schemas']['ReportSupportIssueAnswer'];
export type RequestExportAnswer = components['schemas']['RequestExportAnswer'];
export type RequestExtensionAnswer = components['schemas']['RequestExtensionAnswer'];
export type ResolutionOut = components['schemas']['ResolutionOut'];
export type RestrictionOut = components['schemas']['RestrictionOut'];
export type ReviewAnswerInRequest = components['schemas']['ReviewAnswerInRequest'];
export type ReviewAnswerOut = components['schemas']['ReviewAnswerOut'];
export type ReviewInRequest = components['schemas']['ReviewInRequest'];
export type ReviewOut = components['schemas']['ReviewOut'];
export type ReviewSubmissionAnswer = components['schemas']['ReviewSubmissionAnswer'];
export type ReviewSummaryOut = components['schemas']['ReviewSummaryOut'];
export type RevokeInvitationAnswer = components['schemas']['RevokeInvitationAnswer'];
export type RevokeKeyAnswer = components['schemas']['RevokeKeyAnswer'];
export type RewriteApplicantOut = components['schemas']['RewriteApplicantOut'];
export type RewriteAssignmentOut = components['schemas']['RewriteAssignmentOut'];
export type RewriteFundingOut = components['schemas']['RewriteFundingOut'];
export type RewritePlanOut = components['schemas']['RewritePlanOut'];
export type RewriteReviewOut = components['schemas']['RewriteReviewOut'];
export type RewriteSampleInFormRequest = components['schemas']['RewriteSampleInFormRequest'];
export type RewriteSampleInRequest = components['schemas']['RewriteSampleInRequest'];
export type RewriteScreeningInRequest = components['schemas']['RewriteScreeningInRequest'];
export type RewriteScreeningOut = components['schemas']['RewriteScreeningOut'];
export type RoleInRequest = components['schemas']['RoleInRequest'];
export type RotateWebhookSecretAnswer = components['schemas']['RotateWebhookSecretAnswer'];
export type RunDetail = components['schemas']['RunDetail'];
export type RunOut = components['schemas']['RunOut'];
export type RunQaTemplateAnswer = components['schemas']['RunQaTemplateAnswer'];
export type SampleToWrite = components['schemas']['SampleToWrite'];
export type SandboxAdvanceClockAnswer = components['schemas']['SandboxAdvanceClockAnswer'];
export type SandboxClockAnswer = components['schemas']['SandboxClockAnswer'];
export type SandboxFaucetAnswer = components['schemas']['SandboxFaucetAnswer'];
export type SandboxFundsAnswer = components['schemas']['SandboxFundsAnswer'];
export type SandboxGetPlayAnswer = components['schemas']['SandboxGetPlayAnswer'];
export type SandboxMailAnswer = components['schemas']['SandboxMailAnswer'];
export type SandboxPeopleAnswer = components['schemas']['SandboxPeopleAnswer'];
export type SandboxPlayAnswer = components['schemas']['SandboxPlayAnswer'];
export type SandboxPlaysAnswer = components['schemas']['SandboxPlaysAnswer'];
export type SandboxStopPlayAnswer = components['schemas']['SandboxStopPlayAnswer'];
export type SandboxSwitchPeopleAnswer = components['schemas']['SandboxSwitchPeopleAnswer'];
export type SandboxVerifyHumanAnswer = components['schemas']['SandboxVerifyHumanAnswer'];
export type ScheduleInRequest = components['schemas']['ScheduleInRequest'];
export type ScriptOut = components['schemas']['ScriptOut'];
export type SearchHumansAnswer = components['schemas']['SearchHumansAnswer'];
export type SeatCheckoutInRequest = components['schemas']['SeatCheckoutInRequest'];
export type SeatMoneyOut = components['schemas']['SeatMoneyOut'];
export type SeatOut = components['schemas']['SeatOut'];
export type SendCakeOrderAnswer = components['schemas']['SendCakeOrderAnswer'];
export type SendManyTransfersAnswer = components['schemas']['SendManyTransfersAnswer'];
export type SendMessageAnswer = components['schemas']['SendMessageAnswer'];
export type SendReceiptAnswer = components['schemas']['SendReceiptAnswer'];
export type SendTransferAnswer = components['schemas']['SendTransferAnswer'];
export type SentSampleOut = components['schemas']['SentSampleOut'];
export type ServiceInRequest = components['schemas']['ServiceInRequest'];
export type ServiceOut = components['schemas']['ServiceOut'];
export type ServicePatchRequest = components['schemas']['ServicePatchRequest'];
export type SetConnectorLimitsAnswer = components['schemas']['SetConnectorLimitsAnswer'];
export type SetKeyLimitsAnswer = components['schemas']['SetKeyLimitsAnswer'];
export type SetKeyWebhookAnswer = components['schemas']['SetKeyWebhookAnswer'];
export type SetQaCredentialsAnswer = components['schemas']['SetQaCredentialsAnswer'];
export type SetWalletControlsAnswer = components['schemas']['SetWalletControlsAnswer'];
export type SignalsOut = components['schemas']['SignalsOut'];
export type SignupInRequest = components['schemas']['SignupInRequest'];
export type SimulatedOut = components['schemas']['SimulatedOut'];
export type SlotOut = components['schemas']['SlotOut'];
export type StakeOut = components['schemas']['StakeOut'];
export type StartPayoutOnboardingAnswer = components['schemas']['StartPayoutOnboardingAnswer'];
export type StartWorkAnswer = components['schemas']['StartWorkAnswer'];
export type StaysOut = components['schemas']['StaysOut'];
export type StepOut = components['schemas']['StepOut'];
export type StopOut = components['schemas']['StopOut'];
export type StopQaRunAnswer = components['schemas']['StopQaRunAnswer'];
export type SubmissionDetail = components['schemas']['SubmissionDetail'];
export type SubmissionReviewInRequest = components['schemas']['SubmissionReviewInRequest'];
export type SubmitEvidenceAnswer = components['schemas']['SubmitEvidenceAnswer'];
export type SubmitHumanizationAnswer = components['schemas']['SubmitHumanizationAnswer'];
export type SubmitInFormRequest = components['schemas']['SubmitInFormRequest'];
export type SubmitInRequest = components['schemas']['SubmitInRequest'];
export type SubscribeInRequest = components['schemas']['SubscribeInRequest'];
export type SubscribeToServiceAnswer = components['schemas']['SubscribeToServiceAnswer'];
export type SubscriptionOut = components['schemas']['SubscriptionOut'];
export type SwitchInRequest = components['schemas']['SwitchInRequest'];
export type SwitchOut = components['schemas']['SwitchOut'];
export type TasteArtifactOut = components['schemas']['TasteArtifactOut'];
export type TasteQuoteOut = components['schemas']['TasteQuoteOut'];
export type TasteReportOut = components['schemas']['TasteReportOut'];
export type TasteRunInRequest = components['schemas']['TasteRunInRequest'];
export type TasteRunOut = components['schemas']['TasteRunOut'];
export type TasteTallyOut = components['schemas']['TasteTallyOut'];
export type TemplateInRequest = components['schemas']['TemplateInRequest'];
export type TemplateOut = components['schemas']['TemplateOut'];
export type TemplatePatchRequest = components['schemas']['TemplatePatchRequest'];
export type TemplateWarning = components['schemas']['TemplateWarning'];
export type TermsChangedOut = components['schemas']['TermsChangedOut'];
export type TermsInRequest = components['schemas']['TermsInRequest'];
export type TestWebhookEndpointAnswer = components['schemas']['TestWebhookEndpointAnswer'];
export type TextScoreOut = components['schemas']['TextScoreOut'];
export type TotalsOut = components['schemas']['TotalsOut'];
export type TransferInRequest = components['schemas']['TransferInRequest'];
export type TransferOut = components['schemas']['TransferOut'];
export type UnblockHumanAnswer = components['schemas']['UnblockHumanAnswer'];
export type UnfreezeWalletAnswer = components['schemas']['UnfreezeWalletAnswer'];
export type UnpaidOut = components['schemas']['UnpaidOut'];
export type UnpreferHumanAnswer = components['schemas']['UnpreferHumanAnswer'];
export type VerificationOut = components['schemas']['VerificationOut'];
export type VerifyHumanInRequest = components['schemas']['VerifyHumanInRequest'];
export type VerifyInRequest = components['schemas']['VerifyInRequest'];
export type VideoUploadInRequest = components['schemas']['VideoUploadInRequest'];
export type WaitingOut = components['schemas']['WaitingOut'];
export type WithdrawDisputeAnswer = components['schemas']['WithdrawDisputeAnswer'];
export type WithdrawEarningsAnswer = components['schemas']['WithdrawEarningsAnswer'];
export type WithdrawFromWalletAnswer = components['schemas']['WithdrawFromWalletAnswer'];
export type WithdrawInRequest = components['schemas']['WithdrawInRequest'];
export type WithdrawalOut = components['schemas']['WithdrawalOut'];
export type WorkBountyOut = components['schemas']['WorkBountyOut'];
export type WorkOut = components['schemas']['WorkOut'];
export type WorkPreferencesInRequest = components['schemas']['WorkPreferencesInRequest'];
export type WorkPreferencesOut = components['schemas']['WorkPreferencesOut'];
export type WouldChangeOut = components['schemas']['WouldChangeOut'];
export type X402DepositAccepted = components['schemas']['X402DepositAccepted'];
export type X402DepositAnswer = components['schemas']['X402DepositAnswer'];
export type X402DepositInRequest = components['schemas']['X402DepositInRequest'];
export type X402SignupAccepted = components['schemas']['X402SignupAccepted'];
export type X402SignupAnswer = components['schemas']['X402SignupAnswer'];
export type X402SignupInRequest = components['schemas']['X402SignupInRequest'];
export type Failure = components['schemas']['Failure'];
export type DryRunAnswer = components['schemas']['DryRunAnswer'];
export type ApplicationSubmittedEventData = components['schemas']['ApplicationSubmittedEventData'];
export type ApplicationSubmittedEvent = components['schemas']['ApplicationSubmittedEvent'];
export type ApplicationAcceptedEventData = components['schemas']['ApplicationAcceptedEventData'];
export type ApplicationAcceptedEvent = components['schemas']['ApplicationAcceptedEvent'];
export type ApplicationConfirmedEventData = components['schemas']['ApplicationConfirmedEventData'];
export type ApplicationConfirmedEvent = components['schemas']['ApplicationConfirmedEvent'];
export type ApplicationRejectedEventData = components['schemas']['ApplicationRejectedEventData'];
export type ApplicationRejectedEvent = components['schemas']['ApplicationRejectedEvent'];
export type ApplicationSeatExpiredEventData = components['schemas']['ApplicationSeatExpiredEventData'];
export type ApplicationSeatExpiredEvent = components['schemas']['ApplicationSeatExpiredEvent'];
export type ApplicationGhostFlaggedEventData = components['schemas']['ApplicationGhostFlaggedEventData'];
export type ApplicationGhostFlaggedEvent = components['schemas']['ApplicationGhostFlaggedEvent'];
export type MessageReceivedEventData = components['schemas']['MessageReceivedEventData'];
export type MessageReceivedEvent = components['schemas']['MessageReceivedEvent'];
export type ConversationCompletionClaimedEventData = components['schemas']['ConversationCompletionClaimedEventData'];
export type ConversationCompletionClaimedEvent = components['schemas']['ConversationCompletionClaimedEvent'];
export type ProofUploadedEventData = components['schemas']['ProofUploadedEventData'];
export type ProofUploadedEvent = components['schemas']['ProofUploadedEvent'];
export type BountySeatFilledEventData = components['schemas']['BountySeatFilledEventData'];
export type BountySeatFilledEvent = components['schemas']['BountySeatFilledEvent'];
export type BountyCompletedEventData = components['schemas']['BountyCompletedEventData'];
export type BountyCompletedEvent = components['schemas']['BountyCompletedEvent'];
export type EscrowFundedEventData = components['schemas']['EscrowFundedEventData'];
export type EscrowFundedEvent = components['schemas']['EscrowFundedEvent'];
export type EscrowReleasedEventData = components['schemas']['EscrowReleasedEventData'];
export type EscrowReleasedEvent = components['schemas']['EscrowReleasedEvent'];
export type PaymentSentEventData = components['schemas']['PaymentSentEventData'];
export type PaymentSentEvent = components['schemas']['PaymentSentEvent'];
export type WalletLowBalanceEventData = components['schemas']['WalletLowBalanceEventData'];
export type WalletLowBalanceEvent = components['schemas']['WalletLowBalanceEvent'];
export type WalletAutoTopupInitiatedEventData = components['schemas']['WalletAutoTopupInitiatedEventData'];
export type WalletAutoTopupInitiatedEvent = components['schemas']['WalletAutoTopupInitiatedEvent'];
export type WalletAutoTopupFailedEventData = components['schemas']['WalletAutoTopupFailedEventData'];
export type WalletAutoTopupFailedEvent = components['schemas']['WalletAutoTopupFailedEvent'];
export type WalletSpendingCapHitEventData = components['schemas']['WalletSpendingCapHitEventData'];
export type WalletSpendingCapHitEvent = components['schemas']['WalletSpendingCapHitEvent'];
export type WalletLimitsChangedEventData = components['schemas']['WalletLimitsChangedEventData'];
export type WalletLimitsChangedEvent = components['schemas']['WalletLimitsChangedEvent'];
export type WalletFreezeChangedEventData = components['schemas']['WalletFreezeChangedEventData'];
export type WalletFreezeChangedEvent = components['schemas']['WalletFreezeChangedEvent'];
export type ApprovalRequestedEventData = components['schemas']['ApprovalRequestedEventData'];
export type ApprovalRequestedEvent = components['schemas']['ApprovalRequestedEvent'];
export type ApprovalDecidedEventData = components['schemas']['ApprovalDecidedEventData'];
export type ApprovalDecidedEvent = components['schemas']['ApprovalDecidedEvent'];
export type RunStatusChangedEventData = components['schemas']['RunStatusChangedEventData'];
export type RunStatusChangedEvent = components['schemas']['RunStatusChangedEvent'];
export type RunReportReadyEventData = components['schemas']['RunReportReadyEventData'];
export type RunReportReadyEvent = components['schemas']['RunReportReadyEvent'];
export type WebhookTestEventData = components['schemas']['WebhookTestEventData'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type EscrowRefundedEventData = components['schemas']['EscrowRefundedEventData'];
export type EscrowRefundedEvent = components['schemas']['EscrowRefundedEvent'];
export type DisputeOpenedEventData = components['schemas']['DisputeOpenedEventData'];
export type DisputeOpenedEvent = components['schemas']['DisputeOpenedEvent'];
export type DisputeResolvedEventData = components['schemas']['DisputeResolvedEventData'];
export type DisputeResolvedEvent = components['schemas']['DisputeResolvedEvent'];
export type DisputeEvidenceRequestedEventData = components['schemas']['DisputeEvidenceRequestedEventData'];
export type DisputeEvidenceRequestedEvent = components['schemas']['DisputeEvidenceRequestedEvent'];
export type DisputeEvidenceAddedEventData = components['schemas']['DisputeEvidenceAddedEventData'];
export type DisputeEvidenceAddedEvent = components['schemas']['DisputeEvidenceAddedEvent'];
export type DisputeOfferMadeEventData = components['schemas']['DisputeOfferMadeEventData'];
export type DisputeOfferMadeEvent = components['schemas']['DisputeOfferMadeEvent'];
export type DisputeSettledEventData = components['schemas']['DisputeSettledEventData'];
export type DisputeSettledEvent = components['schemas']['DisputeSettledEvent'];
export type DisputeDecidedEventData = components['schemas']['DisputeDecidedEventData'];
export type DisputeDecidedEvent = components['schemas']['DisputeDecidedEvent'];
export type DisputeAppealedEventData = components['schemas']['DisputeAppealedEventData'];
export type DisputeAppealedEvent = components['schemas']['DisputeAppealedEvent'];
export type DisputeAppealDecidedEventData = components['schemas']['DisputeAppealDecidedEventData'];
export type DisputeAppealDecidedEvent = components['schemas']['DisputeAppealDecidedEvent'];
export type ApplicationWithdrawnEventData = components['schemas']['ApplicationWithdrawnEventData'];
export type ApplicationWithdrawnEvent = components['schemas']['ApplicationWithdrawnEvent'];
export type ApplicationTermsChangedEventData = components['schemas']['ApplicationTermsChangedEventData'];
export type ApplicationTermsChangedEvent = components['schemas']['ApplicationTermsChangedEvent'];
export type ApplicationContestedEventData = components['schemas']['ApplicationContestedEventData'];
export type ApplicationContestedEvent = components['schemas']['ApplicationContestedEvent'];
export type ApplicationContestDecidedEventData = components['schemas']['ApplicationContestDecidedEventData'];
export type ApplicationContestDecidedEvent = components['schemas']['ApplicationContestDecidedEvent'];
export type SubmissionReviewedEventData = components['schemas']['SubmissionReviewedEventData'];
export type SubmissionReviewedEvent = components['schemas']['SubmissionReviewedEvent'];
export type ExtensionRequestedEventData = components['schemas']['ExtensionRequestedEventData'];
export type ExtensionRequestedEvent = components['schemas']['ExtensionRequestedEvent'];
export type WebhookEndpointDisabledEventData = components['schemas']['WebhookEndpointDisabledEventData'];
export type WebhookEndpointDisabledEvent = components['schemas']['WebhookEndpointDisabledEvent'];
export type PaymentFailedEventData = components['schemas']['PaymentFailedEventData'];
export type PaymentFailedEvent = components['schemas']['PaymentFailedEvent'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
