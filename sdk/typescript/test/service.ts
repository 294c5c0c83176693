// A service that answers what a test says, one answer after the other, and keeps what it was sent.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { AgentHire } from "agent-hire";
import type { AgentHireOptions } from "agent-hire";

export interface Given {
  status?: number;
  headers?: Record<string, string>;
  /** An object is JSON, a text a page. */
  body?: object | string;
  /** No answer: the connection ends. */
  breaks?: true;
}

export interface Got {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Service {
  url: string;
  client: AgentHire;
  got: Got[];
}

export async function given(t: TestContext, answers: Given[], options: AgentHireOptions = {}): Promise<Service> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", "http://service");
    const headers = request.headers as Record<string, string>;
    got.push({ method: request.method ?? "", path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) });
    const answer: Given = answers.shift() ?? { status: 500, body: { error: "There is no answer left.", error_code: "test" } };
    if (answer.breaks) return void request.socket.destroy();
    const isPage = typeof answer.body === "string";
    response.writeHead(answer.status ?? 200, { "Content-Type": isPage ? "text/html" : "application/json", ...answer.headers });
    response.end(isPage ? answer.body : JSON.stringify(answer.body ?? { success: true }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => (server.closeAllConnections(), server.close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, client: new AgentHire({ apiKey: "ahm_test", baseUrl: url, ...options }), got };
}

/** Pauses between attempts take no time, and are listed here. Other timers, those of fetch among them, run as ever. */
export function pauses(t: TestContext): number[] {
  const found: number[] = [];
  const real = globalThis.setTimeout;
  const quick = ((run: () => void, ms = 0, ...rest: []) => {
    if (!/at (async )?pause /.test(new Error().stack ?? "")) return real(run, ms, ...rest);
    found.push(ms);
    return real(run, 0);
  }) as typeof globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", quick);
  return found;
}

/** An address at which nobody listens. */
export async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${port}`;
}

/** A refusal of the service. */
export function failure(status: number, error_code: string, more: object = {}): Given {
  return { status, body: { success: false, error: "Words.", error_code, code: error_code, requestId: "req_1", ...more } };
}
