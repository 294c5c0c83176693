// Prices, posts and lists through openapi-fetch, typed by what openapi-typescript makes of the document, as `market.ts` here.
import createClient from "openapi-fetch";
import type { components, paths } from "./market";

const [url, key] = [process.argv[2]!, process.argv[3]!];
const agent = createClient<paths>({ baseUrl: url, headers: { "X-API-Key": key } });
const task: components["schemas"]["BountyInRequest"] = {
  title: "Photograph a shop front",
  description: "One sharp photo.",
  price: 5,
  estimatedHours: 0.5,
};

async function main(): Promise<void> {
  const priced = await agent.POST("/api/bounties", { body: { ...task, dryRun: true } });
  if (!priced.data || !("preview" in priced.data)) throw new Error(JSON.stringify(priced.error));
  const posted = await agent.POST("/api/bounties", { body: task });
  if (!posted.data || !("bounty" in posted.data)) throw new Error(JSON.stringify(posted.error));
  const listed = await agent.GET("/api/bounties", { params: { query: { mine: true } } });
  const refused = await agent.GET("/api/bounties/{bounty_id}", { params: { path: { bounty_id: "bty_nothing" } } });
  const events = await agent.GET("/api/events");
  const funded = events.data?.events.find((event) => event.type === "escrow.funded");

  console.log(
    JSON.stringify({
      preview: priced.data.preview?.title,
      previewId: priced.data.preview?.id,
      total: priced.data.fundingTotal,
      status: posted.data.bounty?.status,
      bountyId: posted.data.bountyId,
      listed: listed.data?.bounties.map((bounty) => bounty.id),
      refused: refused.error?.error_code,
      fundedCents: funded?.data.amountCents,
    }),
  );
}

void main();
