// Prices, hires and lists through the classes that openapi-generator makes of the document, below `market` here.
import {
  ApplicationsApi,
  BountiesApi,
  Configuration,
  DecisionInRequestActionEnum,
  ResponseError,
  WebhooksApi,
  type BountyInRequest,
} from "./market/index";

const [url, key, session] = [process.argv[2]!, process.argv[3]!, process.argv[4]!];
const of = (header: string, secret: string) =>
  new Configuration({ basePath: url, apiKey: (name) => (name === header ? secret : "") });
const [agent, worker] = [of("X-API-Key", key), of("X-Session-Token", session)];
const bounties = new BountiesApi(agent);
const task: BountyInRequest = {
  title: "Photograph a shop front",
  description: "One sharp photo.",
  price: 5,
  estimatedHours: 0.5,
};

async function main(): Promise<void> {
  const priced = await bounties.createBounty({ bountyInRequest: { ...task, dryRun: true } });
  const posted = await bounties.createBounty({ bountyInRequest: task, idempotencyKey: `once-${Date.now()}` });
  const bountyId = posted.bountyId!;
  const applied = await new ApplicationsApi(worker).apply({ bountyId, applyInRequest: { coverLetter: "I live there." } });
  const applicationId = applied.application.id;
  const decide = (action: DecisionInRequestActionEnum) =>
    new ApplicationsApi(agent).decideApplication({ bountyId, applicationId, decisionInRequest: { action } });
  const accepted = await decide("accept");
  const refused = await decide("reject").catch(async (error: ResponseError) => (await error.response.json()).error_code);
  const listed = await bounties.listBounties({ mine: true });
  const events = await new WebhooksApi(agent).listEvents();
  const told = events.events.find((event) => event.type === "application.submitted");

  console.log(
    JSON.stringify({
      preview: priced.preview?.title,
      previewId: priced.preview?.id,
      total: priced.fundingTotal,
      status: posted.bounty?.status,
      bountyId,
      accepted: accepted.application.status,
      refused,
      listed: listed.bounties.map((bounty) => bounty.id),
      told: told?.data.applicationId === applicationId,
    }),
  );
}

void main();
