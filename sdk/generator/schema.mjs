// Writes the schemas of an OpenAPI document, which it reads from its input, as TypeScript. A file to be sent is a `FileInput`.
// Run in a folder whose node_modules have openapi-typescript, as the code of an `--input-type=module` program.
import openapi, { astToString } from "openapi-typescript";
import ts from "typescript";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const file = ts.factory.createTypeReferenceNode("FileInput");
const nodes = await openapi(Buffer.concat(chunks).toString("utf8"), {
  defaultNonNullable: false, // a field with a default need not be sent
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  silent: true,
  transform: (schema) => (schema.format === "binary" ? file : undefined),
});
process.stdout.write(astToString(nodes));
