// Reads an AsyncAPI document with the parser of AsyncAPI's own project, and prints what it finds wrong, as JSON.
import { readFile } from "node:fs/promises";
import { Parser } from "@asyncapi/parser";

const { document, diagnostics } = await new Parser().parse(await readFile(process.argv[2], "utf8"));
console.log(
  JSON.stringify({
    version: document?.version(),
    messages: document?.allMessages().all().map((message) => message.name()) ?? [],
    diagnostics: diagnostics.map(({ code, severity, message, path }) => ({ code, severity, message, path })),
  }),
);
