// Writes `src/api/schema.d.ts` from an OpenAPI document, or with `--check` fails if it differs.
import { readFile, writeFile } from "node:fs/promises";
import openapi, { astToString } from "openapi-typescript";

const FILE = new URL("../src/api/schema.d.ts", import.meta.url);
const HEAD = "// Written by `npm run api:types`. Do not edit.\n\n";

async function read(source) {
  const text = /^https?:/.test(source) ? await (await fetch(source)).text() : await readFile(source, "utf8");
  return JSON.parse(text);
}

const isCheck = process.argv.includes("--check");
const source = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (source === undefined) {
  process.stderr.write("usage: npm run api:types|api:check -- PATH-OR-URL-OF-OPENAPI-JSON\n");
  process.exit(2);
}
const made = HEAD + astToString(await openapi(await read(source), { alphabetize: true }));
if (!isCheck) {
  await writeFile(FILE, made);
} else if (made !== (await readFile(FILE, "utf8"))) {
  process.stderr.write(
    `src/api/schema.d.ts differs from ${source}. Run \`npm run api:types -- ${source}\`.\n`,
  );
  process.exit(1);
}
