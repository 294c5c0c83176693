// A receiver of webhooks: registers its address, verifies each delivery and prints its event, once.
//
// AHM_BASE_URL and AHM_API_KEY say where and as whom, RECEIVER_URL is the public https address that leads here (a sandbox on this
// machine takes http://127.0.0.1:<PORT>, too), PORT the port to listen on, 8787 without it.
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { AgentHire, BadSignature, webhooks } from "agent-hire";

const port = Number(process.env["PORT"] ?? 8787);
const url = process.env["RECEIVER_URL"] ?? `http://127.0.0.1:${port}`;

// The same address again renews its endpoint: a new secret each time.
const client = new AgentHire();
const { endpoint, secret } = await client.webhooks.createEndpoint({ url, events: ["*"] });
if (!secret) throw new Error("The secret is shown once, and this answer was a replay.");

// An event may come more than once. A program that is restarted keeps these in its database.
const seen = new Set<string>();

async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const signature = request.headers[webhooks.HEADER.toLowerCase()];
  try {
    const event = await webhooks.verify(Buffer.concat(chunks), String(signature), secret ?? "");
    if (!seen.has(event.id)) console.log(event.type, event.id);
    seen.add(event.id);
    return 200; // at once: what takes long is done afterwards
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    console.log("refused:", error.message);
    return 401;
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
});
server.listen(port, "127.0.0.1", () => console.log("listening for", endpoint.id, "at", url));
process.on("SIGTERM", () => server.close());
